// Views: a person's own, and those shared with the plan.

import { afterAll, beforeAll, expect, test } from "vitest"
import { auditCalls } from "~/contract/audit"
import { goalCalls } from "~/contract/goal"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { greatestOrder } from "~/contract/shared/bounds"
import { type View, view, viewCalls } from "~/contract/view"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller
let grace: Caller
let viewer: Caller
let planId: number
let goalId: number

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  grace = await api.person()
  viewer = await api.person()
  const own = await api.filled(ada)
  planId = own.plan.id
  goalId = own.goal.id
  await api.join(planId, grace)
  await api.join(planId, viewer, 2)
})
afterAll(() => api.close())

const make = (as: Caller, body: object = {}, headers: Record<string, string> = {}) =>
  api.send(viewCalls.create, { planId, name: "Mine", ...body }, { as, headers })
const change = (as: Caller, id: number, fields: object) => api.send(viewCalls.update, { planId, id, ...fields }, { as })
const remove = (as: Caller, id: number) => api.call("DELETE", `/api/View/${id}?planId=${planId}`, { as })
const idsFor = async (as: Caller) => (await api.send(viewCalls.list, { planId }, { as })).body.map(({ id }) => id)
const happened = async () => {
  const { body } = await api.send(planCalls.changes, { planId, since: 0 }, { as: ada })
  return body.events.filter(({ event }) => event.startsWith("View")).map(({ event, payload }) => [event, payload.data])
}

test("a view is its owner's until it is shared, which members do and viewers do not", async () => {
  const { body: mine, status } = await make(grace, { filter: { mine: true, due: "week" } })
  expect(status).toBe(201)
  expect(view.parse(mine)).toEqual(mine)
  expect(mine).toMatchObject({ planId, shared: false, ownerId: grace.id, layout: "board" })
  expect(await idsFor(ada)).toEqual([])
  expect((await change(ada, mine.id, { name: "x" })).status).toBe(404)
  expect((await remove(ada, mine.id)).status).toBe(404)
  expect(await happened()).toEqual([])

  const shared = await change(grace, mine.id, { shared: true, name: "This week" })
  expect(shared.body).toEqual({ ...mine, shared: true, name: "This week" })
  expect(await idsFor(ada)).toEqual([mine.id])
  expect(await idsFor(viewer)).toEqual([mine.id])
  expect((await change(viewer, mine.id, { name: "x" })).status).toBe(403)
  expect((await remove(viewer, mine.id)).status).toBe(403)
  expect((await change(ada, mine.id, { layout: "calendar" })).body.layout).toBe("calendar")
  expect((await change(grace, mine.id, { shared: false })).status).toBe(200)
  expect(await idsFor(ada)).toEqual([])
  expect((await remove(grace, mine.id)).status).toBe(204)
  expect((await happened()).map(([event]) => event)).toEqual(["ViewAdded", "ViewUpdated", "ViewDeleted"])
  expect((await happened())[0]?.[1]).toEqual(shared.body)

  const own = await make(viewer)
  expect(own.status).toBe(201)
  expect((await make(viewer, { shared: true })).status).toBe(403)
  expect((await change(viewer, own.body.id, { shared: true })).status).toBe(403)
  expect((await change(viewer, own.body.id, { name: "Ours" })).body.name).toBe("Ours")
})

test("the log has what is shared, and nothing of a person's own views", async () => {
  const mine = await make(ada, { name: "Hidden" })
  const shared = await make(ada, { name: "Shown", shared: true })
  await change(ada, shared.body.id, { name: "Renamed", filter: { goalIds: [goalId] } })
  await remove(ada, shared.body.id)
  await remove(ada, mine.body.id)
  const { body } = await api.send(auditCalls.ofPlan, { planId }, { as: ada })
  const said = body.filter(({ entityType }) => entityType === "view").map(({ message }) => message)
  expect(said.join("\n")).not.toContain("Hidden")
  expect(said.slice(0, 3)).toEqual([
    expect.stringMatching(/deleted the view <b>Renamed<\/b>/),
    expect.stringMatching(/renamed the view .*<del>Shown<\/del> to <ins>Renamed<\/ins> and changed the filter$/),
    expect.stringMatching(/added the view <b>Shown<\/b>/),
  ])
})

