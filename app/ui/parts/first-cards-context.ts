import { createContext, type ReactNode } from "react"

/** The cards that the server draws in place of the drawn board; empty in the browser. */
export const FirstCardsContext = createContext<ReactNode>(undefined)

/** The number of cards drawn of a list: the most that a phone shows. */
export const MostCards = createContext(Number.POSITIVE_INFINITY)
