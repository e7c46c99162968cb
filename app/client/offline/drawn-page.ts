/**
 * The HTML of a page as it was drawn last, shown until the page's scripts have drawn it again. `store-drawn-page` stores
 * it beside this browser's copy of the page's data, and `earlyBoardScript` puts it into the element of this id. Browsers
 * have copies under this name.
 */
export const drawnPageId = "picture"

export type DrawnPage = {
  html: string
  /** of the window, CSS pixels */
  width: number
  /** The page was longer than the window: its scroll bar takes some of the width. */
  scrolls?: boolean
}

/** The pages that are stored as they were drawn. They drop the drawn page themselves. */
export const drawnPaths: readonly string[] = ["/board", "/goals"]

/** Call it when the page is drawn, or something else in its place. */
export const dropDrawnPage = () => document.getElementById(drawnPageId)?.replaceChildren()
