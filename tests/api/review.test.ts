// The plan's review list: what agents propose, and people of the plan decide.

import { afterAll, beforeAll, expect, test } from "vitest"
import { auditCalls } from "~/contract/audit"
import { keyCalls } from "~/contract/integration"
import { planCalls } from "~/contract/plan"
import { proposalCalls } from "~/contract/proposal"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { openProposal } from "~/database/proposal.server"
import { propose } from "~/domain/agent/proposal.server"
import { submit } from "~/domain/agent/review.server"
import { undoLast } from "~/domain/agent/undo.server"
import type { Actor } from "~/domain/core/actor"
import { callerName } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { openAgent, personal } from "../support/api/agent.ts"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { actorOf, boardOf, type Sent } from "../support/api/change-sets.ts"

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

const filled = async () => {
  const made = await api.filled(owner)
  await api.join(made.plan.id, member)
  await api.join(made.plan.id, viewer, 2)
  return made
}

const claude = (): Actor => ({ ...actorOf(member, "changeBoard"), access: "propose", agent: "Claude", grantId: 7 })

const inReview = async (planId: number, changes: Sent, by = claude()) => {
  const { id } = await propose(by, planId, { request: "As agreed", changes })
  const plan = await admit(by, planId)
  const stored = await openProposal(plan, callerName(by), id)
  if (!stored) throw new Error("It is not stored.")
  return submit(by, plan, stored)
}

const list = async (planId: number, as: Caller, state?: "open" | "all") => {
  const { status, body } = await api.send(proposalCalls.proposals, { planId, state }, { as })
  expect(status).toBe(200)
  return body
}

test("proposals of an agent are listed for everybody of the plan, and its admins are notified once an hour", async () => {
  const { plan, item, task } = await filled()
  const changes: Sent = [
    { op: "update", entity: "task", id: task.id, fields: { dueDate: "2026-12-02" } },
    { op: "create", entity: "task", ref: "new-1", fields: { itemId: item.id, description: "Tell the residents" } },
  ]
  const made = await inReview(plan.id, changes)
  await inReview(plan.id, changes.slice(0, 1))
  const listed = await list(plan.id, viewer)
  expect(listed.map(({ id }) => id)).toEqual([made.id + 1, made.id])
  expect(listed[1]).toEqual(made)
  expect(made).toMatchObject({
    planId: plan.id,
    agent: "Claude",
    proposedBy: { id: member.id, userName: member.userName },
    summary: "1 addition and 1 change",
    request: "As agreed",
    undone: null,
    undoable: false,
    state: "open",
    decidedBy: null,
    comment: null,
  })
  expect(made.changes[0]).toMatchObject({ before: { dueDate: null } })
  expect(made.changes.every((change) => !("stale" in change))).toBe(true)
  expect(Date.parse(made.expires) - Date.parse(made.createdDate)).toBeGreaterThan(6.9 * 86_400_000)
  const told =
    await db()`select person_id, title from app.notification where plan_id = ${plan.id} and kind = 'proposed'`
  expect(told).toMatchObject([{ person_id: owner.id, title: `Claude for ${member.userName} proposes 2 changes` }])
  const { body } = await api.send(planCalls.changes, { planId: plan.id, since: 0 }, { as: owner })
  expect(body.events.filter(({ event }) => event === "ProposalAdded")).toHaveLength(2)
})

