// Tasks that repeat, in the hands of agents, plan keys and the assistant.
import { afterAll, beforeEach, expect, test } from "vitest"
import { planCalls } from "~/contract/plan"
import { type Task, taskCalls } from "~/contract/task"
import { ofKey, openAgent, personal } from "../support/api/agent.ts"
import { type Caller, openApi } from "../support/api/api.ts"

let ada: Caller
let planId: number
let task: Task
const api = await openApi({ rateLimits: false })
afterAll(api.close)
beforeEach(async () => {
  ada = await api.person()
  const made = await api.filled(ada)
  planId = made.plan.id
  const fields = { description: "Water the plants", dueDate: "2031-03-11T00:00:00Z", recurrence: "FREQ=WEEKLY" }
  task = await api.task(ada, planId, made.item.id, fields)
})

const watering = async () =>
  (await api.send(planCalls.board, { planId }, { as: ada })).body.tasks
    .filter(({ description }) => description === "Water the plants")
    .map(({ id, type, dueDate, recurrence }) => ({ id, type, due: dueDate?.slice(0, 10), recurrence }))

const followed = () => [
  { id: task.id, type: 2, due: "2031-03-11", recurrence: null },
  { id: expect.any(Number), type: 0, due: "2031-03-18", recurrence: "FREQ=WEEKLY" },
]

test("an agent that applies a completion makes the next one, and undoing it takes that back", async () => {
  const agent = await openAgent(personal(ada))
  const proposed = await agent.call<{ id: number }>("propose_changes", {
    planId,
    changes: [{ op: "update", entity: "task", id: task.id, fields: { status: "done" } }],
  })
  expect(proposed.isError, proposed.text).toBeFalsy()
  expect(await watering()).toMatchObject([{ type: 0 }])
  await agent.call("apply_changes", { id: proposed.data.id })
  expect(await watering()).toEqual(followed())
  const undone = await agent.call("undo_changes", { planId })
  expect(undone.isError, undone.text).toBeFalsy()
  expect(await watering()).toEqual([{ id: task.id, type: 0, due: "2031-03-11", recurrence: "FREQ=WEEKLY" }])
  await agent.call("save_task", { planId, task: task.id, status: "done" })
  expect(await watering()).toEqual(followed())
  await agent.close()
})

test("a plan's key that finishes one makes the next", async () => {
  const key = await openAgent(await ofKey(await api.key(planId)))
  const saved = await key.call("save_task", { planId, task: task.id, status: "done" })
  expect(saved.isError, saved.text).toBeFalsy()
  expect(await watering()).toEqual(followed())
  await key.close()
})

test("without its date it repeats no more: a proposal says both, a call says what to change", async () => {
  const agent = await openAgent(personal(ada))
  const said = await agent.call<{ id: number; changes: { label: string }[] }>("ai_agent", {
    planId,
    request: 'Remove the due date of "Water the plants"',
  })
  expect(said.data.changes[0]?.label).toBe('Change the task "Water the plants": no due date, no repetition')
  await agent.call("apply_changes", { id: said.data.id })
  expect(await watering()).toEqual([{ id: task.id, type: 0, due: undefined, recurrence: null }])
  await api.send(
    taskCalls.update,
    { planId, id: task.id, dueDate: task.dueDate, recurrence: "FREQ=DAILY" },
    { as: ada },
  )
  const refused = await agent.call("save_task", { planId, task: task.id, dueDate: null })
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("due date")])
  await agent.close()
})
