import { withoutDraftMark } from "~/rules/agent/start-request"
import { leftOf } from "~/rules/agent/ticked"
import { agent } from "~/ui/agent/texts"
import { useConversation } from "~/ui/agent/use-conversation"
import { Button } from "~/ui/parts/button"
import { useBoard, useObserved } from "~/ui/plan/board-context"

/** The open preview of a conversation, with the positions of what is ticked. */
export const useOpenPreview = () => {
  const { messages } = useObserved(useConversation().state)
  const preview = messages.find(({ preview }) => preview?.state === "open")?.preview
  return preview && { preview, ticked: leftOf(preview.changes, preview.unticked) }
}

/** Asks for confirmation of the open preview. */
export const ConfirmBanner = () => {
  const { can } = useBoard()
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const open = useOpenPreview()
  if (!open) return null
  const { preview, ticked } = open
  const may = can("changeBoard")
  const nothing = preview.changes.length > 0 && ticked.length === 0
  return (
    <section className="agent-confirm grid rigid" aria-label={agent.confirm}>
      <div>
        <p className="agent-ready clamped breaks" dir="auto">
          <b>{agent.ready}</b> {agent.quoted(withoutDraftMark(preview.request).trim())}
        </p>
        <p className="agent-hint fine secondary" id="agent-confirm-hint">
          {!may ? agent.viewer : nothing ? agent.nothingTicked : agent.hint}
        </p>
      </div>
      <Button
        variant="accent"
        disabled={!may || nothing}
        busy={running !== null}
        aria-describedby="agent-confirm-hint"
        onClick={() => {
          conversation.doIt()
          document.querySelector<HTMLElement>("#side-panel [data-first-field]")?.focus()
        }}
      >
        {agent.doIt}
      </Button>
    </section>
  )
}
