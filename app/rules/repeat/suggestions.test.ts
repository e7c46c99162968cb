import { expect, test } from "vitest"
import { nextDay } from "./next-day"
import { readRecurrence } from "./recurrence"
import { suggestionsFor } from "./suggestions"
import { repeatWords } from "./words"

const words = (day: string) => suggestionsFor(day).map((rule) => repeatWords(rule, "due", day))

test("a day suggests what it is in its week, month and year", () => {
  expect(words("2026-11-30")).toEqual([
    "every day",
    "every weekday, Monday to Friday",
    "every week on Monday",
    "every 2 weeks on Monday",
    "every month on the 30th",
    "every month on the last day",
    "every month on the last Monday",
    "every year on 30 November",
  ])
  expect(words("2026-11-10").slice(4, 6)).toEqual(["every month on the 10th", "every month on the second Tuesday"])
  expect(words("2026-12-25")[5]).toBe("every month on the last Friday")
  expect(words("1969-12-29")[2]).toBe("every week on Monday")
})

test("each of them comes round, from any day", () => {
  for (let at = Date.parse("2027-12-01"); at < Date.parse("2028-04-01"); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    for (const rule of suggestionsFor(day))
      expect(nextDay(readRecurrence(rule), day, day), `${rule} from ${day}`).toBeDefined()
  }
})
