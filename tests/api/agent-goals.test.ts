// What agents read and change of goals that are measured: their list, check-ins and results, at once and by proposing.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { keyCalls } from "~/contract/integration"
import { keyResultCalls } from "~/contract/key-result"
import { planCalls } from "~/contract/plan"
import { proposalCalls } from "~/contract/proposal"
import { ofKey, openAgent, personal } from "../support/api/agent.ts"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller
let planId: number
let agent: Awaited<ReturnType<typeof openAgent>>

beforeAll(async () => {
  api = await openApi({ rateLimits: false })
})
afterAll(() => api.close())
beforeEach(async () => {
  ada = await api.person()
  planId = (await api.plan(ada)).id
  agent = await openAgent(personal(ada))
  return () => agent.close()
})

const board = async () => (await api.send(planCalls.board, { planId }, { as: ada })).body
type Goals = { goals: { id: number; name: string; status: string | null; progress: number | null }[]; cursor: null }

test("a goal is saved with its results in one change, which is undone as one", async () => {
  const results = [
    { name: "Sign-ups", unit: "people", start: 0, target: 800 },
    { name: "Days to repair", start: 8, target: 4, current: 6 },
  ]
  const made = await agent.call<{ goal: { id: number } }>("save_goal", {
    planId,
    name: "Launch",
    owner: "me",
    startDate: "2026-10-01",
    dueDate: "2026-12-31",
    status: "at risk",
    results,
  })
  expect(made).toMatchObject({
    isError: false,
    data: { goal: { name: "Launch", ownerId: ada.id, status: 1, progress: 0.25 } },
  })
  const { id } = made.data.goal
  const changed = await agent.call("save_goal", {
    planId,
    goal: id,
    results: [
      { name: "sign-ups", current: 400 },
      { name: "Visits", start: 0, target: 10 },
    ],
  })
  expect(changed.data).toMatchObject({ goal: { progress: 0.3333 } })
  expect((await board()).keyResults.map(({ name, unit, current }) => [name, unit, current])).toEqual([
    ["Sign-ups", "people", 400],
    ["Days to repair", "", 6],
    ["Visits", "", 0],
  ])
  await agent.call("undo_changes", { planId })
  expect((await board()).keyResults.map(({ name, current }) => [name, current])).toEqual([
    ["Sign-ups", 0],
    ["Days to repair", 6],
  ])
  for (const wrong of [{ name: "Half" }, { name: "Still", start: 1, target: 1 }, { id: 999_999_999, current: 1 }]) {
    const refused = await agent.call("save_goal", { planId, goal: id, name: "Not this", results: [wrong] })
    expect([refused.isError, (await board()).goals.map(({ name }) => name)]).toEqual([true, ["Launch"]])
  }
  const closed = await agent.call("save_goal", { planId, goal: id, completed: true, outcome: "missed", status: null })
  expect(closed.data).toMatchObject({ goal: { completed: true, outcome: "missed", status: null } })
})

test("goals are listed with status, progress and results, by owner and status, of one plan or all", async () => {
  const goal = await api.goal(ada, planId, { name: "Launch", ownerId: ada.id })
  await api.goal(ada, planId, { name: "Quay" })
  const elsewhere = (await api.plan(ada)).id
  await api.goal(ada, elsewhere, { name: "Far" })
  const made = { planId, goalId: goal.id, name: "Sign-ups", start: 0, target: 800 }
  const result = (await api.send(keyResultCalls.create, made, { as: ada })).body
  const checked = await agent.call("check_in", {
    planId,
    goal: "Launch",
    status: "at risk",
    confidence: 6,
    note: "The fair helped.",
    values: [{ result: "Sign-ups", current: 420 }],
  })
  expect(checked).toMatchObject({
    isError: false,
    data: { checkIn: { status: 1, confidence: 6, values: [{ keyResultId: result.id, current: 420 }] }, leftOut: [] },
  })
  const list = async (more: Record<string, unknown> = {}) =>
    (await agent.call<Goals>("list_goals", more)).data.goals.map(({ name }) => name)
  const first = await agent.call<Goals>("list_goals", { planId, status: "at risk" })
  expect(first.data.goals).toMatchObject([
    {
      id: goal.id,
      status: "at risk",
      progress: 0.525,
      owner: ada.userName,
      lastCheckIn: { confidence: 6, note: "The fair helped." },
      results: [{ id: result.id, current: 420, progress: 0.525 }],
    },
  ])
  expect(first.text).toContain("at risk, progress 53 %")
  expect(first.text).toContain(`result ${result.id}: Sign-ups = 420 (0 → 800), 53 %`)
  expect(await list({ planId })).toEqual(["Launch", "Quay"])
  expect(await list()).toEqual(["Launch", "Quay", "Far"])
  expect(await list({ owner: "me" })).toEqual(["Launch"])
  expect(await list({ owner: ada.userName })).toEqual(["Launch"])
  expect(await list({ planId, status: "off track" })).toEqual([])
  await api.send(goalCalls.update, { planId, id: goal.id, completed: true }, { as: ada })
  expect(await list({ planId })).toEqual(["Quay"])
  expect(await list({ planId, completed: true })).toEqual(["Launch", "Quay"])
  const stranger = await openAgent(personal(await api.person()))
  expect(await stranger.call("list_goals", { planId })).toMatchObject({ isError: true })
  expect((await stranger.call<Goals>("list_goals", {})).data.goals).toEqual([])
  await stranger.close()
  const unknown = await agent.call("check_in", {
    planId,
    goal: "Launch",
    status: "on track",
    values: [{ result: "Visits", current: 1 }],
  })
  expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining('There is no result "Visits"')])
})