test("a proposal is applied in one transaction, logged with both names, and undone by whoever applied it", async () => {
  const { plan, item, task } = await filled()
  const { id } = await inReview(plan.id, [
    { op: "update", entity: "task", id: task.id, fields: { description: "Book the office" } },
    { op: "create", entity: "task", ref: "new-1", fields: { itemId: item.id, description: "Tell the residents" } },
    { op: "create", entity: "comment", fields: { taskId: "new-1", content: "46 letters" } },
  ])
  const refused = await api.send(proposalCalls.applyProposal, { planId: plan.id, id }, { as: viewer })
  expect(refused.status).toBe(403)
  const applied = await api.send(proposalCalls.applyProposal, { planId: plan.id, id, only: [0, 1] }, { as: owner })
  expect(applied).toMatchObject({ status: 200, body: { created: 1, updated: 1, deleted: 0 } })
  const texts = async () => (await boardOf(api, plan.id, owner)).tasks.map(({ description }) => description).sort()
  expect(await texts()).toEqual(["Book the office", "Tell the residents"])
  expect(await list(plan.id, owner)).toEqual([])
  const [decided] = await list(plan.id, owner, "all")
  expect(decided).toMatchObject({
    id,
    state: "partly",
    applied: [0, 1],
    decidedBy: { id: owner.id, userName: owner.userName },
  })
  expect(decided?.changes).toHaveLength(3)
  const log = (await api.send(auditCalls.ofPlan, { planId: plan.id }, { as: owner })).body
  expect(log[0]?.message).toBe(
    `<b>${owner.userName}</b> applied 2 of 3 changes proposed by <b>Claude</b> for <b>${member.userName}</b>`,
  )
  const told = await db()`select person_id, title from app.notification where plan_id = ${plan.id} and kind = 'decided'`
  expect(told).toMatchObject([
    { person_id: member.id, title: `${owner.userName} applied 2 of 3 changes that Claude proposed for you` },
  ])
  expect(log[0]?.proposal).toBe(id)
  const again = await api.send(proposalCalls.applyProposal, { planId: plan.id, id }, { as: owner })
  expect(again.status).toBe(409)
  const one = async (as: Caller) => (await api.send(proposalCalls.proposal, { planId: plan.id, id }, { as })).body
  expect([(await one(owner)).undoable, (await one(member)).undoable]).toEqual([true, false])
  const renamed = { planId: plan.id, id: task.id, description: "Book the large office" }
  expect((await api.send(taskCalls.update, renamed, { as: member })).status).toBe(200)
  expect((await one(owner)).undoable).toBe(false)
  await expect(undoLast(actorOf(owner, "changeBoard"), plan.id, id)).rejects.toMatchObject({ problem: { status: 409 } })
})

test("who applied a proposal undoes it, and the list says so", async () => {
  const { plan, task } = await filled()
  const { id } = await inReview(plan.id, [{ op: "update", entity: "task", id: task.id, fields: { type: 1 } }])
  await api.send(proposalCalls.applyProposal, { planId: plan.id, id }, { as: owner })
  const texts = async () => (await boardOf(api, plan.id, owner)).tasks.map(({ type }) => type)
  expect(await texts()).toEqual([1])
  await expect(undoLast(actorOf(member, "changeBoard"), plan.id, id)).rejects.toMatchObject({
    problem: { status: 409 },
  })
  await undoLast(actorOf(owner, "changeBoard"), plan.id)
  expect(await texts()).toEqual([0])
  const [decided] = await list(plan.id, owner, "all")
  expect(decided).toMatchObject({ id, state: "applied", undone: expect.any(String), undoable: false })
})

