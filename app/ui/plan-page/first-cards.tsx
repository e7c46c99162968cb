import { openBoardStore } from "~/client/board/board-store"
import { readOnlySession } from "~/client/read-only-session"
import { canNow } from "~/contract/capability"
import type { FirstCardsOf } from "~/contract/first-cards"
import type { Board } from "~/contract/plan"
import { BoardDrag } from "~/ui/board/drag/board-drag"
import { PhoneBoard } from "~/ui/board/phone/phone-board"
import { MostCards } from "~/ui/parts/page-scripts"
import { WidthContext } from "~/ui/parts/use-width"
import { BoardProvider } from "~/ui/plan/board-context"
import { createView } from "~/ui/plan/view-state"
import { BoardTools } from "~/ui/plan-page/board-tools"
import { TopBar } from "~/ui/top-bar/top-bar"

/** Task cards that fit on the tallest phones, when each has one line. */
const mostInSight = 9

const storeOf = (board: Board) => {
  const store = openBoardStore(board.plan.id)
  store.load(board)
  return store
}

/** The part of a board that a phone shows at first: the first lane, the edge of the second, and whether there is a history. */
const inSight = (board: Board): Board => {
  const store = storeOf(board)
  const [lane] = store.list("lanes")
  const shown = [...store.list("lanes").slice(0, 2), ...store.list("history").slice(0, 1)]
  return {
    ...board,
    items: board.items.filter(({ id }) => shown.includes(id)),
    tasks: board.tasks.filter(({ itemId }) => itemId === lane),
  }
}

/** A phone's board as it opens, for its document: the server draws it, and nothing in it does anything. */
export const FirstCards = ({ board, user }: FirstCardsOf) => {
  const store = storeOf(inSight(board))
  return (
    <WidthContext.Provider value="phone">
      <BoardProvider
        value={{
          session: readOnlySession(board.plan.id, store),
          view: createView(),
          user,
          can: (what) => canNow(board.plan, what),
          change: () => undefined,
          go: () => {},
        }}
      >
        <div className="board-page flow">
          <TopBar user={user} online plan={store.plan()} bell={{ follow: null }}>
            <BoardTools />
          </TopBar>
          <div className="open-board">
            <MostCards.Provider value={mostInSight}>
              <BoardDrag>
                <PhoneBoard />
              </BoardDrag>
            </MostCards.Provider>
          </div>
        </div>
      </BoardProvider>
    </WidthContext.Provider>
  )
}
