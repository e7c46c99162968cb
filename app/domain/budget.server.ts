// limitOf(name): a budget as it is configured. noteOver(budget), overBudgets(): what was refused for lack of one.
import { type BudgetName, type Budgets, budgets, defaultBudgets } from "~/contract/budget"

/** At most `most` within `within` milliseconds. */
export type Limit = { most: number; within: number }

let configured = defaultBudgets

/** Puts the budgets in force. */
export const openBudgets = (given: Budgets) => {
  configured = given
}

export const limitOf = (name: BudgetName): Limit => ({
  most: configured[name],
  within: budgets[name].seconds * 1_000,
})

const over = new Map<string, number>()

/** Counts a refusal, or a mail that is not sent. */
export const noteOver = (budget: string) => over.set(budget, (over.get(budget) ?? 0) + 1)

/** Refusals of this process since its start, by the budget that was used up. */
export const overBudgets = (): [budget: string, count: number][] => [...over]
