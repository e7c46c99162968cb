// Numbers of results as their readers write them: "2,130.5" in English, "2.130,5" in German.
import { localeInForce, numberFormat } from "~/contract/shared/language/format"

/** A value as a sentence shows it, at most four decimals. */
export const numberText = numberFormat({ maximumFractionDigits: 4 })

const plain = numberFormat({ maximumFractionDigits: 4, useGrouping: false })

/** A value as its field shows it: without signs between thousands, which a person would have to type again. */
export const fieldText = (value: number) => plain(value)

const decimalSign = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value === "," ? "," : "."

/**
 * The number that a text means, undefined where it means none. The reader's decimal sign wins where a text allows two
 * readings: "1,234" is a thousand and more in English and less than two in German. "20.5" is the same everywhere.
 */
export const typedNumber = (text: string, locale = localeInForce()): number | undefined => {
  const bare = text.replace(/[\s'’_]/gu, "").replace(/^[−–]/u, "-")
  const [, sign, digits] = /^([+-]?)([\d.,]+)$/.exec(bare) ?? []
  if (digits === undefined) return undefined
  const decimal = decimalIn(digits, decimalSign(locale))
  const [whole = "", fraction = "", ...more] = decimal ? digits.split(decimal) : [digits]
  if (more.length > 0 || /[.,]/.test(fraction) || whole + fraction === "") return undefined
  if (/[.,]/.test(whole) && !/^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/.test(whole)) return undefined
  return Number(`${sign}${whole.replace(/[.,]/g, "")}.${fraction}`)
}

/** The sign before the decimals of a text, undefined where its signs separate thousands. */
const decimalIn = (digits: string, own: string): string | undefined => {
  const last = /[.,](?=\d*$)/.exec(digits)?.[0]
  if (last === undefined) return undefined
  if (digits.includes(last === "." ? "," : ".")) return last
  const thousands = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
  if (thousands && last !== own) return undefined
  return digits.indexOf(last) === digits.lastIndexOf(last) || !thousands ? last : undefined
}

/** What an arrow key makes of a text: it counts by its last digit, so that 20.5 becomes 20.6. */
export const stepped = (text: string, by: 1 | -1, locale = localeInForce()): string | undefined => {
  const value = typedNumber(text, locale)
  if (value === undefined) return undefined
  const places = Math.min(4, /^-?\d+[.,](\d*)$/.exec(plainIn(text, locale))?.[1]?.length ?? 0)
  const scale = 10 ** places
  const options = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false }
  return new Intl.NumberFormat(locale, options).format((Math.round(value * scale) + by) / scale)
}

/** The text without the signs between thousands. */
const plainIn = (text: string, locale: string) => {
  const sign = decimalIn(text.replace(/[^\d.,]/g, ""), decimalSign(locale))
  return text.replace(/[^\d.,-]/g, "").replace(/[.,]/g, (found) => (found === sign ? "." : ""))
}
