import fc from "fast-check"
import { greatestOrder, leastOrder } from "~/contract/shared/bounds"
import type { RuleName } from "~/rules"

/** Any board call about rows chosen from `ids`, most valid, some not. */

export type AnyCall = { name: RuleName; input: object }

export const goalColors = ["#d3395d", "#cc4b2e", "#a8660a"]
const taskColors = ["#111111", "#222222"]

const partly = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>

const text = fc.constantFrom("Plan the launch", "Ask Ada", "é", "", "  ")
const order = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(leastOrder, greatestOrder - 1, greatestOrder) },
)
const type = fc.constantFrom(0, 1, 2)
const due = fc.constantFrom(null, "2026-02-01T00:00:00.000Z")
const owner = fc.constantFrom(null, 1, 2, 99)

const goalFields = {
  name: text,
  description: text,
  color: fc.constantFrom(...goalColors),
  order,
  completed: fc.boolean(),
  ownerId: owner,
  startDate: due,
  dueDate: due,
  status: fc.constantFrom(null, 0, 1, 2),
  outcome: fc.constantFrom(null, "achieved", "missed"),
}

type IdLists = { labelIds: fc.Arbitrary<number[]>; blockedByIds: fc.Arbitrary<number[]> }

const itemFields = (goal: fc.Arbitrary<number>, lists: IdLists) => ({
  ...lists,
  goalId: fc.option(goal),
  topic: text,
  description: text,
  order,
  businessValue: fc.integer({ min: 0, max: 10 }),
  completed: fc.boolean(),
  focus: fc.boolean(),
  focusOrder: order,
  dueDate: due,
  ownerId: owner,
})

const taskFields = (goal: fc.Arbitrary<number>, lists: IdLists) => ({
  ...lists,
  goalId: fc.option(goal),
  description: text,
  color: fc.constantFrom(null, ...taskColors),
  complete: fc.boolean(),
  type,
  order,
  dueDate: due,
  ownerId: owner,
})

const repeatFields = {
  recurrence: fc.constantFrom(null, "FREQ=WEEKLY", "FREQ=DAILY;COUNT=2"),
  recurrenceFrom: fc.constantFrom("due", "done"),
}

const labelFields = {
  name: fc.constantFrom("Roads", "roads", "Winter", "é", " "),
  color: fc.constantFrom(...goalColors),
  order,
}

const measure = fc.constantFrom(0, 1, 3, -2.5, 0.0001, 100)
const resultFields = {
  name: fc.constantFrom("Sign-ups", "é"),
  unit: fc.constantFrom("", "%"),
  start: measure,
  target: measure,
  current: measure,
  order,
}
const status = fc.constantFrom(0, 1, 2)

export type Ids = {
  goals: number[]
  items: number[]
  tasks: number[]
  labels: number[]
  results: number[]
  checkIns: number[]
}

