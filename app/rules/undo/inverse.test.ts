import fc from "fast-check"
import { expect, test } from "vitest"
import type { BoardEntity } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Label } from "~/contract/label"
import { isRefusal } from "~/contract/problem"
import { leastOrder } from "~/contract/shared/bounds"
import type { Task } from "~/contract/task"
import { type AnyCall, anyCall } from "../../../tests/support/model/any-call"
import { type ModelPlan, modelPlan } from "../../../tests/support/model/model-plan"
import { withRealIds } from "../../client/board/temporary-ids"
import { type BoardRow, isTask } from "../card"
import { keyOf, listOf, orderIn, sameList } from "../gaps"
import { partsOf } from "../index"
import { callsOf } from "./calls"
import { conflictOf } from "./conflict"
import { stepOf } from "./inverse"
import { kindNamed, kindOf, type Resolve } from "./kind"
import type { Step } from "./step"

const seeded = () => {
  const plan = modelPlan()
  for (const name of ["Grow", "Hire"]) plan.call("goal.create", { name })
  const [grow, hire] = plan.views().goals
  for (const goal of [grow, hire, undefined])
    plan.call("item.create", { topic: "Act", goalId: goal?.id, focus: goal === grow })
  for (const name of ["Roads", "Snow"]) plan.call("label.create", { name })
  for (const item of plan.views().items) {
    for (const type of [0, 1, 2]) plan.call("task.create", { itemId: item.id, description: "t", type })
    plan.call("task.create", { itemId: item.id, description: "own", color: "#111111" })
  }
  return plan
}

const ids = (plan: ModelPlan) => {
  const { goals, items, tasks, labels, keyResults } = plan.views()
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return {
    goals: idsOf(goals),
    items: idsOf(items),
    tasks: idsOf(tasks),
    labels: idsOf(labels),
    results: idsOf(keyResults),
    checkIns: idsOf(plan.checkIns()),
  }
}

/** The rows with their orders replaced by their index in the list; 0 for rows sorted by date. */
const inPlace = <Row extends BoardRow>(rows: Row[]): Row[] =>
  rows.map((row) => {
    const list = listOf(row)
    const none = "focusOrder" in row ? { order: 0, focusOrder: 0 } : { order: 0 }
    if (!list) return { ...row, ...none }
    const before = (other: Row) =>
      sameList(listOf(other), list) && (orderIn(list, other) - orderIn(list, row) || other.id - row.id) < 0
    return { ...row, ...none, [keyOf(list)]: rows.filter(before).length }
  })

/** The board without the dates that the server sets: a task done again gets a new date. */
const board = (plan: ModelPlan) => {
  const { goals, items, tasks, labels, keyResults } = plan.views()
  const flag = (date: string | null) => date !== null
  return {
    goals: inPlace(goals).map(({ lastCheckIn, ...row }) => ({
      ...row,
      modifiedDate: "",
      checkedIn: lastCheckIn && { ...lastCheckIn, createdDate: "" },
    })),
    items: inPlace(items).map((row) => ({
      ...row,
      modifiedDate: "",
      completedDate: flag(row.completedDate),
      focusDate: flag(row.focusDate),
    })),
    tasks: inPlace(tasks).map((row) => ({ ...row, modified: "", completedDate: flag(row.completedDate) })),
    labels: inPlace(labels),
    results: inPlace(keyResults).map((row) => ({ ...row, modifiedDate: "" })),
  }
}

/** Makes the call and answers its step; undefined if it is refused, changes nothing or can't be undone. */
const make = (plan: ModelPlan, { name, input }: AnyCall): Step | undefined => {
  const before = plan.rows()
  try {
    const { decision } = plan.call(name, input)
    return decision && decision.changes.length > 0 ? stepOf(before, decision.changes)?.(plan.rows()) : undefined
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    return undefined
  }
}

/** The new ids of rows that were made again, by kind and former id. */
type Renamed = Map<string, number>

const currentIn = (renamed: Renamed) => {
  const current: Resolve = (entity, id) => {
    const later = renamed.get(`${entity}:${id}`)
    return later === undefined ? id : current(entity, later)
  }
  return current
}