test("changes that no longer fit say who changed the card, cannot be chosen, and are left out of the rest", async () => {
  const { plan, goal, item, task } = await filled()
  const { id } = await inReview(plan.id, [
    { op: "update", entity: "task", id: task.id, fields: { dueDate: "2026-11-26" } },
    { op: "create", entity: "item", ref: "new-1", fields: { goalId: goal.id, topic: "Notice" } },
    { op: "create", entity: "task", ref: "new-2", fields: { itemId: "new-1", description: "Letter" } },
    { op: "create", entity: "task", ref: "new-3", fields: { itemId: item.id, description: "Office" } },
  ])
  const sent = { planId: plan.id, id: task.id, dueDate: "2026-11-24" }
  expect((await api.send(taskCalls.update, sent, { as: member })).status).toBe(200)
  await api.send(planCalls.removeMember, { planId: plan.id, userId: viewer.id }, { as: owner })
  const [moved] = await list(plan.id, owner)
  expect(moved?.changes.map(({ stale }) => stale)).toEqual([
    `${member.userName} changed the due date of the task Task to 24 Nov 2026`,
    undefined,
    undefined,
    undefined,
  ])
  const agent = await openAgent({ ...personal(member), access: "propose", agent: "Claude", grantId: 7 })
  const read = await agent.call("get_proposal", { id })
  const said = `${member.userName} changed the due date of the task Task to 24 Nov 2026`
  expect(read.text).toMatch(/^0\. Change the task "Task": due .+ \(no longer applies: (.+)\)$/m)
  expect(read.text).toContain(`(no longer applies: ${said})`)
  await agent.close()
  const chosen = await api.send(proposalCalls.applyProposal, { planId: plan.id, id, only: [0, 1] }, { as: owner })
  expect(chosen).toMatchObject({ status: 409, body: { message: expect.stringContaining("Nothing was applied") } })
  const alone = await api.send(proposalCalls.applyProposal, { planId: plan.id, id, only: [2] }, { as: owner })
  expect(alone.status).toBe(409)
  const rest = await api.send(proposalCalls.applyProposal, { planId: plan.id, id }, { as: owner })
  expect(rest).toMatchObject({ status: 200, body: { created: 3, updated: 0 } })
  expect((await list(plan.id, owner, "all"))[0]).toMatchObject({ state: "partly", applied: [1, 2, 3] })
})

test("a proposal whose changes all no longer fit is stale, and waits to be rejected", async () => {
  const { plan, task } = await filled()
  const { id } = await inReview(plan.id, [{ op: "update", entity: "task", id: task.id, fields: { type: 1 } }])
  await api.send(taskCalls.remove, { planId: plan.id, id: task.id }, { as: owner })
  const [stale] = await list(plan.id, owner)
  expect(stale).toMatchObject({
    id,
    state: "stale",
    changes: [{ stale: `${owner.userName} deleted the task in the action Action` }],
  })
  expect((await api.send(proposalCalls.applyProposal, { planId: plan.id, id }, { as: owner })).status).toBe(409)
  const rejected = await api.send(
    proposalCalls.rejectProposal,
    { planId: plan.id, id, comment: "The lease ends on 31 January." },
    { as: owner },
  )
  expect(rejected).toMatchObject({ status: 200, body: { state: "rejected", comment: "The lease ends on 31 January." } })
  const log = (await api.send(auditCalls.ofPlan, { planId: plan.id }, { as: owner })).body
  expect(log[0]?.proposal).toBe(id)
  expect(log[0]?.message).toBe(
    `<b>${owner.userName}</b> rejected 1 change proposed by <b>Claude</b> for <b>${member.userName}</b>: <ins>The lease ends on 31 January.</ins>`,
  )
})

test("an agent that proposes without an end is refused once sixty proposals are in the list in an hour, and others are not", async () => {
  const { plan } = await filled()
  const goal = (name: string): Sent => [{ op: "create", entity: "goal", fields: { name } }]
  const flood = { ...claude(), agent: "Flood", grantId: 71 }
  for (let n = 0; n < 60; n++) await inReview(plan.id, goal(`Goal ${n}`), flood)
  await expect(inReview(plan.id, goal("One more"), flood)).rejects.toMatchObject({
    problem: { status: 429, message: expect.stringContaining("Put more changes into one proposal") },
  })
  const calm = { ...claude(), agent: "Calm", grantId: 72 }
  await inReview(plan.id, goal("Pier"), calm)
  for (let n = 0; n < 39; n++) await inReview(plan.id, goal(`Mole ${n}`), calm)
  await expect(inReview(plan.id, goal("Full"), calm)).rejects.toMatchObject({ problem: { status: 409 } })
})

