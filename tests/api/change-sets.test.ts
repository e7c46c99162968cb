// Change sets of the assistant: previewed, carried out once in one transaction, and undone.

import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aiCalls } from "~/contract/ai"
import { auditCalls } from "~/contract/audit"
import type { SentChangeSet } from "~/contract/change-set"
import { itemCalls } from "~/contract/item"
import { type Board, planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { openProposals } from "~/database/proposal.server"
import type { Actor } from "~/domain/actor"
import { admit } from "~/domain/admission.server"
import { applyProposal } from "~/domain/agent/apply.server"
import { ask } from "~/domain/agent/ask.server"
import { discardDrafts, publishDrafts } from "~/domain/agent/drafts.server"
import { carryOutSet, Drifted, propose } from "~/domain/agent/proposal.server"
import { undoLast } from "~/domain/agent/undo.server"
import { leftOf } from "~/rules/agent/ticked"
import { type Api, type Caller, openApi } from "../support/api.ts"

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

type Sent = SentChangeSet["changes"]

const actorOf = (caller: Caller): Actor => ({
  ...{ userId: caller.id, userName: caller.userName, systemRole: 3, via: "agent", planScope: null, clientId: null },
  ...{ idempotency: null, version: null, needs: "readBoard" },
})
const boardOf = async (planId: number, as = owner) =>
  (await api.send(planCalls.board, { planId }, { as })).body as Board
const versionsOf = async (planId: number) => (await api.send(planCalls.revisions, { planId }, { as: owner })).body
const stored = async (as: Caller, planId: number, id: number) => {
  const open = await openProposals(await admit(actorOf(as), planId), `u${as.id}`)
  const found = open.find((proposal) => proposal.id === id)
  if (!found) throw new Error(`proposal ${id} is not open`)
  return found
}
const confirm = async (as: Caller, planId: number, id: number) => {
  const proposal = await stored(as, planId, id)
  return carryOutSet(actorOf(as), planId, { proposal, changes: proposal.changes, request: proposal.request })
}
const log = async (planId: number) => (await api.send(auditCalls.ofPlan, { planId }, { as: owner })).body

const ghost: Sent = [
  { op: "create", entity: "goal", ref: "new-1", fields: { name: "Win the renewal" } },
  { op: "create", entity: "item", ref: "new-2", fields: { topic: "Report", goalId: "new-1", focus: true } },
  { op: "create", entity: "task", ref: "new-3", fields: { description: "Ask Ada", itemId: "new-2" } },
  { op: "create", entity: "comment", fields: { taskId: "new-3", content: "By Friday" } },
]

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
  const again = carryOutSet(actorOf(owner), plan.id, {
    proposal: { ...set, request: "Add the renewal", isDraft: false, expires: set.expiresAt },
    changes: set.changes,
    request: "Add the renewal",
  })
  await expect(again).rejects.toMatchObject({ problem: { status: 409 } })
  expect(await versionsOf(plan.id)).toMatchObject([{ id: done.revisionId, createdBy: null }])
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
  expect(now[0]?.message).toBe(`<b>The assistant</b> for <b>${owner.userName}</b> made 4 additions and 1 change`)
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
    [1, 2].map(() => carryOutSet(actorOf(owner), plan.id, { proposal, changes: proposal.changes, request: "Add" })),
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

test("a viewer may preview, but not carry out; who has left may do neither", async () => {
  const { plan } = await api.filled(owner)
  await api.join(plan.id, viewer, 2)
  await api.join(plan.id, member)
  const seen = await propose(actorOf(viewer), plan.id, { request: "Add", changes: ghost })
  await expect(confirm(viewer, plan.id, seen.id)).rejects.toMatchObject({ problem: { status: 403 } })
  const left = await propose(actorOf(member), plan.id, { request: "Add", changes: ghost })
  const proposal = await stored(member, plan.id, left.id)
  await db()`delete from app.membership where plan_id = ${plan.id} and person_id = ${member.id}`
  await expect(
    carryOutSet(actorOf(member), plan.id, { proposal, changes: proposal.changes, request: "Add" }),
  ).rejects.toMatchObject({ problem: { status: 404 } })
  await expect(stored(owner, plan.id, left.id)).rejects.toThrow()
  expect((await boardOf(plan.id)).goals).toHaveLength(1)
})

test("whoever is made a viewer, or whose plan is deleted, after the preview carries nothing out", async () => {
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
    carryOutSet(actorOf(owner), plan.id, { proposal, changes: proposal.changes, request: "Add" }),
  ).rejects.toMatchObject({ problem: { status: 404 } })
})

