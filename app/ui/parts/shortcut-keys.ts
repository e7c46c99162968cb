import { goesOnTyping } from "~/ui/parts/left-by-enter"

type Key = Pick<KeyboardEvent, "key" | "code" | "shiftKey">

/** The symbol keys of a layout without Latin letters, plain and with Shift. */
const symbols: Readonly<Record<string, string>> = { Slash: "/?", Backslash: "\\|" }

/** Signs that a Latin layout, such as Dvorak or Bépo, has where others have a letter. */
const onLatinLayouts = /^(?![！-～])[\p{Script=Latin}\d'"’,;.:<>/?!-]$/u

/**
 * The key by which shortcuts go: a letter in lower case, a digit or a sign, else the name of the key. A layout without Latin
 * letters has them where the standard layout does.
 */
export const shortcutKey = ({ key, code, shiftKey }: Key): string => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  // Some keys of Arabic layouts write two letters.
  const writes = [...key].length === 1 || /[^\p{ASCII}]/u.test(key)
  if (!writes || key === " ") return key
  if (letter && !onLatinLayouts.test(key)) return letter.toLowerCase()
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit && /^(?!\d)\p{Nd}$/u.test(key)) return digit
  const foreign = /^(?:(?!\p{Script=Latin})\p{L}|؟)$/u.test(key) || (code === "Slash" && /^[.,]$/.test(key))
  return (foreign && symbols[code]?.[shiftKey ? 1 : 0]) || key.toLowerCase()
}

/** The digit of a key, also on layouts that write digits with Shift. */
export const digitOf = (event: Key): string | undefined => {
  const key = shortcutKey(event)
  if (/^\d$/.test(key)) return key
  return event.shiftKey || [...key].length > 1 ? undefined : /^Digit(\d)$/.exec(event.code)?.[1]
}

/** Keys that choose among the conversions of an input method, confirm or drop one. */
const choosing = /^(?:Enter|Escape|Tab|Arrow|Home|End|Page)/

/** Whether a key is for the input method. Safari sends the Enter that confirms a conversion after the composition has ended. */
export const isForInputMethod = ({
  key,
  keyCode,
  isComposing,
}: Pick<KeyboardEvent, "key" | "keyCode" | "isComposing">) => (isComposing || keyCode === 229) && choosing.test(key)

/** Hides such keys from the page, before any of its listeners; what the browser does with them is left to it. */
export const keepComposingKeys = () => {
  const hide = (event: KeyboardEvent) => {
    if (isForInputMethod(event)) event.stopImmediatePropagation()
  }
  addEventListener("keydown", hide, true)
}

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
