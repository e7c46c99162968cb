import type { CSSProperties } from "react"
import { goalColorName } from "~/rules/goal-palette"

/** Attributes that apply a goal's shades to an element and its descendants. */
export const goalTint = (hex: string | undefined): { "data-goal": string; style?: CSSProperties } => {
  const name = hex === undefined || hex === "#000000" ? "slate" : goalColorName(hex)
  return name === "custom" ? { "data-goal": name, style: { "--g-src": hex } as CSSProperties } : { "data-goal": name }
}
