// The texts of a result's fields, and the result that they mean.
import { decimals, greatestMeasure } from "~/contract/shared/bounds"
import { fieldText, typedNumber } from "~/ui/goal/typed-number"
import { results as texts } from "./texts"

export type Measure = { name: string; unit: string; start: number; current: number; target: number }
type FieldName = keyof Measure
export type ResultTexts = Record<FieldName, string>

/** Where the fault is, and what to change. */
export type ResultFault = { field: FieldName; text: string }

export const measured = ["start", "current", "target"] as const

export const textsOf = (row: Measure): ResultTexts => ({
  name: row.name,
  unit: row.unit,
  start: fieldText(row.start),
  current: fieldText(row.current),
  target: fieldText(row.target),
})

export const noTexts: ResultTexts = { name: "", unit: "", start: "", current: "", target: "" }

export const isUntouched = (texts: ResultTexts) => Object.values(texts).every((text) => text.trim() === "")

/** What is wrong with a number of a result, undefined where nothing is. */
export const numberFault = (value: number | undefined): string | undefined => {
  if (value === undefined) return texts.faults.number
  if (Math.abs(value) > greatestMeasure) return texts.faults.large
  if (Number(value.toFixed(decimals)) !== value) return texts.faults.decimals
  return undefined
}

/** The result, or its first fault. An empty start is 0, an empty current value the start. */
export const readResult = (typed: ResultTexts): { result: Measure } | { fault: ResultFault } => {
  const name = typed.name.trim()
  if (name === "") return { fault: { field: "name", text: texts.faults.name } }
  const start = typed.start.trim() === "" ? 0 : typedNumber(typed.start)
  const numbers = {
    start,
    current: typed.current.trim() === "" ? start : typedNumber(typed.current),
    target: typedNumber(typed.target),
  }
  for (const field of measured) {
    const text = numberFault(numbers[field])
    if (text) return { fault: { field, text } }
  }
  const result = { name, unit: typed.unit.trim(), ...numbers } as Measure
  if (result.target === result.start) return { fault: { field: "target", text: texts.faults.same } }
  return { result }
}
