import { Calendar, Repeat } from "lucide-react"
import { useId } from "react"
import { shortDay } from "~/rules/dates"
import { PickButton, type PickButtonProps } from "~/ui/dialog/pick-button"
import { dialog } from "~/ui/dialog/texts"
import { urgency } from "~/ui/parts/dates"
import type { Repetition } from "~/ui/parts/day/repeat-head"
import { RepeatMark } from "~/ui/parts/day/repeat-mark"
import { isPhone } from "~/ui/parts/dialog/use-dialog-place"
import { useWeekStart } from "~/ui/plan/board-context"
import "./pairs.css"

const loadCalendar = () => import("~/ui/parts/day/day-picker")
const loadRepeat = () => import("~/ui/parts/day/repeat-picker")

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
  /** Of a task: it may repeat, once it has a date. */
  repeat?: { repetition: Repetition; onRepeat(repetition: Repetition): void }
}

/** The due-date row of a dialog. */
export const DueField = ({ dueDate, done, readOnly, onPick, repeat }: DueFieldProps) => {
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
        <span className="due-pair slim row">
          <DuePick dueDate={dueDate} onPick={onPick} labelledBy={label} className="field-pick row slim">
            {shown}
          </DuePick>
          {repeat && dueDate && !done && !isPhone() && <RepeatPick dueDate={dueDate} {...repeat} />}
        </span>
      )}
    </div>
  )
}

type RepeatPickProps = { dueDate: string; repetition: Repetition; onRepeat(repetition: Repetition): void }

/** The repetition's button. */
const RepeatPick = ({ dueDate, repetition, onRepeat }: RepeatPickProps) => {
  const weekStart = useWeekStart()
  const { recurrence, recurrenceFrom } = repetition
  return (
    <PickButton
      className="field-pick row slim"
      opens="dialog"
      load={loadRepeat}
      picker={({ RepeatPicker }, anchor, close) => (
        <RepeatPicker
          anchor={anchor}
          dueDate={dueDate}
          repetition={repetition}
          weekStart={weekStart}
          onPick={onRepeat}
          onClose={close}
        />
      )}
    >
      <Repeat className="icon small" aria-hidden="true" />
      <span className="truncate">
        {recurrence ? (
          <RepeatMark as="words" recurrence={recurrence} from={recurrenceFrom} dueDate={dueDate} />
        ) : (
          dialog.noRepeat
        )}
      </span>
    </PickButton>
  )
}

/** On a phone a row of its own. */
export const RepeatRow = (repeat: RepeatPickProps) => (
  <div className="pair repeat-pair">
    <span>{dialog.repeat}</span>
    <RepeatPick {...repeat} />
  </div>
)
