import { isBoardCall, typedIn } from "~/client/outbox/outbox"
import type { BoardEntry, OutboxEntry, TextEntry } from "~/client/outbox/outbox-entry"
import type { Entity } from "~/contract/field"
import { dateFormat } from "~/contract/language/format"
import { problemText } from "~/contract/language/problem-text"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { TitledDialog } from "~/ui/parts/titled-dialog"
import { useBoard, useObserved } from "~/ui/plan/board-context"
import { planPage as texts } from "~/ui/plan-page/texts"
import "./unsent-changes.css"

const kindOf = (entry: OutboxEntry): string => {
  const { unsent, cards } = texts
  if (entry.name === "plan.restoreDeleted") return unsent.restore
  if (entry.name === "message.send") return unsent.message
  const [entity, verb = ""] = entry.name.split(".") as [Entity, string]
  const [bare, named] = cards[entity]
  if (verb === "addComment") return unsent.comment
  if (verb === "create") return unsent.create(bare)
  if (verb === "remove") return unsent.remove(named)
  if (verb.endsWith("Orders")) return unsent.order
  return isBoardCall(entry) && typedIn(entry) ? unsent.text(named) : unsent.change(named)
}

const time = dateFormat({
  day: "2-digit",
  month: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
})
const timeOf = ({ at }: OutboxEntry) => time(at / 1_000)

/** This plan's unsent and refused changes. Import it lazily. */
export const UnsentChanges = ({ onClose }: { onClose(): void }) => {
  const { session, change } = useBoard()
  const { outbox, planId } = session
  const isHere = (entry: { planId: number }) => entry.planId === planId
  // The queue of board calls has changed when their number has.
  useObserved(outbox.pendingCount)
  const refused = useObserved(outbox.refused).filter(isHere)
  const words = useObserved(outbox.texts).filter((text) => isHere(text) && !text.problem)
  const waiting: (BoardEntry | TextEntry)[] = [...outbox.queue(planId), ...words].sort((a, b) => a.at - b.at)

  const again = (entry: BoardEntry) => {
    outbox.remove(entry.ref)
    change(entry.name, entry.input as never)
  }

  const title =
    refused.length > 0
      ? texts.notSaved(refused.length)
      : waiting.length > 0
        ? texts.waitingChanges(waiting.length)
        : texts.nothingUnsent
  return (
    <TitledDialog title={title} className="unsent-changes" onClose={onClose}>
      {refused.length > 1 && (
        <Button size="small" onClick={() => refused.forEach(again)}>
          {texts.tryAllAgain}
        </Button>
      )}
      <ul>
        {refused.map((entry) => (
          <li key={entry.ref}>
            <Words entry={entry} text={typedIn(entry)} />
            <span className="unsent-reason">{entry.problem && problemText(entry.problem.message)}</span>
            <div className="unsent-actions">
              <Button size="small" onClick={() => again(entry)}>
                {common.tryAgain}
              </Button>
              <Button size="small" onClick={() => void navigator.clipboard?.writeText(typedIn(entry) ?? "")}>
                {texts.copy}
              </Button>
              <Button size="small" onClick={() => outbox.remove(entry.ref)}>
                {texts.discard}
              </Button>
            </div>
          </li>
        ))}
        {waiting.map((entry) => (
          <li key={entry.ref}>
            <Words entry={entry} text={isBoardCall(entry) ? typedIn(entry) : entry.input.content} />
          </li>
        ))}
      </ul>
    </TitledDialog>
  )
}

const Words = ({ entry, text }: { entry: OutboxEntry; text: string | undefined }) => (
  <div className="unsent-words">
    {text && <b>{text}</b>}
    <small>
      {kindOf(entry)}, {timeOf(entry)}
    </small>
  </div>
)
