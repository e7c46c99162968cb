// The database's answers match the contract's schemas row by row; the API document lists every call.
import { afterAll, beforeAll, expect, test } from "vitest"
import type * as z from "zod/mini"
import { everyCall } from "~/contract"
import { profile } from "~/contract/account"
import { goal } from "~/contract/goal"
import { invitation, invitationCalls } from "~/contract/invitation"
import { item, itemCalls } from "~/contract/item"
import { board, changes, plan, planCalls } from "~/contract/plan"
import { task } from "~/contract/task"
import { member } from "~/contract/user"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller
let planId: number
beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  planId = (await api.send(planCalls.createSample, {}, { as: ada })).body.id
  const made = await api.item(ada, planId, { focus: true, dueDate: "2026-01-31", ownerId: ada.id })
  await api.task(ada, planId, made.id, { type: 2, dueDate: "2026-01-31", ownerId: ada.id, color: "#123456" })
  await api.send(itemCalls.update, { id: made.id, planId, completed: true }, { as: ada })
  await api.send(invitationCalls.invite, { planId, email: "new@example.org", role: 2 }, { as: ada })
})
afterAll(() => api.close())

/** Every key of the answer is in the schema and parses to itself. */
const fits = (schema: z.ZodMiniType, body: unknown): void => expect(schema.parse(body)).toEqual(body)

test.each([
  ["a board", board, (): string => `/api/Plan/${planId}/board`],
  ["changes", changes, (): string => `/api/Plan/${planId}/changes?since=0`],
  ["a plan", plan, (): string => `/api/Plan/Plan/${planId}`],
  ["a profile", profile, (): string => "/api/Account/UserProfile"],
])("%s", async (_, schema, path) => {
  const answer = await api.call("GET", path(), { as: ada })
  expect(answer.status).toBe(200)
  fits(schema, answer.body)
})

test.each([
  ["goals", goal, (): string => `/api/Goal/plan/${planId}`],
  ["actions", item, (): string => `/api/Item/plan/${planId}`],
  ["tasks", task, (): string => `/api/Task/plan/${planId}`],
  ["plans", plan, (): string => "/api/Plan/"],
  ["members", member, (): string => `/api/Users/plan/${planId}`],
  ["invitations", invitation, (): string => `/api/invitation/pending/${planId}`],
])("%s, each by its id", async (_, schema, path) => {
  const { body } = await api.call<unknown[]>("GET", path(), { as: ada })
  expect(body.length).toBeGreaterThan(0)
  for (const row of body) fits(schema, row)
})

test("the board's rows equal those of the lists", async () => {
  const whole = (await api.send(planCalls.board, { planId }, { as: ada })).body
  for (const [rows, path] of [
    [whole.goals, "Goal"],
    [whole.items, "Item"],
    [whole.tasks, "Task"],
  ] as const) {
    expect((await api.call("GET", `/api/${path}/plan/${planId}`, { as: ada })).body).toEqual(rows)
  }
})

test("the API document lists every call of the contract", async () => {
  const { body } = await api.call<{ openapi: string; paths: Record<string, Record<string, unknown>> }>(
    "GET",
    "/api/openapi.json",
  )
  expect(body.openapi).toBe("3.1.0")
  for (const { call } of everyCall()) {
    expect(
      body.paths[call.path.replace(/:(\w+)/g, "{$1}")]?.[call.method.toLowerCase()],
      `${call.method} ${call.path}`,
    ).toBeDefined()
  }
})

test("the API document names the fields that a form has beside its file", async () => {
  type Form = { properties: Record<string, unknown>; required: string[] }
  const { body } = await api.call<{
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Form }> } } }>
  }>("GET", "/api/openapi.json")
  const formOf = (path: string) => body.paths[path]?.post.requestBody.content["multipart/form-data"]?.schema
  const fieldsOf = (path: string) => Object.keys(formOf(path)?.properties ?? {}).sort()
  expect(fieldsOf("/api/Plan/import")).toEqual(["file", "timeZone"])
  expect(fieldsOf("/api/File/UploadFile/{planId}")).toEqual([
    "commentId",
    "file",
    "goalId",
    "itemId",
    "noteId",
    "taskId",
  ])
  expect(formOf("/api/Plan/import")?.required).toEqual(["file"])
})
