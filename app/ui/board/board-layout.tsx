import clsx from "clsx"
import { useBoard, useColumn, useView } from "~/ui/board/board-context"
import { Lanes } from "~/ui/board/lanes"
import { PhoneBoard } from "~/ui/board/phone-board"
import { ActionsColumn, GoalsColumn } from "~/ui/board/side-columns"
import { useWidth } from "~/ui/board/use-width"
import { Segmented } from "~/ui/parts/segmented"
import { board } from "~/ui/texts/board"

/** Goals, actions and lanes beside each other; fewer at a time where the window is narrow. */
export const BoardLayout = () => {
  const width = useWidth()
  const planning = usePlanning()
  if (width === "phone") return <PhoneBoard />
  return (
    <main className={clsx("board", planning && "planning", width)}>
      {width === "narrow" ? (
        <SharedColumn />
      ) : (
        <>
          <GoalsColumn />
          <ActionsColumn />
        </>
      )}
      <Lanes />
    </main>
  )
}

/** While nothing but drafts is open, what is planned gets the room. */
const usePlanning = () => {
  const { session } = useBoard()
  const { store } = session
  const list = useColumn("list")
  const lanes = useColumn("lanes")
  return [...list, ...lanes].every((id) => store.item(id)?.isDraft !== false)
}

const SharedColumn = () => {
  const { view } = useBoard()
  const page = useView(({ page }) => page)
  const shown = page === "actions" ? "actions" : "goals"
  return (
    <div className="shared">
      <Segmented
        label={board.viewOf}
        value={shown}
        options={[
          { value: "goals", label: board.goals },
          { value: "actions", label: board.actions },
        ]}
        onChange={(page) => view.set({ page })}
      />
      {shown === "goals" ? <GoalsColumn /> : <ActionsColumn />}
    </div>
  )
}