/** Undoes steps, the last first, and answers the steps that redo them. */
const undo = (plan: ModelPlan, steps: Step[], renamed: Renamed): Step[] => {
  const resolve = currentIn(renamed)
  expect(conflictOf(plan.rows(), steps, resolve)).toBeUndefined()
  const again: Step[] = []
  for (const step of steps.slice().reverse()) {
    for (const inverse of step.inverse) {
      for (const { name, input } of callsOf(plan.rows(), inverse, resolve)) {
        const before = plan.rows()
        const { decision, answer } = plan.call(
          name,
          withRealIds(input, (id, field) => resolve(kindNamed(name, field), id)),
        )
        const [entity] = partsOf(name)
        const former = inverse.remakes === undefined ? undefined : resolve(entity, inverse.remakes)
        const { id } = (answer ?? {}) as { id: number }
        // A label comes back under its id.
        if (former !== undefined && former !== id) renamed.set(`${entity}:${former}`, id)
        const made = stepOf(before, decision?.changes ?? [])?.(plan.rows())
        expect(made).toBeDefined()
        again.push(made as Step)
      }
    }
  }
  return again
}

/** Calls name rows by these numbers, which stand for the rows there are when the call is made. */
const stand = (from: number) => Array.from({ length: 24 }, (_, at) => from + at)
const starts = { goals: 1e6, items: 2e6, tasks: 3e6, labels: 4e6, results: 5e6, checkIns: 6e6 } as const
const kinds = Object.entries(starts) as [keyof typeof starts, number][]
const stands = Object.fromEntries(kinds.map(([kind, from]) => [kind, stand(from)])) as Record<
  keyof typeof starts,
  number[]
>
const calls = fc.array(anyCall(stands, true, false), { minLength: 1, maxLength: 12, size: "max" })
const named = (plan: ModelPlan, { name, input }: AnyCall): AnyCall => {
  const all = ids(plan)
  const pick = (list: number[], at: number) => list[at % list.length] ?? 999
  const real = (id: number) => {
    const [kind, from] = kinds.findLast(([, from]) => id >= from) ?? []
    return kind && from ? pick(all[kind], id - from) : id
  }
  return { name, input: withRealIds(input, real) }
}

const withoutDrafts = <Card extends { blockedByIds: number[]; blocked: boolean }>(card: Card, drafts: Set<number>) => {
  const blockedByIds = card.blockedByIds.filter((id) => !drafts.has(id)).toSorted()
  return { ...card, blockedByIds, blocked: card.blocked && blockedByIds.length > 0 }
}

test("a call and its inverse restore the board", () => {
  fc.assert(
    fc.property(calls, (calls) => {
      const plan = seeded()
      for (const each of calls) {
        const was = board(plan)
        const call = named(plan, each)
        const step = make(plan, call)
        // Deletions are recreated under another id only as part of an undo: see below.
        if (call.name.endsWith(".remove")) continue
        if (!step) continue
        const after = board(plan)
        const renamed = new Map<string, number>()
        const again = undo(plan, [step], renamed)
        expect(board(plan)).toEqual(was)
        if (renamed.size > 0 || step.touched.some(({ what }) => what === "made")) continue
        undo(plan, again, renamed)
        expect(board(plan)).toEqual(after)
      }
    }),
    { numRuns: 60 },
  )
})

