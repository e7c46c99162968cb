// Parts of a proposal, and taking a carried out change set back.

import { afterAll, beforeAll, expect, test } from "vitest"
import { aiCalls } from "~/contract/ai"
import { itemCalls } from "~/contract/item"
import type { Board } from "~/contract/plan"
import { applyProposal } from "~/domain/agent/apply.server"
import { ask } from "~/domain/agent/ask.server"
import { propose } from "~/domain/agent/proposal.server"
import { undoLast } from "~/domain/agent/undo.server"
import { leftOf } from "~/rules/agent/ticked"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { actorOf, boardOf as boardAs, confirm, ghost, type Sent, writerOf } from "../support/api/change-sets.ts"

let api: Api
let owner: Caller
let member: Caller

beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
  member = await api.person()
})
afterAll(() => api.close())

const boardOf = (planId: number) => boardAs(api, planId, owner)

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
  expect(await undoLast(writerOf(owner), plan.id)).toMatchObject({
    summary: "4 additions, 1 change and 1 deletion",
    done: { created: 1, updated: 1 },
  })
  expect(stable(await boardOf(plan.id))).toEqual(stable(before))
  await expect(undoLast(writerOf(owner), plan.id)).rejects.toMatchObject({ problem: { status: 409 } })

  await carry()
  await api.send(itemCalls.update, { planId: plan.id, id: item.id, topic: "Mine" }, { as: member })
  await expect(undoLast(writerOf(owner), plan.id)).rejects.toMatchObject({
    problem: {
      status: 409,
      message: expect.stringContaining(`${member.userName} has changed "Mine" since`),
      card: { entity: "item", id: item.id },
    },
  })
  await expect(undoLast(writerOf(member), plan.id)).rejects.toMatchObject({ problem: { status: 409 } })
})

test("a part of a proposal is carried out alone; a part that rests on the rest is refused, and nothing is written", async () => {
  const { plan, task } = await api.filled(owner)
  const changes: Sent = [
    ...ghost,
    { op: "update", entity: "task", id: task.id, fields: { type: 1 } },
    { op: "create", entity: "goal", fields: { name: "Second" } },
  ]
  const set = await propose(actorOf(owner), plan.id, { request: "Change", changes })
  const before = await boardOf(plan.id)
  await expect(applyProposal(writerOf(owner), set.id, [1, 2])).rejects.toMatchObject({
    problem: { status: 400, errors: [{ path: "changes.0.fields.goalId" }] },
  })
  const part = { planId: plan.id, changeSet: { id: set.id, changes: set.changes.slice(2, 3) } }
  expect((await api.send(aiCalls.saveBoardData, part, { as: owner })).status).toBe(400)
  await expect(applyProposal(writerOf(owner), set.id, [9])).rejects.toMatchObject({ problem: { status: 400 } })
  expect(await boardOf(plan.id)).toEqual(before)

  expect(leftOf(set.changes, new Set([0]))).toEqual([4, 5])
  const done = await applyProposal(writerOf(owner), set.id, leftOf(set.changes, new Set([0])))
  expect(done).toMatchObject({ created: 1, updated: 1, deleted: 0 })
  const after = await boardOf(plan.id)
  expect(after.goals.map(({ name }) => name)).toEqual(["Goal", "Second"])
  expect(after.items).toHaveLength(1)
  await expect(applyProposal(writerOf(owner), set.id, [0])).rejects.toMatchObject({ problem: { status: 409 } })
  await undoLast(writerOf(owner), plan.id, done.changeSet)
  expect((await boardOf(plan.id)).goals.map(({ name }) => name)).toEqual(["Goal"])
})

test("several sets that changed one card are undone one after the other, the last first", async () => {
  const { plan, item } = await api.filled(owner)
  await api.join(plan.id, member)
  const carry = async (fields: Record<string, unknown>) => {
    const set = await propose(actorOf(owner), plan.id, {
      request: "Change",
      changes: [{ op: "update", entity: "item", id: item.id, fields }],
    })
    await confirm(owner, plan.id, set.id)
  }
  const shown = async () => {
    const { topic, businessValue } = (await boardOf(plan.id)).items.find(({ id }) => id === item.id) ?? {}
    return [topic, businessValue]
  }
  const before = await shown()
  await carry({ topic: "First" })
  await carry({ topic: "Second", businessValue: 7 })
  await undoLast(writerOf(owner), plan.id)
  expect(await shown()).toEqual(["First", before[1]])
  await undoLast(writerOf(owner), plan.id)
  expect(await shown()).toEqual(before)

  // What somebody else changed in between is not undone by it.
  await carry({ topic: "First" })
  await api.send(itemCalls.update, { planId: plan.id, id: item.id, businessValue: 3 }, { as: member })
  await carry({ topic: "Second" })
  await undoLast(writerOf(owner), plan.id)
  await expect(undoLast(writerOf(owner), plan.id)).rejects.toMatchObject({ problem: { status: 409 } })
})

test("undo also takes a card back that was made below one that only moved", async () => {
  const { plan, item } = await api.filled(owner)
  const before = await boardOf(plan.id)
  const names = ({ goals, items, tasks }: Board) => [
    ...goals.map(({ name }) => name),
    ...items.map(({ topic, goalId }) => `${topic} ${goalId}`),
    ...tasks.map(({ description }) => description),
  ]
  const set = await propose(actorOf(owner), plan.id, {
    request: "Move and add",
    changes: [
      { op: "create", entity: "goal", ref: "new-1", fields: { name: "North" } },
      { op: "update", entity: "item", id: item.id, fields: { goalId: "new-1" } },
      { op: "create", entity: "task", fields: { description: "Sail", itemId: item.id } },
    ],
  })
  await confirm(owner, plan.id, set.id)
  await undoLast(writerOf(owner), plan.id)
  expect(names(await boardOf(plan.id))).toEqual(names(before))
})

test("a confirmation of a named proposal carries out that one, in part too, and a repeat writes nothing more", async () => {
  const { plan } = await api.filled(owner)
  const say = (request: string, more = {}) => ask(actorOf(owner), { planId: plan.id, request, ...more })
  const request = 'Add a goal "North"\nAdd a goal "South"'
  const first = await say(request)
  await say(request)
  const chosen = { confirmed: true, proposal: first.proposal?.id ?? 0, only: [1] }
  expect(await say(request, chosen)).toMatchObject({ text: "Done: 1 addition.", done: { created: 1 } })
  // The answer may have been lost: a repeat says so, and offers the same undo.
  expect(await say(request, chosen)).toEqual({
    text: "This was done already: 1 addition.",
    done: { created: 1, updated: 0, deleted: 0, changeSet: first.proposal?.id },
  })
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
  await expect(undoLast(writerOf(owner), plan.id, first.changeSet)).rejects.toMatchObject({ problem: { status: 409 } })
  await undoLast(writerOf(owner), plan.id, second.changeSet)
  await expect(undoLast(writerOf(owner), plan.id, second.changeSet)).rejects.toMatchObject({ problem: { status: 409 } })
  await undoLast(writerOf(owner), plan.id, first.changeSet)
  expect((await boardOf(plan.id)).goals.map(({ name }) => name)).toEqual(["Goal"])
})
