import { type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import { useBoard, useView } from "~/ui/plan/board-context"

/** What takes the focus: a day's first or last card, or the day if it has none; a card; the list of cards without a date. */
export type Wanted = { day: string; at: "first" | "last" | "day" } | { card: string; day: string | null } | "undated"

const find = (root: HTMLElement, wanted: Wanted): HTMLElement | null => {
  const undated = () => root.querySelector<HTMLElement>("section[data-day='']")
  if (wanted === "undated") return undated()
  const cellOf = (day: string) => root.querySelector<HTMLElement>(`td[data-day="${day}"]`)
  if ("card" in wanted) {
    const card = root.querySelector<HTMLElement>(`[data-card="${wanted.card}"]`)
    return card ?? (wanted.day === null ? undated() : find(root, { day: wanted.day, at: "last" }))
  }
  const cell = cellOf(wanted.day)
  if (!cell || wanted.at === "day") return cell
  const cards = cell.querySelectorAll<HTMLElement>("[data-card], [data-more]")
  return cards[wanted.at === "first" ? 0 : cards.length - 1] ?? cell
}

/**
 * Moves the focus within the calendar after it is rendered, and keeps it on a card that has got another element, since it
 * is due on another day.
 */
export const useHeldFocus = (root: RefObject<HTMLElement | null>) => {
  const { view } = useBoard()
  const wanted = useRef<Wanted | null>(null)
  const held = useRef<{ element: Element; wanted: Wanted } | null>(null)
  useView(({ dialog, picker }) => dialog !== null || picker !== null)
  useEffect(() => {
    const { current } = root
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest(".scrim, .popover")) return
      const day = target.closest<HTMLElement>("[data-day]")?.dataset.day
      const { card } = target.dataset
      if (!current?.contains(target) || day === undefined) held.current = null
      else
        held.current = {
          element: target,
          wanted: card ? { card, day: day || null } : day ? { day, at: "day" } : "undated",
        }
    }
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest("button, .scrim, .popover")) held.current = null
    }
    document.addEventListener("focusin", onFocus)
    document.addEventListener("pointerdown", onPress)
    return () => {
      document.removeEventListener("focusin", onFocus)
      document.removeEventListener("pointerdown", onPress)
    }
  }, [root])
  useLayoutEffect(() => {
    const { current } = root
    if (current && wanted.current) find(current, wanted.current)?.focus()
    wanted.current = null
  })
  useEffect(() => {
    // What closes or moves something may place the focus first.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const { current } = root
        const { dialog, picker, overlay } = view.get()
        if (!current || !held.current || held.current.element.isConnected || dialog || picker || overlay) return
        if (document.activeElement === document.body) find(current, held.current.wanted)?.focus()
      }),
    )
    return () => cancelAnimationFrame(frame)
  })
  return (next: Wanted) => {
    wanted.current = next
  }
}
