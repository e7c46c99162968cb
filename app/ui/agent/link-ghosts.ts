// linkGhosts(): shows a preview on the board, whether its panel is open or not: the proposal on screen, or the open one of the conversation.
import { conversationOf } from "~/client/agent/conversation-of"
import { ghostsOf, noGhosts } from "~/client/agent/ghosts"
import { tickedOf } from "~/client/agent/review"
import { reviewOf } from "~/client/agent/review-of"
import type { PlanSession } from "~/client/plan-session"
import type { Change } from "~/contract/change-set"
import { leftOf } from "~/rules/agent/ticked"
import { BoardBar } from "~/ui/agent/board-bar"
import { GhostCardsOf } from "~/ui/agent/ghost-cards"
import { GhostMarkOf, ghosts } from "~/ui/agent/ghost-mark"
import { drawnProposal } from "~/ui/agent/use-review"
import type { View } from "~/ui/plan/view-state"

/** The page shows one board. */
let linked: { view: View; end(): void } | undefined

type Drawn = { changes: readonly Change[]; ticked: readonly number[] }

export const linkGhosts = (session: PlanSession, view: View) => {
  if (linked?.view === view) return
  linked?.end()
  const { store } = session
  const conversation = conversationOf(session)
  const review = reviewOf(session)
  let stop: (() => void) | undefined

  const drawn = (): Drawn | undefined => {
    const one = drawnProposal(review, view)
    if (one) return { changes: one.proposal?.changes ?? [], ticked: tickedOf(one) }
    const { messages } = conversation.state.get()
    const preview = messages.find(({ preview }) => preview?.state === "open")?.preview
    return preview && { changes: preview.changes, ticked: leftOf(preview.changes, preview.unticked) }
  }
  const draw = () => {
    const found = drawn()
    const shows = found !== undefined && found.changes.length > 0
    ghosts.set(shows ? ghostsOf(store, found.changes, found.ticked) : noGhosts)
    if (shows === (view.get().ghosts !== null)) return
    view.set({ ghosts: shows ? { Mark: GhostMarkOf, Cards: GhostCardsOf, Bar: BoardBar } : null })
    // Cards that others move or add may lie below a deleted one.
    stop?.()
    stop = shows ? store.subscribe("any", draw) : undefined
  }
  let page = view.get().review
  draw()
  const ends = [
    conversation.state.subscribe(draw),
    review.state.subscribe(draw),
    view.subscribe(() => {
      const next = view.get().review
      if (next === page) return
      page = next
      draw()
    }),
  ]
  const end = () => {
    stop?.()
    for (const each of ends) each()
  }
  linked = { view, end }
}
