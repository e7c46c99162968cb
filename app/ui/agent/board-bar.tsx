import { tickedOf } from "~/client/agent/review"
import { useOpenPreview } from "~/ui/agent/confirm-banner"
import { useProposer } from "~/ui/agent/proposal-words"
import { applyTicked } from "~/ui/agent/review-decide"
import { review as words } from "~/ui/agent/review-texts"
import { agent } from "~/ui/agent/texts"
import { useConversation } from "~/ui/agent/use-conversation"
import { drawnProposal, useReview } from "~/ui/agent/use-review"
import { Button } from "~/ui/parts/button"
import { useBoard, useObserved, useView } from "~/ui/plan/board-context"
import { focusSide, showSide } from "~/ui/plan/side"

/** Over a phone's board while a preview or a proposal is drawn on it. */
export const BoardBar = () => {
  const { session, view, can } = useBoard()
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const review = useReview()
  const reviewing = useObserved(review.state).running
  useView(({ review }) => review)
  const proposerOf = useProposer()
  const open = useOpenPreview()
  const one = drawnProposal(review, view)
  const back = () => {
    showSide(view, session.planId, "chat")
    focusSide()
  }
  const bar = one?.proposal
    ? {
        ticked: tickedOf(one),
        by: proposerOf(one.proposal),
        back: words.toReview,
        act: words.apply(0),
        busy: reviewing === "applying",
        run: () => void applyTicked(review),
      }
    : open && {
        ticked: open.ticked,
        by: undefined,
        back: agent.backToChat,
        act: agent.doIt,
        busy: running !== null,
        run: () => conversation.doIt(),
      }
  if (!bar) return null
  return (
    <section className="agent-bar row rigid" aria-label={agent.preview}>
      <div className="grow">
        <b className="numeric">{agent.changes(bar.ticked.length)}</b>
        {bar.by && (
          <p className="fine secondary truncate" dir="auto">
            {bar.by}
          </p>
        )}
      </div>
      <Button variant="ghost" onClick={back}>
        {bar.back}
      </Button>
      <Button
        variant="accent"
        disabled={!can("changeBoard") || bar.ticked.length === 0}
        busy={bar.busy}
        onClick={() => {
          bar.run()
          back()
        }}
      >
        {bar.act}
      </Button>
    </section>
  )
}
