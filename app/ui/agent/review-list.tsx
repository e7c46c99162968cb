import { type KeyboardEvent, useLayoutEffect, useRef } from "react"
import { isWaiting } from "~/client/agent/review"
import type { Proposal } from "~/contract/proposal"
import { nameInALine } from "~/rules/line-name"
import { Outcome, purposeOf, shortTime, timeLeft, useProposer } from "~/ui/agent/proposal-words"
import { ReviewHeader } from "~/ui/agent/review-header"
import { review as words } from "~/ui/agent/review-texts"
import { agent } from "~/ui/agent/texts"
import { isFocusFree, useReview } from "~/ui/agent/use-review"
import { Button } from "~/ui/parts/button"
import { DoneBy } from "~/ui/parts/done-by"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { Segmented } from "~/ui/parts/segmented"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBackCloses } from "~/ui/parts/use-back-closes"
import { useOnline } from "~/ui/parts/use-online"
import { useBoard, useObserved } from "~/ui/plan/board-context"

/** Characters of a purpose in the list, of which two lines show. */
const longest = 300

type ReviewListProps = {
  page: "open" | "decided"
  /** The proposal that was looked at before, which gets the focus. */
  from: number | undefined
}

/** The open or the decided proposals, newest first. */
export const ReviewList = ({ page, from }: ReviewListProps) => {
  const { view } = useBoard()
  const review = useReview()
  const { open, openFailed, decided, decidedFailed, next, running } = useObserved(review.state)
  const online = useOnline()
  const list = useRef<HTMLUListElement>(null)
  const back = () => view.set({ review: null })
  useBackCloses(back)
  const shown = page === "open" ? open?.filter(isWaiting) : decided
  const failed = page === "open" ? openFailed : decidedFailed
  const there = shown !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once its rows are there, the list takes the focus that was meant for it
  useLayoutEffect(() => {
    if (!there || !isFocusFree()) return
    const row = (which: string) => list.current?.querySelector<HTMLElement>(which)
    ;(row(`[data-proposal="${from}"]`) ?? row("button"))?.focus()
  }, [there])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("button")]
    rows[rows.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }
  const more = () =>
    review.more().catch((thrown: unknown) => showToast({ kind: "error", text: messageOf(thrown, words.failed) }))
  const count = open?.filter(isWaiting).length ?? 0
  return (
    <>
      <ReviewHeader title={words.name} back={words.backToChat} isFocused={!shown?.length} onBack={back}>
        <Segmented
          label={words.pages}
          value={page}
          options={[
            {
              value: "open",
              label: (
                <>
                  {words.open} {count > 0 && <span className="muted numeric">{count}</span>}
                </>
              ),
            },
            { value: "decided", label: words.decided },
          ]}
          onChange={(page) => view.set({ review: page })}
        />
      </ReviewHeader>
      <div className="grow scrolls">
        {failed && <Failed text={online ? words.failed : common.networkError} onRetry={review.retry} />}
        {!there && !failed && <Loading />}
        {shown?.length === 0 &&
          (page === "open" ? (
            <EmptyState title={words.nothing} text={words.nothingText} />
          ) : (
            <EmptyState text={words.nothingDecided} />
          ))}
        <ul ref={list} className="divided" onKeyDown={onKeyDown}>
          {shown?.map((proposal, at) => (
            <Row key={proposal.id} proposal={proposal} isFirst={at === 0} />
          ))}
        </ul>
        {page === "decided" && next !== undefined && (
          <Button size="small" variant="ghost" busy={running === "adding"} onClick={more}>
            {words.more}
          </Button>
        )}
      </div>
    </>
  )
}

const Row = ({ proposal, isFirst }: { proposal: Proposal; isFirst: boolean }) => {
  const { session, view } = useBoard()
  const proposerOf = useProposer()
  const { id, agent: by, proposedBy, createdDate, decidedDate, changes, comment, state } = proposal
  const waits = isWaiting(proposal)
  const stale = changes.filter(({ stale }) => stale !== undefined).length
  const at = decidedDate ?? createdDate
  const count = agent.changes(changes.length)
  return (
    <li>
      <button
        type="button"
        className="review-item ring-inside full grid hovers"
        data-proposal={id}
        data-first-field={isFirst ? "" : undefined}
        onClick={() => view.set({ review: id })}
      >
        <DoneBy person={proposedBy} agent={by} size={28} />
        <span className="flow slim breaks">
          <b className="truncate" dir="auto">
            {proposerOf(proposal)}
          </b>
          <span className="clamped" dir="auto">
            {nameInALine(purposeOf(session.store, proposal), longest)}
          </span>
          <small className="numeric">{waits ? `${count}, ${timeLeft(proposal)}` : count}</small>
          {waits && state === "open" && stale > 0 && (
            <small className="preview-warning numeric">{words.stale(stale)}</small>
          )}
          {(!waits || state === "stale") && (
            <small className="secondary">
              <Outcome proposal={proposal} />
            </small>
          )}
          {comment && (
            <small className="clamped secondary" dir="auto">
              {words.quoted(nameInALine(comment, longest))}
            </small>
          )}
        </span>
        <time className="fine muted numeric" dateTime={at}>
          {shortTime(at)}
        </time>
      </button>
    </li>
  )
}
