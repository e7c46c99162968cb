import { type ComponentType, useEffect, useRef, useState } from "react"
import { onFirstToast } from "~/ui/parts/toast/toast"

/** Time the mouse rests before a tooltip shows, and after one in which the next shows at once, ms. */
const rest = 500
const warm = 400
const gap = 6
const margin = 8

/** Puts the tooltip below the element, or above where there is no room, inside the window. */
const put = (tip: HTMLElement, owner: Element) => {
  const at = owner.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const { clientWidth, clientHeight } = document.documentElement
  const left = at.left + at.width / 2 - width / 2
  const below = at.bottom + gap
  const top = below + height + margin > clientHeight ? at.top - gap - height : below
  tip.style.left = `${Math.max(margin, Math.min(left, clientWidth - width - margin))}px`
  tip.style.top = `${Math.max(margin, top)}px`
}

const attach = (tip: HTMLElement) => {
  let owner: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setInterval> | undefined
  let hidden = Number.NEGATIVE_INFINITY

  const hide = () => {
    clearTimeout(timer)
    clearInterval(watch)
    if (!tip.classList.contains("shown")) return
    tip.classList.remove("shown")
    hidden = performance.now()
  }
  const show = () => {
    const text = owner?.dataset.tip
    if (!owner?.isConnected || !text) return
    tip.textContent = text
    put(tip, owner)
    tip.classList.add("shown")
    // The element may go away without an event.
    watch = setInterval(() => owner?.isConnected || hide(), 250)
  }
  const own = (next: HTMLElement | null, after: number) => {
    if (next === owner) return
    hide()
    owner = next
    if (next) timer = setTimeout(show, performance.now() - hidden < warm ? 0 : after)
  }
  const under = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null

  const off = new AbortController()
  const on = <Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, act, { capture: true, passive: true, signal: off.signal })
  // A finger that presses must not cover what it presses.
  on("pointerover", ({ target, pointerType }) => pointerType === "mouse" && own(under(target), rest))
  on("pointerout", ({ relatedTarget }) => relatedTarget === null && own(null, 0))
  on("focusin", ({ target }) => {
    if (!(target instanceof Element) || !target.matches(":focus-visible")) return
    const inside = target.matches("button, a") ? target.querySelector<HTMLElement>("[data-tip]") : null
    own(under(target) ?? inside, 0)
  })
  on("focusout", () => own(null, 0))
  on("pointerdown", hide)
  on("scroll", hide)
  on("keydown", ({ key }) => key === "Escape" && hide())
  return () => {
    off.abort()
    hide()
  }
}

/**
 * The one tooltip: the text of an element's `data-tip`, when the mouse rests on the element or the keyboard focuses it. Screen
 * readers get the text from the element's name or description, so every `data-tip` repeats one of them.
 */
export const TipHost = () => {
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => (tip.current ? attach(tip.current) : undefined), [])
  return <div ref={tip} className="tip fine breaks" aria-hidden="true" />
}

/** The page's toast host, empty until the first toast. If its code fails to load, toasts are not shown. */
export const ToastHost = () => {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(
    () =>
      onFirstToast(() => {
        import("~/ui/parts/toast/toaster").then(
          (module) => setToaster(() => module.Toaster),
          () => {},
        )
      }),
    [],
  )
  return Toaster ? <Toaster /> : null
}
