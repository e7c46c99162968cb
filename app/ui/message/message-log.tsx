import clsx from "clsx"
import { ArrowDown, X } from "lucide-react"
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { Chat, ChatState } from "~/client/chat/chat"
import { isRead } from "~/client/chat/message-list"
import { serverNow } from "~/client/server-clock"
import type { Message } from "~/contract/message"
import { relativeTime } from "~/rules/relative-time"
import { textParts } from "~/rules/text-parts"
import { message as words } from "~/ui/message/texts"
import { Button, IconButton } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/empty-state"
import { focusSoon } from "~/ui/parts/focus"
import { LinkText } from "~/ui/parts/links"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard } from "~/ui/plan/board-context"

type MessageLogProps = { chat: Chat } & Pick<ChatState, "messages" | "older" | "unsent">

/** Distance from the end within which the list follows new messages, px. */
const near = 40

/** Distance from the start at which older messages are loaded, px. */
const ahead = 300

/** Own messages on the right, others' on the left, newest last. */
export const MessageLog = ({ chat, messages, older, unsent }: MessageLogProps) => {
  const { user } = useBoard()
  const now = useNow()
  const { list, onScroll, behind, toEnd } = useScrollPlace(chat, { messages, older, unsent }, user.id)
  return (
    <div className="chat-log grow anchor">
      <div
        ref={list}
        className="chat-messages ring-inside flow"
        role="log"
        aria-label={words.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        onScroll={onScroll}
      >
        {messages.length + unsent.length === 0 && <p className="empty">{words.empty}</p>}
        {older === "loading" && <Loading text={common.loading} />}
        {older === "failed" && <Failed inline text={words.olderFailed} onRetry={() => void chat.loadOlder()} />}
        {messages.map((message) => (
          <Said
            key={message.id}
            message={message}
            mine={message.senderId === user.id}
            onDelete={chat.deleteSent}
            when={relativeTime(Date.parse(message.sentAt), now)}
          />
        ))}
        {unsent.map(({ key, content, state, why }) => (
          <div key={key} className="chat-message own flow">
            <Bubble content={content} />
            <div
              className={clsx("chat-status muted row wraps", state === "failed" && "failed")}
              role={state === "failed" ? "alert" : undefined}
            >
              {state === "failed" || state === "postponed" ? (
                <>
                  <span>{state === "postponed" ? words.waiting : `${words.notSent}. ${messageOf(why, "")}`}</span>
                  <Button size="small" variant="ghost" onClick={() => chat.sendAgain(key)}>
                    {common.tryAgain}
                  </Button>
                  <IconButton small label={common.remove} onClick={() => chat.remove(key)}>
                    <X className="icon small" aria-hidden="true" />
                  </IconButton>
                </>
              ) : (
                words.sending
              )}
            </div>
          </div>
        ))}
      </div>
      {behind && (
        <Button size="small" className="newest" onClick={toEnd}>
          <ArrowDown className="icon small" aria-hidden="true" />
          {words.newest}
        </Button>
      )}
    </div>
  )
}

type SaidProps = { message: Message; mine: boolean; when: string; onDelete: Chat["deleteSent"] }

const Said = memo(function Said({ message, mine, when, onDelete }: SaidProps) {
  const { id, content, sender, sentAt, deleted } = message
  return (
    <div className={clsx("chat-message flow", mine && "own")} data-message={id}>
      <span className="visually-hidden">{sender.userName || words.unknownUser}: </span>
      {deleted ? (
        <p className="bubble breaks" data-deleted="">
          {words.deleted}
        </p>
      ) : (
        <Bubble content={content} />
      )}
      <div className="chat-status numeric muted row wraps">
        <span>
          <time dateTime={sentAt}>{when}</time>
          {mine && !deleted && `, ${isRead(message) ? words.read : words.sent}`}
        </span>
        {mine && !deleted && <DeleteMessage onDelete={() => onDelete(id)} />}
      </div>
    </div>
  )
})

/** Asks in place, because a deleted message can't be brought back. */
const DeleteMessage = ({ onDelete }: { onDelete(): Promise<void> }) => {
  const [asking, setAsking] = useState(false)
  const [why, setWhy] = useState<unknown>()
  const opener = useRef<HTMLButtonElement>(null)
  if (!asking) {
    return (
      <Button ref={opener} size="small" variant="ghost" aria-label={words.delete} onClick={() => setAsking(true)}>
        {common.delete}
      </Button>
    )
  }
  const cancel = () => {
    setAsking(false)
    setWhy(undefined)
    focusSoon(() => opener.current)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape anywhere in it answers the question with no
    <span
      className="chat-question row wraps"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        event.stopPropagation()
        cancel()
      }}
    >
      <span role="alert">{why === undefined ? words.deleteForBoth : messageOf(why, words.notDeleted)}</span>
      <Button autoFocus size="small" variant="danger" onClick={() => onDelete().catch(setWhy)}>
        {common.delete}
      </Button>
      <Button size="small" variant="ghost" onClick={cancel}>
        {common.cancel}
      </Button>
    </span>
  )
}

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" })
const startsAnEmoji = /^[\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** Up to three emoji and nothing else, which are shown large. */
const isFewEmoji = (text: string) => {
  if (text.length > 60) return false
  const shown = [...characters.segment(text.replace(/\s/g, ""))]
  return shown.length > 0 && shown.length <= 3 && shown.every(({ segment }) => startsAnEmoji.test(segment))
}

/** The message's text with its addresses as links. */
const Bubble = ({ content }: { content: string }) => {
  let at = 0
  return (
    <div className={clsx("bubble running breaks", isFewEmoji(content) && "emoji")} dir="auto">
      {textParts(content).map((part) => {
        const key = at++
        if (part.kind === "text") return part.text
        if (part.kind === "mention") return `@${part.name}`
        if (part.kind === "file") return part.name
        return (
          <a key={key} href={part.href} target="_blank" rel="noopener noreferrer">
            <LinkText text={part.text} href={part.href} />
          </a>
        )
      })}
    </div>
  )
}

/** The current time in milliseconds, updated twice a minute. */
const useNow = () => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Keeps the list at its end while it is scrolled there, and scrolls there for own messages. Near its start it loads older
 * messages, above the ones in sight.
 */
const useScrollPlace = (chat: Chat, { messages, older, unsent }: Omit<MessageLogProps, "chat">, me: number) => {
  const list = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const above = useRef<{ id: number | undefined; height: number }>({ id: undefined, height: 0 })
  const [behind, setBehind] = useState(false)
  const last = messages.at(-1)
  const toEnd = () => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
    setBehind(false)
  }
  const first = messages[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: `older` adds and removes what is above
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const topOf = (id: number | undefined) => box.querySelector<HTMLElement>(`[data-message="${id}"]`)?.offsetTop
    const { id, height } = above.current
    const more = (topOf(id) ?? height) - height
    // Most browsers keep the messages in sight where they are by themselves, except at the very start of a list.
    const isAnchored = CSS.supports("overflow-anchor", "auto") && box.scrollTop >= more
    if (!atEnd.current && !isAnchored) box.scrollTop += more
    above.current = { id: first, height: topOf(first) ?? 0 }
  }, [first, older])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new decides
  useLayoutEffect(() => {
    if (atEnd.current || last?.senderId === me || unsent.length > 0) toEnd()
    else setBehind(true)
  }, [last?.id, unsent.length])
  const onScroll = () => {
    if (!list.current) return
    const { scrollTop, scrollHeight, clientHeight } = list.current
    atEnd.current = scrollHeight - scrollTop - clientHeight < near
    if (atEnd.current) setBehind(false)
    else if (scrollTop < ahead && older === "some") void chat.loadOlder()
  }
  return { list, onScroll, behind, toEnd }
}
