// Copies of cards in a tab: shown before the server answers, named by its answer, undone and redone.
import { expect, test } from "vitest"
import type { Item } from "~/contract/item"
import { comparable, seeded } from "../../../tests/support/model/board-checks"
import { modelTab } from "../../../tests/support/model/model-tab"

const opened = () => {
  const plan = seeded()
  const [mine, theirs] = [modelTab(plan, "a"), modelTab(plan, "b")] as const
  const send = async () => {
    while (mine.queue.length > 0) {
      mine.send()
      await mine.receive()
    }
    for (const tab of [mine, theirs]) await tab.rest()
  }
  const item = plan.views().items[0] as Item
  /** The action's open tasks, one in To Do and one in Doing. */
  const openOf = (id: number) => [...mine.store.list(`tasks:${id}:0`), ...mine.store.list(`tasks:${id}:1`)]
  return { plan, mine, theirs, send, item, openOf }
}

test("a copied action shows with its open tasks at once; what is done to them before the server answers reaches the real ones", async () => {
  const { plan, mine, theirs, send, item, openOf } = opened()
  const { id } = mine.mutate("item.copy", { id: item.id })
  expect(mine.store.item(id)).toMatchObject({ topic: item.topic, goalId: item.goalId, focus: item.focus })
  expect(openOf(id)).toHaveLength(2)
  const [todo = 0, doing = 0] = openOf(id)
  mine.do({ name: "task.update", input: { id: todo, description: "Changed" } })
  const again = mine.mutate("item.copy", { id })
  expect(openOf(again.id)).toHaveLength(2)
  await send()
  const real = mine.store.realId(id)
  const tasks = plan.views().tasks.filter(({ itemId }) => itemId === real)
  expect(tasks.map(({ description, type }) => [description, type])).toEqual([
    ["Changed", 0],
    ["t", 1],
  ])
  expect(tasks.map((task) => task.id)).toEqual([todo, doing].map(mine.store.realId))
  expect(plan.views().tasks.filter(({ itemId }) => itemId === mine.store.realId(again.id))).toHaveLength(2)
  expect(theirs.store.list(`tasks:${real}:0`)).toEqual(mine.store.list(`tasks:${real}:0`))
})

test("events that arrive before the answer show each copy once", async () => {
  const { mine, item, openOf } = opened()
  const { id } = mine.mutate("item.copy", { id: item.id })
  mine.send()
  for (let heard = 0; heard < 4; heard++) {
    mine.hear(0)
    const real = mine.store.realId(id)
    expect(openOf(real).map((task) => mine.store.task(task)?.description)).toEqual(["t", "t"])
  }
  await mine.receive()
  await mine.rest()
  expect(openOf(mine.store.realId(id))).toHaveLength(2)
  expect(mine.store.isSaving("item", id)).toBe(false)
})

test("a copy is undone and redone with its tasks, unless somebody has changed it", async () => {
  const { plan, mine, theirs, send, item } = opened()
  const was = comparable(plan.views())
  const { id } = mine.mutate("item.copy", { id: item.id })
  await send()
  const became = plan.views()
  for (let round = 0; round < 2; round++) {
    expect(mine.history.undo()).toEqual({ done: true })
    await send()
    expect(comparable(plan.views())).toEqual(was)
    expect(mine.history.redo()).toEqual({ done: true })
    await send()
    expect(plan.views().tasks.length).toBe(became.tasks.length)
  }
  const [copy] = plan.views().items.slice(-1)
  expect(copy).toMatchObject({ topic: item.topic })
  theirs.do({ name: "item.update", input: { id: copy?.id, topic: "Theirs" } })
  theirs.send()
  await theirs.receive()
  await mine.rest()
  expect(mine.history.undo()).toMatchObject({ done: false, why: "changed" })
  expect(id).toBeLessThan(0)
})
