import { Calendar } from "lucide-react"
import { useId } from "react"
import type { Goal } from "~/contract/goal"
import { dateFormat } from "~/contract/shared/language/format"
import { DuePick } from "~/ui/dialog/due-field"
import { periodText } from "~/ui/dialog/goal/period"
import { periods as texts } from "~/ui/dialog/goal/texts"
import { urgency } from "~/ui/parts/dates"
import "~/ui/dialog/pairs.css"

const day = dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })

type PeriodFieldProps = {
  goal: Goal
  readOnly: boolean
  onPick(fields: { startDate: string | null } | { dueDate: string | null }): void
}

/** The period row of a goal's dialog: its first and its last day. */
export const PeriodField = ({ goal, readOnly, onPick }: PeriodFieldProps) => {
  const label = useId()
  const { startDate, dueDate, completed } = goal
  if (readOnly) {
    return (
      <div className="pair">
        <span>{texts.period}</span>
        <span className="numeric">{periodText(goal)}</span>
      </div>
    )
  }
  return (
    <div className="pair">
      <span id={label}>{texts.period}</span>
      <span className="due-pair slim row numeric">
        <DuePick
          dueDate={startDate}
          label={startDate ? `${texts.start} ${day(Date.parse(startDate))}` : texts.start}
          className="field-pick row slim"
          onPick={(startDate) => onPick({ startDate })}
        >
          <Calendar className="icon" aria-hidden="true" />
          <span className={startDate ? undefined : "muted"}>
            {startDate ? day(Date.parse(startDate)) : texts.noStart}
          </span>
        </DuePick>
        <span className="muted">{texts.to}</span>
        <DuePick
          dueDate={dueDate}
          label={dueDate ? `${texts.end} ${day(Date.parse(dueDate))}` : texts.end}
          className="field-pick row slim"
          onPick={(dueDate) => onPick({ dueDate })}
        >
          <span
            className={dueDate ? "due" : "muted"}
            data-urgency={dueDate && !completed && urgency(dueDate) === "late" ? "late" : undefined}
          >
            {dueDate ? day(Date.parse(dueDate)) : texts.noEnd}
          </span>
        </DuePick>
      </span>
    </div>
  )
}
