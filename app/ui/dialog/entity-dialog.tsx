import { useBoard, useRow } from "~/ui/board/board-context"
import { focusCard } from "~/ui/board/card-button"
import type { CardRef } from "~/ui/board/view-state"
import { ActionDialog } from "~/ui/dialog/action-dialog"
import { GoalDialog } from "~/ui/dialog/goal-dialog"
import { TaskDialog } from "~/ui/dialog/task-dialog"
import { Button } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog"
import { dialog } from "~/ui/texts/board"
import { common } from "~/ui/texts/common"
import "./dialog.css"

/** The dialog of one goal, action or task. Import it lazily: it brings React Aria. */
export const EntityDialog = ({ card }: { card: CardRef }) => {
  const { view } = useBoard()
  const row = useRow(card.entity, card.id)
  const close = () => {
    view.set({ dialog: null })
    focusCard(card)
  }
  if (!row) {
    const text = dialog.gone[card.entity]
    return (
      <DialogFrame role="alertdialog" label={text} className="msgdlg" onClose={close}>
        <p className="alone">{text}</p>
        <div className="acts">
          <Button variant="primary" autoFocus onClick={close}>
            {common.close}
          </Button>
        </div>
      </DialogFrame>
    )
  }
  if (card.entity === "goal") return <GoalDialog id={card.id} onClose={close} />
  if (card.entity === "item") return <ActionDialog id={card.id} onClose={close} />
  return <TaskDialog id={card.id} onClose={close} />
}
