import { CornerDownLeft, Undo2 } from "lucide-react"
import { memo } from "react"
import type { ChatFault } from "~/client/agent/agent-socket"
import type { ChatMessage } from "~/client/agent/conversation-types"
import { problemText } from "~/contract/shared/language/problem-text"
import { PreviewList } from "~/ui/agent/preview-list"
import { agent } from "~/ui/agent/texts"
import { useConversation } from "~/ui/agent/use-conversation"
import { Button } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import { common } from "~/ui/parts/texts"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useObserved } from "~/ui/plan/board-context"
import { hideSide } from "~/ui/plan/side"
import type { View } from "~/ui/plan/view-state"

/** Of one's own message this many characters are shown: it may be a long outline. */
const longestSaid = 1_500

const focusField = () => document.querySelector<HTMLElement>("#side-panel [data-first-field]")?.focus()

/** The pressed button goes, so the focus moves to the field. */
const again = (work: () => void) => {
  work()
  focusField()
}

/** One message of the conversation, with what can be done about it. `last`: the newest one. */
export const MessageView = memo(function MessageView({ message, last }: { message: ChatMessage; last: boolean }) {
  const { role, content, failed } = message
  if (role === "user") {
    return (
      <div className="agent-said running" dir="auto">
        <bdi className="visually-hidden">{agent.you + agent.colon}</bdi>
        {content.length > longestSaid ? `${content.slice(0, longestSaid)}…` : content}
      </div>
    )
  }
  if (failed) return <Failed {...message} failed={failed} />
  return (
    <div className="agent-answer flow">
      <span className="visually-hidden">{agent.assistant + agent.colon}</span>
      <Answer message={message} last={last} />
      <DoneActions message={message} />
      <ChangedCard message={message} />
      <Footer message={message} />
    </div>
  )
})

const Footer = ({ message: { elapsed, model } }: { message: ChatMessage }) =>
  elapsed === undefined ? null : (
    <p className="agent-meta numeric row">{[...(model ? [model] : []), agent.seconds(elapsed)].join(", ")}</p>
  )

const isChange = (line: string) => /^\s{0,20}[+~-] /.test(line)

/** A preview's text before and after its lines of changes. */
const aroundChanges = (text: string): [before: string, after: string] => {
  const lines = text.split("\n")
  const marks = lines.map(isChange)
  const [first, last] = [marks.indexOf(true), marks.lastIndexOf(true)]
  if (first === -1) return [text, ""]
  return [
    lines.slice(0, first).join("\n").trim(),
    lines
      .slice(last + 1)
      .join("\n")
      .trim(),
  ]
}

/** A preview's lines are its list; a question's choices and an explanation's examples are buttons. */
const Answer = ({ message, last }: { message: ChatMessage; last: boolean }) => {
  const { content, preview, choices, examples } = message
  if (preview && preview.changes.length > 0) {
    const [before, after] = aroundChanges(content)
    return (
      <>
        <Text text={before} marked={message.model !== undefined} />
        <PreviewList preview={preview} open={preview.state === "open"} />
        <Text text={after} />
      </>
    )
  }
  if (choices) {
    return (
      <>
        <Text text={content.split("\n")[0] ?? ""} />
        <Choices choices={choices} enabled={last} />
      </>
    )
  }
  if (examples) {
    return (
      <>
        <Text text={content.split("\n")[0] ?? ""} />
        <Examples examples={examples} />
        <Text text={content.split("\n").slice(-2).join("\n")} />
      </>
    )
  }
  return <Text text={content} marked={message.model !== undefined} />
}

/** Markdown of models as plain lines: headings, list items, and bold text between asterisks. */
const plainLine = (line: string) => line.replace(/^ {0,12}[*•+-] /, "- ").replace(/^ {0,3}#{1,6} (.{1,500})$/, "**$1**")

const Strong = ({ text }: { text: string }) => {
  const parts = text.split("**")
  // An odd number of marks closes nothing.
  if (parts.length % 2 === 0) return text
  // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message never changes
  return parts.map((part, at) => (at % 2 === 0 ? part : <b key={at}>{part}</b>))
}

/** Paragraphs, and lists of lines that begin with a hyphen. `marked`: a model's, which may have Markdown. */
const Text = ({ text, marked = false }: { text: string; marked?: boolean }) => {
  const blocks: { list: boolean; lines: string[] }[] = []
  const shown = (line: string) => (marked ? <Strong text={line} /> : line)
  for (const written of text.split("\n")) {
    if (written.trim() === "") continue
    const line = marked ? plainLine(written) : written
    const list = line.startsWith("- ")
    const open = blocks.at(-1)
    if (open?.list && list) open.lines.push(line.slice(2))
    else blocks.push({ list, lines: [list ? line.slice(2) : line] })
  }
  return blocks.map(({ list, lines }, at) =>
    list ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message never changes
      <ul key={at} className="running" dir="auto">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message never changes
          <li key={index} dir="auto">
            {shown(line)}
          </li>
        ))}
      </ul>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message never changes
      <p key={at} className="running" dir="auto">
        {shown(lines[0] ?? "")}
      </p>
    ),
  )
}

