import { dateFormat } from "~/contract/shared/language/format"
import type { Task } from "~/contract/task"

/** A due date is a day, stored as midnight UTC; it is shown and picked as that UTC day in every time zone. */

const two = (value: number) => String(value).padStart(2, "0")

/** `YYYY-MM-DD` of a due date. */
export const dayOf = (dueDate: string) => dueDate.slice(0, 10)

/** The due date of a day `YYYY-MM-DD`. */
export const dueOn = (day: string) => `${day}T00:00:00.000Z`

/** The reader's own calendar day, `YYYY-MM-DD`. */
export const today = (now = new Date()) => `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

/** What a new due date changes: without one a task does not repeat that counts from it. */
export const dueChange = (task: Partial<Pick<Task, "recurrence" | "recurrenceFrom">>, dueDate: string | null) =>
  dueDate === null && task.recurrence && task.recurrenceFrom === "due" ? { dueDate, recurrence: null } : { dueDate }

const dayAndMonth = dateFormat({ day: "2-digit", month: "2-digit", timeZone: "UTC" })

/** DD/MM, as cards show it. */
export const shortDay = (dueDate: string) => dayAndMonth(Date.parse(dueDate))
