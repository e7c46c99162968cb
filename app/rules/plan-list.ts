import type { Plan } from "~/contract/plan"
import { folded } from "./folded"

/** My Plans: which plans are shown, and in which order. */

export const planOrders = ["lastEdit", "name", "created"] as const
export type PlanOrder = (typeof planOrders)[number]

/** With this many plans, they are searched and sorted. */
export const manyPlans = 13

type Listed = Pick<Plan, "id" | "name" | "lastEdit" | "createdDate">

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" })

const orders: Record<PlanOrder, (a: Listed, b: Listed) => number> = {
  lastEdit: (a, b) => b.lastEdit.localeCompare(a.lastEdit) || b.id - a.id,
  created: (a, b) => b.createdDate.localeCompare(a.createdDate) || b.id - a.id,
  name: (a, b) => Number(a.name === "") - Number(b.name === "") || byName.compare(a.name, b.name) || b.id - a.id,
}

/** The plans whose name has every word of the query, case and accents aside. */
export const plansShown = <P extends Listed>(plans: readonly P[], query: string, order: PlanOrder): P[] => {
  const words = folded(query.trim()).split(/\s+/)
  return plans.filter(({ name }) => words.every((word) => folded(name).includes(word))).sort(orders[order])
}
