// Deleted texts are gone for their readers: `/changes` and the log say that it was deleted, by whom, and none of its text.

import { afterAll, beforeAll, expect, test } from "vitest"
import { auditCalls } from "~/contract/audit"
import { eventNames } from "~/contract/events"
import { fileCalls } from "~/contract/file"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { keyResultCalls } from "~/contract/key-result"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller
let late: Caller

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  late = await api.person()
})
afterAll(() => api.close())

const secret = /xylo/i

/** A plan whose every text has a secret word, in names, changes, comments, files and a note. */
const stocked = async () => {
  const plan = await api.plan(ada)
  const goal = await api.goal(ada, plan.id, { name: "Xylo goal", description: "xylo" })
  const item = await api.item(ada, plan.id, { topic: "Xylo action", goalId: goal.id })
  const task = await api.task(ada, plan.id, item.id, { description: "Xylo task" })
  await api.send(goalCalls.update, { planId: plan.id, id: goal.id, name: "Xylophone" }, { as: ada })
  await api.send(itemCalls.update, { planId: plan.id, id: item.id, description: "xylo description" }, { as: ada })
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, description: "Xylo work" }, { as: ada })
  const q = `?planId=${plan.id}`
  const measured = { planId: plan.id, goalId: goal.id, name: "Xylo result", unit: "xylo", start: 0, target: 1 }
  const { body: result } = await api.send(keyResultCalls.create, measured, { as: ada })
  await api.send(keyResultCalls.update, { planId: plan.id, id: result.id, name: "Xylo sales" }, { as: ada })
  await api.send(goalCalls.checkIn, { planId: plan.id, id: goal.id, status: 0, note: "xylo went well" }, { as: ada })
  const comments: string[] = []
  for (const [kind, id] of [
    ["Goal", goal.id],
    ["Item", item.id],
    ["Task", task.id],
  ] as const) {
    const at = `/api/${kind}/${id}/comments`
    const { body } = await api.call<{ id: number }>("POST", at + q, { as: ada, body: { content: "xylo said" } })
    await api.call("PUT", `${at}/${body.id}${q}`, { as: ada, body: { content: "xylo said again" } })
    comments.push(`${at}/${body.id}${q}`)
  }
  const form = new FormData()
  form.set("file", new File(["x"], "xylo.txt"))
  form.set("taskId", String(task.id))
  const file = (await api.upload<{ id: number }>(ada, plan.id, form)).body.id
  await api.send(fileCalls.rename, { fileId: file, friendlyName: "xylo two.txt" }, { as: ada })
  const note = (
    await api.send(noteCalls.create, { planId: plan.id, title: "Xylo", content: "xylo", visibility: 1 }, { as: ada })
  ).body.id
  await api.send(noteCalls.update, { id: note, title: "Xylo two" }, { as: ada })
  await api.join(plan.id, late, 2)
  return { planId: plan.id, goal, item, task, comments, file, note, q }
}

/** Everything that a viewer who joins later reads of the past. */
const past = async (planId: number, as = late) => {
  const events = await api.send(planCalls.changes, { planId, since: 0 }, { as })
  const log = await api.send(auditCalls.ofPlan, { planId }, { as })
  expect([events.status, log.status]).toEqual([200, 200])
  return { events: events.body.events, log: log.body, text: events.text + log.text }
}

const remove = async (path: string) => expect((await api.call("DELETE", path, { as: ada })).status).toBe(204)
const restore = async (planId: number, kind: string, id: number) =>
  expect((await api.call("POST", `/api/Plan/${planId}/deleted/${kind}/${id}/restore`, { as: ada })).status).toBe(200)

test("a deleted comment, file and note leave no text in events and log, nor in the database's log", async () => {
  const { planId, comments, file, note, q } = await stocked()
  const count = (await past(planId)).events.length
  for (const path of comments) await remove(path)
  await remove(`/api/File/DeleteFileById/${file}`)
  await remove(`/api/Note/${note}${q}`)
  const { events, log } = await past(planId)
  expect(events).toHaveLength(count + 5)
  const told = events.filter(({ event }) => /Comment|File|Note/.test(event))
  expect(told).toHaveLength(15)
  expect(JSON.stringify(told)).not.toMatch(secret)
  const said = log.filter(({ entityType }) => ["comment", "file", "note"].includes(entityType))
  expect(said).toHaveLength(15)
  // The cards of these are there, with their names.
  expect(said.map(({ message }) => message.replace(/ of the .*| to the .*/, "")).join()).not.toMatch(secret)
  expect(said.filter(({ action }) => action === "delete").map(({ createdBy }) => createdBy.id)).toEqual(
    Array(5).fill(ada.id),
  )
  const stored =
    await db()`select before, after from app.audit where plan_id = ${planId} and entity in ('comment', 'file', 'note')`
  expect(JSON.stringify(stored)).not.toMatch(secret)
})

