import { dateFormat } from "~/contract/language/format"
import type { Revision } from "~/contract/revision"

/** A day as in "3 November 2026", in the reader's time zone. */
export const longDate = dateFormat({ day: "numeric", month: "long", year: "numeric" })

/** Versions, newest first, grouped by day in the reader's time zone. */
export const byDay = (revisions: readonly Revision[]) => {
  const days: { day: string; revisions: Revision[] }[] = []
  for (const revision of revisions) {
    const day = longDate(new Date(revision.createdDate))
    const last = days.at(-1)
    if (last?.day === day) last.revisions.push(revision)
    else days.push({ day, revisions: [revision] })
  }
  return days
}
