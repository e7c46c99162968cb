// nearDays(): what a text that is no day may mean, as days to choose from.
import type { WeekStart } from "~/contract/shared/language/week"
import { dayIn } from "./day-in"

const dayMs = 86_400_000
const mostDays = 3
/** Of one text; each window of them is read. */
const mostWords = 12
/** Longer days are read as a whole only. */
const longestWindow = 4

const after = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** `YYYY-MM-DD`, at most three, without repeats. `today`: the reader's. */
export const nearDays = (text: string, today: string, weekStart: WeekStart): string[] => {
  const read = (said: string) => dayIn(said, today, weekStart)
  const words = text.trim().split(/\s+/).slice(0, mostWords)
  const found = [endOfMonthIn, daysAmong, partsOfMonthIn].map((of) => of(words, read)).find(({ length }) => length > 0)
  const days = found ?? ["tomorrow", "friday", "end of month"].flatMap((said) => read(said) ?? [])
  return [...new Set(days)].slice(0, mostDays)
}

type Read = (said: string) => string | undefined

/** "31 November": the last day of the month and the one after it. */
const endOfMonthIn = (words: readonly string[], read: Read): string[] => {
  const said = words.join(" ")
  const withDay = (day: string) => read(said.replace(/(?<!\d)(?:29|3[01])(?!\d)/, day))
  const month = withDay("28")?.slice(0, 7)
  const last = ["30", "29", "28"].map(withDay).find((day) => day?.startsWith(month ?? " "))
  return last === undefined || said === said.replace(/(?<!\d)(?:29|3[01])(?!\d)/, "") ? [] : [last, after(last, 1)]
}

/** "Monday or Tuesday", "Friday the 11th": the days that are parts of the text, the longest first. */
const daysAmong = (words: readonly string[], read: Read): string[] => {
  const found: { at: number; end: number; day: string }[] = []
  for (let length = Math.min(longestWindow, words.length - 1); length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const end = at + length
      if (found.some((other) => at < other.end && other.at < end)) continue
      const day = read(words.slice(at, end).join(" ").replace(/[,;]$/, ""))
      if (day !== undefined) found.push({ at, end, day })
    }
  return found.sort((a, b) => a.at - b.at).map(({ day }) => day)
}

/** "mid December": its first day, its middle and its last one. */
const partsOfMonthIn = (words: readonly string[], read: Read): string[] => {
  for (const word of words) {
    const first = /^\p{L}{3,12}[.,]?$/u.test(word) ? read(`1 ${word.replace(/[.,]$/, "")}`) : undefined
    if (first === undefined) continue
    const next = new Date(`${first}T00:00:00Z`)
    next.setUTCMonth(next.getUTCMonth() + 1)
    return [first, after(first, 14), after(next.toISOString().slice(0, 10), -1)]
  }
  return []
}
