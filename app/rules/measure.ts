import { decimals, greatestMeasure } from "~/contract/shared/bounds"

/** Whether a result can have the number. */
export const isMeasure = (value: number) =>
  Math.abs(value) <= greatestMeasure && Number(value.toFixed(decimals)) === value
