import { copyOf } from "./copy"
import { type Picture, pictureId } from "./picture"

const longest = 500_000
/** Dialogs, menus and status messages, which a picture leaves out. */
const passing = "dialog, [role=dialog], [role=alertdialog], [role=menu], [role=status], [popover]"

/**
 * Stores the picture of the board on screen and answers whether there is one: not where `asOpened` says that opening it
 * again would show another.
 */
export const keepPicture = (planId: number, asOpened: boolean): boolean => {
  const copy = copyOf<Picture>(planId, pictureId)
  const picture = asOpened ? takePicture() : undefined
  if (picture) copy.keep(picture)
  else copy.forget()
  return picture !== undefined
}

/** Undefined where lists are scrolled, and in a page that comes from the server anyway. */
const takePicture = (): Picture | undefined => {
  const page = document.querySelector("body > .board-page")
  if (!page || !navigator.serviceWorker?.controller) return undefined
  for (const scrolling of page.querySelectorAll("*")) if (scrolling.scrollTop > 0) return undefined
  const drawn = page.cloneNode(true) as Element
  for (const each of drawn.querySelectorAll(passing)) each.remove()
  for (const named of drawn.querySelectorAll("[id]")) named.removeAttribute("id")
  const html = drawn.outerHTML
  return html.length > longest ? undefined : { html, width: window.innerWidth }
}
