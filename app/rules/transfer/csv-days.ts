// dayIn(cell): the day in a cell of a table. orderOfDays(cells): which number of "1/2/2026" is the month.
import { dueDayOf } from "~/contract/fields/field"

/** Undefined: the cells do not say. */
export type DayOrder = "day first" | "month first" | undefined

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?=[ ,]|$)/

/** Without marks that are not seen, wide digits, odd spaces and the day of the week. */
const plain = (cell: string) =>
  cell
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\p{L}{2,10}\.?, (?=\S)/u, "")

/** A spreadsheet writes all days of a column in one order; a number above 12 is no month. */
export const orderOfDays = (cells: readonly string[]): DayOrder => {
  const orders = new Set<DayOrder>()
  for (const cell of cells) {
    const [, first, second] = slashed.exec(plain(cell)) ?? []
    if (Number(first) > 12) orders.add("day first")
    if (Number(second) > 12) orders.add("month first")
  }
  return orders.size === 1 ? [...orders][0] : undefined
}

const clock = String.raw`(?:,? \d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?[AP]M| Uhr)?)?$`
const dotted = new RegExp(String.raw`^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d\d)${clock}`, "i")
const yearFirst = new RegExp(String.raw`^(\d{4})[-./年년] ?(\d{1,2})[-./月월] ?(\d{1,2})[.日일]?${clock}`, "i")
const withSlashes = new RegExp(slashed.source.replace("(?=[ ,]|$)", clock), "i")
const dayThenMonth = new RegExp(
  String.raw`^(\d{1,2})(?:\.|st|nd|rd|th)?[ -](\p{L}+)\.?,?[ -](\d{4}|\d\d)${clock}`,
  "iu",
)
const monthThenDay = new RegExp(String.raw`^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${clock}`, "iu")

const months = [
  "jan january januar jänner",
  "feb february februar",
  "mar mär mrz march märz",
  "apr april",
  "may mai",
  "jun june juni",
  "jul july juli",
  "aug august",
  "sep sept september",
  "oct okt october oktober",
  "nov november",
  "dec dez december dezember",
].map((names) => names.split(" "))
/** The first day of the year 1, with whatever time: what some programs write for none. */
export const isNoDay = (cell: string) => /^(?:0001-0?1-0?1|0?1[./-]0?1[./-]0001)(?![0-9])/.test(plain(cell))

const monthOf = (name = "") => String(1 + months.findIndex((names) => names.includes(name.toLowerCase())))

const dayOf = (year = "", month = "", day = "") =>
  dueDayOf(`${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`)

/**
 * Null: it is none. Besides ISO 8601, spreadsheets write a time behind a space, a month by its name, and a day in the order
 * of its country, where `order` says which one has slashes or hyphens. A time at midnight UTC is a day.
 */
export const dayIn = (given: string, { timeZone, order }: { timeZone?: string | undefined; order?: DayOrder }) => {
  const cell = plain(given)
  const [german, ...byDots] = dotted.exec(cell) ?? []
  if (german !== undefined) return dayOf(byDots[2], byDots[1], byDots[0])
  const [sorted, ...byYear] = yearFirst.exec(cell) ?? []
  if (sorted !== undefined) return dayOf(byYear[0], byYear[1], byYear[2])
  const [named, ...byName] = dayThenMonth.exec(cell) ?? []
  if (named !== undefined) return dayOf(byName[2], monthOf(byName[1]), byName[0])
  const [american, ...byMonth] = monthThenDay.exec(cell) ?? []
  if (american !== undefined) return dayOf(byMonth[2], monthOf(byMonth[0]), byMonth[1])
  const [withOrder, ...numbers] = withSlashes.exec(cell) ?? []
  if (withOrder !== undefined) {
    const [first, second, year] = numbers
    // The same day in either order.
    if (order === undefined && first !== second) return null
    return order === "month first" ? dayOf(year, first, second) : dayOf(year, second, first)
  }
  const time = cell.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T")
  return dueDayOf(time, /T00:00(?::00(?:\.0+)?)?Z$/.test(time) ? undefined : timeZone)
}
