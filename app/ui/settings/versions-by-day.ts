import type { Revision } from "~/contract/revision"

/** A day as in "3 November 2026", in the reader's time zone. */
export const dayNames = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" })
/** Versions, newest first, grouped by day in the reader's time zone. */
export const byDay = (revisions: readonly Revision[]) => {
  const days: { day: string; revisions: Revision[] }[] = []
  for (const revision of revisions) {
    const day = dayNames.format(new Date(revision.createdDate))
    const last = days.at(-1)
    if (last?.day === day) last.revisions.push(revision)
    else days.push({ day, revisions: [revision] })
  }
  return days
}
