import { isWaiting } from "~/client/agent/review"
import { reviewOf } from "~/client/agent/review-of"
import type { ReviewPage } from "~/contract/shared/deep-link"
import { useBoard } from "~/ui/plan/board-context"
import type { View } from "~/ui/plan/view-state"

export const useReview = () => reviewOf(useBoard().session)

/** Nothing has the focus: what had it is gone, or the panel holds it for what it opens with. */
export const isFocusFree = () => {
  const { activeElement } = document
  return activeElement === document.body || (activeElement?.matches("#side-panel, #side-panel h2") ?? true)
}

/** What of the review list is on screen: a page in the open panel, or one proposal, which the board shows too. */
export const lookedAt = (view: View): ReviewPage | null => {
  const { review, side } = view.get()
  return typeof review === "number" || (side.open && side.mode === "chat") ? review : null
}

/** The proposal that is drawn on the board, while it waits. */
export const drawnProposal = (review: ReturnType<typeof reviewOf>, view: View) => {
  const { one } = review.state.get()
  return one?.proposal && one.id === view.get().review && isWaiting(one.proposal) ? one : undefined
}
