import { PencilLine } from "lucide-react"
import { useCallback, useRef, useState, useSyncExternalStore } from "react"
import { draftsIn } from "~/client/agent/drafts"
import { listText } from "~/contract/shared/language/format"
import { agent } from "~/ui/agent/texts"
import { useConversation } from "~/ui/agent/use-conversation"
import { Button } from "~/ui/parts/button"
import { focusSoon } from "~/ui/parts/focus"
import { common } from "~/ui/parts/texts"
import { useBoard, useObserved } from "~/ui/plan/board-context"

const useDrafts = () => {
  const { store } = useBoard().session
  const subscribe = useCallback((listener: () => void) => store.subscribe("any", listener), [store])
  // A string, because a snapshot must keep its identity.
  const read = () => Object.values(draftsIn(store)).join()
  const [goals = 0, items = 0, tasks = 0] = useSyncExternalStore(subscribe, read, read).split(",").map(Number)
  return { goals, items, tasks }
}

/** The plan's drafts, to be published or discarded. */
export const DraftBar = () => {
  const { can } = useBoard()
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const { goals, items, tasks } = useDrafts()
  const [asking, setAsking] = useState(false)
  const discard = useRef<HTMLButtonElement>(null)
  const count = goals + items + tasks
  if (count === 0 || !can("changeBoard")) return null
  const parts = [
    ...(goals ? [agent.goals(goals)] : []),
    ...(items ? [agent.actions(items)] : []),
    ...(tasks ? [agent.tasks(tasks)] : []),
  ]
  const cancel = () => {
    setAsking(false)
    focusSoon(() => discard.current)
  }
  if (asking) {
    return (
      <div
        className="agent-drafts asking row fine secondary rigid"
        role="alertdialog"
        aria-label={agent.discard}
        aria-describedby="agent-discard"
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          event.stopPropagation()
          cancel()
        }}
      >
        <p id="agent-discard">{agent.discardAsk(listText(parts))}</p>
        <div className="row">
          <Button autoFocus size="small" onClick={cancel}>
            {common.cancel}
          </Button>
          <Button
            size="small"
            variant="danger"
            disabled={running !== null}
            onClick={() => {
              setAsking(false)
              conversation.discardDrafts()
            }}
          >
            {agent.discard}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="agent-drafts row fine secondary rigid">
      <PencilLine className="icon small" aria-hidden="true" />
      <span className="grow">{agent.drafts(count)}</span>
      <Button ref={discard} size="small" variant="ghost" disabled={running !== null} onClick={() => setAsking(true)}>
        {agent.discard}
      </Button>
      <Button
        size="small"
        variant="primary"
        disabled={running !== null}
        onClick={() => {
          conversation.publishDrafts()
          document.querySelector<HTMLElement>("#side-panel [data-first-field]")?.focus()
        }}
      >
        {agent.publish}
      </Button>
    </div>
  )
}
