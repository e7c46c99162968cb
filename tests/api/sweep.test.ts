// Every call of the contract, made by nobody, by a stranger, with another plan's ids and with broken input.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type * as z from "zod/mini"
import { everyCall } from "~/contract"
import type { Call } from "~/contract/call"
import type { Problem } from "~/contract/problem"
import { type Api, type Caller, openApi } from "../support/api.ts"

let api: Api
let owner: Caller
let member: Caller
let stranger: Caller
let own: Awaited<ReturnType<typeof stocked>>
let other: Awaited<ReturnType<typeof stocked>>

/** A plan with one of each thing in it. */
const stocked = async (as: Caller) => {
  const board = await api.filled(as)
  const comment = async (entity: string, id: number) =>
    (
      await api.call<{ id: number }>("POST", `/api/${entity}/${id}/comments?planId=${board.plan.id}`, {
        as,
        body: { content: "A note" },
      })
    ).body.id
  const comments: Record<string, number> = {
    Goal: await comment("Goal", board.goal.id),
    Item: await comment("Item", board.item.id),
    Task: await comment("Task", board.task.id),
  }
  const note = (
    await api.call<{ id: number }>("POST", "/api/Note", {
      as,
      body: { planId: board.plan.id, title: "A note", visibility: 1 },
    })
  ).body
  await api.call("PUT", `/api/Note/${note.id}`, { as, body: { content: "More" } })
  const [revision] = (await api.call<{ id: number }[]>("GET", `/api/Note/${note.id}/revisions`, { as })).body
  const form = new FormData()
  form.set("file", new File(["hello"], "hello.txt"))
  const file = await api.upload<{ id: number; fileName: string }>(as, board.plan.id, form)
  const other = await api.person()
  await api.join(board.plan.id, other)
  const conversation = (
    await api.call<{ id: number }>("POST", "/api/message/conversations", {
      as,
      body: { planId: board.plan.id, participantIds: [other.id] },
    })
  ).body
  await api.call("POST", `/api/message/conversations/${conversation.id}/messages`, { as, body: { content: "Hello" } })
  const prompt = (
    await api.call<{ id: number }>("POST", "/api/Prompt", {
      as,
      body: { name: "A prompt", text: "x", planId: board.plan.id },
    })
  ).body
  const entities: Record<string, number> = { Note: note.id, message: conversation.id, Prompt: prompt.id }
  return { ...board, entities, other, file: file.body, comments, note, revisionId: revision?.id ?? 0 }
}

beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
  member = await api.person()
  stranger = await api.person()
  own = await stocked(owner)
  other = await stocked(stranger)
  await api.join(own.plan.id, member)
})
afterAll(() => api.close())

type Board = typeof own
const entityOf = (resource: string, board: Board) =>
  resource === "Goal"
    ? board.goal.id
    : resource === "Item"
      ? board.item.id
      : resource === "Task"
        ? board.task.id
        : (board.entities[resource] ?? board.plan.id)

