import type { CSSProperties } from "react"
import type { PaneWidths } from "~/client/memory/board-looks"
import { boardLooks, paneWidths } from "~/client/memory/board-looks"
import type { Width } from "~/ui/parts/use-width"

/** Widths of the board's panes, px. */
export type PaneName = "goals" | "actions" | "shared" | "side"

export const limits: Record<PaneName, { least: number; most: number }> = {
  goals: { least: 160, most: 360 },
  actions: { least: 200, most: 560 },
  shared: { least: 200, most: 360 },
  side: { least: 320, most: 560 },
}
export const railWidth = 44

/** Around the board, px. */
const padding = 24

/** Widths of the panes and of the gaps between them, px, and the least room of the lanes for which they are taken. */
const sets = {
  wide: { goals: 232, actions: 272, gap: 14, lanes: 940 },
  middle: { goals: 190, actions: 226, gap: 12, lanes: 880 },
  narrow: { goals: 176, actions: 208, gap: 10, lanes: 780 },
} as const
export type PaneSet = keyof typeof sets

/** The open side panel, px; the second where only that leaves the lanes their room. */
const sides = [392, 360] as const

const lanesRoom = (set: PaneSet, window: number, side: number) => {
  const { goals, actions, gap } = sets[set]
  return window - padding - goals - actions - side - gap * 3
}

/** The widest set that leaves the lanes their room. `side`: what is beside them, px. */
export const paneSet = (window: number, side: number): PaneSet =>
  (["wide", "middle"] as const).find((set) => lanesRoom(set, window, side) >= sets[set].lanes) ?? "narrow"

/** Width of the open side panel unless it was chosen. `window`: the window's width. */
export const sideWidth = (window: number): number =>
  window < wideFrom || lanesRoom("narrow", window, sides[0]) >= sets.narrow.lanes ? sides[0] : sides[1]

/** From this width of the window the open panel is beside the lanes. */
const wideFrom = 1578

export type Layout = { set: PaneSet; width: Width; planning: boolean }

export const defaultWidth = (name: PaneName, { set, width, planning }: Layout): number => {
  if (name === "side") return sideWidth(window.innerWidth)
  if (name === "shared") return 226
  if (!planning) return sets[set][name]
  if (name === "goals") return 190
  return width === "wide" ? 450 : Math.round(Math.min(450, Math.max(226, window.innerWidth * 0.28)))
}

/** The class of window widths under which pane widths are stored. */
export const screenClass = () => Math.round(window.innerWidth / 100) * 100

/** The width chosen for this class of windows, clamped, or the default. */
export const widthOf = (name: PaneName, stored: PaneWidths, layout: Layout): number => {
  const { least, most } = limits[name]
  return Math.min(most, Math.max(least, stored[name] ?? defaultWidth(name, layout)))
}

/** The panes as a CSS grid, for the frame shown before the board has loaded. */
export const skeletonPanes = (planId: number, width: Width): CSSProperties => {
  if (width === "phone") return {}
  const looks = boardLooks(planId)
  const planning = looks.planning()
  const stored = paneWidths(planId, screenClass(), planning).read()
  const open = width === "wide" && looks.open() === true
  const side = open ? (stored.side ?? sideWidth(window.innerWidth)) : railWidth
  const set = paneSet(window.innerWidth, side)
  const px = (name: PaneName) => `${widthOf(name, stored, { set, width, planning })}px`
  const first = width === "narrow" || width === "medium" ? px("shared") : `${px("goals")} ${px("actions")}`
  return { gridTemplateColumns: `${first} minmax(0, 1fr) ${side}px`, columnGap: sets[set].gap }
}
