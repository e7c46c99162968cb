import "./day-picker.css"
import { ChevronLeft, ChevronRight } from "lucide-react"
import type { RefObject } from "react"
import { DayPicker as Calendar, type Formatters, type Labels } from "react-day-picker"
import { dateFormat } from "~/contract/shared/language/format"
import { inForce } from "~/contract/shared/language/in-force"
import { dayOf, dueOn } from "~/rules/dates"
import { Button } from "~/ui/parts/button"
import { todayHere } from "~/ui/parts/dates"
import { Popup } from "~/ui/parts/popup"
import { common, day as texts } from "~/ui/parts/texts"

type DayPickerProps = {
  anchor: RefObject<Element | null>
  dueDate: string | null
  onPick(dueDate: string | null): void
  onClose(): void
}

const Chevron = ({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) =>
  orientation === "left" ? (
    <ChevronLeft className="icon" aria-hidden="true" />
  ) : (
    <ChevronRight className="icon" aria-hidden="true" />
  )
const components = { Chevron }
const classNames = { button_previous: "icon-button", button_next: "icon-button" }

const of = (options: Intl.DateTimeFormatOptions) => dateFormat({ ...options, timeZone: "UTC" })
const [month, weekday, weekdayShort, dayName] = [
  of({ month: "long", year: "numeric" }),
  of({ weekday: "long" }),
  of({ weekday: "short" }),
  of({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
]

/** The library's own are English. */
const formatters: Partial<Formatters> = { formatCaption: month, formatWeekdayName: weekdayShort }
const labels: Partial<Labels> = {
  labelPrevious: () => texts.previous,
  labelNext: () => texts.next,
  labelGrid: month,
  labelWeekday: weekday,
  labelWeekNumber: (week) => texts.week(week),
  labelWeekNumberHeader: () => texts.weekNumber,
  labelDayButton: (date, { today, selected }, _, dates) => {
    const name = inForce().tag === "en" && dates ? dates.format(date, "PPPP") : dayName(date)
    return texts.dayOf(today ? texts.today(name) : name, selected === true)
  },
}

const at = (day: string) => new Date(dueOn(day))

/** Picks a day, as midnight UTC; weeks start on Monday and are numbered. Import it lazily. */
export const DayPicker = ({ anchor, dueDate, onPick, onClose }: DayPickerProps) => {
  const chosen = dueDate === null ? undefined : dayOf(dueDate)
  const pick = (next: string | null) => {
    onClose()
    if (next !== dueDate) onPick(next)
  }
  return (
    <Popup label={texts.label} anchor={anchor} className="day-picker" onClose={onClose}>
      <Calendar
        mode="single"
        required
        timeZone="UTC"
        ISOWeek
        showWeekNumber
        showOutsideDays
        fixedWeeks
        autoFocus
        today={at(todayHere())}
        selected={chosen === undefined ? undefined : at(chosen)}
        defaultMonth={at(chosen ?? todayHere())}
        onSelect={(date) => pick(dueOn(date.toISOString().slice(0, 10)))}
        labels={labels}
        formatters={inForce().tag === "en" ? undefined : formatters}
        components={components}
        classNames={classNames}
      />
      <div className="day-picker-end">
        <Button onClick={() => pick(null)}>{texts.reset}</Button>
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Popup>
  )
}
