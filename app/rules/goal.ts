import type { InputOf } from "~/contract/call"
import type { Goal, goalCalls } from "~/contract/goal"
import { invalid } from "~/contract/problem"
import { boardUpdated, differing, existing, isEmpty, nothing, ordered, published, unset } from "./decide"
import { unusedColors } from "./goal-palette"
import { behind } from "./ordering"
import type { Change, Rule } from "./rule"

type Input<Name extends keyof typeof goalCalls> = InputOf<(typeof goalCalls)[Name]>

const withName = (name: string) => {
  if (name.trim() === "") throw invalid("name", "Enter a name for the goal.")
  return name
}

const create: Rule<Input<"create">> = {
  needs: ({ color, order }) => ({
    ...(color === undefined ? { colors: true } : {}),
    ...(unset(order) ? { last: { goal: true } } : {}),
  }),
  decide: (rows, input, { now, newId, actor }) => {
    const used = () => rows.colors?.() ?? [...rows.goals.values()].map((goal) => goal.color)
    const row: Goal = {
      id: newId,
      planId: rows.planId,
      name: withName(input.name),
      description: input.description ?? "",
      explanation: input.explanation ?? "",
      color: input.color ?? (unusedColors(used())[0] as string),
      order: unset(input.order) ? behind(rows.last.goal()) : input.order,
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
    return {
      changes: [{ op: "insert", entity: "goal", row }],
      events: row.isDraft ? [] : [{ event: "GoalAdded", entity: "goal", id: newId }],
      answer: { entity: "goal", id: newId },
    }
  },
}

const update: Rule<Input<"update">> = {
  needs: ({ id }) => ({ goals: [id] }),
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
    return {
      changes: [{ op: "update", entity: "goal", id: input.id, fields: { ...fields, modifiedDate: now } }],
      events: published(before, fields)
        ? [boardUpdated]
        : before.isDraft
          ? []
          : [{ event: "GoalUpdated", entity: "goal", id: input.id }],
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
  needs: ({ orders }) => ({ goals: orders.map(({ id }) => id) }),
  decide: (rows, { orders }) => {
    const changes: Change[] = []
    const data: Pick<Goal, "id" | "order">[] = []
    for (const { entry, row } of ordered(orders, rows.goals, "goal")) {
      if (entry.order === row.order) continue
      changes.push({ op: "update", entity: "goal", id: row.id, fields: { order: entry.order } })
      if (!row.isDraft) data.push({ id: row.id, order: entry.order })
    }
    return { changes, events: data.length > 0 ? [{ event: "GoalOrderUpdated", data }] : [] }
  },
}

export const goalRules = { create, update, remove, updateOrders }