test("undo takes the last set back, and refuses when somebody has changed one of its cards", async () => {
  const { plan, item, task } = await api.filled(owner)
  await api.join(plan.id, member)
  const before = await boardOf(plan.id)
  const stable = ({ goals, items, tasks }: Board) => ({
    goals: goals.map(({ modifiedDate, ...goal }) => goal),
    items: items.map(({ modifiedDate, ...item }) => item),
    tasks: tasks.map(({ modified, ...task }) => task),
  })
  const carry = async () => {
    const set = await propose(actorOf(owner), plan.id, {
      request: "Change",
      changes: [
        ...ghost,
        { op: "update", entity: "item", id: item.id, fields: { topic: "Survey", businessValue: 4 } },
        { op: "delete", entity: "task", id: task.id },
      ],
    })
    await confirm(owner, plan.id, set.id)
  }
  await carry()
  expect(await undoLast(actorOf(owner), plan.id)).toEqual({ summary: "4 additions, 1 change and 1 deletion" })
  expect(stable(await boardOf(plan.id))).toEqual(stable(before))
  await expect(undoLast(actorOf(owner), plan.id)).rejects.toMatchObject({ problem: { status: 409 } })

  await carry()
  await api.send(itemCalls.update, { planId: plan.id, id: item.id, topic: "Mine" }, { as: member })
  await expect(undoLast(actorOf(owner), plan.id)).rejects.toMatchObject({
    problem: { status: 409, message: expect.stringContaining(`${member.userName} has changed "Mine" since`) },
  })
  await expect(undoLast(actorOf(member), plan.id)).rejects.toMatchObject({ problem: { status: 409 } })
})

test("drafts cause no event; publishing or discarding them is one", async () => {
  const { plan } = await api.filled(owner)
  const seqOf = async () => (await boardOf(plan.id)).seq
  const before = await seqOf()
  await carryOutSet(actorOf(owner), plan.id, { changes: ghost, request: "Add", isDraft: true })
  expect(await seqOf()).toBe(before)
  expect((await boardOf(plan.id)).items.filter(({ isDraft }) => isDraft)).toHaveLength(1)
  expect(await publishDrafts(actorOf(owner), plan.id)).toEqual({ goals: 1, items: 1, tasks: 1 })
  expect(await seqOf()).toBe(before + 1)
  expect((await boardOf(plan.id)).items.every(({ isDraft }) => !isDraft)).toBe(true)

  await carryOutSet(actorOf(owner), plan.id, { changes: ghost, request: "Add", isDraft: true })
  const draft = (await boardOf(plan.id)).goals.find(({ isDraft }) => isDraft)
  const kept = await api.item(owner, plan.id, { goalId: draft?.id ?? 0, topic: "Published" })
  await discardDrafts(actorOf(owner), plan.id)
  const now = await boardOf(plan.id)
  expect(now.items.map(({ topic }) => topic)).not.toContain("Draft")
  expect(now.items.find(({ id }) => id === kept.id)?.goal?.name).toBe("Win the renewal")
  expect([...now.goals, ...now.items, ...now.tasks].some(({ isDraft }) => isDraft)).toBe(false)
})

test("a part of a proposal is carried out alone; what rests on the rest is refused, and nothing is written", async () => {
  const { plan, task } = await api.filled(owner)
  const changes: Sent = [
    ...ghost,
    { op: "update", entity: "task", id: task.id, fields: { type: 1 } },
    { op: "create", entity: "goal", fields: { name: "Second" } },
  ]
  const set = await propose(actorOf(owner), plan.id, { request: "Change", changes })
  const before = await boardOf(plan.id)
  await expect(applyProposal(actorOf(owner), set.id, [1, 2])).rejects.toMatchObject({
    problem: { status: 400, errors: [{ path: "changes.0.fields.goalId" }] },
  })
  const part = { planId: plan.id, changeSet: { id: set.id, changes: set.changes.slice(2, 3) } }
  expect((await api.send(aiCalls.saveBoardData, part, { as: owner })).status).toBe(400)
  await expect(applyProposal(actorOf(owner), set.id, [9])).rejects.toMatchObject({ problem: { status: 400 } })
  expect(await boardOf(plan.id)).toEqual(before)

  expect(leftOf(set.changes, new Set([0]))).toEqual([4, 5])
  const done = await applyProposal(actorOf(owner), set.id, leftOf(set.changes, new Set([0])))
  expect(done).toMatchObject({ created: 1, updated: 1, deleted: 0 })
  const after = await boardOf(plan.id)
  expect(after.goals.map(({ name }) => name)).toEqual(["Goal", "Second"])
  expect(after.items).toHaveLength(1)
  await expect(applyProposal(actorOf(owner), set.id, [0])).rejects.toMatchObject({ problem: { status: 409 } })
  await undoLast(actorOf(owner), plan.id, done.changeSet)
  expect((await boardOf(plan.id)).goals.map(({ name }) => name)).toEqual(["Goal"])
})

