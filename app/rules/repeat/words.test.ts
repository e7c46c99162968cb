import { afterEach, expect, test } from "vitest"
import { setLanguage, type Tongue } from "~/contract/shared/language/in-force"
import { loadLanguage } from "~/languages/load"
import { repeatWords } from "./words"

afterEach(() => setLanguage({ tag: "en" }))

const due = "2026-11-30T00:00:00.000Z"

const cases: [rule: string, english: string, german: string][] = [
  ["FREQ=DAILY", "every day", "jeden Tag"],
  ["FREQ=DAILY;INTERVAL=3", "every 3 days", "alle 3 Tage"],
  ["FREQ=WEEKLY", "every week", "jede Woche"],
  ["FREQ=WEEKLY;BYDAY=FR,MO,TU,WE,TH", "every weekday, Monday to Friday", "jeden Werktag, Montag bis Freitag"],
  ["FREQ=WEEKLY;BYDAY=MO", "every week on Monday", "jede Woche am Montag"],
  [
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,MO",
    "every 2 weeks on Monday and Thursday",
    "alle 2 Wochen am Montag und Donnerstag",
  ],
  ["FREQ=MONTHLY;BYMONTHDAY=30", "every month on the 30th", "jeden Monat am 30."],
  ["FREQ=MONTHLY;BYMONTHDAY=1,22", "every month on the 1st and the 22nd", "jeden Monat am 1. und 22."],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day", "jeden Monat am letzten Tag"],
  ["FREQ=MONTHLY;BYMONTHDAY=-2", "every month on the second to last day", "jeden Monat am zweitletzten Tag"],
  ["FREQ=MONTHLY;BYDAY=-1MO", "every month on the last Monday", "jeden Monat am letzten Montag"],
  ["FREQ=MONTHLY;BYDAY=2TU", "every month on the second Tuesday", "jeden Monat am zweiten Dienstag"],
  [
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "every month on Friday, if it is the 13th",
    "jeden Monat am Freitag, wenn es der 13. ist",
  ],
  [
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "every month on weekdays, the last of these",
    "jeden Monat am Werktag, davon der letzte",
  ],
  ["FREQ=YEARLY", "every year on 30 November", "jedes Jahr am 30. November"],
  ["FREQ=YEARLY;BYDAY=20MO", "every year on the 20th Monday", "jedes Jahr am 20. Montag"],
  ["FREQ=DAILY;COUNT=5", "every day, 5 times", "jeden Tag, 5-mal"],
  ["FREQ=DAILY;UNTIL=20270630", "every day, until 30 Jun 2027", "jeden Tag, bis 30. Juni 2027"],
  ["FREQ=HOURLY", "FREQ=HOURLY", "FREQ=HOURLY"],
]

test.each(cases)("%s in words", async (rule, english, german) => {
  expect(repeatWords(rule, "due", due)).toBe(english)
  setLanguage((await loadLanguage("de")) as Tongue)
  expect(repeatWords(rule, "due", due)).toBe(german)
  if (german !== rule) expect(repeatWords(rule, "done", due)).toBe(`${german}, ab dem Tag, an dem sie erledigt ist`)
})
