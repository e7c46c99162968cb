import { memo } from "react"
import type { Dated } from "~/rules/calendar"
import { weekdayOf } from "~/rules/weeks"
import { dayNumber, fullDay, weekdayShort } from "~/ui/calendar/days"
import { Entry, type EntryProps } from "~/ui/calendar/entry"
import { More } from "~/ui/calendar/more-of-day"
import { calendarTexts as texts } from "~/ui/calendar/texts"
import { keyOf } from "~/ui/calendar/use-entries"

/** Where the keyboard is in the grid. `card`: its key, or null. */
export type Cursor = { day: string; card: string | null }

export type DayProps = {
  day: string
  cards: readonly Dated[]
  today: string
  look: EntryProps["look"]
  /** How many cards have room: whole ones, and with two lines each. */
  fits: number
  twoLines: boolean
  /** Of a month next to the shown one. */
  outside: boolean
  weekend: boolean
  /** The cursor's card, or null for the day itself; undefined: the cursor is elsewhere. */
  cursor: string | null | undefined
  /** The name of the card that is carried over this day. */
  slot: string | undefined
}

const sameCards = (one: readonly Dated[], other: readonly Dated[]) =>
  one.length === other.length && one.every(({ row }, index) => row === other[index]?.row)

/** A day of a month or week with its cards, which takes dropped ones. */
export const DayCell = memo(
  function DayCell({ day, cards, today, look, fits, twoLines, outside, weekend, cursor, slot }: DayProps) {
    const shown = cards.length <= fits ? cards : cards.slice(0, Math.max(0, fits - 1))
    const more = cards.length - shown.length
    const at = shown.findIndex((card) => keyOf(card) === cursor)
    const isHere = cursor !== undefined
    const week = look === "week"
    return (
      <td
        className="calendar-day ring-inside slim anchor flow"
        data-day={day}
        data-today={day === today || undefined}
        data-outside={outside || undefined}
        data-weekend={weekend || undefined}
        data-over={slot !== undefined || undefined}
        data-lines={twoLines && cards.length <= 2 ? 2 : undefined}
        aria-label={texts.cardsOn(fullDay(day), cards.length)}
        aria-current={day === today ? "date" : undefined}
        tabIndex={isHere && shown.length + more === 0 ? 0 : -1}
      >
        <span className="day-number rigid secondary fine numeric" aria-hidden="true">
          {week && <span>{weekdayShort(day)}</span>}
          <b>{week ? Number(day.slice(8)) : dayNumber(day)}</b>
        </span>
        <div className="day-cards flow">
          {shown.map((card, index) => (
            <Entry
              key={keyOf(card)}
              card={card}
              today={today}
              look={look}
              // A day of a week scrolls, so each is reached by Tab.
              tabIndex={(isHere || week) && (at < 0 ? index === 0 : index === at) ? 0 : -1}
            />
          ))}
          {more > 0 && (
            <More day={day} cards={cards} count={more} today={today} tabIndex={isHere && shown.length === 0 ? 0 : -1} />
          )}
          {slot !== undefined && <span className="day-slot rigid fine truncate">{slot}</span>}
        </div>
      </td>
    )
  },
  ({ cards, ...before }, { cards: after, ...now }) =>
    sameCards(cards, after) &&
    Object.entries(now).every(([key, value]) => Object.is(value, before[key as keyof typeof before])),
)

/** Saturday and Sunday; where weeks start on Saturday, the two days before it. */
export const isWeekend = (day: string, weekStart: number) =>
  (weekStart === 6 ? [4, 5] : [0, 6]).includes(weekdayOf(day))
