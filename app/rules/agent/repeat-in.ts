// repeatIn(): the rule that words such as "every 2 weeks on Monday" or "jeden letzten Freitag im Monat" mean, as an RRULE.
import { weekdays } from "../repeat/recurrence"
import { folded } from "./words"

const mapOf = (...lines: [words: string, value: number][]): ReadonlyMap<string, number> =>
  new Map(lines.flatMap(([words, value]) => words.split(" ").map((word) => [folded(word), value] as const)))

const days = mapOf(
  ["monday mondays mon montag montags montage", 0],
  ["tuesday tuesdays tue tues dienstag dienstags dienstage", 1],
  ["wednesday wednesdays wed mittwoch mittwochs mittwoche", 2],
  ["thursday thursdays thu thurs donnerstag donnerstags donnerstage", 3],
  ["friday fridays fri freitag freitags freitage", 4],
  ["saturday saturdays sat samstag samstags sonnabend sonnabends", 5],
  ["sunday sundays sun sonntag sonntags sonntage", 6],
)
const numbers = mapOf(
  ["two other second zwei zweite zweiten zweiter zweites andere anderen", 2],
  ["three third drei dritte dritten dritter drittes", 3],
  ["four fourth vier vierte vierten viertes", 4],
  ["five fifth fünf fünfte fünften", 5],
  ["six sechs", 6],
  ["twelve zwölf", 12],
)
const ordinals = mapOf(
  ["first erste ersten", 1],
  ["second zweite zweiten", 2],
  ["third dritte dritten", 3],
  ["fourth vierte vierten", 4],
  ["fifth fünfte fünften", 5],
  ["last letzte letzten", -1],
)
const units = new Map<string, string>([
  ...["day", "days", "tag", "tage", "tagen"].map((word) => [word, "DAILY"] as const),
  ...["week", "weeks", "woche", "wochen"].map((word) => [word, "WEEKLY"] as const),
  ...["month", "months", "monat", "monate", "monaten"].map((word) => [word, "MONTHLY"] as const),
  ...["year", "years", "jahr", "jahre", "jahren"].map((word) => [word, "YEARLY"] as const),
])
const workdays = "MO,TU,WE,TH,FR"
const whole = new Map<string, string>(
  (
    [
      ["daily täglich", "FREQ=DAILY"],
      ["weekly wöchentlich", "FREQ=WEEKLY"],
      ["biweekly fortnightly", "FREQ=WEEKLY;INTERVAL=2"],
      ["monthly monatlich", "FREQ=MONTHLY"],
      ["quarterly vierteljährlich", "FREQ=MONTHLY;INTERVAL=3"],
      ["yearly annually jährlich", "FREQ=YEARLY"],
      ["weekdays werktags", `FREQ=WEEKLY;BYDAY=${workdays}`],
    ] as const
  ).flatMap(([words, rule]) => words.split(" ").map((word) => [folded(word), rule] as const)),
)
const every = new Set(["every", "each", "jeden", "jede", "jedes", "jeder", "alle"])
const noise = new Set(["on", "the", "of", "in", "a", "an", "at", "am", "an", "im", "des", "der", "den", "dem", "jedes"])
const workdayWords = new Set(["weekday", "weekdays", "workday", "workdays", "werktag", "werktage", "arbeitstag"])

const dayList = (words: readonly string[]): string | undefined => {
  const found = words.filter((word) => word !== "and" && word !== "und" && word !== "&")
  const named = found.map((word) => days.get(word))
  return named.length > 0 && named.every((day) => day !== undefined)
    ? [...new Set(named as number[])]
        .sort((a, b) => a - b)
        .map((day) => weekdays[day])
        .join()
    : undefined
}

/** "15th", "15.", "last day", "second tuesday" */
const dayOfMonth = (words: readonly string[]): string | undefined => {
  const [first = "", second = "", ...more] = words
  const date = Number(/^(\d{1,2})(?:st|nd|rd|th|\.)?$/.exec(first)?.[1])
  if (words.length === 1 && date >= 1 && date <= 31) return `BYMONTHDAY=${date}`
  const nth = ordinals.get(first)
  if (nth === undefined || more.length > 0) return undefined
  if (second === "" || units.get(second) === "DAILY") return `BYMONTHDAY=${nth}`
  const day = days.get(second)
  return day === undefined ? undefined : `BYDAY=${nth}${weekdays[day]}`
}

const ruleOf = (freq: string, interval: number, by?: string) =>
  `FREQ=${freq}${interval > 1 ? `;INTERVAL=${interval}` : ""}${by ? `;${by}` : ""}`

const monthly = (words: readonly string[], interval = 1): string | undefined => {
  const by = dayOfMonth(words)
  return by && ruleOf("MONTHLY", interval, by)
}

/** In words. */
export const longestRule = 16

/** Undefined: the text is no repetition from its first to its last word. */
export const repeatIn = (text: string): string | undefined => {
  const said = text
    .split(/[\s,]+/)
    .map(folded)
    .filter(Boolean)
  const only = said.length === 1 ? whole.get(said[0] as string) : undefined
  if (only) return only
  const words = said.filter((word, at) => !noise.has(word) || (at === 0 && every.has(word)))
  const isBare = !every.has(words[0] ?? "")
  const isPlural = words.some((word) => /s$/.test(word) && days.has(word))
  if (words.some((word) => workdayWords.has(word))) return words.length <= 2 ? whole.get("weekdays") : undefined
  const inMonth = words.findIndex((word, at) => at > 0 && units.get(word) === "MONTHLY")
  // "the last Friday of every month", "jeden letzten Freitag im Monat"
  if (inMonth > 1 || (inMonth > 0 && isBare)) {
    const rest = words.slice(inMonth + 1)
    const before = words.slice(0, inMonth).filter((word) => !every.has(word))
    const count = numbers.get(before[0] ?? "") ?? Number(before[0])
    if (before.length > 1 || !(count > 1)) return rest.length === 0 ? monthly(before) : undefined
  }
  if (isBare) return isPlural ? ruleFor(dayList(words), 1) : undefined
  const [first = "", ...behind] = words.slice(1)
  const count = /^\d{1,3}$/.test(first) ? Number(first) : numbers.get(first)
  const rest = count === undefined ? words.slice(1) : behind
  const interval = count ?? 1
  const freq = units.get(rest[0] ?? "")
  if (!freq) return ruleFor(dayList(rest), interval) ?? (interval === 1 ? monthly(rest) : undefined)
  if (rest.length === 1) return ruleOf(freq, interval)
  if (freq === "MONTHLY") return monthly(rest.slice(1), interval)
  return freq === "WEEKLY" ? ruleFor(dayList(rest.slice(1)), interval) : undefined
}

const ruleFor = (list: string | undefined, interval: number) => list && ruleOf("WEEKLY", interval, `BYDAY=${list}`)
