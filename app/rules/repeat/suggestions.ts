// suggestionsFor(): the rules that a chosen day suggests, as a list offers them. dayChoices(): its places in a month.
import { weekdays } from "./recurrence"

const dayMs = 86_400_000

const placeOf = (day: string) => {
  const at = new Date(`${day}T00:00:00Z`)
  const date = at.getUTCDate()
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  const weekday = weekdays[(at.getTime() / dayMs + 3) % 7] ?? "MO"
  return { date, isLast: date === length, weekday, nth: date > length - 7 ? -1 : Math.ceil(date / 7) }
}

/** Its number, the last day if it is that, and its weekday's. */
export const dayChoices = (day: string): string[] => {
  const { date, isLast, weekday, nth } = placeOf(day)
  return [`BYMONTHDAY=${date}`, ...(isLast ? ["BYMONTHDAY=-1"] : []), `BYDAY=${nth}${weekday}`]
}

/** `day`: `YYYY-MM-DD`. */
export const suggestionsFor = (day: string): string[] => {
  const { weekday } = placeOf(day)
  return [
    "FREQ=DAILY",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    `FREQ=WEEKLY;BYDAY=${weekday}`,
    `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`,
    ...dayChoices(day).map((by) => `FREQ=MONTHLY;${by}`),
    "FREQ=YEARLY",
  ]
}
