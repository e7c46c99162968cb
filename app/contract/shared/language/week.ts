// weekStartOf(): the first day of a person's week.
import { localeInForce } from "./format"

/** 0 Sunday, 1 Monday, 6 Saturday. */
export type WeekStart = 0 | 1 | 6

export const weekStarts: readonly WeekStart[] = [1, 0, 6]

/** Not every engine has it, and older ones have it as a property. `firstDay`: from 1 Monday to 7 Sunday. */
type WithWeek = Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } }

/** Regions whose week starts on another day than Monday, for engines that don't say. */
const sunday = /-(?:US|CA|BR|IL|IN|JP|KR|MX|ZA|PT)$/
const saturday = /-(?:AE|AF|BH|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/

export const weekStartIn = (locale: string): WeekStart => {
  const known: WithWeek = new Intl.Locale(locale)
  const firstDay = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay
  if (firstDay !== undefined) return firstDay === 7 ? 0 : firstDay === 6 ? 6 : 1
  return sunday.test(locale) ? 0 : saturday.test(locale) ? 6 : 1
}

/** The chosen one, or that of the language in force. */
export const weekStartOf = (chosen: WeekStart | null | undefined): WeekStart => chosen ?? weekStartIn(localeInForce())
