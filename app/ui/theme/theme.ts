import { useSyncExternalStore } from "react"

export type Theme = "system" | "light" | "dark"

const key = "theme"

/** The colours of a phone's bars around the page. */
export const barColors = { light: "#f2f3f5", dark: "#0c0d10" } as const

/**
 * Runs in the head before the first paint, so that the other theme never flashes.
 * It is serialised into the page, so nothing of this module is in scope.
 */
export const themeScript = `try{var t=localStorage.getItem("${key}"),b=${JSON.stringify(barColors)}[t];if(b){document.documentElement.dataset.theme=t;document.querySelectorAll("meta[name=theme-color]").forEach(function(m){m.content=b})}}catch(e){}`

const read = (): Theme => {
  const chosen = document.documentElement.dataset.theme
  return chosen === "light" || chosen === "dark" ? chosen : "system"
}

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `system` follows the device; the choice is stored in this browser. */
export const setTheme = (theme: Theme) => {
  const root = document.documentElement
  if (theme === "system") delete root.dataset.theme
  else root.dataset.theme = theme
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
    bar.content = barColors[theme !== "system" ? theme : bar.media.includes("dark") ? "dark" : "light"]
  try {
    if (theme === "system") localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {}
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme => useSyncExternalStore<Theme>(subscribe, read, () => "system")

export const lessMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches

/** The token `--t-move`, ms. */
export const moveTime = () => (lessMotion() ? 0 : 250)

/** The token `--t-goal`, ms. */
export const goalTime = () => (lessMotion() ? 0 : 350)
