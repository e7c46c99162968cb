import { localized } from "./localized"

/** Words around dates and times. */
export const dateTexts = localized("dateTexts", {
  justNow: "just now",
  today: (clock: string) => `today at ${clock}`,
  yesterday: (clock: string) => `yesterday at ${clock}`,
  dateAt: (date: string, clock: string) => `${date} at ${clock}`,
  /** At the beginning of a line. */
  Today: (clock: string) => `Today at ${clock}`,
  Yesterday: (clock: string) => `Yesterday at ${clock}`,
  /** `day` and `month` in two digits. */
  dayAt: (day: string, month: string, clock: string) => `${day}.${month} ${clock}`,
})
