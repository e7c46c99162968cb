// reviewOf(): the review list of an open plan; it outlives the page that shows it.
import { refusal } from "~/contract/problem"
import { proposalCalls } from "~/contract/proposal"
import { call, callAll, callListPage, offline } from "../api"
import { isUp } from "../live/live"
import type { PlanSession } from "../plan-session"
import { openReview, type Review } from "./review"

const reviews = new WeakMap<PlanSession, Review>()

export const reviewOf = (session: PlanSession): Review => {
  const known = reviews.get(session)
  if (known) return known
  const { planId } = session
  const review = openReview({
    onApplied: session.history.applied,
    calls: {
      open: () => callAll(proposalCalls.proposals, { planId, state: "open" }),
      all: (before) => callListPage(proposalCalls.proposals, { planId, state: "all", before }),
      one: (id) => call(proposalCalls.proposal, { planId, id }),
      apply: (id, only, idempotencyKey) => call(proposalCalls.applyProposal, { planId, id, only }, { idempotencyKey }),
      reject: (id, comment) => call(proposalCalls.rejectProposal, { planId, id, comment }),
      withdraw: (id) => call(proposalCalls.withdrawProposal, { planId, id }),
      undo: async (changeSet) => {
        // The list is counted in each plan, and undone in few.
        const [{ asks }, { Unanswered }] = await Promise.all([
          import("./conversation-of"),
          import("./agent-socket"),
        ]).catch((thrown) => Promise.reject(offline(thrown)))
        try {
          await asks(
            "undo_changes",
            { planId, changeSet },
            { signal: new AbortController().signal, onProgress: () => {} },
          )
        } catch (thrown) {
          const { message, reason } = thrown as Error & { reason?: string }
          throw thrown instanceof Unanswered || reason === "offline" ? offline(thrown) : refusal(409, message)
        }
      },
    },
  })
  reviews.set(session, review)
  session.onEvent(review.receive)
  // It may have been away when the list was asked for.
  session.live.subscribe(() => {
    if (isUp(session.live.get()) && review.state.get().openFailed) review.receive(undefined)
  })
  return review
}
