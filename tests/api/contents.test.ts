// How much a plan or a card holds, as the questions before a deletion say it.
import { afterAll, expect, test } from "vitest"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
const grace = await api.person()
const own = await api.filled(ada)
const planId = own.plan.id
await api.join(planId, grace)
afterAll(api.close)

type Card = { entity: "goal" | "item" | "task"; id: number }
const contents = async (card?: Card, as = ada) => (await api.send(planCalls.contents, { planId, ...card }, { as })).body
const file = async (place: object, as = ada) => {
  const form = new FormData()
  form.set("file", new File(["hello"], "hello.txt"))
  for (const [name, id] of Object.entries(place)) form.set(name, String(id))
  expect((await api.upload(as, planId, form)).status).toBe(201)
}

test("the contents of a card and of the plan are counted, without private notes of others", async () => {
  const none = { goals: 0, items: 0, tasks: 0, comments: 0, notes: 0, files: 0 }
  expect(await contents({ entity: "task", id: own.task.id })).toEqual(none)
  expect(await contents({ entity: "goal", id: own.goal.id })).toEqual({ ...none, items: 1, tasks: 1 })
  await api.send(taskCalls.addComment, { id: own.task.id, planId, content: "A note" }, { as: ada })
  await api.send(itemCalls.addComment, { id: own.item.id, planId, content: "A note" }, { as: ada })
  await file({ taskId: own.task.id })
  await file({ goalId: own.goal.id })
  await file({})
  const gone = await api.task(ada, planId, own.item.id)
  await api.send(taskCalls.remove, { planId, id: gone.id }, { as: ada })
  expect(await contents({ entity: "task", id: own.task.id })).toEqual({ ...none, comments: 1, files: 1 })
  expect(await contents({ entity: "item", id: own.item.id })).toEqual({ ...none, tasks: 1, comments: 2, files: 1 })
  expect(await contents({ entity: "goal", id: own.goal.id })).toEqual({
    ...none,
    ...{ items: 1, tasks: 1, comments: 2, files: 2 },
  })
  await api.send(noteCalls.create, { planId, title: "Open", visibility: 1 }, { as: grace })
  const { body: hidden } = await api.send(noteCalls.create, { planId, title: "Hidden", visibility: 0 }, { as: grace })
  await file({ noteId: hidden.id }, grace)
  const all = { goals: 1, items: 1, tasks: 1, comments: 2, notes: 1, files: 3 }
  expect(await contents()).toEqual(all)
  expect(await contents(undefined, grace)).toEqual({ ...all, notes: 2, files: 4 })
})

test("a card that is deleted, of another plan, or half named is refused", async () => {
  const other = await api.filled(grace)
  const status = async (query: string) =>
    (await api.call("GET", `/api/Plan/${planId}/contents?${query}`, { as: ada })).status
  expect(await status(`entity=goal&id=${other.goal.id}`)).toBe(404)
  const gone = await api.item(ada, planId)
  await api.send(itemCalls.remove, { planId, id: gone.id }, { as: ada })
  expect(await status(`entity=item&id=${gone.id}`)).toBe(404)
  expect(await status("entity=goal")).toBe(400)
  expect(await status("id=1")).toBe(400)
  expect(await status("entity=note&id=1")).toBe(400)
})
