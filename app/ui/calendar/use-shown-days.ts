import { useCallback, useState } from "react"
import type { WeekStart } from "~/contract/shared/language/week"
import { monthOf, monthsAfter, weekOf } from "~/rules/calendar"
import { daysAfter } from "~/rules/weeks"
import type { CalendarLayout } from "~/ui/calendar/calendar-bar"
import type { Cursor } from "~/ui/calendar/day-cell"
import { fromTo, monthAndYear } from "~/ui/calendar/days"

/** The shown month or week, and where the keyboard is in it. */
export const useShownDays = (layout: CalendarLayout, today: string, weekStart: WeekStart) => {
  const [anchor, setAnchor] = useState(today)
  const [cursor, setCursor] = useState<Cursor>({ day: today, card: null })
  const isWeek = layout === "week"
  const weeks = isWeek ? [weekOf(anchor, weekStart)] : monthOf(anchor, weekStart)
  const period = isWeek ? fromTo(weeks[0]?.[0] ?? anchor, weeks[0]?.[6] ?? anchor) : monthAndYear(anchor)
  const isShown = weeks.some((week) => week.includes(cursor.day))
  // The cursor is a day that is shown, so that Tab reaches the grid.
  if (!isShown) setCursor({ day: anchor, card: null })
  const show = useCallback((day: string, card: string | null = null) => {
    setAnchor(day)
    setCursor({ day, card })
  }, [])
  /** Goes to a day; the month or week stays while it is in it. */
  const goTo = (day: string, card: string | null = null) => {
    if (!weeks.some((week) => week.includes(day))) setAnchor(day)
    setCursor({ day, card })
  }
  const turned = (day: string, by: number) => (isWeek ? daysAfter(day, 7 * by) : monthsAfter(day, by))
  return {
    weeks,
    period,
    month: isWeek ? undefined : anchor.slice(0, 7),
    cursor,
    show,
    goTo,
    setCursor,
    turned,
    turn: (by: number) => show(turned(anchor, by)),
  }
}
export type ShownDays = ReturnType<typeof useShownDays>
