import type { InputOf } from "~/contract/call"
import type { Goal, goalCalls } from "~/contract/goal"
import { invalid } from "~/contract/problem"
import { alone, boardUpdated, differing, existing, isEmpty, nothing, ordered, unset, updated } from "./decide"
import { behind } from "./gaps"
import { unusedColors } from "./goal-palette"
import { orderUpdated, placed } from "./place"
import type { Change, Rule } from "./rule"

type Input<Name extends keyof typeof goalCalls> = InputOf<(typeof goalCalls)[Name]>

const withName = (name: string) => {
  if (name.trim() === "") throw invalid("name", "Enter a name for the goal.")
  return name
}

const create: Rule<Input<"create">> = {
  needs: ({ color, order }) => ({
    ...(color === undefined ? { colors: true } : {}),
    ...(unset(order) ? { last: { goal: true } } : { near: { of: "goals", order } }),
  }),
  decide: (rows, input, { now, newId, actor }) => {
    const used = () => rows.colors?.() ?? [...rows.goals.values()].map((goal) => goal.color)
    const order = unset(input.order) ? undefined : input.order
    const made: Goal = {
      id: newId,
      planId: rows.planId,
      name: withName(input.name),
      description: input.description ?? "",
      explanation: input.explanation ?? "",
      color: input.color ?? (unusedColors(used())[0] as string),
      order: order ?? behind(rows.last.goal()),
      completed: input.completed ?? false,
      createdDate: now,
      modifiedDate: now,
      createdBy: { id: actor.id, userName: actor.userName },
      isDraft: input.isDraft ?? false,
      type: input.type ?? 0,
      iconName: input.iconName ?? null,
      imageBase64: input.imageBase64 ?? null,
      videoLink: input.videoLink ?? null,
      downloadLink: input.downloadLink ?? null,
    }
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
  needs: ({ id, order }) => ({ goals: [id], ...(order === undefined ? {} : { near: { of: "goals", id, order } }) }),
  decide: (rows, input, { now }) => {
    const before = existing(rows.goals.get(input.id))
    if (input.name !== undefined) withName(input.name)
    const fields = differing<Goal>(before, {
      name: input.name,
      description: input.description,
      explanation: input.explanation,
      color: input.color,
      order: input.order,
      completed: input.completed,
      isDraft: input.isDraft,
      type: input.type,
      iconName: input.iconName,
      imageBase64: input.imageBase64,
      videoLink: input.videoLink,
      downloadLink: input.downloadLink,
    })
    const answer = { entity: "goal", id: input.id } as const
    if (isEmpty(fields)) return { ...nothing, answer }
    const after = { ...before, ...fields }
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
