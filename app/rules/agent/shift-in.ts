// shiftIn(): how much later a text says: "two weeks", "einen Tag". laterBy(): the day that is so much later.

export type Shift = { unit: "day" | "month"; count: number }

const numbers = [
  ["a", "an", "one", "another", "ein", "eine", "einen"],
  ["two", "zwei"],
  ["three", "drei"],
  ["four", "vier"],
  ["five", "fünf"],
  ["six", "sechs"],
]
const units: [RegExp, Shift][] = [
  [/^(?:days?|tag(?:e|en)?)$/, { unit: "day", count: 1 }],
  [/^(?:weeks?|wochen?)$/, { unit: "day", count: 7 }],
  [/^(?:months?|monat(?:e|en)?)$/, { unit: "month", count: 1 }],
]

export const shiftIn = (text: string): Shift | undefined => {
  const [said = "", noun = "", ...more] = text.toLowerCase().split(" ")
  const times = /^\d{1,3}$/.test(said) ? Number(said) : 1 + numbers.findIndex((words) => words.includes(said))
  const [, one] = units.find(([words]) => words.test(noun)) ?? []
  return one && times > 0 && more.length === 0 ? { unit: one.unit, count: times * one.count } : undefined
}

/** `day`: `YYYY-MM-DD`. The last day of a month that is too short. */
export const laterBy = (day: string, { unit, count }: Shift): string => {
  const date = new Date(`${day}T00:00:00.000Z`)
  if (unit === "day") date.setUTCDate(date.getUTCDate() + count)
  else {
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count]
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    date.setUTCMonth(month, Math.min(date.getUTCDate(), last))
  }
  return date.toISOString().slice(0, 10)
}
