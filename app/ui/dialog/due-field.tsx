import clsx from "clsx"
import { Calendar } from "lucide-react"
import { useId, useRef, useState } from "react"
import { shortDay } from "~/rules/dates"
import { urgency } from "~/ui/board/dates"
import { OnDemand } from "~/ui/parts/on-demand"
import { board, dialog } from "~/ui/texts/board"

const loadCalendar = () => import("~/ui/board/day-picker")

type DueFieldProps = {
  dueDate: string | null
  /** A finished task's date is past caring. */
  done: boolean
  readOnly: boolean
  onPick(dueDate: string | null): void
}

/** The due date's row of a dialog; pressed, it opens the calendar. */
export const DueField = ({ dueDate, done, readOnly, onPick }: DueFieldProps) => {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = () => setOpen(false)
  const shown = (
    <>
      <Calendar className="i" aria-hidden="true" />
      <span className={clsx("due num", dueDate && !done && urgency(dueDate))}>
        {dueDate ? shortDay(dueDate) : board.noDueDate}
      </span>
    </>
  )
  return (
    <div className="pair">
      <span id={`${id}-label`}>{dialog.dueDate}</span>
      {readOnly ? (
        <span className="row">{shown}</span>
      ) : (
        <button
          ref={anchor}
          type="button"
          id={id}
          className="field-pick"
          aria-labelledby={`${id}-label ${id}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {shown}
        </button>
      )}
      {open && (
        <OnDemand load={loadCalendar} onClose={close}>
          {({ DayPicker }) => <DayPicker anchor={anchor} dueDate={dueDate} onPick={onPick} onClose={close} />}
        </OnDemand>
      )}
    </div>
  )
}
