// keepRepeats(): the repetitions of an outline's tasks, as a rule of the plan takes them.
import { isRefusal } from "~/contract/problem"
import { readRecurrence, storedRecurrence } from "../repeat/recurrence"
import type { LeftOut } from "./left-out"
import { actionsOf, type Outline } from "./outline"

const isRule = (recurrence: string) => {
  try {
    readRecurrence(recurrence)
    return true
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    return false
  }
}

/**
 * Takes away rules that cannot be read, and those of tasks that are done. Without a due date a task repeats from the day
 * it is done, which a spreadsheet has no column for.
 */
export const keepRepeats = (outline: Outline): LeftOut[] => {
  let count = 0
  for (const { action } of actionsOf(outline)) {
    for (const task of action.tasks) {
      if (!task.recurrence) continue
      if (task.type !== 2 && isRule(task.recurrence)) {
        task.recurrence = storedRecurrence(task.recurrence)
        if (task.dueDate === null) task.recurrenceFrom = "done"
      } else {
        count++
        delete task.recurrence
      }
    }
  }
  return count > 0 ? [{ what: "repeats", count }] : []
}
