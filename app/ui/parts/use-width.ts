import { createContext, useContext, useSyncExternalStore } from "react"

/**
 * Wide from 1578 px, where the side panel has room beside the lanes; below 1280 goals and actions share a pane, "narrow" is below
 * 1024; below 640 the phone's layout applies.
 */
export type Width = "wide" | "desk" | "medium" | "narrow" | "phone"

/** Widths of one layout keep their cards mounted. */
export const layoutOf = (width: Width) => (width === "wide" ? "desk" : width === "medium" ? "narrow" : width)

const queries = ["(min-width: 1578px)", "(min-width: 1280px)", "(min-width: 1024px)", "(min-width: 640px)"] as const

const read = (): Width => {
  const [wide, desk, medium, narrow] = queries.map((query) => window.matchMedia(query).matches)
  return wide ? "wide" : desk ? "desk" : medium ? "medium" : narrow ? "narrow" : "phone"
}

const subscribe = (listener: () => void) => {
  const lists = queries.map((query) => window.matchMedia(query))
  for (const list of lists) list.addEventListener("change", listener)
  return () => {
    for (const list of lists) list.removeEventListener("change", listener)
  }
}

/** The width that the server assumes, and the browser before it has measured. */
export const WidthContext = createContext<Width>("desk")

export const useWidth = (): Width => {
  const unmeasured = useContext(WidthContext)
  return useSyncExternalStore(subscribe, read, () => unmeasured)
}