test("undoing all calls restores the first board, and redoing them the last", () => {
  fc.assert(
    fc.property(calls, (calls) => {
      const plan = seeded()
      const first = board(plan)
      const steps: Step[] = []
      for (const each of calls) {
        const call = named(plan, each)
        if (call.name.endsWith(".remove")) continue
        const step = make(plan, call)
        if (step) steps.push(step)
      }
      const last = board(plan)
      const renamed = new Map<string, number>()
      const again = steps
        .slice()
        .reverse()
        .map((step) => undo(plan, [step], renamed))
      expect(board(plan)).toEqual(first)
      for (const step of again.reverse()) undo(plan, step, renamed)
      // Redone creates have another id, and may have another order if none was given (−1).
      const undated = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value), (key, each) =>
          ["createdDate", "order", "focusOrder"].includes(key) ? "" : each,
        )
      const back: Renamed = new Map(
        [...renamed].map(([former, now]) => {
          const [entity, id] = former.split(":")
          return [`${entity}:${now}`, Number(id)]
        }),
      )
      const original = currentIn(back)
      const sorted = ({ goals, items, tasks, labels, results }: ReturnType<typeof board>) => {
        const draftsOf = (entity: BoardEntity, rows: Pick<Item, "id" | "isDraft">[]) =>
          new Set(rows.filter(({ isDraft }) => isDraft).map(({ id }) => original(entity, id)))
        const drafts = { item: draftsOf("item", items), task: draftsOf("task", tasks) }
        const named = { goal: goals, item: items, task: tasks, label: labels, keyResult: results }
        return (Object.entries(named) as [BoardEntity, BoardRow[]][]).map(([entity, rows]) =>
          rows
            .map((row) => withRealIds(row, (id, field) => original(kindOf(entity, field), id)))
            // Cards are listed by their ids. A card made again waits for no draft.
            .map((row) => ("blockedByIds" in row ? withoutDrafts(row, drafts[isTask(row) ? "task" : "item"]) : row))
            .map((row) => ("goal" in row && row.goal ? { ...row, goal: { ...row.goal, id: row.goalId } } : row))
            .sort((a, b) => a.id - b.id),
        )
      }
      expect(undated(sorted(board(plan)))).toEqual(undated(sorted(last)))
    }),
    { numRuns: 40 },
  )
})

test.each([
  ["deleted", {}],
  ["merged into another", { into: 1 }],
])("a label that was %s comes back on its cards, and goes again", (_, { into }: { into?: number }) => {
  const plan = seeded()
  const [roads, snow] = plan.views().labels as [Label, Label]
  const [first, second] = plan.views().items as [Item, Item]
  const task = plan.views().tasks.at(-2) as Task
  plan.call("item.update", { id: first.id, labelIds: [roads.id], completed: true })
  plan.call("item.update", { id: second.id, labelIds: [roads.id, snow.id] })
  plan.call("task.update", { id: plan.views().tasks.at(-1)?.id, labelIds: [snow.id] })
  const named = () => {
    const { items, tasks, labels } = plan.views()
    const names = new Map(labels.map(({ id, name }) => [id, name]))
    const of = (rows: (Item | Task)[]) => rows.map(({ id, labelIds }) => [id, labelIds.map((each) => names.get(each))])
    return { labels: labels.map(({ name, color }) => [name, color]), items: of(items), tasks: of(tasks) }
  }
  const was = named()
  const step = make(plan, { name: "label.remove", input: { id: roads.id, ...(into ? { into: snow.id } : {}) } }) as Step
  const gone = named()
  expect(gone.labels).toEqual([["Snow", snow.color]])
  const renamed = new Map<string, number>()
  const again = undo(plan, [step], renamed)
  expect(named()).toEqual(was)
  // A card deleted since then is no obstacle.
  plan.call("task.remove", { id: task.id })
  undo(plan, again, renamed)
  expect(named()).toMatchObject({ labels: gone.labels, items: gone.items })
})

test("a label that others have put on their cards since is not undone", () => {
  const plan = seeded()
  const step = make(plan, { name: "label.create", input: { name: "New" } }) as Step
  const label = plan.views().labels.at(-1) as Label
  const [item] = plan.views().items as [Item]
  const put = make(plan, { name: "item.update", input: { id: item.id, labelIds: [label.id] } }) as Step
  expect(conflictOf(plan.rows(), [step])).toEqual({ entity: "label", id: label.id, why: "filled" })
  expect(conflictOf(plan.rows(), [step, put])).toBeUndefined()
})

/** Makes the calls, undoes them all and redoes them; answers the boards before, in between and after. */
const thereAndBack = (plan: ModelPlan, calls: AnyCall[]) => {
  const first = board(plan)
  const steps = calls.flatMap((call) => make(plan, call) ?? [])
  expect(steps).toHaveLength(calls.length)
  const last = board(plan)
  const renamed = new Map<string, number>()
  const again = steps.reverse().map((step) => undo(plan, [step], renamed))
  expect(board(plan)).toEqual(first)
  for (const step of again.reverse()) undo(plan, step, renamed)
  expect(board(plan)).toEqual(last)
}

test("an action completed in Focus gets its order there again", () => {
  const plan = seeded()
  const [item] = plan.views().items
  thereAndBack(plan, [
    { name: "item.update", input: { id: item?.id, completed: true, focusOrder: leastOrder } },
    { name: "item.update", input: { id: item?.id, completed: false, focus: false } },
  ])
})

