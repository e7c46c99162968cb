import { goesOnTyping } from "~/ui/parts/left-by-enter"

const inField = "input:not([type=radio]), textarea, select, [contenteditable]"
const layers = ".scrim, .popover"

/** True while an overlay handles keys. */
export const hasLayer = () => document.querySelector(layers) !== null

/** Whether an element is part of a popup or dialog. */
export const inLayer = (element: Element) => element.closest(layers) !== null

/** The focused element, if its keys are for the page's list: not for a field, a popup or the browser. */
export const listKeyTarget = (event: KeyboardEvent): Element | undefined => {
  const { target } = event
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return undefined
  if (!(target instanceof Element) || target.closest(inField) || hasLayer()) return undefined
  if (!goesOnTyping(event)) return target
  event.preventDefault()
  return undefined
}