test("who only proposes puts a check-in and results into the review list, which applies and undoes as one", async () => {
  const goal = await api.goal(ada, planId, { name: "Launch" })
  const made = { planId, goalId: goal.id, name: "Sign-ups", start: 0, target: 800 }
  await api.send(keyResultCalls.create, made, { as: ada })
  const key = (await api.send(keyCalls.makeKey, { planId, name: "Bot", access: "propose" }, { as: ada })).body
  const bot = await openAgent(await ofKey(key.apiKey))
  const values = [{ result: "Sign-ups", current: 420 }]
  const checkIn = { planId, goal: goal.id, status: "off track", confidence: 2, note: "Rain.", values }
  const sent = await bot.call<{ proposal: { id: number; state: string } }>("check_in", checkIn)
  expect(sent).toMatchObject({ isError: false, data: { proposal: { state: "open" } } })
  const { id } = sent.data.proposal
  const saved = await bot.call<{ proposal: { id: number } }>("save_goal", {
    planId,
    goal: goal.id,
    results: [{ name: "Visits", start: 0, target: 10 }],
  })
  await bot.close()
  expect((await board()).keyResults).toMatchObject([{ current: 0 }])
  const shown = (await api.send(planCalls.board, { planId }, { as: ada })).body
  expect(shown.goals).toMatchObject([{ status: null, lastCheckIn: null }])
  const read = await agent.call<{ proposal: { changes: { label: string }[] } }>("get_proposal", { id })
  expect(read.data.proposal.changes.map(({ label }) => label)).toEqual([
    'Change the goal "Launch": check in as off track, confidence 2, result "Sign-ups" 420, note "Rain."',
  ])
  await api.send(proposalCalls.applyProposal, { planId, id }, { as: ada })
  await api.send(proposalCalls.applyProposal, { planId, id: saved.data.proposal.id }, { as: ada })
  const after = await board()
  expect(after.keyResults.map(({ name, current }) => [name, current])).toEqual([
    ["Sign-ups", 420],
    ["Visits", 0],
  ])
  expect(after.goals).toMatchObject([{ status: 2, lastCheckIn: { status: 2, confidence: 2 } }])
})

test("changes are proposed with a check-in and results, applied in one and undone with the check-in", async () => {
  const goal = await api.goal(ada, planId, { name: "Launch" })
  const made = { planId, goalId: goal.id, name: "Sign-ups", start: 0, target: 800 }
  const result = (await api.send(keyResultCalls.create, made, { as: ada })).body
  const checkIn = { status: 0, note: "Well.", values: [{ keyResultId: result.id, current: 200 }] }
  const fields = { status: "at risk", owner: "me", results: [{ id: result.id, target: 400 }], checkIn }
  const proposed = await agent.call<{ id: number; changes: { label: string }[] }>("propose_changes", {
    planId,
    changes: [{ op: "update", entity: "goal", id: goal.id, fields }],
  })
  expect([proposed.isError, proposed.text]).toEqual([false, expect.stringContaining('result "Sign-ups" to 400')])
  const applied = await agent.call("apply_changes", { id: proposed.data.id })
  expect([applied.text, applied.isError]).toEqual(["Done: 1 change.", false])
  expect(await board()).toMatchObject({
    goals: [{ status: 0, ownerId: ada.id, progress: 0.5 }],
    keyResults: [{ current: 200, target: 400 }],
  })
  expect((await agent.call("undo_changes", { planId })).isError).toBe(false)
  expect(await board()).toMatchObject({
    goals: [{ status: null, ownerId: null, progress: 0, lastCheckIn: null }],
    keyResults: [{ current: 0, target: 800 }],
  })
  const again = await agent.call<{ id: number }>("propose_changes", {
    planId,
    changes: [{ op: "update", entity: "goal", id: goal.id, fields: { results: [{ id: result.id, current: 5 }] } }],
  })
  await api.send(keyResultCalls.update, { planId, id: result.id, current: 7 }, { as: ada })
  expect((await agent.call("apply_changes", { id: again.data.id })).isError).toBe(true)
  expect((await board()).keyResults).toMatchObject([{ current: 7 }])
})

test("the assistant without a model sets a result that is named, in a preview that is carried out and undone", async () => {
  const goal = await api.goal(ada, planId, { name: "Launch" })
  const made = { planId, goalId: goal.id, name: "Sign-ups", start: 0, target: 800 }
  await api.send(keyResultCalls.create, made, { as: ada })
  const request = "Set sign-ups to 420"
  const preview = await agent.call("ai_agent", { planId, request })
  expect(preview.text).toContain('~ Change the goal "Launch": result "Sign-ups" 420')
  expect((await board()).keyResults).toMatchObject([{ current: 0 }])
  await agent.call("ai_agent", { planId, request, confirmed: true })
  expect((await board()).keyResults).toMatchObject([{ current: 420 }])
  const asked = await agent.call("ai_agent", { planId, request: "How are our goals?" })
  expect(asked.text).toBe("1 goal:\n- Launch: progress 53 %")
  await agent.call("undo_changes", { planId })
  expect((await board()).keyResults).toMatchObject([{ current: 0 }])
})
