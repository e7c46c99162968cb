import { useOpenPreview } from "~/ui/agent/confirm-banner"
import { agent } from "~/ui/agent/texts"
import { useConversation } from "~/ui/agent/use-conversation"
import { Button } from "~/ui/parts/button"
import { useBoard, useObserved } from "~/ui/plan/board-context"
import { focusSide, showSide } from "~/ui/plan/side"

/** Over a phone's board while a preview is open. */
export const BoardBar = () => {
  const { session, view, can } = useBoard()
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const open = useOpenPreview()
  if (!open) return null
  const back = () => {
    showSide(view, session.planId, "chat")
    focusSide()
  }
  return (
    <section className="agent-bar row rigid" aria-label={agent.preview}>
      <b className="grow numeric">{agent.changes(open.ticked.length)}</b>
      <Button variant="ghost" onClick={back}>
        {agent.backToChat}
      </Button>
      <Button
        variant="accent"
        disabled={!can("changeBoard") || open.ticked.length === 0}
        busy={running !== null}
        onClick={() => {
          conversation.doIt()
          back()
        }}
      >
        {agent.doIt}
      </Button>
    </section>
  )
}
