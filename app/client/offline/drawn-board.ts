/**
 * The HTML of a board as it was drawn last, shown until the page's scripts have drawn it again.
 * `storeDrawnBoard` stores it with this browser's copy of the board, and `earlyBoardScript` puts it into the element of this id. Browsers have copies under this name.
 */
export const drawnBoardId = "picture"

export type DrawnBoard = {
  html: string
  /** of the window, CSS pixels */
  width: number
}

/** Call it when the board is drawn, or something else in its place. */
export const dropDrawnBoard = () => document.getElementById(drawnBoardId)?.replaceChildren()
