// Every call of the contract: signed out, by a stranger, with another plan's ids and with malformed input.

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { everyCall } from "~/contract"
import { isCapability } from "~/contract/capability"
import type { Problem } from "~/contract/problem"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { boardOf } from "../support/api/change-sets.ts"
import { type Stocked, sentTo, stocked } from "../support/api/every-call.ts"
import { type StripeServer, stripeServer } from "../support/services/stripe.ts"

let api: Api
let stripe: StripeServer
let owner: Caller
let stranger: Caller
let own: Stocked
let other: Stocked

beforeAll(async () => {
  stripe = await stripeServer()
  api = await openApi({ stripe })
  owner = await api.person()
  stranger = await api.person()
  own = await stocked(api, owner)
  other = await stocked(api, stranger)
})
afterAll(async () => {
  await api.close()
  await stripe.close()
})

const isProblem = (answer: { status: number; headers: Headers; body: unknown }, status: number | number[]) => {
  const body = answer.body as Problem
  expect([status].flat()).toContain(answer.status)
  expect(answer.headers.get("content-type")).toBe("application/problem+json")
  expect(body.status).toBe(answer.status)
  expect(body.message.length).toBeGreaterThan(5)
}

const guarded = everyCall().filter(({ call }) => call.access !== "public")
const ofPlan = guarded.filter(
  ({ resource, name, call }) => isCapability(call.access) || (resource === "auth" && name === "realtimeTicket"),
)
const writes = guarded.filter(({ call }) => call.method !== "GET")

describe.each(guarded)("$resource.$name signed out", ({ resource, name, call }) => {
  test("is refused with 401", async () => {
    const { address, ...sent } = sentTo(resource, name, call, own)
    isProblem(await api.call(call.method, address, sent), 401)
  })
})

describe.each(ofPlan)("$resource.$name by a stranger", ({ resource, name, call }) => {
  test("is refused with 404 and changes nothing", async () => {
    const before = await boardOf(api, own.plan.id, owner)
    const { address, ...sent } = sentTo(resource, name, call, own)
    isProblem(await api.call(call.method, address, { ...sent, as: stranger }), 404)
    expect(await boardOf(api, own.plan.id, owner)).toEqual(before)
  })
})

describe.each(ofPlan.filter(({ resource }) => ["Goal", "Item", "Task"].includes(resource)))(
  "$resource.$name with ids of another plan",
  ({ resource, name, call }) => {
    test("is refused and changes neither plan", async () => {
      if (name === "list" || name === "create") return
      const boards = async () => [await boardOf(api, own.plan.id, owner), await boardOf(api, other.plan.id, stranger)]
      const before = await boards()
      const { address, body } = sentTo(resource, name, call, other, own.plan.id)
      isProblem(await api.call(call.method, address, { as: owner, body }), [400, 404])
      expect(await boards()).toEqual(before)
    })
  },
)

describe.each(writes)("$resource.$name", ({ resource, name, call }) => {
  test("refuses a page of another site", async () => {
    const { address, body } = sentTo(resource, name, call, own)
    isProblem(
      await api.call(call.method, address, { as: owner, body, headers: { origin: "https://evil.example" } }),
      403,
    )
  })
  if (!call.body) return
  test.each([
    ["broken JSON", "{", 400],
    ["a number in place of an object", "7", 400],
    ["null", "null", 400],
    ["a lone surrogate half", '"\\ud800"', 400],
  ])("refuses %s", async (_, raw, status) => {
    const { address } = sentTo(resource, name, call, own)
    isProblem(await api.call(call.method, address, { as: owner, raw }), status)
  })
  test("refuses another content type and more than 1 MiB", async () => {
    const { address } = sentTo(resource, name, call, own)
    isProblem(
      await api.call(call.method, address, { as: owner, raw: "a=1", headers: { "content-type": "text/plain" } }),
      415,
    )
    isProblem(
      await api.call(call.method, address, { as: owner, raw: `"${"x".repeat(call.bodyBytes ?? 1_048_576)}"` }),
      413,
    )
  })
  test("never fails on values of the wrong type", async () => {
    const { address, body } = sentTo(resource, name, call, own)
    const strange: unknown[] = [
      null,
      -1,
      1e308,
      2 ** 60,
      0.5,
      "",
      "\u0000",
      "x".repeat(30_000),
      [],
      {},
      true,
      "0001-01-01T00:00:00",
      "2026-02-31",
    ]
    const shape = (call.bodyName ? { "0": 0 } : (call.body as unknown as { shape: object }).shape) as object
    for (const field of Object.keys(shape)) {
      for (const value of strange) {
        const sent = call.bodyName
          ? [{ ...(body as object[])[0], id: value, order: value }]
          : { ...(body as object), [field]: value }
        const answer = await api.call(call.method, address, { as: owner, body: sent })
        if (answer.status >= 400) isProblem(answer, [400, 403, 404, 409])
        else expect(answer.status).toBeLessThan(300)
      }
    }
  })
})

describe.each(everyCall().filter(({ call }) => /:/.test(call.path) || call.query))(
  "$resource.$name",
  ({ resource, name, call }) => {
    test("never fails on odd ids", async () => {
      const { address, body } = sentTo(resource, name, call, own)
      for (const id of ["0", "-1", "x", "1e3", "99999999999999999999", "%00", "%ff", "1%2F2", "999999999"]) {
        const odd = address.replace(/\/\d+/g, `/${id}`).replace(/=\d+/g, `=${id}`)
        const answer = await api.call(call.method, odd, { as: owner, body })
        expect(answer.status, odd).toBeLessThan(500)
      }
    })
  },
)

test("an unknown address is answered with a problem, a wrong method with those allowed", async () => {
  isProblem(await api.call("GET", "/api/Nothing/here", { as: owner }), 404)
  isProblem(await api.call("GET", "/api/Goal/a/b/c", { as: owner }), 404)
  const answer = await api.call("PATCH", `/api/Goal/${own.goal.id}?planId=${own.plan.id}`, { as: owner, body: {} })
  isProblem(answer, 405)
  expect(answer.headers.get("allow")).toBe("GET, HEAD, DELETE")
  const reads = [
    "/api/docs",
    "/api/openapi.json",
    "/llms.txt",
    "/feed/x.ics",
    "/.well-known/oauth-authorization-server",
  ]
  for (const path of reads) {
    const refused = await api.call("POST", path, { as: owner, body: {} })
    isProblem(refused, 405)
    expect(refused.headers.get("allow")).toBe("GET, HEAD")
  }
  for (const path of ["/oauth/token", "/oauth/register", "/oauth/revoke"]) {
    const refused = await api.call("GET", path, { as: owner })
    isProblem(refused, 405)
    expect(refused.headers.get("allow")).toBe("POST")
  }
  isProblem(await api.call("GET", "/feed/ended.ics", {}), 404)
  for (const path of ["/.well-known/openid-configuration", "/.well-known/docs"])
    isProblem(await api.call("GET", path, {}), 404)
})
