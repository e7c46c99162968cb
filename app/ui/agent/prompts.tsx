import { Plus, Trash2 } from "lucide-react"
import { type RefObject, useCallback } from "react"
import { call, callAll } from "~/client/api"
import { promptCalls } from "~/contract/prompt"
import { limits } from "~/contract/shared/bounds"
import { agent } from "~/ui/agent/texts"
import { useConversation } from "~/ui/agent/use-conversation"
import { Tag } from "~/ui/parts/badge"
import { IconButton } from "~/ui/parts/button"
import { Loading } from "~/ui/parts/loading"
import { Popup } from "~/ui/parts/popup"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useLoaded } from "~/ui/parts/use-call"
import { useBoard, useObserved } from "~/ui/plan/board-context"

type PromptsProps = { anchor: RefObject<Element | null>; onClose(): void }

const nameFor = (text: string) => [...(text.trim().split("\n")[0] ?? "")].slice(0, 60).join("")

/** One's own saved prompts and the plan's. Import it lazily: it loads React Aria. */
export const Prompts = ({ anchor, onClose }: PromptsProps) => {
  const { planId } = useBoard().session
  const conversation = useConversation()
  const text = useObserved(conversation.draft).trim()
  const load = useCallback(() => callAll(promptCalls.list, { planId }), [planId])
  const { value: prompts, failed, reload } = useLoaded(load)
  const change = (work: Promise<unknown>) =>
    work.then(reload, (thrown) => showToast({ kind: "error", text: messageOf(thrown, agent.promptFailed) }))
  return (
    <Popup label={agent.prompts} anchor={anchor} className="agent-prompts scrolls" onClose={onClose}>
      <h2>{agent.prompts}</h2>
      {!prompts ? (
        failed ? (
          <p className="muted">{agent.promptFailed}</p>
        ) : (
          <Loading />
        )
      ) : prompts.length === 0 ? (
        <p className="muted">{agent.noPrompts}</p>
      ) : (
        <ul>
          {prompts.map((prompt) => (
            <li key={prompt.id} className="row">
              <button
                type="button"
                className="list-row grow"
                onClick={() => {
                  conversation.put(prompt.text)
                  onClose()
                }}
              >
                <span className="truncate" dir="auto">
                  {prompt.name}
                </span>
                {prompt.planId !== null && <Tag>{agent.ofPlan}</Tag>}
              </button>
              {prompt.planId === null && (
                <IconButton
                  small
                  label={agent.removePrompt(prompt.name)}
                  onClick={() => change(call(promptCalls.remove, { id: prompt.id }))}
                >
                  <Trash2 className="icon small" aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {text !== "" && [...text].length <= limits.description && (
        <button
          type="button"
          className="list-row"
          onClick={() => change(call(promptCalls.create, { name: nameFor(text), text }))}
        >
          <Plus className="icon small" aria-hidden="true" />
          {agent.savePrompt}
        </button>
      )}
    </Popup>
  )
}
