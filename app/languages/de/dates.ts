import type { dateTexts as english } from "~/contract/shared/language/date-texts"

export const dateTexts: typeof english = {
  justNow: "gerade eben",
  today: (clock) => `heute um ${clock}`,
  yesterday: (clock) => `gestern um ${clock}`,
  dateAt: (date, clock) => `${date} um ${clock}`,
  Today: (clock) => `Heute um ${clock}`,
  Yesterday: (clock) => `Gestern um ${clock}`,
  dayAt: (day, month, clock) => `${day}.${month}. ${clock}`,
}
