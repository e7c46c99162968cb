import { boardLooks, type SideMode } from "~/client/memory/board-looks"
import type { ReviewPage } from "~/contract/shared/deep-link"
import { focusSoon } from "~/ui/parts/focus"
import type { View } from "~/ui/plan/view-state"
import { lessMotion } from "~/ui/theme/theme"

/** The token `--t-flash`, ms. */
const flash = 1_200

/** Opens, closes and switches the side panel; remembered per plan. */

/** Beside the lanes, the panel is part of the layout and its state is remembered; over the lanes, it is temporary. */
export const isWide = () => window.matchMedia("(min-width: 1578px)").matches

/** `beside`: the window is wide enough for panel and lanes. */
export const sideAtFirst = (planId: number, beside: boolean) => {
  const looks = boardLooks(planId)
  return { mode: looks.mode() ?? "search", open: beside && looks.open() === true } as const
}

export const showSide = (view: View, planId: number, mode: SideMode) => {
  view.set({ side: { open: true, mode } })
  const looks = boardLooks(planId)
  looks.keepMode(mode)
  if (isWide()) looks.keepOpen(true)
}

/** Opens a page of the review list, in AI Chat. */
export const showReview = (view: View, planId: number, page: ReviewPage) => {
  view.set({ review: page })
  showSide(view, planId, "chat")
}

export const hideSide = (view: View, planId: number) => {
  const { side } = view.get()
  if (!side.open) return
  // A field that became inert keeps the focus until the next frame, so keys pressed now would miss the board.
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.closest("#side-panel")) focused.blur()
  view.set({ side: { ...side, open: false } })
  if (isWide()) boardLooks(planId).keepOpen(false)
}

const firstField = () => {
  const side = document.getElementById("side-panel")
  return side?.querySelector<HTMLElement>("[data-first-field]") ?? side
}

/** Focuses the panel's first field, or the panel itself, when it opens. The chat's message field also flashes. */
export const focusSide = () =>
  focusSoon(firstField, {
    preventScroll: true,
    onFocused: (field) => {
      if (!field.matches("[data-mode=chat] textarea") || lessMotion()) return
      const ring = (color: string) => ({ boxShadow: `0 0 0 3px ${color}` })
      field.animate([ring("var(--accent)"), ring("transparent")], { duration: flash, easing: "ease-out" })
    },
  })

/** Focuses the icon that opens the panel, or the pages below on a phone, when it closes. */
export const focusRail = (mode: SideMode) =>
  focusSoon(() => document.querySelector<HTMLElement>(`.rail [data-mode="${mode}"], .bottom-nav [aria-current]`), {
    preventScroll: true,
  })
