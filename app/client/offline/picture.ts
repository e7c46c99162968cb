/**
 * The picture of a board: its document as it was drawn last, shown until the page's scripts have drawn it again.
 * `keepPicture` stores it with this browser's copy of the board, and `earlyBoardScript` puts it into the element of this id.
 */
export const pictureId = "picture"

export type Picture = {
  html: string
  /** of the window, CSS pixels */
  width: number
}

/** Call it when the board is drawn, or something else in its place. */
export const dropPicture = () => document.getElementById(pictureId)?.replaceChildren()
