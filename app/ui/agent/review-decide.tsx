import { Undo2 } from "lucide-react"
import { useEffect, useId, useRef } from "react"
import { isWaiting, type Looked, type Review, tickedOf } from "~/client/agent/review"
import { isRefusal } from "~/contract/problem"
import type { Proposal } from "~/contract/proposal"
import { limits } from "~/contract/shared/bounds"
import { problemText } from "~/contract/shared/language/problem-text"
import { nameInALine } from "~/rules/line-name"
import { Outcome } from "~/ui/agent/proposal-words"
import { review as words } from "~/ui/agent/review-texts"
import { useReview } from "~/ui/agent/use-review"
import { Button } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import { common } from "~/ui/parts/texts"
import { say, showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useOnline } from "~/ui/parts/use-online"
import { useBoard, useObserved } from "~/ui/plan/board-context"

/** The pressed button goes, so the focus moves to the title. */
const focusTitle = () => document.querySelector<HTMLElement>("#side-panel [data-first-field]")?.focus()

/** Applies what is ticked. If nothing was applied, says which change no longer fits: the list is loaded again by then. */
export const applyTicked = async (review: Review) => {
  const { one } = review.state.get()
  if (!one) return
  const ticked = tickedOf(one)
  try {
    await review.apply()
    say(words.youApplied(ticked.length, one.proposal?.changes.length ?? 0))
    focusTitle()
  } catch (thrown) {
    if (!isRefusal(thrown) || thrown.problem.status !== 409)
      return showToast({ kind: "error", text: messageOf(thrown, words.notApplied) })
    const now = review.state.get().one?.proposal?.changes
    const why = ticked.map((at) => now?.[at]?.stale).find((stale) => stale !== undefined)
    const more = why === undefined ? problemText(thrown.problem.message) : words.checkAgain(why)
    showToast({ kind: "warn", text: words.nothingApplied, more })
  }
}

/** What can be decided about a proposal, or what was. */
export const Decide = ({ looked, proposal }: { looked: Looked; proposal: Proposal }) => {
  const { can } = useBoard()
  const { comment } = looked
  const may = can("changeBoard")
  return (
    <footer className="review-strip ring-inside rigid">
      {!isWaiting(proposal) ? (
        <Decided proposal={proposal} />
      ) : !may ? (
        <p className="secondary">{words.viewer}</p>
      ) : comment !== null ? (
        <Rejecting proposal={proposal} comment={comment} />
      ) : (
        <Deciding looked={looked} />
      )}
    </footer>
  )
}

const Deciding = ({ looked }: { looked: Looked }) => {
  const review = useReview()
  const { running } = useObserved(review.state)
  const online = useOnline()
  const hint = useId()
  const count = tickedOf(looked).length
  const allStale = looked.proposal?.state === "stale"
  const why = !online ? words.offline : allStale ? words.allStale : count === 0 ? words.noneTicked : ""
  return (
    <div className="review-decide row wraps">
      {why && (
        <p
          id={hint}
          className={allStale && online ? "review-why preview-warning" : "review-why secondary"}
          role="status"
        >
          {why}
        </p>
      )}
      <Button aria-disabled={!online || running !== null} onClick={() => review.write("")}>
        {words.reject}
      </Button>
      <span className="grow" />
      <Button
        variant="accent"
        data-decides=""
        aria-disabled={!online || count === 0 || (running !== null && running !== "applying")}
        aria-describedby={why ? hint : undefined}
        busy={running === "applying"}
        onClick={() => void applyTicked(review)}
      >
        {words.apply(count)}
      </Button>
    </div>
  )
}

const Rejecting = ({ proposal, comment }: { proposal: Proposal; comment: string }) => {
  const review = useReview()
  const { running } = useObserved(review.state)
  const online = useOnline()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const cancel = () => {
    review.write(null)
    focusTitle()
  }
  const reject = async () => {
    try {
      await review.reject()
      say(words.youRejected)
      focusTitle()
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, words.notRejected) })
    }
  }
  const { agent: by, proposedBy } = proposal
  const [name, person] = [nameInALine(by ?? ""), nameInALine(proposedBy.userName)]
  return (
    <div className="agent-answer flow">
      <label className="label" htmlFor={id}>
        {words.comment(by && proposedBy.id !== null ? words.twoNames(name, person) : person)}
      </label>
      <textarea
        ref={field}
        id={id}
        className="input"
        rows={3}
        dir="auto"
        maxLength={limits.comment}
        value={comment}
        readOnly={running !== null}
        onChange={({ target }) => review.write(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          event.preventDefault()
          cancel()
        }}
      />
      <div className="row">
        {!online && <p className="fine secondary">{words.offline}</p>}
        <span className="grow" />
        <Button variant="ghost" onClick={cancel}>
          {common.cancel}
        </Button>
        <Button
          variant="primary"
          data-decides=""
          aria-disabled={!online}
          busy={running === "rejecting"}
          onClick={() => void reject()}
        >
          {words.reject}
        </Button>
      </div>
    </div>
  )
}

const Decided = ({ proposal }: { proposal: Proposal }) => {
  const review = useReview()
  const { running } = useObserved(review.state)
  const online = useOnline()
  const { decidedDate, undoable, comment } = proposal
  const undo = async () => {
    try {
      await review.undo()
      say(words.undoneNow)
      focusTitle()
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, words.notUndone) })
    }
  }
  return (
    <div className="row">
      <div className="grow breaks">
        <Outcome proposal={proposal} when={decidedDate ? atTimeInText(decidedDate) : ""} />
        {comment && (
          <p className="running secondary" dir="auto">
            {words.quoted(comment)}
          </p>
        )}
      </div>
      {undoable && (
        <Button
          aria-disabled={!online || (running !== null && running !== "undoing")}
          busy={running === "undoing"}
          onClick={() => void undo()}
        >
          <Undo2 className="icon small" aria-hidden="true" />
          {common.undo}
        </Button>
      )}
    </div>
  )
}
