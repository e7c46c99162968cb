import { board } from "~/ui/board/texts"
import { Segmented } from "~/ui/parts/segmented"
import { useBoard, useChanged } from "~/ui/plan/board-context"

/** The goals as cards or with their results, which is another page. There is nothing to choose before the first result. */
export const ResultsSwitch = () => {
  const { session, go } = useBoard()
  const { store } = session
  useChanged()
  if (store.list("goals").every((id) => store.goal(id)?.progress === null)) return null
  return (
    <div className="results-switch rigid">
      <Segmented
        label={board.goalsAs}
        value="cards"
        options={[
          { value: "cards", label: board.goalCards },
          { value: "results", label: board.goalResults },
        ]}
        onChange={() => go("/goals")}
      />
    </div>
  )
}
