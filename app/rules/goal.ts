import type { InputOf } from "~/contract/call"
import type { Goal, goalCalls } from "~/contract/goal"
import { invalid } from "~/contract/problem"
import { newFields, sentFields } from "./card"
import { alone, boardUpdated, differing, existing, isEmpty, nothing, ordered, ownerOf, unset, updated } from "./decide"
import { behind } from "./gaps"
import { unusedColors } from "./goal-palette"
import { orderUpdated, placed } from "./place"
import type { Change, Rule } from "./rule"

type Input<Name extends keyof typeof goalCalls> = InputOf<(typeof goalCalls)[Name]>

const withName = (name: string) => {
  if (name.trim() === "") throw invalid("name", "Enter a name for the goal.")
  return name
}

/** The period ends no earlier than it starts, and only a completed goal has an outcome. */
const refuseUnfit = ({ startDate, dueDate, outcome, completed }: Goal) => {
  if (startDate !== null && dueDate !== null && startDate > dueDate)
    throw invalid("dueDate", "The due date is before the start date.")
  if (outcome !== null && !completed)
    throw invalid("outcome", "Only a completed goal has an outcome. Complete it as well.")
}

const create: Rule<Input<"create">> = {
  needs: ({ color, order, ownerId }) => ({
    ...(ownerId ? { members: [ownerId] } : {}),
    ...(color === undefined ? { colors: true } : {}),
    ...(unset(order) ? { last: { goal: true } } : { near: { of: "goals", order } }),
  }),
  decide: (rows, input, { now, newId, actor }) => {
    const used = () => rows.colors?.() ?? [...rows.goals.values()].map((goal) => goal.color)
    const order = unset(input.order) ? undefined : input.order
    const made: Goal = {
      id: newId,
      planId: rows.planId,
      ...newFields("goal", input),
      name: withName(input.name),
      color: input.color ?? (unusedColors(used())[0] as string),
      order: order ?? behind(rows.last.goal()),
      ownerId: input.ownerId ?? null,
      owner: ownerOf(rows, input.ownerId ?? null),
      progress: null,
      lastCheckIn: null,
      createdDate: now,
      modifiedDate: now,
      createdBy: { id: actor.id, userName: actor.userName },
    }
    refuseUnfit(made)
    const { row, others, changes } = placed(rows, "goal", made, { order })
    return {
      changes: [{ op: "insert", entity: "goal", row }, ...changes],
      events: [
        ...(row.isDraft ? [] : [{ event: "GoalAdded", entity: "goal", id: newId } as const]),
        ...orderUpdated("goal", others),
      ],
      answer: { entity: "goal", id: newId },
    }
  },
}

const update: Rule<Input<"update">> = {
  needs: ({ id, order, ownerId }) => ({
    goals: [id],
    ...(ownerId ? { members: [ownerId] } : {}),
    ...(order === undefined ? {} : { near: { of: "goals", id, order } }),
  }),
  decide: (rows, input, { now }) => {
    const before = existing(rows.goals.get(input.id))
    if (input.name !== undefined) withName(input.name)
    const wanted: Partial<Goal> = {
      ...sentFields("goal", input),
      name: input.name,
      color: input.color,
      order: input.order,
    }
    if (input.ownerId !== undefined) {
      Object.assign(wanted, { ownerId: input.ownerId, owner: ownerOf(rows, input.ownerId) })
      if (before.awaitedOwner) wanted.awaitedOwner = null
    }
    if (input.completed === false && input.outcome === undefined) wanted.outcome = null
    const fields = differing<Goal>(before, wanted)
    if (fields.ownerId === undefined) delete fields.owner
    const answer = { entity: "goal", id: input.id } as const
    if (isEmpty(fields)) return { ...nothing, answer }
    const after = { ...before, ...fields }
    refuseUnfit(after)
    const { row, others, changes } = placed(rows, "goal", after, input, before)
    if (row.order !== after.order) fields.order = row.order
    return {
      changes: [{ op: "update", entity: "goal", id: input.id, fields: { ...fields, modifiedDate: now } }, ...changes],
      events: [...updated("goal", before, fields), ...orderUpdated("goal", others)],
      answer,
    }
  },
}

const remove: Rule<Input<"remove">> = {
  needs: ({ id }) => ({ goals: [id] }),
  decide: (rows, { id }) => {
    const { isDraft } = existing(rows.goals.get(id))
    return {
      changes: [{ op: "delete", entity: "goal", id }],
      events: isDraft ? [boardUpdated] : [{ event: "GoalDeleted", data: { id } }],
    }
  },
}

const updateOrders: Rule<Input<"updateOrders">> = {
  needs: ({ orders }) => {
    const only = alone(orders)
    return { goals: orders.map(({ id }) => id), ...(only ? { near: { of: "goals", ...only } } : {}) }
  },
  decide: (rows, { orders }) => {
    const changes: Change[] = []
    const moved: Goal[] = []
    for (const { entry, row: before } of ordered(orders, rows.goals, "goal")) {
      if (entry.order === before.order) continue
      const { row, others, changes: more } = placed(rows, "goal", { ...before, order: entry.order }, alone(orders))
      changes.push({ op: "update", entity: "goal", id: row.id, fields: { order: row.order } }, ...more)
      moved.push(row, ...others)
    }
    return { changes, events: orderUpdated("goal", moved) }
  },
}

export const goalRules = { create, update, remove, updateOrders }
