import type { BoardEntity } from "~/contract/fields/field"
import { goalRules } from "./goal"
import { itemRules } from "./item"
import { laterRules } from "./later"
import type { Rule } from "./rule"
import { taskRules } from "./task"

/** The rule of every call that writes the board, by "entity.call". */
export const rules = {
  "goal.create": goalRules.create,
  "goal.update": goalRules.update,
  "goal.remove": goalRules.remove,
  "goal.updateOrders": goalRules.updateOrders,
  "item.create": itemRules.create,
  "item.update": itemRules.update,
  "item.remove": itemRules.remove,
  "item.updateOrders": itemRules.updateOrders,
  "item.updateFocusOrders": itemRules.updateFocusOrders,
  "item.moveActionToGoal": itemRules.moveActionToGoal,
  "task.create": taskRules.create,
  "task.update": taskRules.update,
  "task.remove": taskRules.remove,
  "task.updateOrders": taskRules.updateOrders,
  ...laterRules,
} as const

export type RuleName = keyof typeof rules
export type RuleInput<Name extends RuleName> = (typeof rules)[Name] extends Rule<infer Input> ? Input : never

const byName: { [Name in RuleName]: Rule<RuleInput<Name>> } = rules
export const ruleOf = <Name extends RuleName>(name: Name): Rule<RuleInput<Name>> => byName[name]

/** The name of a call on a board, in its parts. */
export const partsOf = (name: `${BoardEntity}.${string}`) => name.split(".") as [entity: BoardEntity, call: string]

/** The card that a call's input names; of an order, the first. Null: a card to create. */
export const subjectOf = (input: unknown): number | null => {
  const { id, itemId, orders } = input as { id?: number; itemId?: number; orders?: { id: number }[] }
  return id ?? itemId ?? orders?.[0]?.id ?? null
}

/** A call with its input, ready to send. */
export type RuleCall = { [Name in RuleName]: { name: Name; input: RuleInput<Name> } }[RuleName]