test("rows that one call has moved get their places again, although others were spaced out since", () => {
  const plan = seeded()
  for (const name of ["Third", "Fourth"]) plan.call("goal.create", { name })
  const [, second, , fourth] = plan.views().goals
  const before = inPlace(plan.views().goals)
  const orders = [fourth, second].map((goal) => ({ id: goal?.id, order: 0 }))
  const moved = make(plan, { name: "goal.updateOrders", input: { orders } }) as Step
  plan.call("goal.remove", { id: (plan.call("goal.create", { name: "At 0", order: 0 }).answer as Goal).id })
  undo(plan, [moved], new Map())
  expect(inPlace(plan.views().goals).map(({ id, order }) => [id, order])).toEqual(
    before.map(({ id, order }) => [id, order]),
  )
})

test("a copied task with the order −1, alone in its column, comes back by a redo", () => {
  const plan = seeded()
  const { items, tasks } = plan.views()
  const [item] = items
  const [task] = tasks.filter(({ itemId, type }) => itemId === item?.id && type === 0)
  const step = (call: AnyCall) => make(plan, call) as Step
  step({ name: "task.updateOrders", input: { planId: plan.planId, orders: [{ id: task?.id ?? 0, order: -1 }] } })
  const copied = step({ name: "item.copy", input: { planId: plan.planId, id: item?.id ?? 0 } })
  const after = plan.views().tasks.length
  const renamed = new Map<string, number>()
  undo(plan, undo(plan, [copied], renamed), renamed)
  expect(plan.views().tasks).toHaveLength(after)
})

test("an order in a list that the row is not in is no conflict", () => {
  const plan = seeded()
  const [shown, other] = plan.views().items
  const step = make(plan, { name: "item.update", input: { id: other?.id, focusOrder: 7 } }) as Step
  plan.call("item.update", { id: other?.id, focusOrder: 8 })
  expect(conflictOf(plan.rows(), [step])).toBeUndefined()
  plan.call("item.create", { topic: "After", focus: true, focusOrder: 20 })
  const moved = make(plan, { name: "item.update", input: { id: shown?.id, focusOrder: 7 } }) as Step
  plan.call("item.update", { id: shown?.id, focusOrder: 30 })
  expect(conflictOf(plan.rows(), [moved])).toEqual({ entity: "item", id: shown?.id, why: "changed" })
})

test("conflictOf reports rows that somebody has changed, filled or deleted since", () => {
  const plan = seeded()
  const { tasks, items, goals } = plan.views()
  const [task, other] = tasks as [(typeof tasks)[0], (typeof tasks)[0]]
  const step = make(plan, { name: "task.update", input: { id: task.id, description: "Mine" } }) as Step
  plan.call("task.update", { id: task.id, ownerId: 2 })
  expect(conflictOf(plan.rows(), [step])).toBeUndefined()
  plan.call("task.update", { id: task.id, description: "Theirs" })
  expect(conflictOf(plan.rows(), [step])).toEqual({ entity: "task", id: task.id, why: "changed" })

  const moved = make(plan, {
    name: "task.updateOrders",
    input: { orders: [{ id: other.id, order: 5, type: 1 }] },
  }) as Step
  plan.call("goal.update", { id: goals[0]?.id, color: "#a8660a" })
  expect(conflictOf(plan.rows(), [moved])).toBeUndefined()
  plan.call("task.remove", { id: other.id })
  expect(conflictOf(plan.rows(), [moved])).toEqual({ entity: "task", id: other.id, why: "gone" })

  const made = make(plan, { name: "item.create", input: { topic: "New", goalId: goals[0]?.id } }) as Step
  const id = made.touched[0]?.id as number
  const child = make(plan, { name: "task.create", input: { itemId: id, description: "Theirs" } }) as Step
  expect(conflictOf(plan.rows(), [made])).toEqual({ entity: "item", id, why: "filled" })
  expect(conflictOf(plan.rows(), [made, child])).toBeUndefined()
  expect(stepOf(plan.rows(), [{ op: "delete", entity: "item", id: items[0]?.id as number }])).toBeUndefined()
})
