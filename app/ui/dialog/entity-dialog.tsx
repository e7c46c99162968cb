import { useRef } from "react"
import { ActionDialog } from "~/ui/dialog/action-dialog"
import { GoalDialog } from "~/ui/dialog/goal-dialog"
import { GoneNotice } from "~/ui/dialog/gone-notice"
import { TaskDialog } from "~/ui/dialog/task-dialog"
import { useBoard, useRow } from "~/ui/plan/board-context"
import { focusCard } from "~/ui/plan/card-element"
import { focusSide, showSide } from "~/ui/plan/side"
import { TypedTexts } from "~/ui/plan/typed-texts"
import type { DialogRef } from "~/ui/plan/view-state"

const dialogs = { goal: GoalDialog, item: ActionDialog, task: TaskDialog }

/** The dialog of a goal, action or task. Import it lazily: it loads React Aria. */
export const EntityDialog = ({ card: { entity, id, linked } }: { card: DialogRef }) => {
  const { session, view } = useBoard()
  const row = useRow(entity, id)
  const typed = useRef(new Map<string, string>())
  const close = () => {
    view.set({ dialog: null })
    if (row || !linked) return focusCard({ entity, id })
    // The link's target is missing, perhaps but for a moment in an older copy of the board: the notice offers a search.
    showSide(view, session.planId, "search")
    focusSide()
  }
  if (!row) return <GoneNotice entity={entity} typed={[...typed.current.values()]} onClose={close} />
  const Shown = dialogs[entity]
  return (
    <TypedTexts.Provider value={typed.current}>
      <Shown id={id} onClose={close} />
    </TypedTexts.Provider>
  )
}
