import { useSyncExternalStore } from "react"

export type Theme = "system" | "light" | "dark"

const key = "theme"

/**
 * Runs in the head before the first paint, so that the other theme never flashes.
 * It is serialised into the page, so nothing of this module is in scope.
 */
export const themeScript = `try{var t=localStorage.getItem("${key}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`

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
  try {
    if (theme === "system") localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {}
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme => useSyncExternalStore<Theme>(subscribe, read, () => "system")
