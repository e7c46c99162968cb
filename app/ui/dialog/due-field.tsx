import { Calendar } from "lucide-react"
import { useId } from "react"
import { shortDay } from "~/rules/dates"
import { PickButton, type PickButtonProps } from "~/ui/dialog/pick-button"
import { dialog } from "~/ui/dialog/texts"
import { urgency } from "~/ui/parts/dates"
import { useWeekStart } from "~/ui/plan/use-week-start"
import "./pairs.css"

const loadCalendar = () => import("~/ui/parts/day-picker")

type DuePickProps = PickButtonProps & { dueDate: string | null; onPick(dueDate: string | null): void }

/** The button that opens the calendar. */
export const DuePick = ({ dueDate, onPick, ...button }: DuePickProps) => {
  const weekStart = useWeekStart()
  return (
    <PickButton
      {...button}
      opens="dialog"
      load={loadCalendar}
      picker={({ DayPicker }, anchor, close) => (
        <DayPicker anchor={anchor} dueDate={dueDate} weekStart={weekStart} onPick={onPick} onClose={close} />
      )}
    />
  )
}

type DueFieldProps = {
  dueDate: string | null
  /** Completed tasks show their date without colour. */
  done: boolean
  readOnly: boolean
  onPick(dueDate: string | null): void
}

/** The due-date row of a dialog. */
export const DueField = ({ dueDate, done, readOnly, onPick }: DueFieldProps) => {
  const label = useId()
  const shown = (
    <>
      <Calendar className="icon" aria-hidden="true" />
      <span className="due numeric" data-urgency={dueDate && !done ? urgency(dueDate) : undefined}>
        {dueDate ? shortDay(dueDate) : dialog.noDueDate}
      </span>
    </>
  )
  return (
    <div className="pair">
      <span id={label}>{dialog.dueDate}</span>
      {readOnly ? (
        <span className="row">{shown}</span>
      ) : (
        <DuePick dueDate={dueDate} onPick={onPick} labelledBy={label} className="field-pick slim">
          {shown}
        </DuePick>
      )}
    </div>
  )
}
