import { hideSide } from "~/ui/plan/side"
import type { View } from "~/ui/plan/view-state"

/** On a phone, where the chat is a page: the board's page in its place. */
export const showBoard = (view: View, planId: number) => {
  view.set({ page: "board" })
  hideSide(view, planId)
}
