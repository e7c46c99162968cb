// Tasks that repeat in a tab: the next one shows at once, without a connection too, and once, even if somebody else finishes the task.
import { beforeAll, expect, test } from "vitest"
import type { Task } from "~/contract/task"
import { seeded } from "../../../tests/support/model/board-checks"
import { modelTab } from "../../../tests/support/model/model-tab"
import { loadRepeat } from "./next-tasks"

beforeAll(loadRepeat)

const due = "2026-01-31T00:00:00.000Z"

const opened = async () => {
  const plan = seeded()
  const [mine, theirs] = [modelTab(plan, "a"), modelTab(plan, "b")] as const
  const task = plan.views().tasks.find(({ type }) => type === 0) as Task
  plan.call("task.update", { id: task.id, description: "Water", dueDate: due, recurrence: "FREQ=DAILY;COUNT=9" })
  const rest = async () => {
    for (const tab of [mine, theirs]) await tab.rest()
  }
  await rest()
  const send = async (tab: typeof mine) => {
    while (tab.queue.length > 0) {
      tab.send()
      await tab.receive()
    }
  }
  const nexts = (tab: typeof mine) =>
    [...tab.store.rows.tasks.values()].filter(({ id, description }) => id !== task.id && /^Water/.test(description))
  return { plan, mine, theirs, task, rest, send, nexts }
}

test.each(["task.update", "task.updateOrders"] as const)(
  "%s shows the next one at once; what is done to it before the server answers reaches the real one",
  async (name) => {
    const { plan, mine, theirs, task, rest, send, nexts } = await opened()
    const own = { id: task.id, order: 5, type: 2 }
    mine.do({ name, input: name === "task.update" ? own : { orders: [own] } })
    const [shown, ...more] = nexts(mine)
    expect(more).toEqual([])
    expect(shown).toMatchObject({ type: 0, recurrence: "FREQ=DAILY;COUNT=8" })
    expect(mine.store.task(task.id)).toMatchObject({ type: 2, recurrence: null, next: { id: shown?.id } })
    const temporary = shown?.id ?? 0
    expect(temporary).toBeLessThan(0)
    expect(mine.store.isLocal(temporary)).toBe(false)
    mine.do({ name: "task.update", input: { id: temporary, description: "Water well" } })
    await send(mine)
    await rest()
    const real = mine.store.realId(temporary)
    expect(real).toBeGreaterThan(0)
    expect(mine.store.keyOf("task", real)).toBe(temporary)
    for (const tab of [mine, theirs]) expect(nexts(tab)).toMatchObject([{ id: real, description: "Water well" }])
    expect(plan.views().tasks.filter(({ description }) => description.startsWith("Water"))).toHaveLength(2)
  },
)

test("events that arrive before the answer show it once, under the key that it had", async () => {
  const { plan, mine, task, nexts, rest } = await opened()
  mine.do({ name: "task.update", input: { id: task.id, type: 2 } })
  const [shown] = nexts(mine)
  const since = plan.seq()
  mine.send()
  for (let heard = since; heard < plan.seq(); heard++) {
    mine.hear(0)
    expect(nexts(mine)).toHaveLength(1)
  }
  const [real] = nexts(mine)
  expect(mine.store.keyOf("task", real?.id ?? 0)).toBe(shown?.id)
  await mine.receive()
  await rest()
  expect(nexts(mine)).toHaveLength(1)
})

test("two devices that finish it without a connection make one next one, and both keep what they did to it", async () => {
  const { plan, mine, theirs, task, rest, send, nexts } = await opened()
  for (const [tab, fields] of [
    [mine, { description: "Water well" }],
    [theirs, { dueDate: "2026-03-01T00:00:00.000Z" }],
  ] as const) {
    tab.do({ name: "task.update", input: { id: task.id, type: 2 } })
    tab.do({ name: "task.update", input: { id: nexts(tab)[0]?.id, ...fields } })
  }
  await send(mine)
  await send(theirs)
  await rest()
  for (const tab of [mine, theirs])
    expect(nexts(tab)).toMatchObject([{ description: "Water well", dueDate: "2026-03-01T00:00:00.000Z" }])
  expect(plan.views().tasks.filter(({ description }) => description.startsWith("Water"))).toHaveLength(2)
})

test("undo takes an untouched next one back and redo makes it again; a changed one carries on", async () => {
  const { plan, mine, theirs, task, rest, send, nexts } = await opened()
  mine.do({ name: "task.update", input: { id: task.id, type: 2 } })
  await send(mine)
  await rest()
  for (let round = 0; round < 2; round++) {
    expect(mine.history.undo()).toEqual({ done: true })
    expect(nexts(mine)).toEqual([])
    expect(mine.store.task(task.id)).toMatchObject({ type: 0, recurrence: "FREQ=DAILY;COUNT=9" })
    await send(mine)
    await rest()
    expect(plan.views().tasks.find(({ id }) => id === task.id)).toMatchObject({ recurrence: "FREQ=DAILY;COUNT=9" })
    expect(mine.history.redo()).toEqual({ done: true })
    await send(mine)
    await rest()
    for (const tab of [mine, theirs]) expect(nexts(tab)).toMatchObject([{ recurrence: "FREQ=DAILY;COUNT=8" }])
  }
  const [next] = nexts(theirs)
  theirs.do({ name: "task.update", input: { id: next?.id, description: "Water well" } })
  await send(theirs)
  await rest()
  expect(mine.history.undo()).toEqual({ done: true })
  await send(mine)
  await rest()
  expect(nexts(mine)).toMatchObject([{ description: "Water well", recurrence: "FREQ=DAILY;COUNT=8" }])
  expect(mine.store.task(task.id)).toMatchObject({ type: 0, recurrence: null, next: null })
})
