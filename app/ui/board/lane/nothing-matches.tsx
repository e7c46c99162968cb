import type { ReactNode } from "react"
import type { Filtering } from "~/client/board/filtering"
import { board } from "~/ui/board/texts"
import { Button } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { useBoard, useChanged, useView } from "~/ui/plan/board-context"
import { noFilter } from "~/ui/plan/view-state"

type NothingMatchesProps = { /** Shown unless the filter hides every card. */ children?: ReactNode }

/** In place of the lanes, while the filter hides every card. */
export const NothingMatches = ({ children }: NothingMatchesProps) => {
  const filtering = useView(({ filtering }) => filtering)
  return filtering ? <Counted filtering={filtering}>{children}</Counted> : children
}

const Counted = ({ filtering, children }: NothingMatchesProps & { filtering: Filtering }) => {
  const { view } = useBoard()
  useChanged()
  const { matching, all } = filtering.counts()
  if (matching > 0 || all === 0) return children
  return (
    <EmptyState title={board.noCardsMatch} text={board.hiddenByFilter(all)}>
      <Button onClick={() => view.set(noFilter)}>{board.clearFilter}</Button>
    </EmptyState>
  )
}
