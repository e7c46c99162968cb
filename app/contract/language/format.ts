// Dates and numbers as the language in force writes them.
import { inForce } from "./in-force"
import { localeOf } from "./language"

type Kept<Format, Options> = { new (locale: string, options: Options): Format }

/** Making a format costs fifty times as much as using it: the formats of each set of options are cached by locale. */
const made = <Format, Options>(Format: Kept<Format, Options>, options: Options): (() => Format) => {
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
export const agoText = (count: number, unit: "minute" | "hour") => ages().format(-count, unit)
