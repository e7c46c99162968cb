import { expect, test } from "vitest"
import * as z from "zod/mini"
import { readJson, withBody } from "./read-body.server"

const request = (body: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/api/Task", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  })

const json = { body: z.unknown() }

test.each([
  ["of told length", (text: string) => ({ "content-length": String(Buffer.byteLength(text)) })],
  ["of a length that is not told", () => ({})],
])("a body %s", async (_, told) => {
  const body = JSON.stringify({ description: "Häfen 🚢" })
  expect(await readJson(request(body, told(body)), json)).toEqual({ description: "Häfen 🚢" })
  expect(await readJson(request("", told("")), json)).toBeUndefined()
  await expect(readJson(request("{", told("{")), json)).rejects.toMatchObject({ problem: { status: 400 } })
  await expect(readJson(request(body, told(body)), { ...json, bodyBytes: 10 })).rejects.toMatchObject({
    problem: { status: 413 },
  })
})

test("JSON of more levels than any call has is refused before it is parsed", async () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
  expect(await readJson(request(nested(32)), json)).toHaveLength(1)
  await expect(readJson(request(nested(33)), json)).rejects.toMatchObject({ problem: { status: 400 } })
})

test("a call that declares no body takes 16 KiB of it", async () => {
  const body = JSON.stringify("a".repeat(16_384))
  await expect(readJson(request(body), {})).rejects.toMatchObject({ problem: { status: 413 } })
  expect(await readJson(request(body), json)).toHaveLength(16_384)
})

test("a page's form ends at 16 KiB, also while it is still being sent", async () => {
  const form = (body: BodyInit) =>
    new Request("http://localhost:3000/login", { method: "POST", body, duplex: "half" } as RequestInit)
  expect(await (await withBody(form("email=a%40example.org"))).text()).toBe("email=a%40example.org")
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled++
      controller.enqueue(new Uint8Array(4_096))
    },
  })
  await expect(withBody(form(endless))).rejects.toMatchObject({ problem: { status: 413 } })
  expect(pulled).toBeLessThan(10)
  await expect(withBody(form("a".repeat(16_385)))).rejects.toMatchObject({
    message: "The request is larger than 16 KiB. Send less at once.",
  })
})

test("a page answers TRACE with 405, not with the request's headers", async () => {
  const request = new Request("http://localhost:3000/login", { headers: { cookie: "a=secret" } })
  Object.defineProperty(request, "method", { value: "TRACE" })
  const thrown = await withBody(request).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(Response)
  const { status, headers } = thrown as Response
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"])
  expect(await (thrown as Response).text()).not.toContain("secret")
})
