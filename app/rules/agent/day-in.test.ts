// Days as people write them, in English and German. It is Tuesday, 24 November 2026.
import { expect, test } from "vitest"
import { dayIn } from "./day-in"

const today = "2026-11-24"

test.each<[day: string, ...texts: string[]]>([
  ["2026-12-15", "2026-12-15", "15.12.", "15.12", "15. 12.", "15.12.2026", "15.12.26", "15/12", "12/15", "15/12/2026"],
  ["2026-12-15", "15 Dec", "Dec 15", "December 15th", "Dec 15, 2026", "15th of December", "the 15th", "Dec. 15"],
  ["2026-12-15", "15. Dezember", "15. Dez.", "15. Dez 2026", "am 15. Dezember", "den 15.12.", "bis zum 15.12.2026"],
  ["2026-12-05", "the 5th", "5/12", "der 5.", "am 5.", "5 December"],
  ["2027-03-12", "12.3.", "12 March", "12. März", "Mar 12"],
  ["2026-11-27", "Friday", "Fri", "on Friday", "Freitag", "am Freitag", "kommenden Freitag", "diesen Freitag"],
  ["2026-11-27", "end of week", "end of the week", "EOW", "Ende der Woche", "this week", "diese Woche", "in 3 days"],
  ["2026-12-04", "next Friday", "nächsten Freitag", "next week", "nächste Woche", "the end of next week"],
  ["2026-12-08", "in 2 weeks", "in two weeks", "in 2 Wochen", "in zwei Wochen"],
  ["2026-11-30", "end of month", "the end of the month", "EOM", "Monatsende", "Ende des Monats"],
  ["2026-12-31", "end of year", "Jahresende", "end of next month", "nächsten Monat"],
  ["2026-12-11", "CW 50", "KW 50", "KW50", "calendar week 50", "Kalenderwoche 50", "kw 50/2026"],
  ["2027-01-08", "KW 1"],
  ["2026-11-24", "today", "EOD", "heute", "end of day"],
  ["2026-11-25", "tomorrow", "morgen"],
  ["2026-11-26", "the day after tomorrow", "übermorgen", "Thursday", "Donnerstag"],
  ["2028-02-29", "29.2."],
])("%s is said as %s and in other ways", (day, ...texts) => {
  expect(texts.map((text) => [text, dayIn(text, today, 1)])).toEqual(texts.map((text) => [text, day]))
})

test.each([
  ...[
    "2026-02-30",
    "30.2.",
    "31.11.",
    "32.12.",
    "13/13",
    "KW 54",
    "KW 0",
    "last Friday",
    "letzten Freitag",
    "vor 2 Tagen",
  ],
  ...["soon", "bald", "", "May", "Dec 32", "Friday or Monday", "the blue one", "0.0."],
])("%s is no day", (text) => {
  expect(dayIn(text, today, 1)).toBeUndefined()
})

test.each<[today: string, weekStart: 0 | 1 | 6, thisWeek: string, nextWeek: string]>([
  ["2026-11-24", 1, "2026-11-27", "2026-12-04"],
  ["2026-11-24", 0, "2026-11-27", "2026-12-04"],
  ["2026-11-24", 6, "2026-11-27", "2026-12-04"],
  // A Saturday: a new week only where weeks start on it.
  ["2026-11-28", 1, "2026-12-04", "2026-12-04"],
  ["2026-11-28", 0, "2026-12-04", "2026-12-04"],
  ["2026-11-28", 6, "2026-12-04", "2026-12-11"],
  ["2026-11-29", 1, "2026-12-04", "2026-12-04"],
  ["2026-11-29", 0, "2026-12-04", "2026-12-11"],
])("on %s, in weeks that start on day %i, this week ends on %s and the next on %s", (today, weekStart, ...fridays) => {
  expect(["this week", "next week"].map((text) => dayIn(text, today, weekStart))).toEqual(fridays)
})
