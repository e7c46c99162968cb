// Saved views in the tools of agents.
import { afterAll, expect, test } from "vitest"
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { viewCalls } from "~/contract/view"
import { ofKey, openAgent, personal } from "../support/api/agent.ts"
import { openApi } from "../support/api/api.ts"

const api = await openApi({ rateLimits: false })
afterAll(api.close)

test("list_tasks shows the tasks of a caller's view, in pages; others' own views and other plans' are none", async () => {
  const [ada, grace] = [await api.person(), await api.person()]
  const { id: planId } = await api.plan(ada)
  await api.join(planId, grace)
  const { body: item } = await api.send(itemCalls.create, { planId, topic: "Fence" }, { as: ada })
  const task = async (description: string, fields: object = {}) =>
    (await api.send(taskCalls.create, { planId, itemId: item.id, description, ...fields }, { as: ada })).body
  const [first, second] = [await task("Paint"), await task("Sand")]
  await task("Order paint", { dueDate: "2031-01-02" })
  const view = (fields: object, as = ada) =>
    api.send(viewCalls.create, { planId, name: "", filter: {}, ...fields }, { as })
  const { body: undated } = await view({ name: "Undated", filter: { due: "none" }, shared: true })
  await view({ name: "Hers", filter: {} }, grace)

  const agent = await openAgent(personal(ada))
  type Listed = { tasks: { id: number; action: string }[]; cursor: string | null }
  const list = (input: object) => agent.call<Listed>("list_tasks", { planId, ...input })
  for (const named of ["undated", undated.id]) {
    const { data } = await list({ view: named })
    expect(data.tasks).toMatchObject([first, second].map(({ id }) => ({ id, action: "Fence" })))
  }
  const page = await list({ view: "Undated", limit: 1 })
  expect(page.data).toMatchObject({ tasks: [{ id: first.id }], cursor: String(first.id) })
  const next = await list({ view: "Undated", limit: 1, cursor: page.data.cursor })
  expect(next.data).toMatchObject({ tasks: [{ id: second.id }], cursor: null })

  const refused = async (input: object) => (await list(input)).text
  expect(await refused({ view: "Hers" })).toContain('There is no view "Hers". The plan has "Undated".')
  expect(await refused({ view: "Undated", due: "today" })).toContain("A view has a filter of its own")
  expect(await refused({ planId: undefined, view: "Undated" })).toContain("send planId")
  const { id: elsewhere } = await api.plan(ada)
  expect(await refused({ planId: elsewhere, view: undated.id })).toContain("You have no views in this plan.")
  expect((await agent.call("get_board", { planId })).text).toContain('Views: "Undated"')
  expect((await agent.call("get_board", { planId: elsewhere })).text).not.toContain("Views")

  const key = await openAgent(await ofKey(await api.key(planId)))
  expect((await key.call("get_board", { planId })).text).not.toContain("Views")
  expect((await key.call("list_tasks", { view: "Undated" })).isError).toBe(true)
  await Promise.all([agent.close(), key.close()])
})

test("the assistant says what a view shows, by name, and how one is saved, in both languages; nothing is proposed", async () => {
  const [ada, grace] = [await api.person(), await api.person()]
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  await api.join(planId, grace, 2)
  await api.send(viewCalls.create, { planId, name: "Undated ones", filter: { due: "none" }, shared: true }, { as: ada })
  await api.send(viewCalls.create, { planId, name: "Late", filter: { due: "overdue" } }, { as: grace })
  const [mine, theirs] = [await openAgent(personal(ada)), await openAgent(personal(grace))]
  const ask = async (agent: typeof mine, request: string) => {
    const { text, data } = await agent.call<{ id: number | null }>("ai_agent", { planId, request })
    expect(data.id).toBeNull()
    return text
  }
  const shown = `The view "Undated ones" shows 1 task:\n- ${task.description} (in "${item.topic}")`
  for (const request of [
    "Open view undated ones",
    'Show me the view "Undated ones".',
    "What's in my view Undated Ones?",
  ])
    expect(await ask(mine, request)).toBe(shown)
  expect(await ask(theirs, "Show the view Late")).toBe('The view "Late" shows no task.')
  // A person's own views are nobody else's.
  expect(await ask(mine, "Show the view Late")).toBe('There is no view "Late". Views are "Undated ones".')
  expect(await ask(mine, "Save this as view Mine")).toContain("“Save this view”")
  await api.send(userCalls.update, { id: ada.id, language: "de" }, { as: ada })
  expect(await ask(mine, "Öffne die Ansicht „Undated ones“")).toContain("Die Ansicht „Undated ones“ zeigt 1 Aufgabe:")
  expect(await ask(mine, "Speichere das als Ansicht Meine")).toContain("„Diese Ansicht speichern“")
  await Promise.all([mine.close(), theirs.close()])
})
