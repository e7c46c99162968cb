import { CornerDownLeft } from "lucide-react"
import type { ChatMessage } from "~/client/agent/conversation-types"
import type { UnclearPart } from "~/contract/ai"
import { agent } from "~/ui/agent/texts"
import { focusField, useConversation } from "~/ui/agent/use-conversation"
import { shortcutKey } from "~/ui/parts/shortcut-keys"
import { useObserved } from "~/ui/plan/board-context"

type Choice = NonNullable<ChatMessage["choices"]>[number]

/** The first nine have a key each. */
const Key = ({ at }: { at: number }) => (at < 9 ? <kbd>{at + 1}</kbd> : null)

const useChoosing = (choices: readonly Choice[]) => {
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const choose = ({ request }: Choice) => {
    conversation.send(request)
    focusField()
  }
  const onKeyDown = (event: Parameters<typeof shortcutKey>[0]) => {
    const chosen = choices[Number(shortcutKey(event)) - 1]
    if (chosen && running === null) choose(chosen)
  }
  return { choose, onKeyDown, waits: running !== null }
}

type ChoicesProps = { choices: readonly Choice[]; enabled: boolean }

/** What a question may be answered with. */
export const Choices = ({ choices, enabled }: ChoicesProps) => {
  const { choose, onKeyDown, waits } = useChoosing(choices)
  return (
    <fieldset className="agent-choices" disabled={!enabled || waits} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{agent.answers}</legend>
      {choices.map((choice, at) => {
        const [name = choice.label, place = ""] = choice.label.split(/ (?=\([^(]*\)$)/)
        return (
          <button key={choice.label} type="button" className="hovers" onClick={() => choose(choice)}>
            <span dir="auto">
              {name}
              {place !== "" && <small>{place.slice(1, -1)}</small>}
            </span>
            <Key at={at} />
          </button>
        )
      })}
    </fieldset>
  )
}

type UnclearProps = { parts: readonly UnclearPart[] | undefined; enabled: boolean }

/** What of a request a preview leaves out. A choice asks for all of it again. */
export const UnclearParts = ({ parts = [], enabled }: UnclearProps) => {
  const all = parts.flatMap(({ choices }) => choices)
  const { choose, onKeyDown, waits } = useChoosing(all)
  if (parts.length === 0) return null
  return (
    <fieldset className="agent-unclear flow" data-tone="warn" disabled={!enabled || waits} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{agent.notUnderstood}</legend>
      <b aria-hidden="true">{agent.notUnderstood}</b>
      {parts.map(({ text, choices }) => (
        <div key={text} className="flow">
          <p dir="auto">{text}</p>
          {choices.length > 0 && (
            <p className="row wraps">
              {choices.map((choice) => (
                <button key={choice.label} type="button" className="button small" onClick={() => choose(choice)}>
                  <bdi className="truncate">{choice.label}</bdi>
                  <Key at={all.indexOf(choice)} />
                </button>
              ))}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  )
}

/** What it can do, when it has not understood. */
export const Examples = ({ examples }: { examples: NonNullable<ChatMessage["examples"]> }) => {
  const conversation = useConversation()
  return (
    <div className="agent-choices">
      {examples.map(({ name, request }) => (
        <button
          key={name}
          type="button"
          className="hovers"
          onClick={() => {
            conversation.put(request)
            focusField()
          }}
        >
          <span>
            <b>{name}</b>
            <small>{request}</small>
          </span>
          <CornerDownLeft className="icon small muted" aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}
