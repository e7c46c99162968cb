// dueDays(): the days that a word such as "week" means for a person, as the list of tasks takes them.
import { weekStartOf } from "~/contract/shared/language/week"
import { calendarOf } from "~/database/sign-in/person.server"
import type { Actor } from "~/domain/core/actor"
import { daysAfter, weekEnd } from "~/rules/weeks"
import { today } from "./dates"

export type Due = "overdue" | "today" | "week" | "none" | { from?: string | undefined; to?: string | undefined }
type Days = { from: string | undefined; until: string | undefined; undated: boolean }

const any: Days = { from: undefined, until: undefined, undated: false }

/** "week": the rest of it. A day counts in the person's time zone, for a key in UTC. */
export const dueDays = async (actor: Actor, due: Due | undefined, now = new Date()): Promise<Days> => {
  if (due === undefined) return any
  if (due === "none") return { ...any, undated: true }
  if (typeof due === "object") return { ...any, from: due.from, until: due.to && daysAfter(due.to, 1) }
  const { timeZone = null, weekStart = null } = actor.userId === null ? {} : await calendarOf(actor.userId)
  const from = today(timeZone, now).toISOString().slice(0, 10)
  if (due === "overdue") return { ...any, until: from }
  return { ...any, from, until: daysAfter(due === "today" ? from : weekEnd(from, weekStartOf(weekStart)), 1) }
}
