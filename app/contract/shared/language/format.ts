// Dates and numbers as the language in force writes them.
import { inForce } from "./in-force"
import { localeOf } from "./language"

type Cached<Format, Options> = { new (locale: string, options: Options): Format }

/** Making a format costs fifty times as much as using it: the formats of each set of options are cached by locale. */
const made = <Format, Options>(Format: Cached<Format, Options>, options: Options): (() => Format) => {
  const byLocale = new Map<string, Format>()
  return () => {
    const locale = localeInForce()
    const found = byLocale.get(locale) ?? new Format(locale, options)
    byLocale.set(locale, found)
    return found
  }
}

export const localeInForce = () => localeOf(inForce().tag)

/** A function that formats a moment (ms, or a Date) with these options. */
export const dateFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = made(Intl.DateTimeFormat, options)
  return (at: number | Date) => format().format(at)
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}) => {
  const format = made(Intl.NumberFormat, options)
  return (value: number) => format().format(value)
}

const lists = made(Intl.ListFormat, { type: "conjunction" })

/** "a", "a and b", "a, b and c" */
export const listText = (parts: readonly string[]) => lists().format(parts)

const ages = made(Intl.RelativeTimeFormat, { numeric: "always" })

/** "4 minutes ago" */
export const agoText = (count: number, unit: "minute" | "hour" | "day") => ages().format(-count, unit)

const MB = 1_048_576

/** 64 MB, 5 GB, 200: bytes in the largest unit that divides them well. */
export const amount = (measure: "count" | "bytes", value: number, locale = localeInForce()): string => {
  if (measure === "count") return new Intl.NumberFormat(locale).format(value)
  const unit = value >= 1_024 * MB ? "GB" : value >= MB ? "MB" : "KB"
  const size = value / (unit === "GB" ? 1_024 * MB : unit === "MB" ? MB : 1_024)
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(size)} ${unit}`
}
