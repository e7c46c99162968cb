import { useSyncExternalStore } from "react"
import { serverAhead, serverNow } from "~/client/server-clock"
import { dateTexts } from "~/contract/shared/language/date-texts"
import { dateFormat } from "~/contract/shared/language/format"
import { dayOf, today } from "~/rules/dates"

/** The server's time, ms; the page renders again when its difference from the device's is known. */
export const useServerNow = () => Date.now() + useSyncExternalStore(serverAhead.subscribe, serverAhead.get, () => 0)

/** The reader's own calendar day, whatever their device's clock says. */
export const todayHere = () => today(new Date(Date.now() + serverAhead.get()))

const two = (value: number) => String(value).padStart(2, "0")
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** `late` after the due day, `soon` within three days before it. */
export const urgency = (dueDate: string, day = todayHere()): "late" | "soon" | undefined => {
  const days = (utc(dayOf(dueDate)) - utc(day)) / 86_400_000
  return days < 0 ? "late" : days <= 3 ? "soon" : undefined
}

/** A day as in "3 November 2026", in the reader's time zone. */
export const longDate = dateFormat({ day: "numeric", month: "long", year: "numeric" })

const sameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()

/** DD.MM.YYYY HH:mm, in the reader's zone. */
export const atDate = (iso: string) => {
  const date = new Date(iso)
  const day = `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Today at HH:mm, Yesterday at HH:mm, DD.MM HH:mm, in the reader's zone. */
export const atTime = (iso: string, now = new Date(serverNow())) =>
  timeBy(dateTexts.Today, dateTexts.Yesterday, iso, now)

/** The same within a sentence: today at HH:mm, yesterday at HH:mm. */
export const atTimeInText = (iso: string, now = new Date(serverNow())) =>
  timeBy(dateTexts.today, dateTexts.yesterday, iso, now)

type AtClock = (clock: string) => string

const timeBy = (ofToday: AtClock, ofYesterday: AtClock, iso: string, now: Date) => {
  const date = new Date(iso)
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`
  if (sameDay(date, now)) return ofToday(clock)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (sameDay(date, yesterday)) return ofYesterday(clock)
  return dateTexts.dayAt(two(date.getDate()), two(date.getMonth() + 1), clock)
}
