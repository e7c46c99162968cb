import { ChevronLeft, ChevronRight } from "lucide-react"
import type { RefObject } from "react"
import { DayPicker as Calendar } from "react-day-picker"
import { dayOf, dueOn, today } from "~/rules/dates"
import { Button } from "~/ui/parts/button"
import { Popup } from "~/ui/parts/popup"
import { common, day as texts } from "~/ui/parts/texts"
import "./day-picker.css"

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
        today={at(today())}
        selected={chosen === undefined ? undefined : at(chosen)}
        defaultMonth={at(chosen ?? today())}
        onSelect={(date) => pick(dueOn(date.toISOString().slice(0, 10)))}
        labels={{ labelPrevious: () => texts.previous, labelNext: () => texts.next }}
        components={components}
      />
      <div className="day-picker-end">
        <Button onClick={() => pick(null)}>{texts.reset}</Button>
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Popup>
  )
}
