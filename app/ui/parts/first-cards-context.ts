import { createContext, type ReactNode } from "react"

/** What the server draws into this document's place for the drawn board; nothing in the browser. */
export const FirstCardsContext = createContext<ReactNode>(undefined)

/** How many cards of a list are drawn there: the most that a phone shows. */
export const MostCards = createContext(Number.POSITIVE_INFINITY)
