import { isRefusal } from "~/contract/problem"
import type { OwnTask, Task } from "~/contract/task"
import { type RuleName, ruleOf } from "~/rules/index"
import type { Rows, Rule } from "~/rules/rule"
import type { BoardEntry } from "../outbox/outbox-entry"

const ofTasks: ReadonlySet<RuleName> = new Set<RuleName>(["task.update", "task.updateOrders", "task.remove"])

/** The rows that rules read: the tasks alone, so that what needs a plan's other rows has no effect here. */
const rowsOf = (planId: number, tasks: ReadonlyMap<number, Task>): Rows => ({
  planId,
  goals: new Map(),
  items: new Map(),
  tasks,
  labels: new Map(),
  keyResults: new Map(),
  checkIns: new Map(),
  members: new Map(),
  last: { goal: () => 0, item: () => 0, focus: () => 0, task: () => 0 },
  near: () => [],
})

/** The tasks with the pending calls of their plans applied, and the ids of the tasks with pending calls. */
export const shownTasks = (
  rows: ReadonlyMap<number, OwnTask>,
  queue: (planId: number) => readonly BoardEntry[],
): { tasks: ReadonlyMap<number, OwnTask>; saving: ReadonlySet<number> } => {
  const tasks = new Map(rows)
  const saving = new Set<number>()
  const plans = new Set([...rows.values()].map(({ planId }) => planId))
  for (const planId of plans) {
    for (const { name, input, context } of queue(planId)) {
      if (!ofTasks.has(name)) continue
      try {
        const rule: Rule<unknown> = ruleOf(name)
        const { changes } = rule.decide(rowsOf(planId, tasks), input, context)
        for (const change of changes) {
          if (change.entity !== "task" || change.op === "insert") continue
          const row = tasks.get(change.id)
          if (!row) continue
          if (change.op === "delete") tasks.delete(change.id)
          else tasks.set(change.id, { ...row, ...change.fields })
          saving.add(change.id)
        }
      } catch (thrown) {
        // The server decides.
        if (!isRefusal(thrown)) throw thrown
      }
    }
  }
  return { tasks, saving }
}