type ChoicesProps = { choices: NonNullable<ChatMessage["choices"]>; enabled: boolean }

const Choices = ({ choices, enabled }: ChoicesProps) => {
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const choose = (request: string) => {
    conversation.send(request)
    focusField()
  }
  return (
    <fieldset
      className="agent-choices"
      disabled={!enabled || running !== null}
      onKeyDown={({ key }) => {
        const chosen = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined
        if (chosen) choose(chosen.request)
      }}
    >
      <legend className="visually-hidden">{agent.answers}</legend>
      {choices.map(({ label, request }, at) => {
        const [name = label, place = ""] = label.split(/ (?=\([^(]*\)$)/)
        return (
          <button key={label} type="button" className="hovers" onClick={() => choose(request)}>
            <span dir="auto">
              {name}
              {place !== "" && <small>{place.slice(1, -1)}</small>}
            </span>
            <kbd>{at + 1}</kbd>
          </button>
        )
      })}
    </fieldset>
  )
}

const Examples = ({ examples }: { examples: NonNullable<ChatMessage["examples"]> }) => {
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
          <CornerDownLeft className="icon small" aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}

const DoneActions = ({ message: { id, done, preview } }: { message: ChatMessage }) => {
  const { can, view, session } = useBoard()
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const phone = useWidth() === "phone"
  if (preview?.state === "expired") {
    return (
      <div className="agent-reply row wraps">
        <span className="muted">{agent.expired}</span>
        <Button
          size="small"
          disabled={running !== null}
          onClick={() => again(() => conversation.send(preview.request))}
        >
          {agent.askAgain}
        </Button>
      </div>
    )
  }
  if (preview?.state === "unknown") return <p className="agent-meta row">{agent.unknown}</p>
  if (preview?.state === "left") return <p className="agent-meta row">{agent.left}</p>
  if (!done || !can("changeBoard")) return null
  if (done.state === "fixed") {
    return (
      <div className="agent-reply row wraps">
        <span className="muted">{agent.noUndo}</span>
        {can("restore") && (
          <Button size="small" onClick={() => view.set({ settings: { type: "settings", section: "history" } })}>
            {agent.versions}
          </Button>
        )}
      </div>
    )
  }
  if (done.state === "undone") {
    return (
      <p className="agent-meta row">
        <Undo2 className="icon small" aria-hidden="true" />
        {agent.undone(done.at ? atTimeInText(done.at) : "")}
      </p>
    )
  }
  return (
    <div className="agent-reply row wraps">
      <Button size="small" disabled={running !== null} onClick={() => again(() => conversation.undo(id))}>
        <Undo2 className="icon small" aria-hidden="true" />
        {common.undo}
      </Button>
      {phone && (
        <Button size="small" onClick={() => showBoard(view, session.planId)}>
          {agent.showOnBoard}
        </Button>
      )}
    </div>
  )
}

/** Leads to the card that an undo would overwrite. */
const ChangedCard = ({ message: { card } }: { message: ChatMessage }) => {
  const { view } = useBoard()
  if (!card) return null
  return (
    <div className="agent-reply row wraps">
      <Button size="small" onClick={() => view.set({ dialog: card })}>
        {agent.openCard}
      </Button>
    </div>
  )
}

const Failed = ({ id, content, failed }: ChatMessage & { failed: NonNullable<ChatMessage["failed"]> }) => {
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const { reason, what, isUnanswered } = failed
  const texts: Partial<Record<ChatFault, string>> = agent.failures
  const known = reason && texts[reason]
  const said = content && problemText(content)
  return (
    <div className="agent-failed">
      <div>
        <p dir="auto">{known ?? (said || (what === "asking" ? agent.noAnswer : agent.notRun))}</p>
        {known && said && !isUnanswered && (
          <p className="agent-detail fine secondary" dir="auto">
            {said}
          </p>
        )}
      </div>
      {reason !== "denied" && reason !== "noAddress" && (
        <Button size="small" disabled={running !== null} onClick={() => again(() => conversation.retry(id))}>
          {common.tryAgain}
        </Button>
      )}
    </div>
  )
}

/** On a phone, where the chat is a page: the board's page in its place. */
export const showBoard = (view: View, planId: number) => {
  view.set({ page: "board" })
  hideSide(view, planId)
}
