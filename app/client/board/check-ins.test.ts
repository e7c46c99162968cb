import { expect, test } from "vitest"
import { comparable, seeded } from "../../../tests/support/model/board-checks"
import { modelTab } from "../../../tests/support/model/model-tab"

const opened = () => {
  const plan = seeded()
  const tab = modelTab(plan, "mine")
  const other = modelTab(plan, "other")
  const sent = async () => {
    while (tab.queue.length > 0) {
      tab.send()
      await tab.receive()
    }
    for (const each of [tab, other]) await each.rest()
    for (const { store } of [tab, other]) {
      const snapshot = store.snapshot()
      expect(snapshot && comparable(snapshot)).toEqual(comparable(plan.board()))
    }
  }
  return { plan, tab, other, sent }
}

test("a goal, its result and a check-in are made without a connection, each under a temporary id", async () => {
  const { tab, other, sent, plan } = opened()
  const goal = tab.mutate("goal.create", { name: "Halve repair time" })
  const result = tab.mutate("keyResult.create", { goalId: goal.id, name: "Days", start: 8, target: 4 })
  const values = [{ keyResultId: result.id, current: 6 }]
  const checkIn = tab.mutate("checkIn.create", { id: goal.id, status: 1, confidence: 7, values })
  const shown = () => tab.store.goal(goal.id)
  expect(shown()).toMatchObject({ status: 1, progress: 0.5, lastCheckIn: { confidence: 7 } })
  expect(tab.store.list(`checkIns:${goal.id}`)).toEqual([checkIn.id])
  await sent()
  expect(shown()).toMatchObject({ status: 1, progress: 0.5, lastCheckIn: { confidence: 7 } })
  expect(plan.checkIns()).toMatchObject([
    { values: [{ keyResultId: tab.store.realId(result.id), before: 8, current: 6 }] },
  ])
  const there = tab.store.realId(goal.id)
  expect(other.store.goal(there)).toMatchObject({ status: 1, progress: 0.5, lastCheckIn: { confidence: 7 } })
  expect(other.store.list(`checkIns:${there}`)).toEqual([tab.store.realId(checkIn.id)])

  tab.history.undo()
  expect(shown()).toMatchObject({ status: null, progress: 0 })
  await sent()
  expect(plan.checkIns()).toEqual([])
  expect(shown()).toMatchObject({ status: null, progress: 0, lastCheckIn: null })
  tab.history.redo()
  await sent()
  expect(shown()).toMatchObject({ status: 1, progress: 0.5, lastCheckIn: { confidence: 7 } })
})

test("an undo brings a deleted result back under its id, and leaves values that somebody has changed since a check-in", async () => {
  const { tab, other, sent, plan } = opened()
  const [first, second] = plan.views().keyResults
  if (!first || !second) throw new Error("The plan has two results.")
  tab.mutate("keyResult.remove", { id: first.id })
  await sent()
  expect(other.store.keyResult(first.id)).toBeUndefined()
  tab.history.undo()
  await sent()
  expect(other.store.keyResult(first.id)).toMatchObject({ name: first.name, target: first.target })

  const values = [first, second].map(({ id }) => ({ keyResultId: id, current: 3 }))
  tab.mutate("checkIn.create", { id: first.goalId, status: 2, values })
  await sent()
  plan.call("keyResult.update", { id: second.id, current: 4 })
  await sent()
  tab.history.undo()
  await sent()
  expect(tab.store.keyResult(first.id)?.current).toBe(first.current)
  expect(tab.store.keyResult(second.id)?.current).toBe(4)
})

test("a check-in that names a result deleted by somebody else is saved without it", async () => {
  const { tab, sent, plan } = opened()
  const [first, second] = plan.views().keyResults
  if (!first || !second) throw new Error("The plan has two results.")
  const values = [first, second].map(({ id }) => ({ keyResultId: id, current: 3 }))
  tab.mutate("checkIn.create", { id: first.goalId, status: 0, values })
  plan.call("keyResult.remove", { id: second.id })
  await sent()
  expect(plan.checkIns()).toMatchObject([{ values: [{ keyResultId: first.id, current: 3 }] }])
  expect(tab.store.keyResult(second.id)).toBeUndefined()
})
