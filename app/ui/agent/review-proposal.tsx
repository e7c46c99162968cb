import { Ellipsis } from "lucide-react"
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react"
import { isWaiting } from "~/client/agent/review"
import type { Proposal } from "~/contract/proposal"
import { showBoard } from "~/ui/agent/message-view"
import { PreviewList } from "~/ui/agent/preview-list"
import { purposeOf, timeLeft, useProposer } from "~/ui/agent/proposal-words"
import { Decide } from "~/ui/agent/review-decide"
import { ReviewHeader } from "~/ui/agent/review-header"
import { review as words } from "~/ui/agent/review-texts"
import { agent } from "~/ui/agent/texts"
import { isFocusFree, useReview } from "~/ui/agent/use-review"
import { Button, IconButton } from "~/ui/parts/button"
import { atTime, longDate } from "~/ui/parts/dates"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { DoneBy } from "~/ui/parts/done-by"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { OnDemand } from "~/ui/parts/on-demand"
import { say, showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBackCloses } from "~/ui/parts/use-back-closes"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useMember, useObserved } from "~/ui/plan/board-context"

const loadPopup = () => import("~/ui/parts/popup")
const nothingOut: ReadonlySet<number> = new Set()

/** The first change that can be ticked, or else the title. */
const focusIn = (page: HTMLElement | null) =>
  (page?.querySelector<HTMLElement>("li input:enabled") ?? page?.querySelector<HTMLElement>("h2"))?.focus()

/** One proposal: what it is for, its changes, and the decision. */
export const ReviewProposal = ({ id }: { id: number }) => {
  const { session, view, can } = useBoard()
  const review = useReview()
  const { one, running } = useObserved(review.state)
  const proposerOf = useProposer()
  const phone = useWidth() === "phone"
  const page = useRef<HTMLDivElement>(null)
  const back = () => view.set({ review: one?.proposal && !isWaiting(one.proposal) ? "decided" : "open" })
  useBackCloses(back)
  const looked = one?.id === id ? one : undefined
  const proposal = looked?.proposal
  const there = proposal !== undefined
  // Once its rows are there, the page takes the focus that was meant for it.
  useLayoutEffect(() => {
    if (there && isFocusFree()) focusIn(page.current)
  }, [there])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLButtonElement>("[data-decides]")?.click()
  }
  const waits = proposal !== undefined && isWaiting(proposal)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole page, besides its own controls
    <div ref={page} className="flow grow divided" onKeyDown={onKeyDown}>
      <ReviewHeader
        title={words.one}
        more={phone && proposal ? [proposerOf(proposal), ...(waits ? [timeLeft(proposal)] : [])].join(", ") : undefined}
        back={words.back}
        isFocused
        onBack={back}
      >
        {phone && waits && (
          <Button variant="ghost" onClick={() => showBoard(view, session.planId)}>
            {agent.showOnBoard}
          </Button>
        )}
        {waits && <Options proposal={proposal} />}
      </ReviewHeader>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller that keys must reach */}
      <section className="side-panel-body flow grow scrolls" aria-label={words.one} tabIndex={0}>
        {proposal ? (
          <Content
            proposal={proposal}
            out={looked?.unticked ?? nothingOut}
            isOpen={waits && running === null}
            mayDecide={can("changeBoard")}
          />
        ) : looked?.gone ? (
          <EmptyState text={words.gone} />
        ) : looked?.failed ? (
          <Failed text={words.failed} onRetry={review.retry} />
        ) : (
          <Loading />
        )}
      </section>
      {looked && proposal && !looked.gone && <Decide looked={looked} proposal={proposal} />}
    </div>
  )
}

type ContentProps = { proposal: Proposal; out: ReadonlySet<number>; isOpen: boolean; mayDecide: boolean }

const Content = ({ proposal, out, isOpen, mayDecide }: ContentProps) => {
  const { store } = useBoard().session
  const review = useReview()
  const proposerOf = useProposer()
  const member = useMember(proposal.proposedBy.id)
  const { agent: by, proposedBy, createdDate, expires, changes, applied } = proposal
  const waits = isWaiting(proposal)
  const at = atTime(createdDate)
  const left = new Set(applied ?? changes.keys())
  const notApplied = new Set([...changes.keys()].filter((each) => !left.has(each)))
  return (
    <div className="agent-answer flow">
      <div className="row">
        <DoneBy person={member ?? proposedBy} agent={by} size={28} />
        <div className="slim breaks">
          <b dir="auto">{proposerOf(proposal)}</b>
          <small className="numeric">{waits ? words.until(at, longDate(new Date(expires))) : at}</small>
        </div>
      </div>
      <Purpose text={purposeOf(store, proposal)} />
      <PreviewList
        heading={words.heading}
        changes={changes}
        out={waits ? out : applied ? notApplied : nothingOut}
        ticks={waits && mayDecide ? "boxes" : applied ? "marks" : "none"}
        open={isOpen}
        facts
        onTick={review.tick}
        onTickAll={review.tickAll}
      />
    </div>
  )
}

/** Characters of a purpose that are shown before the rest is asked for. */
const shownAtFirst = 400

const Purpose = ({ text }: { text: string }) => {
  const [all, setAll] = useState(false)
  const rest = useRef<HTMLParagraphElement>(null)
  const characters = [...text]
  const isCut = !all && characters.length > shownAtFirst
  return (
    <>
      <p ref={rest} className="running breaks" dir="auto" tabIndex={-1}>
        {isCut ? `${characters.slice(0, shownAtFirst).join("").trim()}…` : text}
      </p>
      {isCut && (
        <div className="row">
          <Button
            size="small"
            onClick={() => {
              setAll(true)
              rest.current?.focus()
            }}
          >
            {words.readAll}
          </Button>
        </div>
      )}
    </>
  )
}

/** Its author may withdraw it, and admins what a key proposes. */
const Options = ({ proposal: { proposedBy } }: { proposal: Proposal }) => {
  const { user, view, can } = useBoard()
  const review = useReview()
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [message, show] = useMessage()
  if (proposedBy.id === null ? !can("manageKey") : proposedBy.id !== user.id) return null
  const withdraw = async () => {
    setOpen(false)
    const text = { title: words.withdrawAsk, text: words.withdrawText, confirm: words.withdraw }
    if (!(await show({ kind: "question", ...text, danger: true }))) return
    try {
      await review.withdraw()
      say(words.withdrawn)
      view.set({ review: "open" })
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, words.notWithdrawn) })
    }
  }
  return (
    <>
      <IconButton
        ref={anchor}
        label={words.options}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Ellipsis className="icon" aria-hidden="true" />
      </IconButton>
      {open && (
        <OnDemand layer load={loadPopup} onClose={() => setOpen(false)}>
          {({ Popup }) => (
            <Popup
              label={words.options}
              anchor={anchor}
              className="comment-menu"
              placement="bottom end"
              onClose={() => setOpen(false)}
            >
              <button type="button" className="list-row" onClick={withdraw}>
                {words.withdraw}
              </button>
            </Popup>
          )}
        </OnDemand>
      )}
      {message}
    </>
  )
}
