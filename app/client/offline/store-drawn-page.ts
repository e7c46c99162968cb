import { keepAnswer } from "../outbox/browser-database"
import { copyOf } from "./copy"
import { type DrawnPage, drawnPageId } from "./drawn-page"
import { knownPerson } from "./person"

const longest = 500_000
/** Dialogs, menus and status messages, which are left out. */
const passing = "dialog, [role=dialog], [role=alertdialog], [role=menu], [role=status], [popover]"

/**
 * Stores the board as it is on screen, and returns whether it did: not where `asOpened` says that opening it
 * again would show another.
 */
export const storeDrawnBoard = (planId: number, asOpened: boolean): boolean => {
  const copy = copyOf<DrawnPage>(planId, drawnPageId)
  const drawn = asOpened ? readDrawnPage("body > .board-page") : undefined
  if (drawn) copy.keep(drawn)
  else copy.forget()
  return drawn !== undefined
}

/**
 * Stores a page of no plan as it is on screen, down to the window's end; not while it is scrolled. `page`: the name of this
 * browser's copy of its data.
 */
export const storeDrawnPage = async (page: string): Promise<void> => {
  const personId = knownPerson()
  const drawn = window.scrollY === 0 ? readDrawnPage("body > header, body > main") : undefined
  if (personId !== undefined && drawn) await keepAnswer(personId, `${page}.${drawnPageId}`, drawn)
}

/** Undefined where lists are scrolled, and in a page that comes from the server anyway. */
const readDrawnPage = (parts: string): DrawnPage | undefined => {
  const pages = [...document.querySelectorAll(parts)]
  if (pages.length === 0 || !navigator.serviceWorker?.controller) return undefined
  if (pages.some(hasScrolledList)) return undefined
  const html = pages.map(htmlInSight).join("")
  if (html.length > longest) return undefined
  return { html, width: window.innerWidth, scrolls: document.documentElement.scrollHeight > window.innerHeight }
}

/** Asking what `content-visibility` leaves out would lay it out, element by element. */
const hasScrolledList = (page: Element): boolean => {
  const inSight = document.createTreeWalker(page, NodeFilter.SHOW_ELEMENT, (node) =>
    isBelow(node) || isLeftOut(node as Element) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  while (inSight.nextNode()) if ((inSight.currentNode as Element).scrollTop > 0) return true
  return false
}

/** Browsers that lack the option take it for shown. */
const isLeftOut = (element: Element) => element.checkVisibility?.({ contentVisibilityAuto: true }) === false

const htmlInSight = (page: Element): string => {
  const drawn = cloneInSight(page)
  for (const each of drawn.querySelectorAll(passing)) each.remove()
  for (const named of drawn.querySelectorAll("[id]")) named.removeAttribute("id")
  return drawn.outerHTML
}

/** A clone without a table's rows below the window, of which there may be hundreds. */
const cloneInSight = (element: Element): Element => {
  if (!element.querySelector("tr")) return element.cloneNode(true) as Element
  const clone = element.cloneNode(false) as Element
  for (const child of element.childNodes)
    if (!isBelow(child)) clone.append(child instanceof Element ? cloneInSight(child) : child.cloneNode())
  return clone
}

const isBelow = (node: Node) =>
  node instanceof HTMLTableRowElement && node.getBoundingClientRect().top > window.innerHeight
