import type { InputOf } from "~/contract/call"
import type { Goal } from "~/contract/goal"
import type { Item, itemCalls } from "~/contract/item"
import { invalid } from "~/contract/problem"
import {
  boardUpdated,
  completedAction,
  differing,
  existing,
  isEmpty,
  named,
  nothing,
  ordered,
  ownerOf,
  published,
  stamped,
  unset,
} from "./decide"
import { behind } from "./ordering"
import type { Change, Context, Decision, Rows, Rule } from "./rule"

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

const create: Rule<Input<"create">> = {
  needs: ({ goalId, ownerId, order, focus, focusOrder }) => ({
    ...(goalId ? { goals: [goalId] } : {}),
    ...(ownerId ? { members: [ownerId] } : {}),
    last: {
      ...(unset(order) ? { item: true } : {}),
      ...(focus && unset(focusOrder) ? { focus: true } : {}),
    },
  }),
  decide: (rows, input, context) => {
    const { now, newId, actor } = context
    const completed = input.completed ?? false
    const focus = input.focus ?? false
    const row: Item = {
      id: newId,
      planId: rows.planId,
      goalId: input.goalId ?? null,
      goal: goalOf(rows, input.goalId ?? null),
      topic: input.topic ?? "",
      description: input.description ?? "",
      order: unset(input.order) ? behind(rows.last.item()) : input.order,
      businessValue: input.businessValue ?? 0,
      effortAndComplexity: input.effortAndComplexity ?? 0,
      completed,
      completedDate: stamped(completed, null, context),
      focus,
      focusOrder: !unset(input.focusOrder) ? input.focusOrder : focus ? behind(rows.last.focus()) : 0,
      focusDate: stamped(focus, null, context),
      dueDate: input.dueDate ?? null,
      dotVoting: input.dotVoting ?? 0,
      createdById: actor.id,
      createdDate: now,
      modifiedDate: now,
      owner: ownerOf(rows, input.ownerId ?? null),
      type: input.type ?? 0,
      isDraft: input.isDraft ?? false,
      attachmentCount: 0,
    }
    withText(row)
    return {
      changes: [{ op: "insert", entity: "item", row }],
      events: row.isDraft ? [] : [{ event: "ItemAdded", entity: "item", id: newId }],
      answer: { entity: "item", id: newId },
    }
  },
}

/** Writes `wanted` to an action, which is not completed or is uncompleted by it. */
const write = (before: Item, wanted: Partial<Item>, { now }: Context): Decision => {
  const answer = { entity: "item", id: before.id } as const
  const fields = differing<Item>(before, wanted)
  if (fields.goalId === undefined) delete fields.goal
  if (fields.owner?.id === before.owner?.id) delete fields.owner
  if (isEmpty(fields)) return { ...nothing, answer }
  if (before.completed && fields.completed !== false) throw completedAction()
  return {
    changes: [{ op: "update", entity: "item", id: before.id, fields: { ...fields, modifiedDate: now } }],
    events: published(before, fields)
      ? [boardUpdated]
      : before.isDraft
        ? []
        : [{ event: "ItemUpdated", entity: "item", id: before.id }],
    answer,
  }
}

const update: Rule<Input<"update">> = {
  needs: ({ id, goalId, ownerId, focus, focusOrder }) => ({
    items: [id],
    ...(goalId ? { goals: [goalId] } : {}),
    ...(ownerId ? { members: [ownerId] } : {}),
    ...(focus && focusOrder === undefined ? { last: { focus: true } } : {}),
  }),
  decide: (rows, input, context) => {
    const before = existing(rows.items.get(input.id))
    const { goalId, ownerId, completed, focus } = input
    if (input.topic !== undefined || input.description !== undefined) {
      withText({ topic: input.topic ?? before.topic, description: input.description ?? before.description })
    }
    const wanted: Partial<Item> = {
      topic: input.topic,
      description: input.description,
      order: input.order,
      businessValue: input.businessValue,
      effortAndComplexity: input.effortAndComplexity,
      focusOrder: input.focusOrder,
      dueDate: input.dueDate,
      dotVoting: input.dotVoting,
      type: input.type,
      isDraft: input.isDraft,
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
    return write(before, wanted, context)
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

/** Both orders: `place` says where an entry puts its action. */
const reorder = (
  rows: Rows,
  orders: readonly Order[],
  context: Context,
  place: (row: Item, entry: Order) => Partial<Pick<Item, "order" | "focus" | "focusOrder">>,
): Decision => {
  const changes: Change[] = []
  const data: Pick<Item, "id" | "order" | "focus" | "focusOrder" | "focusDate">[] = []
  for (const { entry, row } of ordered(orders, rows.items, "action")) {
    const placed = place(row, entry)
    const focusDate = stamped(placed.focus ?? row.focus, row.focusDate, context)
    const fields = differing<Item>(row, { ...placed, focusDate })
    if (isEmpty(fields)) continue
    if (row.completed) throw completedAction()
    changes.push({ op: "update", entity: "item", id: row.id, fields })
    if (row.isDraft) continue
    const { order, focus, focusOrder } = { ...row, ...fields }
    data.push({ id: row.id, order, focus, focusOrder, focusDate })
  }
  return { changes, events: data.length > 0 ? [{ event: "ItemOrderUpdated", data }] : [] }
}

const updateOrders: Rule<Input<"updateOrders">> = {
  needs: ({ orders }) => ({
    items: orders.map(({ id }) => id),
    ...(orders.some(({ focus }) => focus) ? { last: { focus: true } } : {}),
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
  needs: ({ orders }) => ({ items: orders.map(({ id }) => id) }),
  decide: (rows, { orders }, context) =>
    reorder(rows, orders, context, (_row, { order, focus = true }) =>
      focus ? { focus, focusOrder: order } : { focus, order },
    ),
}

const moveActionToGoal: Rule<Input<"moveActionToGoal">> = {
  needs: ({ itemId, goalId }) => ({ items: [itemId], goals: [goalId] }),
  decide: (rows, { itemId, goalId }, context) =>
    write(existing(rows.items.get(itemId)), { goalId, goal: goalOf(rows, goalId) }, context),
}

export const itemRules = { create, update, remove, updateOrders, updateFocusOrders, moveActionToGoal }