/** An address and body that the call would accept on `board`. */
const sentTo = (resource: string, name: string, call: Call, board: Board, plan = board.plan.id) => {
  const ids: Record<string, number> = {
    planId: plan,
    id: entityOf(resource, board),
    userId: member.id,
    itemId: board.item.id,
    goalId: board.goal.id,
    fileId: board.file.id,
    revisionId: board.revisionId,
    commentId: board.comments[resource] ?? 0,
  }
  const path = call.path.replace(/:(\w+)/g, (_, key: string) =>
    String(
      resource === "Users" && key === "id"
        ? member.id
        : key === "entity"
          ? "item"
          : key === "fileName"
            ? board.file.fileName
            : (ids[key] ?? 1),
    ),
  )
  const query = new URLSearchParams()
  const shape = (call.query as unknown as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape ?? {}
  const required = Object.keys(shape).filter((key) => !shape[key]?.safeParse(undefined).success)
  for (const key of required)
    query.set(key, key === "since" ? "0" : key === "email" ? "a@example.org" : key in ids ? String(ids[key]) : "x")
  const bodies: Record<string, unknown> = {
    "Goal.create": { name: "New" },
    "Item.create": { topic: "New", goalId: board.goal.id },
    "Task.create": { description: "New", itemId: board.item.id },
    "Plan.create": { name: "New" },
    "Plan.revert": { auditId: 1 },
    "Plan.setMemberRole": { planId: plan, userId: member.id, role: 1 },
    "invitation.invite": { planId: plan, email: "new@example.org", role: 1 },
    "auth.realtimeTicket": { planId: plan },
    "Goal.addComment": { content: "New" },
    "Item.addComment": { content: "New" },
    "Task.addComment": { content: "New" },
    "Users.enable": { userId: member.id, enabled: true },
    "File.rename": { friendlyName: "New" },
    "message.open": { planId: plan, participantIds: [board.other.id] },
    "message.send": { content: "New" },
    "message.read": { planId: plan },
    "Prompt.create": { name: "New", text: "New" },
    "Users.setPlanPreferences": { notifyTaskAssigned: true },
    "Note.create": { planId: plan, title: "New" },
    "Users.update": { userName: "Other name" },
    "Account.requestEmailSignIn": { email: "a@example.org" },
  }
  const body = call.bodyName
    ? [{ id: entityOf(resource, board), order: 1 }]
    : (bodies[`${resource}.${name}`] ?? (call.body ? { id: entityOf(resource, board) } : undefined))
  return { address: `${path}${query.size ? `?${query}` : ""}`, body }
}

const isProblem = (answer: { status: number; headers: Headers; body: unknown }, status: number | number[]) => {
  const body = answer.body as Problem
  expect([status].flat()).toContain(answer.status)
  expect(answer.headers.get("content-type")).toBe("application/problem+json")
  expect(body.status).toBe(answer.status)
  expect(body.message.length).toBeGreaterThan(5)
}

const guarded = everyCall().filter(({ call }) => call.role !== "public")
const ofPlan = guarded.filter(
  ({ resource, name, call }) =>
    ["member", "admin"].includes(call.role) || (resource === "auth" && name === "realtimeTicket"),
)
const writes = guarded.filter(({ call }) => call.method !== "GET")

describe.each(guarded)("$resource.$name signed out", ({ resource, name, call }) => {
  test("is refused with 401", async () => {
    const { address, body } = sentTo(resource, name, call, own)
    isProblem(await api.call(call.method, address, { body }), 401)
  })
})

describe.each(ofPlan)("$resource.$name by a stranger", ({ resource, name, call }) => {
  test("is refused with 404, and nothing has changed", async () => {
    const before = (await api.call("GET", `/api/Plan/${own.plan.id}/board`, { as: owner })).text
    const { address, body } = sentTo(resource, name, call, own)
    isProblem(await api.call(call.method, address, { as: stranger, body }), 404)
    expect((await api.call("GET", `/api/Plan/${own.plan.id}/board`, { as: owner })).text).toBe(before)
  })
})

describe.each(ofPlan.filter(({ resource }) => ["Goal", "Item", "Task"].includes(resource)))(
  "$resource.$name with ids of another plan",
  ({ resource, name, call }) => {
    test("is refused, and neither plan has changed", async () => {
      if (name === "list" || name === "create") return
      const boards = async () => [
        (await api.call("GET", `/api/Plan/${own.plan.id}/board`, { as: owner })).text,
        (await api.call("GET", `/api/Plan/${other.plan.id}/board`, { as: stranger })).text,
      ]
      const before = await boards()
      const { address, body } = sentTo(resource, name, call, other, own.plan.id)
      isProblem(await api.call(call.method, address, { as: owner, body }), [400, 404])
      expect(await boards()).toEqual(before)
    })
  },
)

describe.each(writes)("$resource.$name", ({ resource, name, call }) => {
  test("refuses another site's page", async () => {
    const { address, body } = sentTo(resource, name, call, own)
    isProblem(
      await api.call(call.method, address, { as: owner, body, headers: { origin: "https://evil.example" } }),
      403,
    )
  })
  if (!call.body) return
  test.each([
    ["broken JSON", "{", 400],
    ["no object", "7", 400],
    ["null", "null", 400],
    ["a lone surrogate half", '"\\ud800"', 400],
  ])("refuses %s", async (_, raw, status) => {
    const { address } = sentTo(resource, name, call, own)
    isProblem(await api.call(call.method, address, { as: owner, raw }), status)
  })
  test("refuses another content type, and more than 1 MiB", async () => {
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
  test("never fails on values of the wrong kind", async () => {
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

test("an unknown address is a problem, a wrong method names those allowed", async () => {
  isProblem(await api.call("GET", "/api/Nothing/here", { as: owner }), 404)
  isProblem(await api.call("GET", "/api/Goal/a/b/c", { as: owner }), 404)
  const answer = await api.call("PATCH", `/api/Goal/${own.goal.id}?planId=${own.plan.id}`, { as: owner, body: {} })
  isProblem(answer, 405)
  expect(answer.headers.get("allow")).toBe("GET, HEAD, DELETE")
})
