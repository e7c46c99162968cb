import fc from "fast-check"
import { expect, test } from "vitest"
import { isRefusal } from "~/contract/problem"
import { mostKeyResults } from "~/contract/shared/bounds"
import type { RuleName } from "~/rules"
import { labelKey } from "~/rules/label"
import { meanProgress } from "~/rules/progress"
import { type AnyCall, anyCall } from "../../tests/support/model/any-call"
import { type ModelPlan, modelPlan } from "../../tests/support/model/model-plan"

/** Invariants of any sequence of calls. Single calls are tested in goal, item and task.test.ts. */

const ids = (plan: ModelPlan) => {
  const { goals, items, tasks, labels, keyResults } = plan.views()
  const idsOf = (rows: { id: number }[]) => [...rows.map(({ id }) => id), 999]
  return {
    goals: idsOf(goals),
    items: idsOf(items),
    tasks: idsOf(tasks),
    labels: idsOf(labels),
    results: idsOf(keyResults),
    checkIns: idsOf(plan.checkIns()),
  }
}

const seeded = () => {
  const plan = modelPlan()
  for (const name of ["Grow", "Hire"]) plan.call("goal.create", { name })
  const [grow] = plan.views().goals
  for (const topic of ["One", "Two", "Three"]) plan.call("item.create", { topic, goalId: grow?.id })
  for (const item of plan.views().items) {
    for (const description of ["a", "b"]) plan.call("task.create", { itemId: item.id, description })
  }
  return plan
}

const check = (plan: ModelPlan) => {
  const { goals, items, tasks, labels, keyResults } = plan.views()
  for (const { id, progress, startDate, dueDate, outcome, completed } of goals) {
    const results = keyResults.filter(({ goalId }) => goalId === id)
    expect(results.length).toBeLessThanOrEqual(mostKeyResults)
    expect(progress).toBe(meanProgress(results))
    expect(startDate === null || dueDate === null || startDate <= dueDate).toBe(true)
    expect(outcome === null || completed).toBe(true)
  }
  for (const { goalId, start, target } of keyResults) {
    expect(start).not.toBe(target)
    expect(goals.some(({ id }) => id === goalId)).toBe(true)
  }
  const places = new Map(labels.map(({ id }, at) => [id, at]))
  expect(new Set(labels.map(({ name }) => labelKey(name))).size).toBe(labels.length)
  for (const { labelIds } of [...items, ...tasks]) {
    expect(labelIds.every((id) => places.has(id))).toBe(true)
    for (let at = 1; at < labelIds.length; at++)
      expect(places.get(labelIds[at] ?? 0)).toBeGreaterThan(places.get(labelIds[at - 1] ?? 0) ?? -1)
  }
  for (const goal of goals) expect(goal.name.trim()).not.toBe("")
  for (const item of items) {
    expect((item.topic + item.description).trim()).not.toBe("")
    expect(item.completed).toBe(item.completedDate !== null)
    expect(item.focus).toBe(item.focusDate !== null)
    if (item.goalId !== null) expect(goals.some(({ id }) => id === item.goalId)).toBe(true)
  }
  for (const task of tasks) {
    expect(task.description.trim()).not.toBe("")
    expect([task.type === 2, task.completedDate !== null]).toEqual([task.complete, task.complete])
    expect(items.some(({ id }) => id === task.itemId)).toBe(true)
    expect(task.owner?.id ?? null).toBe(task.ownerId)
  }
}

/** Completed actions with their tasks, without what follows from other rows, which may change or go. */
const frozen = (plan: ModelPlan) => {
  const { items, tasks } = plan.views()
  return items
    .filter((item) => item.completed)
    .map(({ goal: _, labelIds: _labels, blockedByIds: _blockers, blocked: _blocked, ...item }) => ({
      item,
      tasks: tasks
        .filter((task) => task.itemId === item.id)
        .map(({ color: _color, labelIds: _labels, blockedByIds: _blockers, blocked: _blocked, ...task }) => task),
    }))
}

const uncompletes = ({ name, input }: AnyCall, id: number) =>
  name === "item.update" &&
  (input as { id: number; completed?: boolean }).id === id &&
  "completed" in input &&
  !input.completed

test("any sequence of calls preserves the invariants, and a refused call changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 40 }), (steps) => {
      const plan = seeded()
      for (const [seed] of steps) {
        const [call] = fc.sample(anyCall(ids(plan), true), { seed, numRuns: 1 }) as [AnyCall]
        const before = structuredClone(plan.views())
        const closed = frozen(plan)
        const events = plan.log.length
        try {
          const { decision, answer } = plan.call(call.name, call.input)
          check(plan)
          if (decision?.changes.length === 0) expect(plan.log.length).toBe(events)
          if (call.name.endsWith(".update")) expect(answer).toBeDefined()
        } catch (thrown) {
          if (!isRefusal(thrown)) throw thrown
          expect([400, 404, 409]).toContain(thrown.problem.status)
          expect(thrown.problem.message).toMatch(/\.$/)
          expect(plan.views()).toEqual(before)
        }
        const remaining = frozen(plan)
        for (const each of closed) {
          const after = remaining.find(({ item }) => item.id === each.item.id)
          if (after) expect(after).toEqual(each)
          else if (plan.views().items.some(({ id }) => id === each.item.id))
            expect(uncompletes(call, each.item.id)).toBe(true)
          else expect(["item.remove", "goal.remove"] satisfies RuleName[]).toContain(call.name)
        }
      }
    }),
    { numRuns: 150 },
  )
})

test("drafts cause no event; publishing or discarding one makes members reload the board", () => {
  const plan = seeded()
  const { seq } = plan
  const before = seq()
  const { answer } = plan.call("item.create", { topic: "Draft", isDraft: true })
  const { id } = answer as { id: number }
  plan.call("item.update", { id, topic: "Still a draft" })
  plan.call("item.updateOrders", { orders: [{ id, order: 1 }] })
  expect(seq()).toBe(before)
  plan.call("item.update", { id, isDraft: false })
  expect(plan.log.at(-1)).toMatchObject({ event: "BoardUpdated", payload: { data: null } })
  const draft = plan.call("goal.create", { name: "Draft", isDraft: true }).answer as { id: number }
  plan.call("goal.remove", { id: draft.id })
  expect(plan.log.slice(before).map(({ event }) => event)).toEqual(["BoardUpdated", "BoardUpdated"])
})
