import { Scripts } from "@remix-run/react"
import {
  Children,
  type ComponentProps,
  cloneElement,
  createContext,
  Fragment,
  isValidElement,
  type ReactNode,
  useContext,
  useEffect,
} from "react"

/** The cards that the server draws in place of the drawn board; empty in the browser. */
export const FirstCardsContext = createContext<ReactNode>(undefined)

/** The number of cards drawn of a list: the most that a phone shows. */
export const MostCards = createContext(Number.POSITIVE_INFINITY)

/** The page's scripts. A document with first cards shows something without them: they load after its styles, font and data. */
export const LateScripts = (props: ComponentProps<typeof Scripts>) => {
  const scripts = Scripts(props)
  return useContext(FirstCardsContext) ? low(scripts) : scripts
}

/** Gives preloaded modules a low priority, for which Remix has no option. */
const low = (node: ReactNode): ReactNode =>
  Children.map(node, (child) => {
    if (!isValidElement<{ children?: ReactNode; rel?: string }>(child)) return child
    if (child.type === Fragment) return low(child.props.children)
    return child.props.rel === "modulepreload" ? cloneElement(child, { fetchpriority: "low" } as object) : child
  })

type Early = { pressed?: HTMLButtonElement; changed: Set<EventTarget>; stop(): void }

/** Events that make React hydrate synchronously, which fails while the page waits for the loaders' data. */
const heldPresses =
  "click mousedown mouseup pointerdown pointerup pointercancel touchstart touchend touchcancel auxclick dblclick contextmenu " +
  "keydown keypress keyup input change copy cut paste compositionstart compositionend dragstart dragend drop submit reset"

/**
 * Runs in the head: a file that is dropped never opens in place of the page. Until the page is hydrated, it also hides presses and keys from its scripts and remembers the last pressed button and the changed fields.
 * The browser's own behaviour stays: fields take text, forms and links work.
 */
export const earlyPressScript = `var takesFiles=function(e){var d=e.dataTransfer,t=e.target;if(d&&Array.from(d.types).indexOf("Files")>=0&&!(t.type==="file")){e.preventDefault();if(e.type==="dragover")d.dropEffect="none"}};addEventListener("dragover",takesFiles,true);addEventListener("drop",takesFiles,true);var early=function(){var t="${heldPresses}".split(" "),o={changed:new Set},k=function(e){e.stopImmediatePropagation();if(/^(input|change)$/.test(e.type))o.changed.add(e.target);var b=e.type==="click"&&e.target.closest&&e.target.closest("button[type=button]");if(b)o.pressed=b};t.forEach(function(n){addEventListener(n,k,true)});o.stop=function(){t.forEach(function(n){removeEventListener(n,k,true)})};return o}();`

/** React takes a field's value for the one it has drawn: the change is repeated for it. */
const repeatChange = (field: EventTarget) => {
  if (field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === "file"))
    field.dispatchEvent(new Event("change", { bubbles: true }))
  else if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) {
    if (field.type === "radio" && !field.checked) return
    field.checked = !field.checked
    field.click()
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const { value } = field
    field.value = field.defaultValue
    // React has put a setter of its own in front of this one, by which it would know the value.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
}

/** Ends that, repeats what was changed and presses the remembered button. */
export const useEarlyPress = () => {
  useEffect(() => {
    const { early } = window as unknown as { early?: Early }
    if (!early) return
    early.stop()
    const { pressed, changed } = early
    early.pressed = undefined
    changed.forEach(repeatChange)
    changed.clear()
    if (pressed?.isConnected && !pressed.disabled) pressed.click()
  }, [])
}

/** The nonce of this response's content security policy; empty in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)

export const useNonce = () => useContext(NonceContext)