test("two people who decide at once decide it once", async () => {
  const { plan, task } = await filled()
  const { id } = await inReview(plan.id, [{ op: "update", entity: "task", id: task.id, fields: { type: 1 } }])
  const both = await Promise.all([
    api.send(proposalCalls.applyProposal, { planId: plan.id, id }, { as: owner }),
    api.send(proposalCalls.rejectProposal, { planId: plan.id, id }, { as: member }),
    api.send(proposalCalls.applyProposal, { planId: plan.id, id }, { as: member }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test("a proposal is withdrawn by its person, a key's by the plan's admins, and expires after seven days", async () => {
  const { plan, task } = await filled()
  const changes: Sent = [{ op: "update", entity: "task", id: task.id, fields: { type: 1 } }]
  const mine = await inReview(plan.id, changes)
  const at = (id: number) => ({ planId: plan.id, id })
  expect((await api.send(proposalCalls.withdrawProposal, at(mine.id), { as: owner })).status).toBe(403)
  expect((await api.send(proposalCalls.withdrawProposal, at(mine.id), { as: member })).status).toBe(204)
  const robot: Actor = { ...claude(), agent: null, userId: null, userName: "Release robot", planScope: plan.id }
  const keys = await inReview(plan.id, changes, robot)
  expect(keys).toMatchObject({ agent: null, proposedBy: { id: null, userName: "Release robot" } })
  expect((await api.send(proposalCalls.withdrawProposal, at(keys.id), { as: member })).status).toBe(403)
  expect((await api.send(proposalCalls.withdrawProposal, at(keys.id), { as: owner })).status).toBe(204)
  const late = await inReview(plan.id, changes)
  await db()`update app.proposal set expires_date = now() where id = ${late.id}`
  expect(await list(plan.id, owner)).toEqual([])
  expect(await list(plan.id, owner, "all")).toMatchObject([{ id: late.id, state: "expired" }])
  expect((await api.send(proposalCalls.applyProposal, at(late.id), { as: owner })).status).toBe(409)
  const other = await api.filled(owner)
  const elsewhere = { planId: other.plan.id, id: late.id }
  expect((await api.send(proposalCalls.proposal, elsewhere, { as: owner })).status).toBe(404)
  expect((await api.send(proposalCalls.applyProposal, elsewhere, { as: owner })).status).toBe(404)
})

test("a plan's key reads what became of a proposal, and people of the plan decide it", async () => {
  const { plan, task } = await filled()
  const { id } = await inReview(plan.id, [{ op: "update", entity: "task", id: task.id, fields: { type: 1 } }])
  const { apiKey } = (
    await api.send(keyCalls.makeKey, { planId: plan.id, name: "Robot", access: "write" }, { as: owner })
  ).body
  const byKey = { headers: { "x-api-key": apiKey } }
  const at = { planId: plan.id, id }
  expect((await api.send(proposalCalls.applyProposal, at, byKey)).status).toBe(403)
  expect((await api.send(proposalCalls.rejectProposal, at, byKey)).status).toBe(403)
  expect((await api.send(proposalCalls.withdrawProposal, at, byKey)).status).toBe(403)
  expect((await api.send(proposalCalls.proposals, { planId: plan.id }, byKey)).status).toBe(403)
  expect((await api.send(proposalCalls.proposal, at, byKey)).body).toMatchObject({ id, state: "open" })
  expect((await api.send(proposalCalls.applyProposal, at, { as: member })).status).toBe(200)
})

test("tools of an agent that may only propose put what they would write into the list, and tell what became of it", async () => {
  const { plan, task } = await filled()
  const planId = plan.id
  const agent = await openAgent({ ...personal(member), access: "propose", agent: "Claude", grantId: 7 })
  const cards = async () => {
    const { goals, items, tasks } = await boardOf(api, planId, owner)
    return { goals, items, tasks }
  }
  const before = await cards()
  type Waiting = { proposal: { id: number; state: string } }
  const saved = await agent.call<Waiting>("save_task", {
    planId,
    task: task.id,
    status: "doing",
    dueDate: "2026-12-02",
  })
  expect(saved).toMatchObject({ isError: false, data: { text: saved.text, proposal: { state: "open" } } })
  const added = await agent.call<Waiting>("save_action", { planId, topic: "Notice", goal: "Goal" })
  const noted = await agent.call<Waiting>("add_note", { planId, task: task.id, content: "Ask the council." })
  const gone = await agent.call<Waiting>("delete_card", { planId, entity: "task", id: task.id, confirm: true })
  const asked = { planId, request: 'Rename the goal "Goal" to "Quay"' }
  const shown = await agent.call<{ id: number }>("ai_agent", asked)
  const told = await agent.call<Waiting>("ai_agent", {
    ...asked,
    request: "do it",
    confirmed: true,
    proposal: shown.data.id,
  })
  expect(told.data.proposal).toEqual({ id: shown.data.id, state: "open" })
  const changes = [
    { op: "create", entity: "goal", fields: { name: "Pier" } },
    { op: "create", entity: "goal", fields: { name: "Mole" } },
  ]
  const preview = await agent.call<{ id: number }>("propose_changes", { planId, changes })
  const sent = await agent.call<Waiting>("apply_changes", { id: preview.data.id })
  expect(sent.data.proposal).toEqual({ id: preview.data.id, state: "open" })
  expect(await cards()).toEqual(before)

  const waiting = await list(planId, owner)
  expect(waiting.map(({ request }) => request).reverse()).toEqual([null, null, null, null, asked.request, null])
  const listed = waiting.map(({ changes }) => changes.map(({ label }) => label).join("; "))
  expect(listed.reverse()).toEqual([
    'Change the task "Task": due Wednesday, 2 December 2026, move to Doing',
    'Add the action "Notice" to "Goal"',
    'Add a note to "Task": "Ask the council."',
    'Delete the task "Task"',
    'Change the goal "Goal": rename to "Quay"',
    'Add the goal "Pier"; Add the goal "Mole"',
  ])
  for (const [tool, input] of [
    ["move", { planId, entity: "goal", card: "Goal", after: null }],
    ["add_note", { planId, content: "For all" }],
    ["publish_drafts", { planId }],
    ["undo_changes", { planId }],
  ] as const) {
    expect(await agent.call(tool, input), tool).toMatchObject({ isError: tool !== "publish_drafts" })
  }
  await api.send(proposalCalls.applyProposal, { planId, id: sent.data.proposal.id, only: [1] }, { as: owner })
  const comment = "Not now."
  await api.send(proposalCalls.rejectProposal, { planId, id: gone.data.proposal.id, comment }, { as: owner })
  const became = await agent.call<{ proposal: object }>("get_proposal", { id: sent.data.proposal.id })
  expect(became.data.proposal).toMatchObject({ state: "partly", applied: [1] })
  expect(became.text).toContain('1. Add the goal "Mole" (applied)')
  const rejected = await agent.call("get_proposal", { id: gone.data.proposal.id })
  expect(rejected.text).toContain("Comment: Not now.")
  const other = await openAgent({ ...personal(await api.person()), access: "write", agent: null })
  expect(await other.call("get_proposal", { id: noted.data.proposal.id })).toMatchObject({ isError: true })
  const writer = await openAgent(personal(member))
  const mine = await writer.call<{ id: number }>("propose_changes", { planId, changes })
  const waits = await writer.call<Waiting>("apply_changes", { id: mine.data.id, review: true })
  expect(waits.data.proposal.state).toBe("open")
  expect(added.data.proposal.id).toBeLessThan(waits.data.proposal.id)
  await Promise.all([agent.close(), other.close(), writer.close()])
})
