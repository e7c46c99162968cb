// dueDays(): the days that a word such as "week" means for a person, as the list of tasks takes them.
import { timeZoneOf } from "~/database/person.server"
import type { Actor } from "~/domain/core/actor"
import { today } from "./dates"

export type Due = "overdue" | "today" | "week" | "none" | { from?: string | undefined; to?: string | undefined }
type Days = { from: string | undefined; until: string | undefined; undated: boolean }

const any: Days = { from: undefined, until: undefined, undated: false }
const dayMs = 86_400_000
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** "week": the rest of it, to its Sunday. A day counts in the person's time zone, for a key in UTC. */
export const dueDays = async (actor: Actor, due: Due | undefined, now = new Date()): Promise<Days> => {
  if (due === undefined) return any
  if (due === "none") return { ...any, undated: true }
  if (typeof due === "object") return { ...any, from: due.from, until: due.to && dayAfter(due.to, 1) }
  const start = today(actor.userId === null ? null : await timeZoneOf(actor.userId), now)
  const from = start.toISOString().slice(0, 10)
  if (due === "overdue") return { ...any, until: from }
  const untilSunday = ((7 - start.getUTCDay()) % 7) + 1
  return { ...any, from, until: dayAfter(from, due === "today" ? 1 : untilSunday) }
}
