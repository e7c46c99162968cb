import { type RefObject, useLayoutEffect, useRef, useState } from "react"
import type { WeekStart } from "~/contract/shared/language/week"
import type { Calendar, Dated } from "~/rules/calendar"
import { weekNumber } from "~/rules/weeks"
import { type Cursor, DayCell, isWeekend } from "~/ui/calendar/day-cell"
import { weekdayLong, weekdayShort } from "~/ui/calendar/days"
import { calendarTexts as texts } from "~/ui/calendar/texts"

const none: readonly Dated[] = []

/** Heights in a day of a month, px: what is around its cards, a line, what says how many more there are, and the gap. */
const around = 32
const lineHeight = 22
const twoLineHeight = 38
const gap = 3

/** How many cards have room in a day of a month that is so high. */
export const roomIn = (height: number) => ({
  fits: Math.max(1, Math.floor((height - around + gap) / (lineHeight + gap))),
  twoLines: height - around >= 2 * twoLineHeight + gap,
})

/** The grid's height does not depend on its cards: another number of weeks needs no layout to know the room. */
const useRoom = (grid: RefObject<HTMLElement | null>, weeks: number) => {
  const [height, setHeight] = useState<number>()
  useLayoutEffect(() => {
    const { current } = grid
    if (!current) return
    const measure = () => setHeight(current.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [grid])
  return roomIn(height === undefined ? 110 : (height - 24) / weeks)
}

export type GridProps = {
  label: string
  weeks: readonly (readonly string[])[]
  /** The month that is shown, `YYYY-MM`; undefined: a week. */
  month: string | undefined
  entries: Calendar
  today: string
  weekStart: WeekStart
  cursor: Cursor
  onCursor(cursor: Cursor): void
  /** The day over which a card is carried, and its name. */
  over: { day: string | null; name: string } | null
}

/** The days of a month or a week. */
export const CalendarGrid = ({ label, weeks, month, entries, today, weekStart, cursor, onCursor, over }: GridProps) => {
  const grid = useRef<HTMLTableElement>(null)
  const room = useRoom(grid, weeks.length)
  const isMonth = month !== undefined
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its days take the focus
      role="grid"
      className="calendar-grid flow grow"
      data-month={isMonth || undefined}
      aria-label={label}
      onFocus={({ target }) => {
        const day = target.closest<HTMLElement>("td")?.dataset.day
        const card = target.dataset.card ?? null
        if (day && (day !== cursor.day || card !== cursor.card)) onCursor({ day, card })
      }}
    >
      {isMonth && (
        <thead>
          <tr className="calendar-row">
            <th scope="col">
              <span className="visually-hidden">{texts.weekNumber}</span>
            </th>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekdayLong(day)}>
                {weekdayShort(day)}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody className="flow grow">
        {weeks.map((week) => {
          const number = weekNumber(week[0] ?? "", weekStart)
          return (
            <tr key={week[0]} className="calendar-row">
              <th scope="row" className="week-number muted numeric">
                <span className="visually-hidden">{texts.week(number)}</span>
                <span aria-hidden="true">{number}</span>
              </th>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  cards={entries.days.get(day) ?? none}
                  today={today}
                  look={isMonth ? "month" : "week"}
                  fits={isMonth ? room.fits : Number.POSITIVE_INFINITY}
                  twoLines={isMonth && room.twoLines}
                  outside={isMonth && !day.startsWith(month)}
                  weekend={isWeekend(day, weekStart)}
                  cursor={cursor.day === day ? cursor.card : undefined}
                  slot={over?.day === day ? over.name : undefined}
                />
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
