// listsInColumns: what a request accepts to get a board with what its cards list in columns of their own, as the app does. withLists(): the
// board as the contract declares it.

/** With 3 of 30 labels a card, a compressed board is a tenth smaller than with the lists in its cards. */
export const listsInColumns = "application/json;lists=columns"

/** By a card's place in the board's list. `blockedByIds`: how much less each is than the card's own id, which compresses better. */
type Columns = { labelIds: number[][]; blockedByIds: number[][] }

type Cards = Record<"items" | "tasks", { id: number }[]>

/** Without labels in the plan, cards have their lists. */
export type InColumns<Board extends Cards> = Board & { lists?: Record<keyof Cards, Columns> }

export const withLists = <Board extends Cards>({ lists, ...rest }: InColumns<Board>): Board => {
  const board = rest as unknown as Board
  for (const name of ["items", "tasks"] as const) {
    for (const [at, card] of board[name].entries()) {
      const labelIds = lists?.[name].labelIds[at]
      const less = lists?.[name].blockedByIds[at]
      if (labelIds && less) Object.assign(card, { labelIds, blockedByIds: less.map((each) => card.id - each) })
    }
  }
  return board
}
