import type { PlanVersion } from "~/contract/plan-version"
import { dateFormat } from "~/contract/shared/language/format"

/** A day as in "3 November 2026", in the reader's time zone. */
export const longDate = dateFormat({ day: "numeric", month: "long", year: "numeric" })

/** Versions, newest first, grouped by day in the reader's time zone. */
export const byDay = (versions: readonly PlanVersion[]) => {
  const days: { day: string; versions: PlanVersion[] }[] = []
  for (const version of versions) {
    const day = longDate(new Date(version.createdDate))
    const last = days.at(-1)
    if (last?.day === day) last.versions.push(version)
    else days.push({ day, versions: [version] })
  }
  return days
}