test("a filter is checked: its fields, their values, and that the plan has what it names", async () => {
  const bad: [object, RegExp][] = [
    [{ owner: 1 }, /^Filter has unknown fields: owner\.$/],
    [{ due: "someday" }, /^Due is one of overdue, today, week, next, none\.$/],
    [{ columns: [3] }, /^Columns is 0, 1 or 2\.$/],
    [{ goalIds: [] }, /^Goals is empty\.$/],
    [{ ownerIds: Array.from({ length: 101 }, () => null) }, /^Owners has at most 100 entries\.$/],
    [{ goalIds: [2 ** 53] }, /^Goals is an id/],
    [{ text: "x".repeat(201) }, /^Text has at most 200 characters\.$/],
    [{ goalIds: [999_999] }, /^There is no goal 999999 in this plan\.$/],
    [{ labelIds: [999_999] }, /^There is no label 999999 in this plan\.$/],
    [{ ownerIds: [999_999] }, /^There is no member 999999 in this plan\.$/],
  ]
  for (const [filter, said] of bad) {
    const { status, body } = await make(grace, { filter })
    expect(status, JSON.stringify(filter)).toBe(400)
    expect((body as unknown as Problem).message).toMatch(said)
  }
  const theirs = await api.filled(await api.person())
  expect((await make(grace, { filter: { goalIds: [theirs.goal.id] } })).status).toBe(400)
  expect((await make(grace, { name: " " })).status).toBe(400)
  expect((await make(grace, { layout: "gantt" })).status).toBe(400)
})

test("a view outlives the goal that its filter names", async () => {
  const goal = (await api.send(goalCalls.create, { planId, name: "Gone" }, { as: ada })).body
  const { body: made } = await make(grace, { filter: { goalIds: [goal.id] } })
  await api.call("DELETE", `/api/Goal/${goal.id}?planId=${planId}`, { as: ada })
  const kept = { goalIds: [goal.id], mine: true }
  expect((await change(grace, made.id, { filter: kept })).body.filter).toEqual(kept)
  expect((await make(grace, { filter: kept })).status).toBe(400)
  await remove(grace, made.id)
})

test("views keep the order they are given, and new ones come last", async () => {
  const made: View[] = []
  for (const name of ["a", "b", "c"]) made.push((await make(grace, { name })).body)
  const [a, b, c] = made.map(({ id }) => id) as [number, number, number]
  expect(await idsFor(grace)).toEqual([a, b, c])
  await change(grace, c, { order: (made[0]?.order ?? 0) - 1 })
  expect(await idsFor(grace)).toEqual([c, a, b])
  const last = (await make(grace, { order: -1 })).body.id
  await change(grace, a, { order: greatestOrder })
  const behind = (await make(grace)).body.id
  expect(await idsFor(grace)).toEqual([c, b, last, a, behind])
  for (const id of [a, b, c, last, behind]) await remove(grace, id)
})

test("a repeat makes one view, and the fifty-first is refused", async () => {
  const headers = { "Idempotency-Key": `view ${planId}` }
  const [first, second] = [await make(grace, {}, headers), await make(grace, {}, headers)]
  expect(second.body).toEqual(first.body)
  for (let nth = 1; nth < 50; nth++) expect((await make(grace)).status).toBe(201)
  const refused = await make(grace)
  expect(refused.status).toBe(409)
  expect((refused.body as unknown as Problem).message).toMatch(/50 views/)
  expect((await make(grace, { shared: true })).status).toBe(201)
  const more = await Promise.all(Array.from({ length: 60 }, () => make(ada, { shared: true })))
  expect(more.filter(({ status }) => status === 201)).toHaveLength(49)
  expect(more.filter(({ status }) => status === 409)).toHaveLength(11)
  expect((await change(grace, first.body.id, { shared: true })).status).toBe(409)
})
