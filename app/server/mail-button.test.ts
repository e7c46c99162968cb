import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { mayOpenMailHere } from "./mail-button"

const root = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-button-"))
afterAll(() => fs.rmSync(root, { recursive: true }))
let count = 0
const settings = () => ({
  mail: { smtpUrl: null as string | null, from: "x@example.org" },
  database: null as { url: string; prepare: boolean } | null,
  host: "127.0.0.1",
  publicUrl: "http://localhost:3000",
  dataDir: path.join(root, String(++count)),
})

test("the button is there on the embedded default at a loopback address only", () => {
  const given = settings()
  expect(mayOpenMailHere(given)).toBe(true)
  expect(mayOpenMailHere({ ...given, database: { url: "postgres://x", prepare: true } })).toBe(false)
  expect(mayOpenMailHere(given)).toBe(true)
})

test.each([
  ["SMTP", { mail: { smtpUrl: "smtp://mail.example.org", from: "x@example.org" } }],
  ["a public HOST", { host: "0.0.0.0" }],
  ["a public PUBLIC_URL", { publicUrl: "https://plan.example.org" }],
])("once the data was used with %s, the button is gone for good", (_, changed) => {
  const given = settings()
  expect(mayOpenMailHere({ ...given, ...changed })).toBe(false)
  expect(mayOpenMailHere(given)).toBe(false)
})