/** `drafts`: also create drafts. `repeats`: also tasks that repeat, whose next ones get new ids from a redo. */
export const anyCall = (ids: Ids, drafts = false, repeats = true): fc.Arbitrary<AnyCall> => {
  const from = (list: number[]) => fc.constantFrom(...(list.length > 0 ? list : [999]))
  const [goal, item, task, label] = [from(ids.goals), from(ids.items), from(ids.tasks), from(ids.labels)]
  const [result, checkIn] = [from(ids.results), from(ids.checkIns)]
  const labelIds = fc.array(label, { maxLength: 3 })
  const ofItems = { labelIds, blockedByIds: fc.array(item, { maxLength: 2 }) }
  const ofTasks = { labelIds, blockedByIds: fc.array(task, { maxLength: 2 }) }
  const ofTask = { ...taskFields(goal, ofTasks), ...(repeats ? repeatFields : {}) }
  const cards = partly({ itemIds: fc.array(item, { maxLength: 2 }), taskIds: fc.array(task, { maxLength: 2 }) })
  const draft = drafts ? { isDraft: fc.boolean() } : {}
  const orders = (id: fc.Arbitrary<number>, fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.array(
      fc.tuple(id, order, partly(fields)).map(([id, order, more]) => ({ id, order, ...more })),
      { maxLength: 6 },
    )
  const named = (name: RuleName, input: fc.Arbitrary<object>) => input.map((input) => ({ name, input }))
  const merged = (...parts: fc.Arbitrary<object>[]) =>
    fc.tuple(...parts).map((each) => Object.assign({}, ...each) as object)

  return fc.oneof(
    {
      weight: 1,
      arbitrary: named("goal.create", merged(fc.record({ name: text }), partly({ ...goalFields, ...draft }))),
    },
    {
      weight: 2,
      arbitrary: named("goal.update", merged(partly({ ...goalFields, ...draft }), fc.record({ id: goal }))),
    },
    { weight: 1, arbitrary: named("goal.remove", fc.record({ id: goal })) },
    { weight: 2, arbitrary: named("goal.updateOrders", fc.record({ orders: orders(goal, {}) })) },
    { weight: 3, arbitrary: named("item.create", partly({ ...itemFields(goal, ofItems), ...draft })) },
    {
      weight: 5,
      arbitrary: named(
        "item.update",
        merged(partly({ ...itemFields(goal, ofItems), ...draft }), fc.record({ id: item })),
      ),
    },
    { weight: 2, arbitrary: named("item.copy", merged(partly({ goalId: fc.option(goal) }), fc.record({ id: item }))) },
    { weight: 1, arbitrary: named("item.remove", fc.record({ id: item })) },
    { weight: 3, arbitrary: named("item.updateOrders", fc.record({ orders: orders(item, { focus: fc.boolean() }) })) },
    {
      weight: 3,
      arbitrary: named("item.updateFocusOrders", fc.record({ orders: orders(item, { focus: fc.boolean() }) })),
    },
    { weight: 2, arbitrary: named("item.moveActionToGoal", fc.record({ itemId: item, goalId: goal })) },
    {
      weight: 4,
      arbitrary: named(
        "task.create",
        merged(partly({ ...ofTask, ...draft }), fc.record({ itemId: item, description: text })),
      ),
    },
    {
      weight: 5,
      arbitrary: named("task.update", merged(partly({ ...ofTask, itemId: item, ...draft }), fc.record({ id: task }))),
    },
    { weight: 2, arbitrary: named("task.copy", merged(partly({ itemId: item }), fc.record({ id: task }))) },
    { weight: 1, arbitrary: named("task.remove", fc.record({ id: task })) },
    {
      weight: 4,
      arbitrary: named(
        "task.updateOrders",
        fc.record({ orders: orders(task, { complete: fc.boolean(), type, itemId: item }) }),
      ),
    },
    {
      weight: 3,
      arbitrary: named("label.create", merged(fc.record({ name: labelFields.name }), partly(labelFields))),
    },
    { weight: 2, arbitrary: named("label.update", merged(partly(labelFields), fc.record({ id: label }))) },
    { weight: 1, arbitrary: named("label.remove", merged(partly({ into: label }), fc.record({ id: label }))) },
    { weight: 1, arbitrary: named("label.updateOrders", fc.record({ orders: orders(label, {}) })) },
    {
      weight: 2,
      arbitrary: named("label.setCards", merged(partly({ on: cards, off: cards }), fc.record({ id: label }))),
    },
    {
      weight: 3,
      arbitrary: named(
        "keyResult.create",
        merged(fc.record({ goalId: goal, name: text, start: measure, target: measure }), partly(resultFields)),
      ),
    },
    { weight: 3, arbitrary: named("keyResult.update", merged(partly(resultFields), fc.record({ id: result }))) },
    { weight: 1, arbitrary: named("keyResult.remove", fc.record({ id: result })) },
    { weight: 1, arbitrary: named("keyResult.updateOrders", fc.record({ orders: orders(result, {}) })) },
    {
      weight: 3,
      arbitrary: named(
        "checkIn.create",
        merged(
          fc.record({ id: goal, status }),
          partly({
            confidence: fc.option(fc.integer({ min: 0, max: 10 })),
            note: text,
            values: fc.uniqueArray(fc.record({ keyResultId: result, current: measure }), {
              selector: ({ keyResultId }) => keyResultId,
              maxLength: 2,
            }),
          }),
        ),
      ),
    },
    { weight: 1, arbitrary: named("checkIn.remove", fc.record({ id: checkIn })) },
  )
}
