import type { ReactNode } from "react"
import { GoalsPane } from "~/ui/board/pane/side-panes"
import { board } from "~/ui/board/texts"
import { Segmented } from "~/ui/parts/segmented"
import { useBoard, useChanged } from "~/ui/plan/board-context"

export type GoalsAs = "cards" | "results"

type PhoneGoalsProps = {
  as: GoalsAs
  onChoose(as: GoalsAs): void
  /** The goals with their results, and what shows the cards again; absent for visitors. */
  results: ((onClose: () => void) => ReactNode) | undefined
}

/** The goals as cards or with their results. There is nothing to choose before the first result. */
export const PhoneGoals = ({ as, onChoose, results }: PhoneGoalsProps) => {
  const { store } = useBoard().session
  useChanged()
  if (!results || store.list("goals").every((id) => store.goal(id)?.progress === null)) return <GoalsPane />
  return (
    <GoalsPane
      choice={
        <div className="results-switch rigid">
          <Segmented
            label={board.goalsAs}
            value={as}
            options={[
              { value: "cards", label: board.goalCards },
              { value: "results", label: board.goalResults },
            ]}
            onChange={onChoose}
          />
        </div>
      }
      results={as === "results" ? results(() => onChoose("cards")) : undefined}
      onAdd={() => onChoose("cards")}
    />
  )
}
