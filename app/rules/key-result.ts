// The rules of results. resultsOf(): those of a goal.
import type { InputOf } from "~/contract/call"
import type { KeyResult, keyResultCalls } from "~/contract/key-result"
import { invalid, notFound, refusal } from "~/contract/problem"
import { mostKeyResults } from "~/contract/shared/bounds"
import { alone, differing, existing, isEmpty, named, nothing, orderBehind, ordered, unset } from "./decide"
import { byOrder } from "./gaps"
import { giveRules } from "./later"
import { orderUpdated, placed } from "./place"
import type { Change, Decision, Rows, Rule } from "./rule"

type Input<Name extends keyof typeof keyResultCalls> = InputOf<(typeof keyResultCalls)[Name]>

/** A goal's results, by order. */
export const resultsOf = ({ keyResults }: Pick<Rows, "keyResults">, goalId: number): KeyResult[] =>
  [...keyResults.values()].filter((result) => result.goalId === goalId).sort(byOrder)

const refuseStill = ({ start, target }: Pick<KeyResult, "start" | "target">) => {
  if (start === target) throw invalid("target", "The target must differ from the start.")
}

const added = (rows: Rows, id: number, input: Input<"create">, now: string, restored?: true): Decision => {
  const goal = named(rows.goals, input.goalId, "goalId", "goal")
  refuseStill(input)
  const all = resultsOf(rows, goal.id)
  if (all.length >= mostKeyResults)
    throw refusal(409, `A goal has at most ${mostKeyResults} results. Delete one that is no longer needed.`)
  const order = unset(input.order) ? undefined : input.order
  const made: KeyResult = {
    id,
    planId: rows.planId,
    goalId: goal.id,
    name: input.name,
    unit: input.unit ?? "",
    start: input.start,
    target: input.target,
    current: input.current ?? input.start,
    order: orderBehind(all, order),
    modifiedDate: now,
  }
  const { row, others, changes } = placed(rows, "keyResult", made, { order })
  return {
    changes: [{ op: "insert", entity: "keyResult", row, ...(restored && { restored }) }, ...changes],
    events: [{ event: "KeyResultAdded", entity: "keyResult", id }, ...orderUpdated("keyResult", others)],
    answer: { entity: "keyResult", id },
  }
}

const create: Rule<Input<"create">> = {
  needs: ({ goalId }) => ({ resultsOf: { goals: [goalId] } }),
  decide: (rows, input, { now, newId }) => added(rows, newId, input, now),
}

/** A browser takes its own word that the result was deleted; the server knows. */
const restore: Rule<Input<"restore">> = {
  needs: ({ goalId }) => ({ resultsOf: { goals: [goalId] } }),
  decide: (rows, { id, ...input }, { now }) => {
    if (rows.keyResults.has(id)) return { ...nothing, answer: { entity: "keyResult", id } }
    if (rows.deletedResults && rows.deletedResults.get(id)?.goalId !== input.goalId) throw notFound()
    return added(rows, id, input, now, true)
  },
}

const update: Rule<Input<"update">> = {
  needs: ({ id }) => ({ resultsOf: { results: [id] } }),
  decide: (rows, input, { now }) => {
    const before = existing(rows.keyResults.get(input.id))
    const { id, goalId, name, unit, start, target, current, order } = input
    // The goal's check-ins have its values.
    if (goalId !== undefined && goalId !== before.goalId)
      throw invalid("goalId", "A result stays with its goal. Add another to that goal instead.")
    const fields = differing<KeyResult>(before, { name, unit, start, target, current, order })
    const answer = { entity: "keyResult", id } as const
    if (isEmpty(fields)) return { ...nothing, answer }
    const after = { ...before, ...fields }
    refuseStill(after)
    const { row, others, changes } = placed(rows, "keyResult", after, input, before)
    if (row.order !== after.order) fields.order = row.order
    return {
      changes: [{ op: "update", entity: "keyResult", id, fields: { ...fields, modifiedDate: now } }, ...changes],
      events: [{ event: "KeyResultUpdated", entity: "keyResult", id }, ...orderUpdated("keyResult", others)],
      answer,
    }
  },
}

const remove: Rule<Input<"remove">> = {
  needs: ({ id }) => ({ resultsOf: { results: [id] } }),
  decide: (rows, { id }) => {
    const { goalId } = existing(rows.keyResults.get(id))
    return {
      changes: [{ op: "delete", entity: "keyResult", id }],
      events: [{ event: "KeyResultDeleted", data: { id, goalId } }],
    }
  },
}

const updateOrders: Rule<Input<"updateOrders">> = {
  needs: ({ orders }) => ({ resultsOf: { results: orders.map(({ id }) => id) } }),
  decide: (rows, { orders }) => {
    const changes: Change[] = []
    const moved: KeyResult[] = []
    for (const { entry, row: before } of ordered(orders, rows.keyResults, "result")) {
      if (entry.order === before.order) continue
      const after = { ...before, order: entry.order }
      const { row, others, changes: more } = placed(rows, "keyResult", after, alone(orders))
      changes.push({ op: "update", entity: "keyResult", id: row.id, fields: { order: row.order } }, ...more)
      moved.push(row, ...others)
    }
    return { changes, events: orderUpdated("keyResult", moved) }
  },
}

giveRules({
  "keyResult.create": create,
  "keyResult.update": update,
  "keyResult.remove": remove,
  "keyResult.restore": restore,
  "keyResult.updateOrders": updateOrders,
})
