// Change sets of the assistant: previewed, and carried out once in one transaction.

import { afterAll, beforeAll, expect, test } from "vitest"
import { auditCalls } from "~/contract/audit"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { ask } from "~/domain/agent/ask.server"
import { discardDrafts, publishDrafts } from "~/domain/agent/drafts.server"
import { applySet, Drifted, propose } from "~/domain/agent/proposal.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { actorOf, boardOf as boardAs, confirm, ghost, type Sent, stored, writerOf } from "../support/api/change-sets.ts"

let api: Api
let owner: Caller
let member: Caller
let viewer: Caller

beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
  member = await api.person()
  viewer = await api.person()
})
afterAll(() => api.close())

const boardOf = (planId: number, as = owner) => boardAs(api, planId, as)
const versionsOf = async (planId: number) => (await api.send(planCalls.revisions, { planId }, { as: owner })).body
const log = async (planId: number) => (await api.send(auditCalls.ofPlan, { planId }, { as: owner })).body

test("a proposal writes nothing until it is carried out, and then exactly what it shows, once", async () => {
  const { plan, goal, item, task } = await api.filled(owner)
  const before = await boardOf(plan.id)
  const set = await propose(actorOf(owner), plan.id, {
    request: "Add the renewal",
    changes: [
      ...ghost,
      { op: "update", entity: "task", id: task.id, fields: { type: 1, ownerId: owner.id, dueDate: "2026-11-24" } },
      { op: "update", entity: "item", id: item.id, fields: { topic: "Survey", goalId: "new-1" } },
      { op: "delete", entity: "goal", id: goal.id },
    ],
  })
  expect(await boardOf(plan.id)).toEqual(before)
  expect(set.changes.map(({ label }) => label)).toEqual([
    'Add the goal "Win the renewal"',
    'Add the action "Report" to "Win the renewal", in Focus',
    'Add the task "Ask Ada" to "Report"',
    'Add a note to "Ask Ada": "By Friday"',
    `Change the task "Task": move to Doing, owner ${owner.userName}, due Tuesday, 24 November 2026`,
    'Change the action "Action": rename to "Survey", move to the goal "Win the renewal"',
    'Delete the goal "Goal" with 1 action and 1 task',
  ])
  expect(set.changes[4]?.before).toEqual({ type: 0, ownerId: null, dueDate: null })

  const done = await confirm(owner, plan.id, set.id)
  expect(done).toMatchObject({ created: 4, updated: 2, deleted: 1 })
  const after = await boardOf(plan.id)
  expect(after.goals.map(({ name }) => name)).toEqual(["Win the renewal"])
  expect(after.items.map(({ topic, goal, focus }) => [topic, goal?.name, focus])).toEqual([
    ["Survey", "Win the renewal", false],
    ["Report", "Win the renewal", true],
  ])
  const moved = after.tasks.find(({ id }) => id === task.id)
  expect(moved).toMatchObject({ type: 1, ownerId: owner.id, dueDate: "2026-11-24T00:00:00.000Z" })
  const asked = after.tasks.find(({ description }) => description === "Ask Ada")
  const notes = await api.send(taskCalls.comments, { planId: plan.id, id: asked?.id ?? 0 }, { as: owner })
  expect(notes.body.map(({ content }) => content)).toEqual(["By Friday"])

  await expect(stored(owner, plan.id, set.id)).rejects.toThrow()
  const again = applySet(writerOf(owner), plan.id, {
    proposal: {
      ...set,
      request: "Add the renewal",
      isDraft: false,
      createdDate: set.expiresAt,
      expires: set.expiresAt,
    },
    changes: set.changes,
    request: "Add the renewal",
  })
  await expect(again).rejects.toMatchObject({ problem: { status: 409 } })
  // The version has the plan as it was before.
  expect(await versionsOf(plan.id)).toMatchObject([{ id: done.revisionId, createdBy: null }])
  await api.send(planCalls.restore, { planId: plan.id, revisionId: done.revisionId }, { as: owner })
  const names = ({ goals, items, tasks }: Awaited<ReturnType<typeof boardOf>>) => [
    goals.map(({ id, name }) => [id, name]),
    items.map(({ id, topic, goalId }) => [id, topic, goalId]),
    tasks.map(({ id, type, ownerId, dueDate }) => [id, type, ownerId, dueDate]),
  ]
  expect(names(await boardOf(plan.id))).toEqual(names(before))
})

