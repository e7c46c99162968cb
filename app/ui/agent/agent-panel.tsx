import { ChevronRight, Eraser, Inbox, Sparkle } from "lucide-react"
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react"
import { isWaiting } from "~/client/agent/review"
import type { ReviewPage as Page } from "~/contract/shared/deep-link"
import { Composer } from "~/ui/agent/composer"
import { ConfirmBanner } from "~/ui/agent/confirm-banner"
import { DraftBar } from "~/ui/agent/draft-bar"
import { linkGhosts } from "~/ui/agent/link-ghosts"
import { MessageView, showBoard } from "~/ui/agent/message-view"
import { ReviewList } from "~/ui/agent/review-list"
import { ReviewProposal } from "~/ui/agent/review-proposal"
import { review } from "~/ui/agent/review-texts"
import { agent } from "~/ui/agent/texts"
import { Thinking } from "~/ui/agent/thinking"
import { focusField, useConversation } from "~/ui/agent/use-conversation"
import { useReview } from "~/ui/agent/use-review"
import { Button, IconButton } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useObserved, usePlan, useView } from "~/ui/plan/board-context"
import { commandNames } from "~/ui/plan/key-texts"
import { focusSide } from "~/ui/plan/side"
import "./agent-panel.css"

/** The chat with the plan's assistant, or the review list in its place. Import it lazily. */
export const AgentPanel = () => {
  const { session, view } = useBoard()
  const page = useView(({ review }) => review)
  useEffect(() => linkGhosts(session, view), [session, view])
  return page === null ? <Chat /> : <ReviewPage page={page} />
}

/** The way to the review list, while anything waits there. */
const ReviewBar = () => {
  const { view } = useBoard()
  const { open } = useObserved(useReview().state)
  const count = open?.filter(isWaiting).length ?? 0
  if (count === 0) return null
  return (
    <button
      type="button"
      className="review-strip ring-inside row rigid"
      data-tone="accent"
      onClick={() => view.set({ review: "open" })}
    >
      <Inbox className="icon" aria-hidden="true" />
      <span className="grow numeric">{review.waiting(count)}</span>
      <ChevronRight className="icon small" aria-hidden="true" />
    </button>
  )
}

const Chat = () => {
  const { session, view } = useBoard()
  const conversation = useConversation()
  const { messages, running } = useObserved(conversation.state)
  const plan = usePlan()
  const phone = useWidth() === "phone"
  const previewed = useView(({ ghosts }) => ghosts !== null)
  const log = useRef<HTMLDivElement>(null)

  // If the panel was opened before its code had loaded, the panel holds the focus meant for its field.
  useEffect(() => {
    if (document.activeElement?.id === "side-panel") focusSide()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest message is in view when one is added or gets its line of progress
  useLayoutEffect(() => {
    const { current } = log
    const newest = current?.querySelector(":scope > :last-child")
    if (!current || !newest) return
    // A preview longer than the panel is read from its beginning.
    current.scrollTop =
      newest.getBoundingClientRect().height > current.clientHeight
        ? (newest as HTMLElement).offsetTop - current.offsetTop - 12
        : current.scrollHeight
  }, [messages.length, running === null, (running?.progress ?? "") === ""])

  // The bar of the drafts and the banner take room from the conversation, whose end stays in view.
  useEffect(() => {
    const { current } = log
    if (!current) return
    let height = current.clientHeight
    const resized = new ResizeObserver(() => {
      const lost = height - current.clientHeight
      height = current.clientHeight
      if (lost > 0) current.scrollTop += lost
    })
    resized.observe(current)
    return () => resized.disconnect()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const button = event.currentTarget.querySelector<HTMLButtonElement>(".agent-confirm .button.accent")
      if (!button) return
      event.preventDefault()
      button.click()
    } else if (event.key === "Escape" && running?.what === "asking") {
      event.preventDefault()
      conversation.stop()
    }
  }
  const clear = () => {
    const putBack = conversation.clear()
    focusField()
    if (!putBack) return
    const undo = { label: common.undo, run: putBack }
    showToast({ kind: "info", key: "cleared", text: agent.cleared, action: undo })
  }
  const clearButton = messages.length > 0 && (
    <IconButton small label={agent.clear} disabled={running !== null && running.what !== "asking"} onClick={clear}>
      <Eraser className="icon small" aria-hidden="true" />
    </IconButton>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole panel, besides its own controls
    <div className="agent flow grow" onKeyDown={onKeyDown}>
      {phone && (
        <header className="agent-header row rigid">
          <div className="grow">
            <h2>{commandNames.chat}</h2>
            <p className="fine muted truncate" dir="auto">
              {plan?.name}
            </p>
          </div>
          {previewed && (
            <Button variant="ghost" onClick={() => showBoard(view, session.planId)}>
              {agent.showOnBoard}
            </Button>
          )}
          {clearButton}
        </header>
      )}
      <ReviewBar />
      {!phone && clearButton && (
        <div className="agent-header row rigid">
          <span className="grow fine muted">{agent.stored}</span>
          {clearButton}
        </div>
      )}
      <DraftBar />
      <div
        ref={log}
        className="agent-log ring-inside flow grow breaks"
        role="log"
        aria-live="polite"
        aria-label={agent.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller that keys must reach
        tabIndex={0}
      >
        {messages.length === 0 && !running && (
          <div className="agent-empty flow">
            <Sparkle className="icon" aria-hidden="true" />
            <h2>{agent.emptyTitle}</h2>
            <p className="muted">{agent.emptyText}</p>
            {plan?.aiEnabled === false && <p className="agent-off fine secondary">{agent.off}</p>}
            <div className="agent-suggestions wraps row">
              {agent.suggestions.map((text) => (
                <Button key={text} size="small" onClick={() => conversation.send(text)}>
                  {text}
                </Button>
              ))}
            </div>
          </div>
        )}
        {messages.map((message, at) => (
          <MessageView key={message.id} message={message} last={at === messages.length - 1} />
        ))}
        {running && <Thinking running={running} />}
      </div>
      <ConfirmBanner />
      <Composer />
    </div>
  )
}

/** The review list, or one proposal of it, in place of the conversation. */
const ReviewPage = ({ page }: { page: Page }) => {
  const from = useRef<number>(undefined)
  if (typeof page === "number") from.current = page
  return (
    <div className="agent flow grow divided">
      {typeof page === "number" ? (
        <ReviewProposal key={page} id={page} />
      ) : (
        <ReviewList key={page} page={page} from={from.current} />
      )}
    </div>
  )
}
