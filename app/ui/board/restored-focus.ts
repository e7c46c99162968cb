import { useEffect } from "react"
import { useBoard } from "~/ui/plan/board-context"

type Place = { element: HTMLElement; section: HTMLElement; key: string | undefined; after: string[]; before: string[] }

/** A card by the key it had: by now its temporary id may have become a real one. */
const shown = (section: ParentNode, key: string, realId: (id: number) => number) => {
  const [entity = "", id] = key.split(":")
  return (
    section.querySelector<HTMLElement>(`[data-card="${entity}:${realId(Number(id))}"]`) ??
    section.querySelector<HTMLElement>(`[data-card="${key}"]`)
  )
}

const placeOf = (target: Element): Place | undefined => {
  const section = target.closest<HTMLElement>("section.lane-column, .phone-list, section.pane")
  if (!section) return undefined
  const box = target.closest("article, .lane-focus-body, .lane.past, .focus-page, .adding")
  const element = target.matches("[data-card]") ? target : (box?.querySelector("[data-card]") ?? target)
  const cards = [...section.querySelectorAll<HTMLElement>("[data-card]")].map(({ dataset }) => dataset.card ?? "")
  const key = (element as HTMLElement).dataset.card
  const at = key === undefined ? cards.length : cards.indexOf(key)
  return {
    element: element as HTMLElement,
    section,
    key,
    after: cards.slice(at + 1),
    before: cards.slice(0, Math.max(0, at)).reverse(),
  }
}

/** The card's current element, or its successor, its predecessor, the button that adds a card, or the first card. */
const heirOf = (
  { section, key, after, before }: Place,
  realId: (id: number) => number,
): HTMLElement | null | undefined => {
  const moved = key === undefined ? null : shown(document, key, realId)
  if (moved) return moved
  const add = ".add-task, .pane-header .icon-button"
  // The empty field of a new card is replaced by the button that opened it.
  if (key === undefined && section.querySelector(add)) return section.querySelector<HTMLElement>(add)
  for (const each of [...after, ...before]) {
    const card = shown(section, each, realId)
    if (card) return card
  }
  return (
    section.querySelector<HTMLElement>(add) ??
    section.closest(".lane")?.querySelector<HTMLElement>(add) ??
    document.querySelector<HTMLElement>(":is(.board, .phone) [data-card]") ??
    document.querySelector<HTMLElement>(".pane-header .icon-button, .list-empty .button")
  )
}

/**
 * Keeps the focus when its card is deleted, moved or hidden, by anybody: it goes to the card's new element, or to the card
 * that followed it.
 */
export const useRestoredFocus = () => {
  const { session, view } = useBoard()
  const { realId } = session.store
  useEffect(() => {
    let place: Place | undefined
    let frame = 0
    const page = document.querySelector(".board-page") ?? document.body

    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest(".scrim, .popover, [data-sonner-toaster]")) return
      place = placeOf(target)
    }
    // A press outside any control drops the focus.
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest("button, textarea, input, .scrim, .popover")) place = undefined
    }
    const look = () => {
      frame = 0
      const { dialog, picker, overlay, dragging } = view.get()
      if (!place || place.element.isConnected || document.activeElement !== document.body) return
      if (dialog || picker || overlay || dragging || document.querySelector(".scrim, .dropping")) return
      heirOf(place, realId)?.focus()
    }
    // Two frames, so that code which closes or moves something can place the focus first. Typing in a card asks for none: they
    // would make the next key wait.
    const later = () => {
      if (frame === 0 && place && !place.element.isConnected)
        frame = requestAnimationFrame(() => requestAnimationFrame(look))
    }
    const observer = new MutationObserver(later)
    observer.observe(page, { childList: true, subtree: true })
    document.addEventListener("focusin", onFocus)
    document.addEventListener("pointerdown", onPress)
    const off = view.subscribe(later)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      document.removeEventListener("focusin", onFocus)
      document.removeEventListener("pointerdown", onPress)
      off()
    }
  }, [view, realId])
}