test("a carried out set is one entry of the plan's log, and each card's log has its own", async () => {
  const { plan, task } = await api.filled(owner)
  const entries = (await log(plan.id)).length
  const set = await propose(actorOf(owner), plan.id, {
    request: "Add the renewal",
    changes: [...ghost, { op: "update", entity: "task", id: task.id, fields: { description: "Ask Ben" } }],
  })
  await confirm(owner, plan.id, set.id)
  const now = await log(plan.id)
  expect(now).toHaveLength(entries + 1)
  expect(now[0]?.message).toBe(`<b>The assistant</b> for <b>${owner.userName}</b> added 4 cards and changed 1`)
  const own = (await api.send(auditCalls.ofTask, { planId: plan.id, id: task.id }, { as: owner })).body
  expect(own[0]?.message).toContain(`<b>The assistant</b> for <b>${owner.userName}</b> renamed`)
  const reverted = await api.send(planCalls.revert, { planId: plan.id, auditId: now[0]?.id ?? 0 }, { as: owner })
  expect(reverted.status).toBe(200)
  expect((await boardOf(plan.id)).goals.map(({ name }) => name)).toEqual(["Goal"])
})

test("a plan that has changed in a way that matters is not written to", async () => {
  const { plan, goal, item, task } = await api.filled(owner)
  const changes: Sent = [
    { op: "update", entity: "task", id: task.id, fields: { type: 2 } },
    { op: "delete", entity: "item", id: item.id },
  ]
  const drift = async (change: () => Promise<unknown>) => {
    const set = await propose(actorOf(owner), plan.id, { request: "Tidy", changes })
    await change()
    const before = await boardOf(plan.id)
    const outcome = await confirm(owner, plan.id, set.id).catch((thrown) => thrown)
    expect(await boardOf(plan.id)).toEqual(before)
    return outcome
  }
  const change = (input: object) =>
    api.send(taskCalls.update, { planId: plan.id, id: task.id, ...input }, { as: owner })
  expect(await drift(() => change({ type: 1 }))).toBeInstanceOf(Drifted)
  expect(await drift(() => api.task(owner, plan.id, item.id))).toBeInstanceOf(Drifted)
  expect(await drift(() => api.send(itemCalls.remove, { planId: plan.id, id: item.id }, { as: owner }))).toBeInstanceOf(
    Drifted,
  )
  const other = await api.item(owner, plan.id, { goalId: goal.id })
  const set = await propose(actorOf(owner), plan.id, {
    request: "Tidy",
    changes: [{ op: "update", entity: "item", id: other.id, fields: { topic: "Renamed" } }],
  })
  await api.send(itemCalls.update, { planId: plan.id, id: other.id, businessValue: 3 }, { as: owner })
  expect(await confirm(owner, plan.id, set.id)).toMatchObject({ updated: 1 })
})

