import { Check } from "lucide-react"
import { limits } from "~/contract/shared/bounds"
import { goalPalette } from "~/rules/goal-palette"
import { EditFrame } from "~/ui/dialog/edit-frame"
import { MoveTo } from "~/ui/dialog/move-to"
import { TextArea } from "~/ui/dialog/text-area"
import { dialog } from "~/ui/dialog/texts"
import { useDelete } from "~/ui/dialog/use-delete"
import { useUpdate } from "~/ui/dialog/use-update"
import { useBoard, useRow } from "~/ui/plan/board-context"
import { cardTexts } from "~/ui/plan/texts"
import "./edit-frame.css"

type DialogProps = { id: number; onClose(): void }

export const GoalDialog = ({ id, onClose }: DialogProps) => {
  const { view, can } = useBoard()
  const goal = useRow("goal", id)
  const [remove, question] = useDelete({ entity: "goal", id }, () => {
    onClose()
    if (view.get().goalId === id) view.set({ goalId: null })
  })
  const update = useUpdate("goal", id)
  if (!goal) return null
  return (
    <EditFrame
      card={{ entity: "goal", id }}
      label={dialog.goal}
      color={goal.color}
      goalName={goal.name || cardTexts.untitledGoal}
      draft={goal.isDraft || id <= 0}
      entries={can("changeBoard") && remove}
      onClose={onClose}
    >
      <TextArea
        label={dialog.name}
        className="dialog-heading bare-field goal-field"
        stored={goal.name}
        oneLine
        maxLength={limits.name}
        readOnly={!can("changeBoard")}
        refuses={(text) => text.trim() === ""}
        save={(name) => update({ name })}
      />
      <div className="gap" />
      <TextArea
        label={dialog.description}
        className="input tall"
        stored={goal.description}
        maxLength={limits.description}
        readOnly={!can("changeBoard")}
        save={(description) => update({ description })}
      />
      {can("changeBoard") && (
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
    </EditFrame>
  )
}
