import { expect, test } from "vitest"
import { readJson } from "./read-body.server"

const request = (body: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/api/Task", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  })

test.each([
  ["of told length", (text: string) => ({ "content-length": String(Buffer.byteLength(text)) })],
  ["of a length that is not told", () => ({})],
])("a body %s", async (_, told) => {
  const body = JSON.stringify({ description: "Häfen 🚢" })
  expect(await readJson(request(body, told(body)))).toEqual({ description: "Häfen 🚢" })
  expect(await readJson(request("", told("")))).toBeUndefined()
  await expect(readJson(request("{", told("{")))).rejects.toMatchObject({ problem: { status: 400 } })
  await expect(readJson(request(body, told(body)), 10)).rejects.toMatchObject({ problem: { status: 413 } })
})
