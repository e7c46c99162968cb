import { board } from "~/ui/board/texts"
import { percentText } from "~/ui/goal/progress"
import { useBoard, useList, useRow, useView } from "~/ui/plan/board-context"
import { Stamp } from "~/ui/plan/card-marks"
import { goalTint } from "~/ui/plan/goal-tint"
import { cardTexts } from "~/ui/plan/texts"
import "./closed-goals.css"

/** Completed goals, at the end of their column while history is shown. */
export const ClosedGoals = () => {
  const { store } = useBoard().session
  const ids = useList("closedGoals")
  const isShown = useView(({ history }) => history)
  if (!isShown || ids.length === 0) return null
  return (
    <ul className="closed-goals grid" aria-label={board.closedGoals}>
      {ids.map((id) => (
        <ClosedGoal key={store.keyOf("goal", id)} id={id} />
      ))}
    </ul>
  )
}

const ClosedGoal = ({ id }: { id: number }) => {
  const { view } = useBoard()
  const goal = useRow("goal", id)
  if (!goal) return null
  return (
    <li {...goalTint(goal.color)}>
      <button
        type="button"
        className="closed-goal full"
        onClick={() =>
          view.set({ dialog: { entity: "goal", id, ...(goal.progress === null ? {} : { tab: "results" }) } })
        }
      >
        <span className="fine" dir="auto">
          {goal.name || cardTexts.untitledGoal}
        </span>
        <span className="numeric">
          {goal.progress !== null && <span>{percentText(goal.progress)}</span>}
          <Stamp outcome={goal.outcome} />
        </span>
      </button>
    </li>
  )
}
