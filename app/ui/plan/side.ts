import { boardLooks, type SideMode } from "~/client/browser-memory"
import type { View } from "~/ui/plan/view-state"

/** Opens, closes and changes the side panel of a plan, which remembers it. */

/** Beside the lanes it is part of the board, and how it was left counts; over the lanes it is called up for a moment. */
const isWide = () => window.matchMedia("(min-width: 1600px)").matches

/** `beside`: the window has room for it beside the lanes. */
export const sideAtFirst = (planId: number, beside: boolean) => {
  const looks = boardLooks(planId)
  return { mode: looks.mode() ?? "search", open: beside && (looks.open() ?? true) } as const
}

export const showSide = (view: View, planId: number, mode: SideMode) => {
  view.set({ side: { open: true, mode } })
  const looks = boardLooks(planId)
  looks.keepMode(mode)
  if (isWide()) looks.keepOpen(true)
}

export const hideSide = (view: View, planId: number) => {
  const { side } = view.get()
  if (!side.open) return
  // A field in what has become inert keeps the focus until the next frame; keys pressed before it are for the board.
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.closest("#side-panel")) focused.blur()
  view.set({ side: { ...side, open: false } })
  if (isWide()) boardLooks(planId).keepOpen(false)
}

/** Where the focus goes when the panel opens: the field of what it shows, else the panel. */
export const focusSide = () =>
  requestAnimationFrame(() => {
    const side = document.getElementById("side-panel")
    const field = side?.querySelector<HTMLElement>("[data-first-field]") ?? side
    field?.focus({ preventScroll: true })
  })

/** When it closes: the icon that opens it again, on a phone the pages below. */
export const focusRail = (mode: SideMode) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`.rail [data-mode="${mode}"], .bottom-nav .on`)?.focus({ preventScroll: true }),
  )
