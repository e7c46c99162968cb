import { createContext, useContext, useSyncExternalStore } from "react"

/** Wide from 1600 px; below 1024 goals and actions share a column; below 640 the phone's layout applies. */
export type Width = "wide" | "desk" | "narrow" | "phone"

const queries = ["(min-width: 1600px)", "(min-width: 1024px)", "(min-width: 640px)"] as const

const read = (): Width => {
  const [wide, desk, narrow] = queries.map((query) => window.matchMedia(query).matches)
  return wide ? "wide" : desk ? "desk" : narrow ? "narrow" : "phone"
}

const subscribe = (listener: () => void) => {
  const lists = queries.map((query) => window.matchMedia(query))
  for (const list of lists) list.addEventListener("change", listener)
  return () => {
    for (const list of lists) list.removeEventListener("change", listener)
  }
}

/** What the server draws for, and the browser before it has measured. */
export const WidthContext = createContext<Width>("desk")

export const useWidth = (): Width => {
  const unmeasured = useContext(WidthContext)
  return useSyncExternalStore(subscribe, read, () => unmeasured)
}
