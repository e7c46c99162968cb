import type { ReactNode } from "react"
import { LooksContext } from "~/ui/parts/people-looks"
import { BoardContext, type BoardContextValue, usePlanLooks } from "~/ui/plan/board-context"

/** An open board, and how its people are shown. */
export const BoardProvider = ({ value, children }: { value: BoardContextValue | undefined; children: ReactNode }) => (
  <BoardContext.Provider value={value}>
    <LooksContext.Provider value={usePlanLooks(value?.session.store)}>{children}</LooksContext.Provider>
  </BoardContext.Provider>
)
