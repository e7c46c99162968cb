import type { ChatFault } from "~/client/agent/agent-socket"
import type { ChatMessage } from "~/client/agent/conversation-types"
import { problemText } from "~/contract/shared/language/problem-text"
import { agent } from "~/ui/agent/texts"
import { thenFocusField, useConversation } from "~/ui/agent/use-conversation"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { useObserved } from "~/ui/plan/board-context"

type Failure = NonNullable<ChatMessage["failed"]>

/** A repeat of the same request gets the same answer until somebody has changed something else. */
const lasting: ReadonlySet<ChatFault> = new Set([
  ...(["denied", "noAddress", "key", "model", "quota", "context", "filter", "request"] as const),
])

/** Says why once: in the chat's own words where it has some, else in the server's. */
const reasonOf = (content: string, { again: { what }, reason, isUnanswered }: Failure): string => {
  const known = reason && (agent.failures as Partial<Record<ChatFault, string>>)[reason]
  const said = known || (content && problemText(content)) || (what === "asking" ? agent.noAnswer : agent.notRun)
  // Whether the changes were made is all that can be said beside it.
  return what === "doing" && isUnanswered ? `${inTwo(said)[0]} ${agent.unknown}` : said
}

/** Its first sentence, and the others. */
const inTwo = (text: string): [why: string, help: string] => {
  const end = text.search(/[.!?]\s/) + 1
  return end > 0 ? [text.slice(0, end), text.slice(end).trim()] : [text, ""]
}

/** A request that was not answered or was refused. */
export const FailedMessage = ({ id, content, failed }: ChatMessage & { failed: Failure }) => {
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const { reason } = failed
  const [why, help] = inTwo(reasonOf(content, failed))
  return (
    <div className="agent-failed grid">
      <p dir="auto">
        <b>{why}</b>
        {help !== "" && <span className="secondary"> {help}</span>}
      </p>
      {!(reason && lasting.has(reason)) && (
        <Button size="small" disabled={running !== null} onClick={() => thenFocusField(() => conversation.retry(id))}>
          {common.tryAgain}
        </Button>
      )}
    </div>
  )
}
