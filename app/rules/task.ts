import type { InputOf } from "~/contract/call"
import type { Item } from "~/contract/item"
import { invalid } from "~/contract/problem"
import type { Task, TaskType, taskCalls } from "~/contract/task"
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
import { shownTask } from "./derive"
import { behind } from "./gaps"
import { noGoalColor } from "./goal-palette"
import { listed, listedRows } from "./lists"
import { orderUpdated, placed } from "./place"
import type { Change, Context, Emission, Needs, Repeated, Rows, Rule } from "./rule"
import { isBlocked } from "./waiting"

type Input<Name extends keyof typeof taskCalls> = InputOf<(typeof taskCalls)[Name]>

const withDescription = (description: string) => {
  if (description.trim() === "") throw invalid("description", "Enter a description for the task.")
  return description
}

type Column = Pick<Task, "type" | "complete" | "completedDate">

/** Type and complete mean the same; either may be sent, both only if they agree. */
const columnOf = (
  before: Column,
  { type, complete }: { type?: TaskType; complete?: boolean },
  context: Context,
  path = "",
): Column => {
  if (type !== undefined && complete !== undefined && complete !== (type === 2)) {
    throw invalid(`${path}complete`, "A task is complete exactly when its type is 2 (done).")
  }
  const after = type ?? (complete === undefined ? before.type : complete ? 2 : before.type === 2 ? 0 : before.type)
  return { type: after, complete: after === 2, completedDate: stamped(after === 2, before.completedDate, context) }
}

/** The place of a task's new order; done tasks need none. */
const nearOf = (entry: {
  id?: number
  order?: number
  itemId?: number
  type?: TaskType
  complete?: boolean
}): Needs => {
  const { id, order, itemId, type, complete } = entry
  return order === undefined || complete || type === 2 ? {} : { near: { of: "tasks", id, order, itemId, type } }
}

/** The task's new fields, with those derived from its action. */
const shownIn = (before: Task, item: Item | undefined, wanted: Partial<Task>): Partial<Task> => {
  if (!item) return wanted
  const { goalId, color } = shownTask({ ...before, ...wanted }, item)
  return { ...wanted, goalId, color }
}

const nothingRepeats: Repeated = { fields: {}, changes: [], events: [] }

/** What a change makes of a task that repeats. Fields that become what they were are no change. */
const repeated = (rows: Rows, before: Task, fields: Partial<Task>, at: number, { repeat, now }: Context): Repeated => {
  const done = repeat?.({ rows, before, fields, at, now }) ?? nothingRepeats
  return { ...done, fields: differing<Task>(before, { ...fields, ...done.fields }) }
}

const create: Rule<Input<"create">> = {
  needs: ({ itemId, goalId, ownerId, order, type = 0, complete, ...input }) => ({
    ...listedRows("task", input),
    items: [itemId],
    ...(goalId ? { goals: [goalId] } : {}),
    ...(ownerId ? { members: [ownerId] } : {}),
    ...(unset(order) ? { last: { task: itemId } } : nearOf({ order, itemId, type, complete })),
  }),
  decide: (rows, input, context) => {
    const { now, newId } = context
    const item = named(rows.items, input.itemId, "itemId", "action")
    if (input.goalId) named(rows.goals, input.goalId, "goalId", "goal")
    const order = unset(input.order) ? undefined : input.order
    const fields = newFields("task", listed(rows, "task", input))
    const made: Task = {
      ...fields,
      blocked: isBlocked(rows, "task", fields.blockedByIds),
      id: newId,
      itemId: item.id,
      planId: rows.planId,
      goalId: item.goalId,
      description: withDescription(input.description),
      color: noGoalColor,
      ownColor: input.color ?? null,
      ...columnOf({ type: 0, complete: false, completedDate: null }, input, context),
      createdDate: now,
      modified: now,
      order: order ?? behind(rows.last.task(item.id)),
      ownerId: input.ownerId ?? null,
      owner: ownerOf(rows, input.ownerId ?? null),
      attachmentCount: 0,
      readOnly: false,
      next: null,
    }
    if (item.completed) throw completedAction()
    Object.assign(made, context.repeat?.({ rows, before: undefined, fields: made, at: 0, now }).fields)
    const { row, others, changes } = placed(rows, "task", shownTask(made, item), { order })
    return {
      changes: [{ op: "insert", entity: "task", row }, ...changes],
      events: [
        ...(row.isDraft ? [] : [{ event: "TaskAdded", entity: "task", id: newId } as const]),
        ...orderUpdated("task", others),
      ],
      answer: { entity: "task", id: newId },
    }
  },
}

