// ruleBack(): the rule that an undo sends along with a task's column. Mostly none: finishing and reopening a task moves its rule by itself.
import type { Task } from "~/contract/task"
import type { Change } from "./rule"

/** `fields`: what the changes made of the task, which was `before`. */
export const ruleBack = (before: Task, fields: Partial<Task>, changes: readonly Change[]) => {
  if (!("next" in fields)) return {}
  // The call that finished it has given it another rule.
  if (fields.next) return fields.next.recurrence === before.recurrence ? {} : { recurrence: before.recurrence }
  // The call that reopened it has taken the next one, but not the rule.
  const wasTaken = changes.some((change) => change.op === "delete" && change.id === before.next?.id)
  return wasTaken && fields.recurrence !== before.next?.recurrence ? { recurrence: before.next?.recurrence } : {}
}
