// parse(schema, value): a value from outside, checked at a cost that its faults can't raise; parseSent(): the input of a call or tool.
// invalidInput(faults): the refusal of one.
import * as z from "zod/mini"
import { fieldName } from "~/contract/fields/field-name"
import { type Refusal, refusal } from "./problem"

/** `message`: a sentence, or the rest of one that begins with the field's name and a lower-case letter. */
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

/**
 * What a caller sent. Clients that send every property give null for an absent one: null counts as absent where a field is optional
 * and null has no meaning of its own.
 */
export const parseSent = <T extends z.ZodMiniType>(schema: T, value: unknown): Parsed<z.output<T>> => {
  const parsed = parse(schema, value)
  return parsed.faults ? parse(schema, withoutNulls(schema, value)) : parsed
}

const withoutNulls = (schema: z.ZodMiniType, value: unknown): unknown => {
  const inner = unwrapped(schema)
  if (Array.isArray(value)) {
    return inner instanceof z.ZodMiniArray
      ? value.map((each) => withoutNulls(inner.def.element as z.ZodMiniType, each))
      : value
  }
  if (typeof value !== "object" || value === null || !(inner instanceof z.ZodMiniObject)) return value
  const shape = inner.shape as Record<string, z.ZodMiniType>
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      if (!field) return [[name, each]]
      return each === null && isAbsentNull(field) ? [] : [[name, withoutNulls(field, each)]]
    }),
  )
}

const isAbsentNull = (field: z.ZodMiniType) =>
  z.safeParse(field, undefined).success && !z.safeParse(field, null).success

/** Of a union its object, since nulls are only in objects. */
const unwrapped = (schema: z.ZodMiniType): z.ZodMiniType => {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniNullable)
    return unwrapped(schema.def.innerType as z.ZodMiniType)
  if (!(schema instanceof z.ZodMiniUnion)) return schema
  const options = schema.def.options.map((option) => unwrapped(option as z.ZodMiniType))
  return options.find((option) => option instanceof z.ZodMiniObject) ?? schema
}

const types: Readonly<Record<string, string>> = {
  array: "is a list.",
  boolean: "is true or false.",
  int: "is a whole number.",
  number: "is a number.",
  object: "is an object.",
  record: "is an object.",
  string: "is a text.",
}

const countedIn = (origin: string, count: number | bigint) =>
  origin === "string" ? `${count} characters` : origin === "array" ? `${count} entries` : undefined

/** Instead of the library's words. A schema's own `error` comes before it. */
const localeError: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return "is missing."
  if (issue.code === "invalid_type") return types[issue.expected] ?? "has a wrong value."
  if (issue.code === "invalid_value") return `is one of ${issue.values.map(String).join(", ")}.`
  if (issue.code === "too_big") {
    const count = countedIn(issue.origin, issue.maximum)
    return count ? `has at most ${count}.` : `is at most ${issue.maximum}.`
  }
  if (issue.code === "too_small") {
    const count = countedIn(issue.origin, issue.minimum)
    if (issue.minimum === 1 && count) return "is empty."
    return count ? `has at least ${count}.` : `is at least ${issue.minimum}.`
  }
  if (issue.code === "unrecognized_keys")
    return `has unknown fields: ${issue.keys.slice(0, 3).join(", ").slice(0, 100)}.`
  return "has a wrong value."
}
z.config({ localeError })

const isWhole = (message: string) => !/^\p{Ll}/u.test(message)

/** Names the field as a screen does. */
export const faultSentence = ({ path, message }: Fault): string => {
  const parts = path.split(".").filter((part) => part !== "")
  const field = parts.findLast((part) => !/^\d+$/.test(part))
  if (isWhole(message)) return message
  if (field !== undefined) return `${fieldName(field) ?? "A value"} ${message}`
  return `${parts.length > 0 ? `Entry ${Number(parts.at(-1)) + 1}` : "The request"} ${message}`
}

/** For programs: the path, which begins with `within`. */
export const faultAt = ({ path, message }: Fault, within = ""): string => {
  const at = [within, path].filter((part) => part !== "").join(".")
  return at === "" ? message : `${at}${isWhole(message) ? ":" : ""} ${message}`
}

/** Names the first fault to the person, and up to ten to the program. */
export const invalidInput = (faults: Fault[], within = ""): Refusal => {
  const first = faults[0] ?? { path: "", message: "has a wrong value." }
  return refusal(400, faultSentence(first), {
    errors: faults.slice(0, mostFaults).map((fault) => ({
      path: [within, fault.path].filter((part) => part !== "").join("."),
      message: faultSentence(fault),
    })),
  })
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
