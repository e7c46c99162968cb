// The mails of the product that the browser tests use, as files.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "@playwright/test"

const directory = () => join(process.env.E2E_DATA_DIR ?? "", "outbox")

/** The files of all mails to an address, or of one kind, oldest first. */
export const mailsTo = (address: string, kind = "") =>
  readdirSync(directory())
    .filter((name) => name.includes(address) && name.endsWith(`${kind}.eml`))
    .sort()

/** The mail number `count` to an address, once it is there. */
export const mailTo = async (address: string, kind = "", count = 1) => {
  // Nearly every test signs in, and a mail takes some 50 ms: the usual interval, 100 ms and then 250, is mostly waiting.
  await expect.poll(() => mailsTo(address, kind).length, { intervals: [20] }).toBeGreaterThanOrEqual(count)
  return readFileSync(join(directory(), mailsTo(address, kind)[count - 1] ?? ""), "utf8")
}

export const linkMailedTo = async (address: string, count = 1, kind = "") =>
  /^X-Laneway-Link: (\S+)/m.exec(await mailTo(address, kind, count))?.[1] ?? ""

/** The code of the first sign-in mail to an address. */
export const codeMailedTo = async (address: string) =>
  /^(\d{6})\r?$/m.exec(await mailTo(address, "sign-in"))?.[1] ?? "no code"