const update: Rule<Input<"update">> = {
  needs: ({ id, itemId, goalId, ownerId, order, type, complete, ...input }) => ({
    ...listedRows("task", input, { tasks: [id] }),
    ...(itemId ? { items: [itemId] } : {}),
    ...(goalId ? { goals: [goalId] } : {}),
    ...(ownerId ? { members: [ownerId] } : {}),
    ...(itemId && order === undefined ? { last: { task: itemId } } : {}),
    ...nearOf({ id, order, itemId, type, complete }),
  }),
  decide: (rows, input, context) => {
    const before = existing(rows.tasks.get(input.id))
    const from = rows.items.get(before.itemId)
    const to = input.itemId === undefined ? from : named(rows.items, input.itemId, "itemId", "action")
    const moves = to !== undefined && to.id !== before.itemId
    if (input.goalId) named(rows.goals, input.goalId, "goalId", "goal")
    if (input.description !== undefined) withDescription(input.description)

    const wanted: Partial<Task> = {
      ...sentFields("task", listed(rows, "task", input, before)),
      description: input.description,
      order: input.order ?? (moves ? behind(rows.last.task(to.id)) : undefined),
      ...(moves ? { itemId: to.id } : {}),
      ...columnOf(before, input, context),
    }
    if (input.ownerId !== undefined) {
      const owner = ownerOf(rows, input.ownerId)
      Object.assign(wanted, { ownerId: input.ownerId, owner })
      if (before.awaitedOwner) wanted.awaitedOwner = null
    }
    // A colour equal to the one shown is not stored as the task's own.
    const recolors =
      to &&
      input.color !== undefined &&
      shownTask({ ...before, ownColor: input.color }, to).color !== shownTask(before, to).color
    if (recolors) wanted.ownColor = input.color

    const own = differing<Task>(before, moves || recolors ? shownIn(before, to, wanted) : wanted)
    if (own.ownerId === undefined) delete own.owner
    const answer = { entity: "task", id: before.id } as const
    if (isEmpty(own)) return { ...nothing, answer }
    if (from?.completed || to?.completed) throw completedAction()
    const { fields, ...more } = repeated(rows, before, own, 0, context)
    const after = { ...before, ...fields }
    const { row, others, changes } = placed(rows, "task", after, input, before)
    if (row.order !== after.order) fields.order = row.order
    return {
      changes: [
        {
          op: "update",
          entity: "task",
          id: before.id,
          fields: { ...fields, modified: context.now },
        },
        ...changes,
        ...more.changes,
      ],
      // A tab that shows the next one already learns its id before the task is done there too.
      events: [...more.events, ...updated("task", before, fields), ...orderUpdated("task", others)],
      answer,
    }
  },
}

const remove: Rule<Input<"remove">> = {
  needs: ({ id }) => ({ tasks: [id] }),
  decide: (rows, { id }) => {
    const { itemId, isDraft } = existing(rows.tasks.get(id))
    if (rows.items.get(itemId)?.completed) throw completedAction()
    return {
      changes: [{ op: "delete", entity: "task", id }],
      events: isDraft ? [boardUpdated] : [{ event: "TaskDeleted", data: { id, itemId } }],
    }
  },
}

const updateOrders: Rule<Input<"updateOrders">> = {
  needs: ({ orders }) => ({
    tasks: orders.map(({ id }) => id),
    items: [...new Set(orders.flatMap(({ itemId }) => itemId ?? []))],
    ...nearOf(alone(orders) ?? {}),
  }),
  decide: (rows, { orders }, context) => {
    const entries = ordered(orders, rows.tasks, "task").map(({ entry, row: before }, index) => {
      const from = rows.items.get(before.itemId)
      const to = entry.itemId === undefined ? from : named(rows.items, entry.itemId, `${index}.itemId`, "action")
      const moves = to !== undefined && to.id !== before.itemId
      const wanted = { order: entry.order, ...columnOf(before, entry, context, `${index}.`) }
      const own = differing<Task>(before, moves ? shownIn(before, to, { ...wanted, itemId: to.id }) : wanted)
      if (!isEmpty(own) && (from?.completed || to?.completed)) throw completedAction()
      return { before, own, index }
    })
    const wanted = rowsWith(rows, entries)
    const changes: Change[] = []
    const moved: Task[] = []
    const events: Emission[] = []
    const takenBack = new Set<number>()
    const effects = entries
      .filter(({ own }) => !isEmpty(own))
      .map(({ before, own, index }) => ({ before, ...repeated(wanted, before, own, index, context) }))
    for (const { changes } of effects)
      for (const change of changes) if (change.op === "delete") takenBack.add(change.id)
    for (const { before, fields, ...besides } of effects) {
      if (takenBack.has(before.id)) continue
      // The event of its place names no other fields.
      if ("next" in fields) events.push(...besides.events, ...updated("task", before, fields))
      const after = { ...before, ...fields }
      const { row, others, changes: more } = placed(rows, "task", after, alone(orders), before)
      if (row.order !== after.order) fields.order = row.order
      changes.push({ op: "update", entity: "task", id: row.id, fields }, ...more, ...besides.changes)
      moved.push(row, ...others)
    }
    return { changes, events: [...events, ...orderUpdated("task", moved)] }
  },
}

/** The rows as several entries of one call want them: a next one that the same call moves elsewhere is no longer untouched. */
const rowsWith = (rows: Rows, entries: readonly { before: Task; own: Partial<Task> }[]): Rows => {
  if (entries.length === 1) return rows
  const tasks = new Map(rows.tasks)
  for (const { before, own } of entries) tasks.set(before.id, { ...before, ...own })
  return { ...rows, tasks }
}

export const taskRules = { create, update, remove, updateOrders }
