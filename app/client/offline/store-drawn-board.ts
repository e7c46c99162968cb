import { copyOf } from "./copy"
import { type DrawnBoard, drawnBoardId } from "./drawn-board"

const longest = 500_000
/** Dialogs, menus and status messages, which are left out. */
const passing = "dialog, [role=dialog], [role=alertdialog], [role=menu], [role=status], [popover]"

/**
 * Stores the board as it is on screen, and returns whether it did: not where `asOpened` says that opening it
 * again would show another.
 */
export const storeDrawnBoard = (planId: number, asOpened: boolean): boolean => {
  const copy = copyOf<DrawnBoard>(planId, drawnBoardId)
  const drawn = asOpened ? readDrawnBoard() : undefined
  if (drawn) copy.keep(drawn)
  else copy.forget()
  return drawn !== undefined
}

/** Undefined where lists are scrolled, and in a page that comes from the server anyway. */
const readDrawnBoard = (): DrawnBoard | undefined => {
  const page = document.querySelector("body > .board-page")
  if (!page || !navigator.serviceWorker?.controller) return undefined
  for (const scrolling of page.querySelectorAll("*")) if (scrolling.scrollTop > 0) return undefined
  const drawn = page.cloneNode(true) as Element
  for (const each of drawn.querySelectorAll(passing)) each.remove()
  for (const named of drawn.querySelectorAll("[id]")) named.removeAttribute("id")
  const html = drawn.outerHTML
  return html.length > longest ? undefined : { html, width: window.innerWidth }
}
