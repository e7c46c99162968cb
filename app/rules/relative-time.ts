const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`

/**
 * "just now", "4 minutes ago", "3 hours ago", "yesterday at 17:44", "12 Nov 2026 at 09:30".
 * `at` and `now` in milliseconds; without a time zone the reader's own is used.
 */
export const relativeTime = (at: number, now: number, timeZone?: string): string => {
  const age = now - at
  if (age < minute) return "just now"
  if (age < hour) return plural(Math.floor(age / minute), "minute")
  if (age < day) return plural(Math.floor(age / hour), "hour")
  const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", hourCycle: "h23", timeZone }).format(at)
  if (age < 2 * day) return `yesterday at ${clock}`
  const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone })
  return `${date.format(at).replace("Sept", "Sep")} at ${clock}`
}
