// copyRules: the rules of copies, whose code a browser loads when somebody copies a card. openTasksOf(): what an action's copy takes along.
import type { InputOf } from "~/contract/call"
import type { itemCalls } from "~/contract/item"
import { refusal } from "~/contract/problem"
import type { Task, taskCalls } from "~/contract/task"
import { byAge } from "./gaps"
import type { Rows, Rule } from "./rule"

export type Copies = {
  item: Rule<InputOf<(typeof itemCalls)["copy"]>>
  task: Rule<InputOf<(typeof taskCalls)["copy"]>>
}

let copies: Copies | undefined

/** `copy.ts` gives its rules when it is loaded. */
export const giveCopies = (rules: Copies) => {
  copies = rules
}

/** Until they are loaded, a copy has no effect here. */
const later = <E extends keyof Copies>(entity: E): Copies[E] =>
  ({
    needs: (input: never) => copies?.[entity].needs(input) ?? {},
    decide: (rows: Rows, input: never, context: never) => {
      if (!copies) throw refusal(409, "")
      return copies[entity].decide(rows, input, context)
    },
  }) as unknown as Copies[E]

export const copyRules = { item: later("item"), task: later("task") }

/** The open tasks of an action, oldest first. */
export const openTasksOf = (rows: Pick<Rows, "tasks">, itemId: number): Task[] =>
  [...rows.tasks.values()].filter((task) => task.itemId === itemId && task.type !== 2).sort(byAge)
