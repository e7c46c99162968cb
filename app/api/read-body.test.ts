import { afterAll, beforeEach, expect, test } from "vitest"
import * as z from "zod/mini"
import { defaultLimits } from "~/contract/limits"
import { heldBytes, holding } from "~/domain/limits/held.server"
import { openLimits } from "~/domain/limits/limits.server"
import { readJson, withBody } from "./read-body.server"

const request = (body: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/api/Task", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  })

const json = { body: z.unknown() }
const limits = { ...defaultLimits, body_memory: 1_000_000, body_memory_per_caller: 500_000 }
beforeEach(() => openLimits(limits))
afterAll(() => openLimits(defaultLimits))
const hold = holding("bodies", "u1")

test.each([
  ["of told length", (text: string) => ({ "content-length": String(Buffer.byteLength(text)) })],
  ["of a length that is not told", () => ({})],
])("a body %s", async (_, told) => {
  const body = JSON.stringify({ description: "Häfen 🚢" })
  expect(await readJson(request(body, told(body)), json, hold)).toEqual({ description: "Häfen 🚢" })
  expect(await readJson(request("", told("")), json, hold)).toBeUndefined()
  await expect(readJson(request("{", told("{")), json, hold)).rejects.toMatchObject({ problem: { status: 400 } })
  await expect(readJson(request(body, told(body)), { ...json, bodyBytes: 10 }, hold)).rejects.toMatchObject({
    problem: { status: 413 },
  })
})

test("JSON of more levels than any call has is refused before it is parsed", async () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
  expect(await readJson(request(nested(32)), json, hold)).toHaveLength(1)
  await expect(readJson(request(nested(33)), json, hold)).rejects.toMatchObject({ problem: { status: 400 } })
})

test("a call that declares no body takes 16 KiB of it", async () => {
  const body = JSON.stringify("a".repeat(16_384))
  await expect(readJson(request(body), {}, hold)).rejects.toMatchObject({ problem: { status: 413 } })
  expect(await readJson(request(body), json, hold)).toHaveLength(16_384)
})

test("the sizes that no call declares are configuration", async () => {
  const body = JSON.stringify("a".repeat(1_000))
  openLimits({ ...limits, json_bytes: 1_024, form_bytes: 512 })
  expect(await readJson(request(body), json, hold)).toHaveLength(1_000)
  await expect(readJson(request(body), {}, hold)).rejects.toMatchObject({ problem: { status: 413 } })
  await expect(readJson(request(JSON.stringify(body + body)), json, hold)).rejects.toMatchObject({
    message: "The request is larger than 1 KiB. Send less at once.",
  })
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

test.each([
  ["of told length", (bytes: number) => ({ "content-length": String(bytes) })],
  ["of a length that is not told", () => ({})],
])(
  "bodies that are being sent hold memory until their calls are answered; others %s are refused meanwhile",
  async (_, told) => {
    let more: ReadableStreamDefaultController<Uint8Array> | undefined
    const sending = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(`"${"a".repeat(399_990)}`))
        more = controller
      },
    })
    const post = (body: BodyInit, bytes: number, caller: string) => {
      const hold = holding("bodies", caller)
      const headers = { "content-type": "application/json", ...told(bytes) }
      const sent = new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit)
      return { hold, read: readJson(sent, json, hold) }
    }
    const first = post(sending, 400_000, "u1")
    await expect.poll(() => heldBytes("bodies")).toBeGreaterThanOrEqual(399_000)
    const large = () => post(`"${"a".repeat(199_998)}"`, 200_000, "u1")
    await expect(large().read).rejects.toMatchObject({ problem: { status: 429 } })
    expect(await post(`"${"a".repeat(60_000)}"`, 60_002, "u1").read).toHaveLength(60_000)
    more?.enqueue(new TextEncoder().encode('"'))
    more?.close()
    expect(await first.read).toHaveLength(399_990)
    await expect(large().read).rejects.toMatchObject({ problem: { status: 429 } })
    first.hold.release()
    const second = large()
    expect(await second.read).toHaveLength(199_998)
    second.hold.release()
    expect(heldBytes("bodies")).toBe(0)
  },
)
