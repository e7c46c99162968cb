import "./phone.css"
import { board } from "~/ui/board/texts"
import { TitledDialog } from "~/ui/parts/dialog/dialog"
import { useBoard, useList, useRow } from "~/ui/plan/board-context"
import { goalTint } from "~/ui/plan/goal-tint"
import { nameOf } from "~/ui/plan/names"

/** The goals, to choose the one that a new action belongs to. Import it lazily: it loads React Aria. */
export const GoalSheet = ({ onClose }: { onClose(): void }) => {
  const { view } = useBoard()
  const goals = useList("goals")
  return (
    <TitledDialog title={board.whichGoal} className="goal-sheet" onClose={onClose}>
      <ul>
        {goals.map((id) => (
          <li key={id}>
            <GoalChoice
              id={id}
              onChoose={() => {
                onClose()
                view.set({ goalId: id, adding: { what: "action", goalId: id } })
              }}
            />
          </li>
        ))}
      </ul>
    </TitledDialog>
  )
}

const GoalChoice = ({ id, onChoose }: { id: number; onChoose(): void }) => {
  const { session } = useBoard()
  const goal = useRow("goal", id)
  return (
    <button type="button" className="list-row" onClick={onChoose} {...goalTint(goal?.color)}>
      <span className="goal-square rigid" aria-hidden="true" />
      <span className="truncate" dir="auto">
        {nameOf(session.store, "goal", id)}
      </span>
    </button>
  )
}
