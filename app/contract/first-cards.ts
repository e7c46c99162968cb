import type { Profile } from "./account"
import type { Board } from "./plan"

/** What the server draws the first cards of a phone's board from, in its document. */
export type FirstCardsOf = { board: Board; user: Profile }
