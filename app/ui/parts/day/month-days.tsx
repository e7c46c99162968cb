// The days of a month, with numbered weeks, in the week that a person reads.
import "./month-days.css"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { useEffect, useRef } from "react"
import { DayPicker as Calendar, type DayButtonProps, type Formatters, type Labels } from "react-day-picker"
import { dateFormat } from "~/contract/shared/language/format"
import { inForce } from "~/contract/shared/language/in-force"
import type { WeekStart } from "~/contract/shared/language/week"
import { dueOn } from "~/rules/dates"
import { todayHere } from "~/ui/parts/dates"
import { day as texts } from "~/ui/parts/day/day-texts"

type MonthDaysProps = {
  /** `YYYY-MM-DD`. */
  chosen: string | undefined
  month: Date
  weekStart: WeekStart
  onMonth(month: Date): void
  onPick(day: string): void
}

const Chevron = ({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) =>
  orientation === "left" ? (
    <ChevronLeft className="icon" aria-hidden="true" />
  ) : (
    <ChevronRight className="icon" aria-hidden="true" />
  )

/** The library's takes the focus also from the field, in which somebody may have begun to type before it is drawn. */
const DayButton = ({ day: _, modifiers, ...button }: DayButtonProps) => {
  const element = useRef<HTMLButtonElement>(null)
  const { focused } = modifiers
  useEffect(() => {
    if (focused && !document.activeElement?.matches(".day-picker input")) element.current?.focus()
  }, [focused])
  return <button ref={element} {...button} />
}
const components = { Chevron, DayButton }
const classNames = { button_previous: "icon-button", button_next: "icon-button" }

const of = (options: Intl.DateTimeFormatOptions) => dateFormat({ ...options, timeZone: "UTC" })
const [monthName, weekday, weekdayShort] = [
  of({ month: "long", year: "numeric" }),
  of({ weekday: "long" }),
  of({ weekday: "short" }),
]
export const dayName = of({ weekday: "long", day: "numeric", month: "long", year: "numeric" })

/** The library's own are English. */
const formatters: Partial<Formatters> = { formatCaption: monthName, formatWeekdayName: weekdayShort }
const labels: Partial<Labels> = {
  labelPrevious: () => texts.previous,
  labelNext: () => texts.next,
  labelGrid: monthName,
  labelWeekday: weekday,
  labelWeekNumber: (week) => texts.week(week),
  labelWeekNumberHeader: () => texts.weekNumber,
  labelDayButton: (date, { today, selected }, _, dates) => {
    const name = inForce().tag === "en" && dates ? dates.format(date, "PPPP") : dayName(date)
    return texts.dayOf(today ? texts.today(name) : name, selected === true)
  },
}

export const dayAt = (day: string) => new Date(dueOn(day))

/** The January day that is always in week 1 (ISO 8601), whose Thursday is the year's first; the library's type knows the usual ones only. */
const firstWeekContains: Record<WeekStart, number> = { 0: 3, 1: 4, 6: 2 }

export const MonthDays = ({ chosen, month, weekStart, onMonth, onPick }: MonthDaysProps) => (
  <div className="month-days">
    <Calendar
      mode="single"
      required
      timeZone="UTC"
      weekStartsOn={weekStart}
      firstWeekContainsDate={firstWeekContains[weekStart] as 1 | 4}
      showWeekNumber
      showOutsideDays
      fixedWeeks
      autoFocus
      today={dayAt(todayHere())}
      selected={chosen === undefined ? undefined : dayAt(chosen)}
      month={month}
      onMonthChange={onMonth}
      onSelect={(date) => onPick(date.toISOString().slice(0, 10))}
      labels={labels}
      formatters={inForce().tag === "en" ? undefined : formatters}
      components={components}
      classNames={classNames}
    />
  </div>
)