test("a confirmation of a named proposal carries out that one, in part too, and a repeat writes nothing more", async () => {
  const { plan } = await api.filled(owner)
  const say = (request: string, more = {}) => ask(actorOf(owner), { planId: plan.id, request, ...more })
  const request = 'Add a goal "North"\nAdd a goal "South"'
  const first = await say(request)
  await say(request)
  const chosen = { confirmed: true, proposal: first.proposal?.id ?? 0, only: [1] }
  expect(await say(request, chosen)).toMatchObject({ text: "Done: 1 addition.", done: { created: 1 } })
  expect(await say(request, chosen)).toEqual({ text: "This was done already: 1 addition." })
  expect((await boardOf(plan.id)).goals.map(({ name }) => name)).toEqual(["Goal", "South"])
  const again = await say(request, { confirmed: true, proposal: 2_000_000_000 })
  expect(again.proposal?.changes).toHaveLength(2)
  await expect(say(request, { confirmed: true, proposal: again.proposal?.id, only: [2] })).rejects.toMatchObject({
    problem: { status: 400 },
  })
})

test("undoing a named change set never takes back another", async () => {
  const { plan } = await api.filled(owner)
  const carry = async (name: string) => {
    const changes: Sent = [{ op: "create", entity: "goal", fields: { name } }]
    return confirm(owner, plan.id, (await propose(actorOf(owner), plan.id, { request: name, changes })).id)
  }
  const [first, second] = [await carry("First"), await carry("Second")]
  await expect(undoLast(actorOf(owner), plan.id, first.changeSet)).rejects.toMatchObject({ problem: { status: 409 } })
  await undoLast(actorOf(owner), plan.id, second.changeSet)
  await expect(undoLast(actorOf(owner), plan.id, second.changeSet)).rejects.toMatchObject({ problem: { status: 409 } })
  await undoLast(actorOf(owner), plan.id, first.changeSet)
  expect((await boardOf(plan.id)).goals.map(({ name }) => name)).toEqual(["Goal"])
})

const text = fc.constantFrom("Plan the launch", "Ask Ada", "é", "x".repeat(60))
const partly = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>

/** Change sets over the cards that a plan has and those that the set itself makes; some of them are refused. */
const anySet = (board: Board): fc.Arbitrary<Sent> => {
  const existing = (rows: { id: number }[]) => fc.constantFrom(...rows.map(({ id }) => id))
  const refs = fc.integer({ min: 1, max: 6 }).map((at) => `new-${at}`)
  const [goalId, itemId, taskId] = [existing(board.goals), existing(board.items), existing(board.tasks)]
  const owner = fc.constantFrom(null, board.members[0]?.id ?? 0)
  const item = {
    goalId: fc.oneof(goalId, refs, fc.constant(null)),
    ...{ topic: text, description: text, businessValue: fc.integer({ min: 0, max: 10 }), completed: fc.boolean() },
    ...{ focus: fc.boolean(), ownerId: owner, dueDate: fc.constantFrom(null, "2026-12-01") },
  }
  const task = {
    itemId: fc.oneof(itemId, refs),
    ...{ description: text, type: fc.constantFrom(0, 1, 2), ownerId: owner },
  }
  const change = (op: string, entity: string, fields: fc.Arbitrary<object>, id?: fc.Arbitrary<number>) =>
    fc
      .tuple(fields, id ?? fc.constant(null), id ? fc.constant(null) : fc.option(refs, { freq: 3 }))
      .map(([fields, id, ref]) => ({ op, entity, fields, id, ref }) as Sent[number])
  return fc.array(
    fc.oneof(
      change("create", "goal", fc.record({ name: text })),
      change("create", "item", fc.record({ ...item, completed: fc.constant(false) })),
      change("create", "task", fc.record(task)),
      change("create", "comment", fc.record({ itemId: fc.oneof(itemId, refs), content: text })),
      change("update", "goal", partly({ name: text, completed: fc.boolean() }), goalId),
      change("update", "item", partly(item), itemId),
      change("update", "task", partly(task), taskId),
      change("delete", "goal", fc.constant({}), goalId),
      change("delete", "item", fc.constant({}), itemId),
      change("delete", "task", fc.constant({}), taskId),
    ),
    { minLength: 1, maxLength: 8 },
  )
}

