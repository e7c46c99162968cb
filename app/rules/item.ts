import type { InputOf } from "~/contract/call"
import type { Goal } from "~/contract/goal"
import type { Item, itemCalls } from "~/contract/item"
import { invalid } from "~/contract/problem"
import { newFields, sentFields } from "./card"
import {
  alone,
  boardUpdated,
  completedAction,
  differing,
  existing,
  isEmpty,
  named,
  nothing,
  ordered,
  ownerOf,
  stamped,
  unset,
  updated,
} from "./decide"
import { behind } from "./gaps"
import { listed, listedRows } from "./lists"
import { orderUpdated, placed } from "./place"
import type { Change, Context, Decision, Needs, Rows, Rule } from "./rule"
import { isBlocked } from "./waiting"

type Input<Name extends keyof typeof itemCalls> = InputOf<(typeof itemCalls)[Name]>

const withText = (item: { topic: string; description: string }) => {
  if (item.topic.trim() === "" && item.description.trim() === "") {
    throw invalid("topic", "Enter a heading or a description for the action.")
  }
}

const goalOf = (rows: Rows, id: number | null, path = "goalId"): Pick<Goal, "id" | "name" | "color"> | null => {
  if (id === null) return null
  const { name, color } = named(rows.goals, id, path, "goal")
  return { id, name, color }
}

/** The place of an action's new order, in the list or among the lanes. */
const nearOf = (id: number | undefined, { order, focusOrder }: { order?: number; focusOrder?: number }): Needs => {
  if (focusOrder !== undefined) return { near: { of: "lanes", order: focusOrder, id } }
  return order === undefined ? {} : { near: { of: "list", order, id } }
}

/** The orders given to a create; −1 means none. */
const given = ({ order, focusOrder }: { order?: number; focusOrder?: number }) => ({
  order: unset(order) ? undefined : order,
  focusOrder: unset(focusOrder) ? undefined : focusOrder,
})

const create: Rule<Input<"create">> = {
  needs: ({ goalId, ownerId, order, focus, focusOrder, ...input }) => ({
    ...listedRows("item", input),
    ...(goalId ? { goals: [goalId] } : {}),
    ...(ownerId ? { members: [ownerId] } : {}),
    last: {
      ...(unset(order) ? { item: true } : {}),
      ...(focus && unset(focusOrder) ? { focus: true } : {}),
    },
    ...nearOf(undefined, focus ? { focusOrder: given({ focusOrder }).focusOrder } : { order: given({ order }).order }),
  }),
  decide: (rows, input, context) => {
    const { now, newId, actor } = context
    const completed = input.completed ?? false
    const focus = input.focus ?? false
    const orders = given(input)
    const fields = newFields("item", listed(rows, "item", input))
    const made: Item = {
      ...fields,
      blocked: isBlocked(rows, "item", fields.blockedByIds),
      id: newId,
      planId: rows.planId,
      goalId: input.goalId ?? null,
      goal: goalOf(rows, input.goalId ?? null),
      order: orders.order ?? behind(rows.last.item()),
      completed,
      completedDate: stamped(completed, null, context),
      focus,
      focusOrder: orders.focusOrder ?? (focus ? behind(rows.last.focus()) : 0),
      focusDate: stamped(focus, null, context),
      createdById: actor.id,
      createdDate: now,
      modifiedDate: now,
      owner: ownerOf(rows, input.ownerId ?? null),
      attachmentCount: 0,
    }
    withText(made)
    const { row, others, changes } = placed(rows, "item", made, orders)
    return {
      changes: [{ op: "insert", entity: "item", row }, ...changes],
      events: [
        ...(row.isDraft ? [] : [{ event: "ItemAdded", entity: "item", id: newId } as const]),
        ...orderUpdated("item", others),
      ],
      answer: { entity: "item", id: newId },
    }
  },
}

/** Writes `wanted` to an action that is open or becomes open by it. */
const write = (
  rows: Rows,
  before: Item,
  wanted: Partial<Item>,
  { now }: Context,
  orders: { order?: number; focusOrder?: number } = {},
): Decision => {
  const answer = { entity: "item", id: before.id } as const
  const fields = differing<Item>(before, wanted)
  if (fields.goalId === undefined) delete fields.goal
  if (fields.owner?.id === before.owner?.id) delete fields.owner
  if (isEmpty(fields)) return { ...nothing, answer }
  if (before.completed && fields.completed !== false) throw completedAction()
  const after = { ...before, ...fields }
  const { row, others, changes } = placed(rows, "item", after, orders, before)
  Object.assign(fields, differing<Item>(after, { order: row.order, focusOrder: row.focusOrder }))
  return {
    changes: [{ op: "update", entity: "item", id: before.id, fields: { ...fields, modifiedDate: now } }, ...changes],
    events: [...updated("item", before, fields), ...orderUpdated("item", others)],
    answer,
  }
}

