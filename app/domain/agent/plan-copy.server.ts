// planCopy(): the plan's current board as a working copy, with the version of each card.
import type { Entity, Person } from "~/contract/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Plan } from "~/contract/plan"
import { refusal } from "~/contract/problem"
import type { Task } from "~/contract/task"
import type { Admission } from "~/database/admission.server"
import type { Guard } from "~/database/apply.server"
import { type BoardRow, cardsIn } from "~/database/board.server"
import { currentBoard } from "~/domain/current-board.server"
import { workingCopy } from "~/rules/agent/working-copy"

/** The assistant reads a plan as a whole, in the process that answers everybody. */
const cardsAtMost = 20_000

/** `fresh()` makes a copy that shares no changes with another. */
export const planCopy = async (plan: Admission) => {
  const count = await cardsIn(plan)
  if (count > cardsAtMost) {
    throw refusal(
      409,
      `This plan has ${count} cards, and the assistant works in plans of up to ${cardsAtMost}. Change it by hand.`,
    )
  }
  const { goals, items, tasks, members, seq, plan: own } = await currentBoard(plan)
  const cards = {
    planId: plan.planId,
    goals: rowsIn<Goal>(goals),
    items: rowsIn<Item>(items),
    tasks: rowsIn<Task>(tasks),
    members: JSON.parse(members) as (Person & { id: number })[],
  }
  const versions = {
    goal: new Map(goals.map(({ id, version }) => [id, version])),
    item: new Map(items.map(({ id, version }) => [id, version])),
    task: new Map(tasks.map(({ id, version }) => [id, version])),
  }
  return {
    seq,
    plan: JSON.parse(own) as Plan,
    cards,
    fresh: () => workingCopy(cards),
    /** That the card is still as it is in this copy; none for a new card. */
    guard: (entity: Entity, id: number): Guard[] => {
      const version = versions[entity].get(id)
      return version === undefined ? [] : [[entity, id, version]]
    },
  }
}
export type PlanCopy = Awaited<ReturnType<typeof planCopy>>

const rowsIn = <Row>(rows: BoardRow[]): Row[] => JSON.parse(`[${rows.map(({ text }) => text).join(",")}]`)