test("of two confirmations at once, one carries it out", async () => {
  const { plan } = await api.filled(owner)
  const set = await propose(actorOf(owner), plan.id, { request: "Add", changes: ghost })
  const proposal = await stored(owner, plan.id, set.id)
  const both = await Promise.allSettled(
    [1, 2].map(() => applySet(writerOf(owner), plan.id, { proposal, changes: proposal.changes, request: "Add" })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect((await boardOf(plan.id)).goals).toHaveLength(2)
})

test("changes that the plan does not allow name the change, the field and the reason", async () => {
  const { plan, item, task } = await api.filled(owner)
  const foreign = await api.filled(member)
  const problemOf = async (...changes: Sent) => {
    const thrown = await propose(actorOf(owner), plan.id, { request: "x", changes }).catch((thrown) => thrown)
    return thrown.problem && { status: thrown.problem.status, ...thrown.problem.errors?.[0] }
  }
  expect(await problemOf({ op: "update", entity: "task", id: foreign.task.id, fields: { type: 1 } })).toEqual({
    status: 400,
    path: "changes.0",
    message: `There is no task ${foreign.task.id} in this plan.`,
  })
  expect(await problemOf({ op: "update", entity: "task", id: task.id, fields: { ownerId: member.id } })).toMatchObject({
    path: "changes.0.ownerId",
  })
  expect(await problemOf({ op: "update", entity: "task", id: task.id, fields: { readOnly: true } })).toMatchObject({
    status: 400,
    path: "changes.0.fields",
  })
  expect(
    await problemOf({ op: "create", entity: "task", fields: { description: "x", itemId: "new-9" } }),
  ).toMatchObject({ path: "changes.0.fields.itemId", message: 'There is no earlier change with the ref "new-9".' })
  // A card below itself, and two below each other.
  expect(
    await problemOf({ op: "create", entity: "item", ref: "new-1", fields: { topic: "x", goalId: "new-1" } }),
  ).toMatchObject({ status: 400, path: "changes.0.fields.goalId" })
  expect(
    await problemOf(
      { op: "create", entity: "item", ref: "new-1", fields: { topic: "x", goalId: "new-2" } },
      { op: "create", entity: "task", ref: "new-2", fields: { description: "x", itemId: "new-1" } },
    ),
  ).toMatchObject({ status: 400, path: "changes.0.fields.goalId" })
  expect(
    await problemOf(
      { op: "create", entity: "task", ref: "new-1", fields: { description: "x", itemId: item.id } },
      { op: "create", entity: "task", fields: { description: "x", itemId: "new-1" } },
    ),
  ).toMatchObject({ status: 400, path: "changes.1.fields.itemId" })
  expect(
    await problemOf(
      { op: "create", entity: "goal", ref: "new-1", fields: { name: "A" } },
      { op: "create", entity: "goal", ref: "new-1", fields: { name: "B" } },
    ),
  ).toMatchObject({ status: 400, path: "changes.1" })
  expect(
    await problemOf(
      { op: "update", entity: "item", id: item.id, fields: { completed: true } },
      { op: "update", entity: "task", id: task.id, fields: { type: 1 } },
    ),
  ).toMatchObject({ status: 409, path: "changes.1" })
})

test("a viewer may preview, but not carry out; a former member may do neither", async () => {
  const { plan } = await api.filled(owner)
  await api.join(plan.id, viewer, 2)
  await api.join(plan.id, member)
  const seen = await propose(actorOf(viewer), plan.id, { request: "Add", changes: ghost })
  await expect(confirm(viewer, plan.id, seen.id)).rejects.toMatchObject({ problem: { status: 403 } })
  const left = await propose(actorOf(member), plan.id, { request: "Add", changes: ghost })
  const proposal = await stored(member, plan.id, left.id)
  await db()`delete from app.membership where plan_id = ${plan.id} and person_id = ${member.id}`
  await expect(
    applySet(writerOf(member), plan.id, { proposal, changes: proposal.changes, request: "Add" }),
  ).rejects.toMatchObject({ problem: { status: 404 } })
  await expect(stored(owner, plan.id, left.id)).rejects.toThrow()
  expect((await boardOf(plan.id)).goals).toHaveLength(1)
})

test("a person made a viewer, or whose plan is deleted, after the preview carries nothing out", async () => {
  const { plan } = await api.filled(owner)
  await api.join(plan.id, member)
  const demoted = await propose(actorOf(member), plan.id, { request: "Add", changes: ghost })
  await api.send(planCalls.setMemberRole, { planId: plan.id, userId: member.id, role: 2 }, { as: owner })
  await expect(confirm(member, plan.id, demoted.id)).rejects.toMatchObject({ problem: { status: 403 } })
  expect((await boardOf(plan.id)).goals).toHaveLength(1)

  const late = await propose(actorOf(owner), plan.id, { request: "Add", changes: ghost })
  const proposal = await stored(owner, plan.id, late.id)
  await api.send(planCalls.remove, { planId: plan.id }, { as: owner })
  await expect(
    applySet(writerOf(owner), plan.id, { proposal, changes: proposal.changes, request: "Add" }),
  ).rejects.toMatchObject({ problem: { status: 404 } })
})

test("drafts cause no event; publishing or discarding them is one", async () => {
  const { plan } = await api.filled(owner)
  const seqOf = async () => (await boardOf(plan.id)).seq
  const before = await seqOf()
  await applySet(writerOf(owner), plan.id, { changes: ghost, request: "Add", isDraft: true })
  expect(await seqOf()).toBe(before)
  expect((await boardOf(plan.id)).items.filter(({ isDraft }) => isDraft)).toHaveLength(1)
  expect(await publishDrafts(writerOf(owner), plan.id)).toMatchObject({ goals: 1, items: 1, tasks: 1 })
  expect(await seqOf()).toBe(before + 1)
  expect((await boardOf(plan.id)).items.every(({ isDraft }) => !isDraft)).toBe(true)

  await applySet(writerOf(owner), plan.id, { changes: ghost, request: "Add", isDraft: true })
  const draft = (await boardOf(plan.id)).goals.find(({ isDraft }) => isDraft)
  const kept = await api.item(owner, plan.id, { goalId: draft?.id ?? 0, topic: "Published" })
  await discardDrafts(writerOf(owner), plan.id)
  const now = await boardOf(plan.id)
  expect(now.items.map(({ topic }) => topic)).not.toContain("Draft")
  expect(now.items.find(({ id }) => id === kept.id)?.goal?.name).toBe("Win the renewal")
  expect([...now.goals, ...now.items, ...now.tasks].some(({ isDraft }) => isDraft)).toBe(false)
})

test("a day is named in the person's time zone, and the preview shows the day that is stored", async () => {
  const { plan } = await api.filled(owner)
  const previewed = async (timeZone: string) => {
    await api.send(userCalls.update, { id: owner.id, timeZone }, { as: owner })
    const request = 'Set the due date of "Task" to today'
    const { text, proposal } = await ask(actorOf(owner), { planId: plan.id, request })
    const due = String(proposal?.changes[0]?.fields.dueDate)
    expect(due).toBe(`${new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date())}T00:00:00.000Z`)
    const shown = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "full" }).format(new Date(due))
    expect(text.replaceAll(",", "")).toContain(shown.replaceAll(",", ""))
    return due
  }
  // Midnight is never between the two at once: they are 25 hours apart.
  expect((await previewed("Pacific/Pago_Pago")) < (await previewed("Pacific/Kiritimati"))).toBe(true)
})
