import { Check, CircleCheck, RotateCcw } from "lucide-react"
import { useState } from "react"
import { limits } from "~/contract/shared/bounds"
import { goalPalette } from "~/rules/goal-palette"
import { EditFrame } from "~/ui/dialog/edit-frame"
import { PeriodField } from "~/ui/dialog/goal/period-field"
import { outcomes } from "~/ui/dialog/goal/texts"
import { MoveTo } from "~/ui/dialog/move-to"
import { OwnerField } from "~/ui/dialog/owner-field"
import { TextArea } from "~/ui/dialog/text-area"
import { dialog } from "~/ui/dialog/texts"
import { useDelete } from "~/ui/dialog/use-delete"
import { useUpdate } from "~/ui/dialog/use-update"
import { celebrate } from "~/ui/meeting/celebrate"
import { Button } from "~/ui/parts/button"
import { OnDemand } from "~/ui/parts/on-demand"
import { say } from "~/ui/parts/toast/toast"
import { useBoard, useResults, useRow, useView } from "~/ui/plan/board-context"
import { Stamp } from "~/ui/plan/card-marks"
import { cardTexts } from "~/ui/plan/texts"
import "./edit-frame.css"
import "./pairs.css"

/** With the rules of what is changed there. */
const loadResults = async () => {
  const [tab] = await Promise.all([import("~/ui/dialog/goal/results-tab"), import("~/rules/key-result")])
  return tab
}
const loadCheckIn = async () => {
  const [dialog] = await Promise.all([import("~/ui/dialog/goal/check-in-dialog"), import("~/rules/check-in")])
  return dialog
}
const loadQuestion = () => import("~/ui/dialog/goal/complete-question")

type DialogProps = { id: number; onClose(): void }

export const GoalDialog = ({ id, onClose }: DialogProps) => {
  const { view, can, change } = useBoard()
  const goal = useRow("goal", id)
  const results = useResults(id)
  const [remove, question] = useDelete({ entity: "goal", id }, () => {
    onClose()
    if (view.get().goalId === id) view.set({ goalId: null })
  })
  const [asking, setAsking] = useState(false)
  const checksIn = useView(({ dialog }) => dialog?.tab === "checkin")
  const alone = useView(({ dialog }) => dialog?.alone === true || dialog?.linked === true)
  const update = useUpdate("goal", id)
  if (!goal) return null
  const { completed } = goal
  const readOnly = completed || !can("changeBoard")
  const show = (tab: "results" | "checkin") => view.set({ dialog: { entity: "goal", id, tab } })
  if (checksIn && !readOnly) {
    const leave = () => (alone ? onClose() : show("results"))
    return (
      <OnDemand layer load={loadCheckIn} onClose={leave}>
        {({ CheckInDialog }) => <CheckInDialog goal={goal} onClose={leave} />}
      </OnDemand>
    )
  }
  return (
    <EditFrame
      card={{ entity: "goal", id }}
      label={dialog.goal}
      color={goal.color}
      goalName={goal.name || cardTexts.untitledGoal}
      draft={goal.isDraft || id <= 0}
      counts={{ results: results.length }}
      readOnly={completed}
      results={
        <OnDemand load={loadResults} onClose={() => view.set({ dialog: { entity: "goal", id } })}>
          {({ ResultsTab }) => <ResultsTab goal={goal} readOnly={readOnly} onCheckIn={() => show("checkin")} />}
        </OnDemand>
      }
      entries={
        can("changeBoard") && (
          <>
            {remove}
            {!goal.isDraft && (
              <Button
                variant="success-outline"
                onClick={() => (completed ? void update({ completed: false }) : setAsking(true))}
              >
                {completed ? (
                  <RotateCcw className="icon" aria-hidden="true" />
                ) : (
                  <CircleCheck className="icon" aria-hidden="true" />
                )}
                {completed ? dialog.uncomplete : dialog.complete}
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      {completed && <Stamp big outcome={goal.outcome} />}
      <TextArea
        label={dialog.name}
        className={
          completed
            ? "dialog-heading strong bare-field goal-field stamped"
            : "dialog-heading strong bare-field goal-field"
        }
        stored={goal.name}
        oneLine
        maxLength={limits.name}
        readOnly={readOnly}
        refuses={(text) => text.trim() === ""}
        save={(name) => update({ name })}
      />
      <div className="gap" />
      <TextArea
        label={dialog.description}
        className="input tall"
        stored={goal.description}
        maxLength={limits.description}
        readOnly={readOnly}
        save={(description) => update({ description })}
      />
      {!goal.isDraft && (
        <div className="pairs flow">
          {(!readOnly || goal.owner) && (
            <OwnerField
              owner={goal.owner}
              awaited={goal.awaitedOwner}
              readOnly={readOnly}
              onPick={(ownerId) => void update({ ownerId })}
            />
          )}
          {(!readOnly || goal.startDate || goal.dueDate) && (
            <PeriodField goal={goal} readOnly={readOnly} onPick={(fields) => void update(fields)} />
          )}
        </div>
      )}
      {!readOnly && (
        <>
          <fieldset className="swatches squares wraps">
            <legend className="label">{dialog.colour}</legend>
            {goalPalette.map(({ name, hex }) => (
              <label key={hex} data-goal={name} data-tip={dialog.colours[name]}>
                <input
                  type="radio"
                  name="colour"
                  aria-label={dialog.colours[name]}
                  checked={goal.color.toLowerCase() === hex}
                  onChange={() => void update({ color: hex })}
                />
                <span>{goal.color.toLowerCase() === hex && <Check className="icon small" aria-hidden="true" />}</span>
              </label>
            ))}
          </fieldset>
          <div className="gap" />
          <MoveTo card={{ entity: "goal", id }} />
        </>
      )}
      {question}
      {asking && (
        <OnDemand layer load={loadQuestion} onClose={() => setAsking(false)}>
          {({ CompleteQuestion }) => (
            <CompleteQuestion
              goal={goal}
              onClose={(outcome) => {
                setAsking(false)
                if (!outcome) return
                onClose()
                if (!change("goal.update", { id, completed: true, outcome })) return
                say(outcomes.said[outcome](goal.name))
                if (outcome === "achieved") void celebrate([goal.color])
              }}
            />
          )}
        </OnDemand>
      )}
    </EditFrame>
  )
}
