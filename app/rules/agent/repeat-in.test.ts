import { expect, test } from "vitest"
import { repeatIn } from "./repeat-in"

test.each<[rule: string | undefined, ...texts: string[]]>([
  ["FREQ=DAILY", "daily", "every day", "täglich", "jeden Tag"],
  ["FREQ=DAILY;INTERVAL=3", "every 3 days", "alle 3 Tage", "alle drei Tage"],
  ["FREQ=DAILY;INTERVAL=2", "every other day", "every second day", "jeden zweiten Tag"],
  ["FREQ=WEEKLY", "weekly", "every week", "wöchentlich", "jede Woche"],
  ["FREQ=WEEKLY;INTERVAL=2", "every 2 weeks", "every two weeks", "biweekly", "alle zwei Wochen", "jede zweite Woche"],
  ["FREQ=WEEKLY;BYDAY=MO", "every Monday", "on Mondays", "every week on Monday", "jeden Montag", "montags"],
  ["FREQ=WEEKLY;BYDAY=MO", "jede Woche am Montag", "each Monday"],
  ["FREQ=WEEKLY;BYDAY=MO,TH", "every Monday and Thursday", "every Thursday, Monday", "jeden Montag und Donnerstag"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "every 2 weeks on Monday", "every other Monday", "alle 2 Wochen am Montag"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday", "weekdays", "on weekdays", "werktags", "jeden Werktag"],
  ["FREQ=MONTHLY", "monthly", "every month", "monatlich", "jeden Monat"],
  ["FREQ=MONTHLY;INTERVAL=3", "every 3 months", "quarterly", "alle drei Monate"],
  [
    "FREQ=MONTHLY;BYMONTHDAY=15",
    "every month on the 15th",
    "on the 15th of every month",
    "jeden Monat am 15.",
    "every 15th",
  ],
  [
    "FREQ=MONTHLY;BYMONTHDAY=-1",
    "every month on the last day",
    "the last day of every month",
    "jeden Monat am letzten Tag",
  ],
  [
    "FREQ=MONTHLY;BYDAY=-1FR",
    "the last Friday of every month",
    "jeden letzten Freitag im Monat",
    "every month on the last Friday",
  ],
  ["FREQ=MONTHLY;BYDAY=2TU", "every second Tuesday of the month", "jeden Monat am zweiten Dienstag"],
  ["FREQ=YEARLY", "yearly", "every year", "jährlich", "jedes Jahr"],
  [
    undefined,
    "Monday",
    "every",
    "every quay",
    "on Friday",
    "every 0th",
    "every 40th",
    "weekly report",
    "every year on Monday",
    "",
  ],
])("%s", (rule, ...texts) => {
  for (const text of texts) expect(repeatIn(text), text).toBe(rule)
})
