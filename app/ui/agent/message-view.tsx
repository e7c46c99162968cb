import { ChevronRight, Undo2 } from "lucide-react"
import { memo } from "react"
import type { ChatMessage } from "~/client/agent/conversation-types"
import type { Change } from "~/contract/change-set"
import { problemText } from "~/contract/shared/language/problem-text"
import { withoutDraftMark } from "~/rules/agent/start-request"
import { AnswerText } from "~/ui/agent/answer-text"
import { Choices, Examples, UnclearParts } from "~/ui/agent/choices"
import { FailedMessage } from "~/ui/agent/failed-message"
import { PreviewList } from "~/ui/agent/preview-list"
import { agent } from "~/ui/agent/texts"
import { thenFocusField, useConversation } from "~/ui/agent/use-conversation"
import { Button } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import { common } from "~/ui/parts/texts"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useObserved } from "~/ui/plan/board-context"
import { hideSide } from "~/ui/plan/side"
import type { View } from "~/ui/plan/view-state"

/** Of one's own message this many characters are shown: it may be a long outline. */
const longestSaid = 1_500

/** One message of the conversation, with what can be done about it. `last`: the newest one. */
export const MessageView = memo(function MessageView({ message, last }: { message: ChatMessage; last: boolean }) {
  const { role, content, failed } = message
  if (role === "user") {
    const said = withoutDraftMark(content).trim()
    return (
      <div className="agent-said running" dir="auto">
        <bdi className="visually-hidden">{agent.you + agent.colon}</bdi>
        {said.length > longestSaid ? `${said.slice(0, longestSaid)}…` : said}
      </div>
    )
  }
  if (failed) return <FailedMessage {...message} failed={failed} />
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
    <p className="agent-meta muted numeric row">{[...(model ? [model] : []), agent.seconds(elapsed)].join(", ")}</p>
  )

/** Sentences of the product, which its server says in English. */
const inReadersWords = (text: string) => text.split("\n").map(problemText).join("\n")

/** A question's choices and an explanation's examples are buttons. */
const Answer = ({ message, last }: { message: ChatMessage; last: boolean }) => {
  const conversation = useConversation()
  const { preview, choices, examples, model, shown } = message
  const content = model === undefined ? inReadersWords(message.content) : message.content
  const cards = shown?.cards ?? []
  // The places of names are those of the text as it came.
  const said = cards.length > 0 || model !== undefined ? shown?.text : shown && inReadersWords(shown.text)
  if (preview && preview.changes.length > 0) {
    const open = preview.state === "open"
    return (
      <>
        <AnswerText text={said ?? ""} cards={cards} marked={model !== undefined} />
        <p>{agent.previewOf(countsOf(preview.changes))}</p>
        <PreviewList
          heading={agent.whatIllDo}
          changes={preview.changes}
          out={preview.unticked}
          ticks="boxes"
          open={open}
          onTick={conversation.tick}
          onTickAll={conversation.tickAll}
        />
        <LeftOut lines={shown?.leftOut} />
        <UnclearParts parts={shown?.unclear} enabled={last && open} />
        {open && <p>{agent.proceed}</p>}
      </>
    )
  }
  if (choices) {
    return (
      <>
        <AnswerText text={said ?? content.split("\n")[0] ?? ""} cards={cards} />
        <Choices choices={choices} enabled={last} />
      </>
    )
  }
  if (examples) {
    return (
      <>
        <AnswerText text={content.split("\n")[0] ?? ""} />
        <Examples examples={examples} />
        <AnswerText text={content.split("\n").slice(-2).join("\n")} />
      </>
    )
  }
  return (
    <>
      <AnswerText text={said ?? content} cards={cards} marked={model !== undefined} />
      <LeftOut lines={shown?.leftOut} />
      <UnclearParts parts={shown?.unclear} enabled={last} />
    </>
  )
}

/** The lines of a pasted text that are no part of the changes. */
const LeftOut = ({ lines = [] }: { lines: string[] | undefined }) =>
  lines.length === 0 ? null : (
    <details className="agent-left-out secondary fine">
      <summary className="row">
        <ChevronRight className="icon small" aria-hidden="true" />
        {agent.leftOut(lines.length)}
      </summary>
      <ul>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a message never change
          <li key={at} className="breaks muted" dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </details>
  )

const countsOf = (changes: readonly Change[]) => ({
  added: changes.filter(({ op }) => op === "create").length,
  changed: changes.filter(({ op }) => op === "update").length,
  deleted: changes.filter(({ op }) => op === "delete").length,
})

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
          onClick={() => thenFocusField(() => conversation.send(preview.request))}
        >
          {agent.askAgain}
        </Button>
      </div>
    )
  }
  if (preview?.state === "left") return <p className="agent-meta muted row">{agent.left}</p>
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
      <p className="agent-meta muted row">
        <Undo2 className="icon small" aria-hidden="true" />
        {agent.undone(done.at ? atTimeInText(done.at) : "")}
      </p>
    )
  }
  return (
    <div className="agent-reply row wraps">
      <Button size="small" disabled={running !== null} onClick={() => thenFocusField(() => conversation.undo(id))}>
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

/** On a phone, where the chat is a page: the board's page in its place. */
export const showBoard = (view: View, planId: number) => {
  view.set({ page: "board" })
  hideSide(view, planId)
}
