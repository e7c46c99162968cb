// Pictures of plans and people, which the server re-encodes.

import { createCanvas, loadImage } from "@napi-rs/canvas"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Plan, planCalls } from "~/contract/plan"
import { userCalls } from "~/contract/user"
import { type Api, type Caller, openApi, origin } from "../support/api/api.ts"

let api: Api
let owner: Caller
let member: Caller
let stranger: Caller
let plan: Plan

beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
  member = await api.person()
  stranger = await api.person()
  plan = await api.plan(owner)
  await api.join(plan.id, member)
})
afterAll(() => api.close())

const picture = async (width = 400, height = 100, kind: "png" | "jpeg" = "png") => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext("2d")
  context.fillStyle = "#ff0000"
  context.fillRect(0, 0, width, height)
  return new Uint8Array(kind === "png" ? await canvas.encode("png") : await canvas.encode("jpeg"))
}
const send = async (path: string, content: Uint8Array<ArrayBuffer>, as: Caller, name = "me.png") => {
  const form = new FormData()
  form.set("file", new File([content], name))
  const request = new Request(origin, { method: "POST", body: form })
  return api.call<{ url: string; message: string }>("POST", path, {
    as,
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  })
}
const seen = async (address: string, as: Caller) => {
  const { status, headers, bytes } = await api.call("GET", address, { as })
  if (status !== 200) return { status }
  const { width, height } = await loadImage(Buffer.from(bytes))
  return { status, type: headers.get("content-type"), width, height }
}

test("a plan has a default picture, then its own, then the default again", async () => {
  const path = `/api/Plan/${plan.id}/image`
  const first = await api.call("GET", path, { as: member })
  expect([first.status, first.headers.get("location")]).toEqual([302, `/plan-pictures/${plan.id % 6}.svg`])
  expect((await send(path, await picture(), member)).status).toBe(403)
  const set = await send(path, await picture(), owner)
  expect(set.status).toBe(201)
  expect(set.body.url).toMatch(new RegExp(`^/api/Plan/${plan.id}/image\\?ts=\\d+$`))
  expect(await seen(set.body.url, member)).toEqual({ status: 200, type: "image/webp", width: 290, height: 270 })
  const { body } = await api.send(planCalls.get, { planId: plan.id }, { as: owner })
  expect(body.imageUrl).toBe(set.body.url)
  expect((await seen(set.body.url, stranger)).status).toBe(404)
  expect((await api.call("DELETE", path, { as: owner })).status).toBe(204)
  expect((await api.call("GET", path, { as: member })).status).toBe(302)
})

test("a person's picture is square and visible to people who share a plan", async () => {
  const path = `/api/Users/${member.id}/avatar`
  expect((await seen(path, owner)).status).toBe(404)
  expect((await send(path, await picture(), owner)).status).toBe(404)
  const set = await send(path, await picture(100, 300, "jpeg"), member)
  expect(set.status).toBe(201)
  expect(await seen(set.body.url, owner)).toEqual({ status: 200, type: "image/webp", width: 236, height: 236 })
  expect((await seen(set.body.url, stranger)).status).toBe(404)
  // A picture is cached for long, for who has seen it.
  expect((await api.call("GET", set.body.url, { as: owner })).headers.get("vary")).toContain("Cookie")
  expect((await api.call("GET", `/api/Plan/${plan.id}/image`, { as: owner })).headers.get("vary")).toContain("Cookie")
  const { body } = await api.send(userCalls.list, { planId: plan.id }, { as: owner })
  expect(body.find(({ id }) => id === member.id)?.avatarUrl).toBe(set.body.url)
  expect((await api.call("DELETE", path, { as: member })).status).toBe(204)
  expect((await seen(path, owner)).status).toBe(404)
})

/** A PNG with only a header, which claims its dimensions. */
const bomb = () => {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(bytes.buffer).setUint32(16, 60_000)
  new DataView(bytes.buffer).setUint32(20, 60_000)
  bytes.set([8, 6], 24)
  return bytes
}

test.each<[string, () => Uint8Array<ArrayBuffer>]>([
  ["svg", () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ["a text named .png", () => new TextEncoder().encode("hello")],
  ["a picture bomb", bomb],
  ["nothing", () => new Uint8Array(0)],
])("refuses %s", async (_, content) => {
  const answer = await send(`/api/Plan/${plan.id}/image`, content(), owner)
  expect(answer.status).toBe(400)
  expect(answer.body.message).toMatch(/not a picture/)
  expect((await api.send(planCalls.image, { planId: plan.id }, { as: owner })).status).toBe(302)
})
