// parse(schema, value): a value from outside, checked at a cost that its faults can't raise.
import type * as z from "zod/mini"

export type Fault = { path: string; message: string }
type Parsed<T> = { data: T; faults?: undefined } | { data?: undefined; faults: Fault[] }

/** The most faults reported for one input. */
export const mostFaults = 10
/** Of a larger value only the first fault is looked for: telling all would take a message for each. */
const smallValue = 200
const untilFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

export const parse = <T extends z.ZodMiniType>(schema: T, value: unknown): Parsed<z.output<T>> => {
  const first = schema.safeParse(value, untilFirst)
  if (first.success) return { data: first.data }
  const all = valuesIn(value, smallValue) < smallValue ? schema.safeParse(value).error : undefined
  const { issues } = all ?? first.error
  return { faults: issues.slice(0, mostFaults).map(({ path, message }) => ({ path: path.join("."), message })) }
}

/** How many values it holds, itself included; counts to `most`. */
const valuesIn = (value: unknown, most: number): number => {
  if (value === null || typeof value !== "object") return 1
  let count = 1
  const inside = Array.isArray(value) ? value : Object.values(value)
  for (const each of inside) {
    if (count >= most) return most
    count += valuesIn(each, most - count)
  }
  return count
}