/** Events without a text that is deleted: the plan, its members, its meeting, its views, its proposals, and labels, whose names stay in the log. */
const withoutText = /Deleted$|OrderUpdated$|^(Board|Plan|Member|Meeting|View|Proposal|Label)/

test("every event with a row in its data has it withheld once the row is deleted", async () => {
  const { planId, goal, comments, file, note, q } = await stocked()
  const saying = async () => {
    const { events } = await past(planId)
    return new Set(events.filter(({ payload }) => secret.test(JSON.stringify(payload))).map(({ event }) => event))
  }
  const before = await saying()
  for (const event of eventNames) expect([event, before.has(event)]).toEqual([event, !withoutText.test(event)])
  for (const path of comments) await remove(path)
  await remove(`/api/File/DeleteFileById/${file}`)
  await remove(`/api/Note/${note}${q}`)
  await remove(`/api/Goal/${goal.id}${q}`)
  expect([...(await saying())]).toEqual([])
})

test.each(["goal", "item", "task"] as const)(
  "a deleted %s is gone for a viewer, and restoring it brings its past back",
  async (kind) => {
    const { planId, note, q, ...cards } = await stocked()
    await remove(`/api/Note/${note}${q}`)
    const before = await past(planId)
    // The cards above it have other names, so that only what is deleted has the word.
    const above = { goal: [], item: ["goal"], task: ["goal", "item"] }[kind]
    await remove(`/api/${kind}/${cards[kind].id}${q}`)
    if (above.length === 0) expect((await past(planId)).text).not.toMatch(secret)
    const { events, log } = await past(planId)
    const below = { goal: ["goal", "item", "task"], item: ["item", "task"], task: ["task"] }[kind]
    const ids = new Set(below.map((name) => cards[name as typeof kind].id))
    for (const { event, payload } of events) {
      const data = payload.data as { id: number; taskId?: number } | null
      if (data && event.toLowerCase().startsWith(kind) && ids.has(data.id))
        expect(event).toBe(`${kind[0]?.toUpperCase()}${kind.slice(1)}Deleted`)
    }
    const mine = log.filter(({ entityType, entityId }) => below.includes(entityType) && ids.has(entityId))
    expect(mine.length).toBeGreaterThan(2)
    const parts = {
      goal: /xylo/i,
      item: /Xylo action|xylo description|Xylo work|Xylo task/,
      task: /Xylo work|Xylo task/,
    }
    expect(mine.map(({ message }) => message).join("\n")).not.toMatch(parts[kind])
    expect(log[0]?.message).toContain(`deleted the ${kind === "item" ? "action" : kind}`)
    const files = events.filter(({ event }) => event.startsWith("File"))
    expect(JSON.stringify(files)).not.toMatch(secret)

    await restore(planId, kind, cards[kind].id)
    const after = await past(planId)
    expect(after.events.slice(0, before.events.length)).toEqual(before.events)
    expect(after.log.slice(2)).toEqual(before.log)
  },
)

test("a deleted goal's name is in no event or log entry of an action that left it", async () => {
  const { planId, goal, item, q } = await stocked()
  const other = await api.goal(ada, planId, { name: "Other" })
  await api.call("PUT", `/api/Item/MoveActionToGoal${q}&itemId=${item.id}&goalId=${other.id}`, { as: ada })
  await remove(`/api/Goal/${goal.id}${q}`)
  const { events, log } = await past(planId)
  expect(JSON.stringify(events)).not.toMatch(/Xylophone|Xylo goal/)
  expect(JSON.stringify(log)).not.toMatch(/Xylophone|Xylo goal/)
  expect(log.find(({ action, entityType }) => action === "update" && entityType === "item")?.message).toMatch(
    /moved the action/,
  )
})

test("cards that leave the bin leave no text in the log", async () => {
  const { planId, goal, note, q } = await stocked()
  await remove(`/api/Note/${note}${q}`)
  await remove(`/api/Goal/${goal.id}${q}`)
  await db()`delete from app.deletion where plan_id = ${planId}`
  const stored = await db()`select before, after from app.audit where plan_id = ${planId}`
  expect(stored.length).toBeGreaterThan(10)
  expect(JSON.stringify(stored)).not.toMatch(secret)
})

test("an admin undoes from the log what was changed before a deletion", async () => {
  const { planId, task, q } = await stocked()
  const renamed = (await past(planId)).log.findLast(
    ({ entityType, action }) => entityType === "task" && action === "update",
  )
  await remove(`/api/Task/${task.id}${q}`)
  const undone = await api.send(planCalls.revert, { planId, auditId: renamed?.id ?? 0 }, { as: ada })
  expect(undone.body).toMatchObject({ created: 1 })
  const { body } = await api.send(taskCalls.get, { planId, id: task.id }, { as: late })
  expect(body.description).toBe("Xylo task")
})
