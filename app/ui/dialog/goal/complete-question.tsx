import { useEffect, useId, useRef, useState } from "react"
import type { GoalOutcome } from "~/contract/fields/card-fields"
import type { Goal } from "~/contract/goal"
import { paceOf } from "~/rules/progress"
import { outcomes as texts } from "~/ui/dialog/goal/texts"
import { dialog } from "~/ui/dialog/texts"
import { percentText } from "~/ui/goal/progress"
import { Button } from "~/ui/parts/button"
import { todayHere } from "~/ui/parts/dates"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { common } from "~/ui/parts/texts"
import { useTally } from "~/ui/plan/board-context"
import { cardTexts } from "~/ui/plan/texts"
import "./complete-question.css"

const choices: readonly GoalOutcome[] = ["achieved", "missed", "dropped"]

type CompleteQuestionProps = { goal: Goal; onClose(outcome: GoalOutcome | undefined): void }

/** Asks how a goal ended. A goal that reached its target is achieved unless somebody says otherwise. */
export const CompleteQuestion = ({ goal, onClose }: CompleteQuestionProps) => {
  const { tasks, tasksDone } = useTally(goal.id)
  const { progress } = goal
  const pace = paceOf(goal, todayHere())
  const [chosen, setChosen] = useState<GoalOutcome | undefined>(
    progress !== null && progress >= 1 ? "achieved" : undefined,
  )
  const safe = useRef<HTMLButtonElement>(null)
  // Focused by hand after the dialog has taken the focus: its focus scope would override `autoFocus`.
  useEffect(() => safe.current?.focus(), [])
  const group = useId()
  const name = goal.name || cardTexts.untitledGoal
  const facts = [
    progress !== null &&
      (pace === null
        ? texts.at(name, percentText(progress))
        : texts.atPace(name, percentText(progress), percentText(pace))),
    tasks > tasksDone && texts.open(tasks - tasksDone),
  ].filter(Boolean)
  return (
    <DialogFrame
      role="alertdialog"
      label={texts.question}
      className="message-dialog"
      dismissable
      onClose={() => onClose(undefined)}
    >
      <h2 className="title">{texts.question}</h2>
      <p>{facts.length > 0 ? facts.join(" ") : name}</p>
      <fieldset className="outcomes">
        <legend className="visually-hidden">{texts.outcome}</legend>
        {choices.map((outcome) => (
          <label key={outcome} className="outcome">
            <input
              type="radio"
              name={group}
              value={outcome}
              checked={chosen === outcome}
              onChange={() => setChosen(outcome)}
            />
            <span>
              <b>{texts[outcome].name}</b>
              <small className="muted">{texts[outcome].hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="message-actions row">
        <Button ref={safe} onClick={() => onClose(undefined)}>
          {common.cancel}
        </Button>
        <Button variant="primary" aria-disabled={chosen === undefined} onClick={() => chosen && onClose(chosen)}>
          {dialog.complete}
        </Button>
      </div>
    </DialogFrame>
  )
}