const update: Rule<Input<"update">> = {
  needs: ({ id, goalId, ownerId, order, focus, focusOrder, ...input }) => ({
    ...listedRows("item", input, { items: [id] }),
    ...(goalId ? { goals: [goalId] } : {}),
    ...(ownerId ? { members: [ownerId] } : {}),
    ...(focus && focusOrder === undefined ? { last: { focus: true } } : {}),
    ...nearOf(id, focus === false ? { order } : { order, focusOrder }),
  }),
  decide: (rows, input, context) => {
    const before = existing(rows.items.get(input.id))
    const { goalId, ownerId, completed, focus } = input
    if (input.topic !== undefined || input.description !== undefined) {
      withText({ topic: input.topic ?? before.topic, description: input.description ?? before.description })
    }
    const wanted: Partial<Item> = {
      ...sentFields("item", listed(rows, "item", input, before)),
      order: input.order,
      focusOrder: input.focusOrder,
    }
    if (goalId !== undefined) Object.assign(wanted, { goalId, goal: goalOf(rows, goalId) })
    if (ownerId !== undefined) {
      wanted.owner = ownerOf(rows, ownerId)
      if (before.awaitedOwner) wanted.awaitedOwner = null
    }
    if (completed !== undefined) {
      Object.assign(wanted, { completed, completedDate: stamped(completed, before.completedDate, context) })
    }
    if (focus !== undefined) {
      Object.assign(wanted, { focus, focusDate: stamped(focus, before.focusDate, context) })
      if (focus && !before.focus && input.focusOrder === undefined) wanted.focusOrder = behind(rows.last.focus())
    }
    return write(rows, before, wanted, context, input)
  },
}

const remove: Rule<Input<"remove">> = {
  needs: ({ id }) => ({ items: [id] }),
  decide: (rows, { id }) => {
    const { isDraft, goalId } = existing(rows.items.get(id))
    return {
      changes: [{ op: "delete", entity: "item", id }],
      events: isDraft ? [boardUpdated] : [{ event: "ItemDeleted", data: { id, goalId } }],
    }
  },
}

type Order = Input<"updateOrders">["orders"][number]
type Orders = Partial<Pick<Item, "order" | "focusOrder">>

/** For the list's and the lanes' order: `place` gives an entry's orders. */
const reorder = (
  rows: Rows,
  orders: readonly Order[],
  context: Context,
  place: (row: Item, entry: Order) => Orders & { focus?: boolean },
): Decision => {
  const changes: Change[] = []
  const moved: Item[] = []
  for (const { entry, row: before } of ordered(orders, rows.items, "action")) {
    const wanted = place(before, entry)
    const focusDate = stamped(wanted.focus ?? before.focus, before.focusDate, context)
    const fields = differing<Item>(before, { ...wanted, focusDate })
    if (isEmpty(fields)) continue
    if (before.completed) throw completedAction()
    const after = { ...before, ...fields }
    const { row, others, changes: more } = placed(rows, "item", after, alone(orders) && wanted, before)
    Object.assign(fields, differing<Item>(after, { order: row.order, focusOrder: row.focusOrder }))
    changes.push({ op: "update", entity: "item", id: row.id, fields }, ...more)
    moved.push(row, ...others)
  }
  return { changes, events: orderUpdated("item", moved) }
}

/** The place of a single entry's order. */
const nearAlone = (orders: readonly Order[], key: (entry: Order) => Orders): Needs => {
  const only = alone(orders)
  return only ? nearOf(only.id, key(only)) : {}
}

const updateOrders: Rule<Input<"updateOrders">> = {
  needs: ({ orders }) => ({
    items: orders.map(({ id }) => id),
    ...(orders.some(({ focus }) => focus) ? { last: { focus: true } } : {}),
    ...nearAlone(orders, ({ order, focus }) => (focus ? {} : { order })),
  }),
  decide: (rows, { orders }, context) => {
    let entered = 0
    return reorder(rows, orders, context, (row, { order, focus }) => {
      if (focus === undefined) return { order }
      return focus && !row.focus ? { order, focus, focusOrder: behind(rows.last.focus(), ++entered) } : { order, focus }
    })
  },
}

const updateFocusOrders: Rule<Input<"updateFocusOrders">> = {
  needs: ({ orders }) => ({
    items: orders.map(({ id }) => id),
    ...nearAlone(orders, ({ order, focus = true }) => (focus ? { focusOrder: order } : { order })),
  }),
  decide: (rows, { orders }, context) =>
    reorder(rows, orders, context, (_row, { order, focus = true }) =>
      focus ? { focus, focusOrder: order } : { focus, order },
    ),
}

const moveActionToGoal: Rule<Input<"moveActionToGoal">> = {
  needs: ({ itemId, goalId }) => ({ items: [itemId], goals: [goalId] }),
  decide: (rows, { itemId, goalId }, context) =>
    write(rows, existing(rows.items.get(itemId)), { goalId, goal: goalOf(rows, goalId) }, context),
}

export const itemRules = { create, update, remove, updateOrders, updateFocusOrders, moveActionToGoal }
