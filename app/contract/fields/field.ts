import * as z from "zod/mini"
import { comparableAddress } from "~/contract/shared/address"
import { decimals, greatestMeasure, greatestOrder, leastOrder, limits, unprintable } from "~/contract/shared/bounds"

/** The kinds of cards on a board. An item is an action on screen. */
export type Entity = "goal" | "item" | "task"
/** Whatever is a row of a board: its cards, its labels, and the results and check-ins of its goals. */
export type BoardEntity = Listed | "keyResult" | "checkIn"
/** What a field of a card lists. */
export type Listed = Entity | "label"

/** Counts code points, and stops past `max`: a text may be as long as a body. */
const isLonger = (text: string, max: number) => {
  if (text.length <= max) return false
  // A code point is two characters at most.
  if (text.length > max * 2) return true
  let count = 0
  for (const _ of text) if (++count > max) return true
  return false
}

/** Text stored as sent; NUL is refused because Postgres cannot store it. */
export const text = (max: number) =>
  z.string().check(
    z.refine((value) => !isLonger(value, max), { error: `has at most ${max} characters.`, abort: true }),
    z.refine((value) => !value.includes("\u0000"), { error: "contains an invisible character (NUL). Remove it." }),
    z.refine((value) => !/\p{Surrogate}/u.test(value), {
      error: "contains a broken character (half of one). Remove it.",
    }),
  )

/** One line that reads as it is written. */
export const line = (max: number) =>
  text(max).check(
    z.refine((value) => !unprintable.test(value), {
      error: "may not contain line breaks, control characters or marks that change the direction of text.",
    }),
  )

export const personName = line(limits.person)

/** A whole number within bounds. */
export const whole = (least: number, most: number) => {
  const error = `is a number from ${least} to ${most}.`
  return z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error }))
}

/** A number of a result. */
export const measure = z.number({ error: "is a number." }).check(
  z.refine((value) => Math.abs(value) <= greatestMeasure, {
    error: `is a number from ${-greatestMeasure} to ${greatestMeasure}.`,
    abort: true,
  }),
  z.refine((value) => Number(value.toFixed(decimals)) === value, { error: `has at most ${decimals} decimals.` }),
  z.overwrite((value) => value + 0),
)

/** Ids fit a JavaScript number and a Postgres bigint. */
const noId = "is an id: a whole number above 0."
export const id = z.int({ error: noId }).check(z.positive({ error: noId }))

/** Ids in a path or query arrive as text. */
export const idText = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, { error: noId })), z.transform(Number))

/** Continues a list after the row with this id, which is the last of the page before. */
export const before = z.optional(idText)

export const flagText = z.pipe(
  z.string().check(z.regex(/^(true|false|1|0)$/i, { error: "is true or false." })),
  z.transform((value) => value === "1" || value.toLowerCase() === "true"),
)

/** Any 32-bit integer; −1 (or absent) on create means last. */
export const order = whole(leastOrder, greatestOrder)

export const time = z.string()

const noDate = /^0001-01-01(T00:00(:00(\.0+)?)?(Z|[+-]\d\d:?\d\d)?)?$/
const dateShape = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

const isDate = (value: string) => {
  if (noDate.test(value)) return true
  if (!dateShape.test(value)) return false
  const [year, month, day] = value.slice(0, 10).split("-").map(Number) as [number, number, number]
  const date = new Date(utc(value))
  return !Number.isNaN(date.getTime()) && year > 0 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
const utc = (value: string) => (value.includes("T") && !/(Z|[+-]\d\d:?\d\d)$/.test(value) ? `${value}Z` : value)

/** An ISO 8601 time, null, or `0001-01-01T00:00:00` for none; parsed to ISO UTC with milliseconds, or null. */
export const optionalDate = z.pipe(
  z.nullable(z.string().check(z.refine(isDate, { error: "is a date such as 2026-01-31, or null for none." }))),
  z.transform((value) => (value === null || noDate.test(value) ? null : new Date(utc(value)).toISOString())),
)

const dayFormats = new Map<string, Intl.DateTimeFormat>()

const dayIn = (zone: string, time: string) => {
  const format =
    dayFormats.get(zone) ??
    new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })
  dayFormats.set(zone, format)
  const day = format.format(Date.parse(time))
  return /^\d{4}-\d\d-\d\d$/.test(day) ? day : time.slice(0, 10)
}

/**
 * A due date is a day: midnight UTC of the day that is written, whatever the time and offset behind it. With `zone`, a
 * time in UTC is the day that it has there. Null: not a time, or none.
 */
export const dueDayOf = (value: string, zone?: string): string | null => {
  if (!isDate(value) || noDate.test(value)) return null
  const isInstant = value.includes("T") && value.endsWith("Z")
  const day = zone && isInstant ? dayIn(zone, value) : value.slice(0, 10)
  return noDate.test(day) ? null : `${day}T00:00:00.000Z`
}

/** Work in the background, by which its state is asked for. */
export const accepted = z.object({ taskId: z.number() })

/** An ISO 8601 date or time, null, or `0001-01-01T00:00:00` for none; parsed to midnight UTC of its day, or null. */
export const dueDate = z.pipe(
  z.nullable(z.string().check(z.refine(isDate, { error: "is a date such as 2026-01-31, or null for none." }))),
  z.transform((value) => (value === null ? null : dueDayOf(value))),
)

/** A time in a query; parsed to ISO UTC with milliseconds. */
export const timeText = z.pipe(
  z.string().check(
    z.refine((value) => isDate(value) && !noDate.test(value), {
      error: "is a time such as 2026-01-31T09:00:00.000Z.",
    }),
  ),
  z.transform((value) => new Date(utc(value)).toISOString()),
)

/** A time that has not come yet. */
export const coming = timeText.check(
  z.refine((value) => Date.parse(value) > Date.now(), { error: "Choose a day in the future." }),
)

/** A calendar day, `YYYY-MM-DD`. */
export const day = z
  .string()
  .check(
    z.refine((value) => /^\d{4}-\d\d-\d\d$/.test(value) && isDate(value), { error: "is a day such as 2026-01-31." }),
  )

export const color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: "is a colour such as #2f6feb." }))

export const person = z.object({ id: z.nullable(z.number()), userName: z.string() })
export type Person = z.output<typeof person>

export const email = z.string().check(
  z.refine((value) => !isLonger(value, limits.address), {
    error: `has at most ${limits.address} characters.`,
    abort: true,
  }),
  z.overwrite(comparableAddress),
  z.regex(
    /^[^\s@<>()",;:\\[\]\p{Cc}\p{Cf}]+@[^\s@<>()",;:\\[\]\p{Cc}\p{Cf}.]+(\.[^\s@<>()",;:\\[\]\p{Cc}\p{Cf}.]+)+$/u,
    {
      error: "Please enter a valid company email address.",
    },
  ),
)

export const planQuery = z.object({ planId: idText })
export const planPath = z.object({ planId: idText })
export const entityPath = z.object({ id: idText })