test("what a proposal shows and is ticked is what is written, and undo gives the plan back", async () => {
  const { plan, goal, item } = await api.filled(owner)
  await api.task(owner, plan.id, item.id, { description: "Second", type: 1 })
  const second = await api.item(owner, plan.id, { goalId: goal.id, topic: "Second", focus: true })
  await api.task(owner, plan.id, second.id, { description: "Done", type: 2 })
  const start = await boardOf(plan.id)
  const stable = (board: Board) =>
    JSON.stringify(
      [board.goals, board.items, board.tasks].map((rows) => rows.map(({ id, ...row }) => ({ id, ...row }))),
    ).replace(/"(modifiedDate|modified)":"[^"]+",?/g, "")
  let carriedOut = 0
  let inPart = 0
  await fc.assert(
    fc.asyncProperty(anySet(start), fc.boolean(), fc.nat(7), async (changes, unticks, one) => {
      const before = await boardOf(plan.id)
      const set = await propose(actorOf(owner), plan.id, { request: "Any", changes }).catch((thrown) => {
        expect(thrown.problem?.errors?.[0]?.path).toMatch(/^changes\.\d+/)
        return undefined
      })
      if (!set) return
      expect(await boardOf(plan.id)).toEqual(before)
      const all = set.changes.length
      const left = leftOf(set.changes, new Set(unticks && all > 1 ? [one % all] : []))
      const ticked = left.map((at) => set.changes[at] as (typeof set.changes)[number])
      if (ticked.length === 0) return
      // Without an earlier change, such as one that reopens an action, the plan may not allow a later one.
      const done = await applyProposal(actorOf(owner), set.id, left).catch((thrown) => {
        expect(left.length).toBeLessThan(set.changes.length)
        expect(thrown.problem?.errors?.[0]?.path).toMatch(/^changes\.\d+/)
        return undefined
      })
      if (!done) return expect(await boardOf(plan.id)).toEqual(before)
      carriedOut += 1
      if (left.length < set.changes.length) inPart += 1
      const count = (op: string) => ticked.filter((change) => change.op === op).length
      expect(done).toMatchObject({ created: count("create"), updated: count("update"), deleted: count("delete") })
      const after = await boardOf(plan.id)
      if (count("delete") === 0) {
        const kinds = { goal: "goals", item: "items", task: "tasks" } as const
        for (const entity of ["goal", "item", "task"] as const) {
          const made = ticked.filter((change) => change.op === "create" && change.entity === entity)
          expect(after[kinds[entity]].length - before[kinds[entity]].length).toBe(made.length)
        }
      }
      for (const { op, entity, id, fields } of ticked) {
        if (entity === "comment" || op === "create") continue
        const rows: { id: number }[] = { goal: after.goals, item: after.items, task: after.tasks }[entity]
        const row = rows.find((row) => row.id === id) as Record<string, unknown> | undefined
        if (op === "delete") expect(row).toBeUndefined()
        const later = ticked.filter((change) => change.id === id && change.entity === entity)
        if (op !== "update" || later.length > 1) continue
        // A card may go along with another that the set deletes.
        if (!row) {
          expect(done.deleted).toBeGreaterThan(0)
          continue
        }
        for (const [key, value] of Object.entries(fields)) {
          if (["ownerId", "goalId", "itemId", "dueDate"].includes(key)) continue
          expect([key, row[key]]).toEqual([key, value])
        }
      }
      await undoLast(actorOf(owner), plan.id)
      expect(stable(await boardOf(plan.id))).toBe(stable(before))
    }),
    { numRuns: 60 },
  )
  expect(carriedOut).toBeGreaterThan(10)
  expect(inPart).toBeGreaterThan(0)
})

test("a day is named in the person's time zone, and the preview shows the day that is stored", async () => {
  const { plan } = await api.filled(owner)
  const previewed = async (timeZone: string) => {
    await api.call("PUT", `/api/Users/${owner.id}`, { as: owner, body: { timeZone } })
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
