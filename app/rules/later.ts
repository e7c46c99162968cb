// laterRules: rules whose code a browser loads when it first needs them, those of copies, labels, results and check-ins. giveRules(): their files call it when loaded.
import type { InputOf } from "~/contract/call"
import type { checkInCalls } from "~/contract/check-in"
import type { itemCalls } from "~/contract/item"
import type { keyResultCalls } from "~/contract/key-result"
import type { labelCalls } from "~/contract/label"
import { refusal } from "~/contract/problem"
import type { taskCalls } from "~/contract/task"
import type { Rule } from "./rule"

type LabelRule<Name extends keyof typeof labelCalls> = Rule<InputOf<(typeof labelCalls)[Name]>>
type ResultRule<Name extends keyof typeof keyResultCalls> = Rule<InputOf<(typeof keyResultCalls)[Name]>>

type Later = {
  "item.copy": Rule<InputOf<(typeof itemCalls)["copy"]>>
  "task.copy": Rule<InputOf<(typeof taskCalls)["copy"]>>
  "label.create": LabelRule<"create">
  "label.update": LabelRule<"update">
  "label.remove": LabelRule<"remove">
  "label.updateOrders": LabelRule<"updateOrders">
  "label.setCards": LabelRule<"setCards">
  "keyResult.create": ResultRule<"create">
  "keyResult.update": ResultRule<"update">
  "keyResult.remove": ResultRule<"remove">
  "keyResult.restore": ResultRule<"restore">
  "keyResult.updateOrders": ResultRule<"updateOrders">
  "checkIn.create": Rule<InputOf<typeof checkInCalls.checkIn>>
  "checkIn.remove": Rule<InputOf<typeof checkInCalls.removeCheckIn>>
}

const given: Partial<Later> = {}

export const giveRules = (rules: Partial<Later>) => void Object.assign(given, rules)

/** Until its rule is loaded, a call has no effect here. */
const later = <Name extends keyof Later>(name: Name) =>
  ({
    needs: (input: never) => given[name]?.needs(input) ?? {},
    decide: (rows, input: never, context) => {
      const rule: Rule<never> | undefined = given[name]
      if (!rule) throw refusal(409, "")
      return rule.decide(rows, input, context)
    },
  }) as Rule<never> as Later[Name]

export const laterRules = {
  "item.copy": later("item.copy"),
  "task.copy": later("task.copy"),
  "label.create": later("label.create"),
  "label.update": later("label.update"),
  "label.remove": later("label.remove"),
  "label.updateOrders": later("label.updateOrders"),
  "label.setCards": later("label.setCards"),
  "keyResult.create": later("keyResult.create"),
  "keyResult.update": later("keyResult.update"),
  "keyResult.remove": later("keyResult.remove"),
  "keyResult.restore": later("keyResult.restore"),
  "keyResult.updateOrders": later("keyResult.updateOrders"),
  "checkIn.create": later("checkIn.create"),
  "checkIn.remove": later("checkIn.remove"),
} satisfies Later

/** Whether the rule of a call is one of these, and not loaded yet. */
export const isMissing = (name: string) => Object.hasOwn(laterRules, name) && !Object.hasOwn(given, name)
