import { dateFormat } from "~/contract/shared/language/format"

/** A due date is a day, stored as midnight UTC; it is shown and picked as that UTC day in every time zone. */

const two = (value: number) => String(value).padStart(2, "0")

/** `YYYY-MM-DD` of a due date. */
export const dayOf = (dueDate: string) => dueDate.slice(0, 10)

/** The due date of a day `YYYY-MM-DD`. */
export const dueOn = (day: string) => `${day}T00:00:00.000Z`

/** The reader's own calendar day, `YYYY-MM-DD`. */
export const today = (now = new Date()) => `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

const dayAndMonth = dateFormat({ day: "2-digit", month: "2-digit", timeZone: "UTC" })

/** DD/MM, as cards show it. */
export const shortDay = (dueDate: string) => dayAndMonth(Date.parse(dueDate))
