import type { ColumnWidths } from "~/client/memory/board-looks"
import { boardLooks, columnWidths } from "~/client/memory/board-looks"
import type { Width } from "~/ui/parts/use-width"

/** Widths of the board's columns, px. */
export type ColumnName = "goals" | "actions" | "shared" | "side"

export const limits: Record<ColumnName, { least: number; most: number }> = {
  goals: { least: 160, most: 360 },
  actions: { least: 200, most: 560 },
  shared: { least: 200, most: 360 },
  side: { least: 320, most: 560 },
}
export const railWidth = 44

export const defaultWidth = (name: ColumnName, width: Width, planning: boolean, screen: number): number => {
  if (name === "side") return 392
  if (name === "shared") return 226
  if (name === "goals") return planning || width !== "wide" ? 190 : 232
  if (!planning) return width === "wide" ? 272 : 226
  return width === "wide" ? 450 : Math.round(Math.min(450, Math.max(226, screen * 0.28)))
}

/** The class of window widths under which column widths are stored. */
export const screenClass = () => Math.round(window.innerWidth / 100) * 100

/** The width chosen for this class of windows, clamped, or the default. */
export const widthOf = (
  name: ColumnName,
  { stored, width, planning }: { stored: ColumnWidths; width: Width; planning: boolean },
): number => {
  const { least, most } = limits[name]
  const wanted = stored[name] ?? defaultWidth(name, width, planning, window.innerWidth)
  return Math.min(most, Math.max(least, wanted))
}

/** The columns as a CSS grid, for the frame shown before the board has loaded. */
export const skeletonColumns = (planId: number, width: Width): string | undefined => {
  if (width === "phone") return undefined
  const looks = boardLooks(planId)
  const planning = looks.planning()
  const stored = columnWidths(planId, screenClass(), planning).read()
  const px = (name: ColumnName) => `${widthOf(name, { stored, width, planning })}px`
  const lanes = "minmax(0, 1fr)"
  if (width === "narrow") return `${px("shared")} ${lanes} ${railWidth}px`
  const side = width === "wide" && (looks.open() ?? true) ? px("side") : `${railWidth}px`
  return `${px("goals")} ${px("actions")} ${lanes} ${side}`
}
