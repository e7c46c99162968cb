import { clientId } from "~/client/api"
import { isBoardCall } from "~/client/outbox/outbox"
import type { TextCall } from "~/client/outbox/outbox-entry"
import { noteKey, pendingNotes } from "~/client/outbox/pending"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import { type Stuck, stuck } from "~/client/outbox/stuck"
import { conflictOf } from "~/client/outbox/typed-texts"
import { willBeSent } from "~/client/outbox/uploads"
import { problemText } from "~/contract/shared/language/problem-text"
import { partsOf } from "~/rules/index"
import { isCardEntity } from "~/rules/rule"
import { useNames } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"
import { atTimeInText } from "~/ui/parts/dates"
import { TitledDialog } from "~/ui/parts/dialog/dialog"
import { common } from "~/ui/parts/texts"
import { useBoard, useObserved } from "~/ui/plan/board-context"
import { cardTexts } from "~/ui/plan/texts"
import { RefusedFile } from "~/ui/plan-page/refused-file"
import { planPage } from "~/ui/plan-page/texts"
import { inOrder, kindOf, textOf, type Unsent, UnsentRow } from "~/ui/plan-page/unsent-row"
import { unsentTexts as words } from "~/ui/plan-page/unsent-texts"

/** This plan's unsent and refused changes and files. Import it lazily. */
export const UnsentChanges = ({ onClose }: { onClose(): void }) => {
  const { session, view, change } = useBoard()
  const { outbox, planId } = session
  const named = useNames()
  const isHere = (entry: { planId: number }) => entry.planId === planId
  // The queue of board calls has changed when their number has.
  useObserved(outbox.pendingCount)
  const texts = useObserved(outbox.texts).filter(isHere)
  const refused = inOrder([...useObserved(outbox.refused).filter(isHere), ...texts.filter(({ problem }) => problem)])
  const removals = useObserved(outbox.removals).filter(isHere)
  const views = useObserved(outbox.views).filter(isHere)
  const waiting = inOrder([...outbox.queue(planId), ...texts.filter(({ problem }) => !problem), ...removals, ...views])

  const uploads = uploadsOf(planId)
  const files = useObserved(uploads)
  const refusedFiles = files.filter((upload) => upload.refused)
  const pendingFiles = files.filter(willBeSent)

  const notes = useObserved(pendingNotes).get(planId) ?? []
  const failing = useObserved(stuck)

  const again = (entry: Unsent) => {
    outbox.remove(entry.ref)
    if (isBoardCall(entry)) return change(entry.name, entry.input as never)
    const { name, input } = entry
    outbox.add({ name, input, planId, clientId, ref: crypto.randomUUID() } as TextCall & { planId: number })
  }

  const discard = (entry: Unsent) => {
    outbox.remove(entry.ref)
    if (!isBoardCall(entry)) return
    const { id } = entry.input as { id?: number }
    const [entity] = partsOf(entry.name)
    if (id && isCardEntity(entity)) view.fail({ entity, id: session.store.realId(id) }, null)
  }

  const conflictIn = (entry: Unsent) => entry.problem && conflictOf(entry.problem, entry.input)
  // Conflicting texts are decided one by one.
  const repeatable = refused.filter((entry) => !conflictIn(entry))
  const againAll = () => {
    repeatable.forEach(again)
    for (const { key } of refusedFiles) uploads.retry(key)
  }

  const notSaved = refused.length + refusedFiles.length
  const toSend = waiting.length + pendingFiles.length + notes.length
  const title =
    notSaved > 0 ? planPage.notSaved(notSaved) : toSend > 0 ? words.pendingChanges(toSend) : words.nothingUnsent
  return (
    <TitledDialog title={title} className="unsent-changes" onClose={onClose}>
      {repeatable.length + refusedFiles.length > 1 && (
        <Button size="small" onClick={againAll}>
          {words.tryAllAgain}
        </Button>
      )}
      <ul className="divided">
        {refused.map((entry) => {
          const conflict = conflictIn(entry)
          return (
            <UnsentRow
              key={entry.ref}
              text={textOf(entry)}
              kind={kindOf(entry)}
              at={entry.at / 1_000}
              reason={
                conflict
                  ? words.unsent.changedSince(atTimeInText(conflict.at), conflict.by && named(conflict.by))
                  : entry.problem && problemText(entry.problem.message)
              }
              more={
                conflict && (
                  <span className="unsent-theirs breaks" dir="auto">
                    {conflict.theirs}
                  </span>
                )
              }
            >
              <Button size="small" onClick={() => again(entry)}>
                {conflict ? cardTexts.keepMine : common.tryAgain}
              </Button>
              <CopyButton size="small" text={textOf(entry) ?? ""} />
              <Button size="small" onClick={() => discard(entry)}>
                {conflict ? cardTexts.takeTheirs : words.discard}
              </Button>
            </UnsentRow>
          )
        })}
        {refusedFiles.map((upload) => (
          <RefusedFile key={upload.key} upload={upload} uploads={uploads} retries />
        ))}
        {waiting.map((entry) => {
          const reason = reasonOf(failing.get(entry.ref))
          return (
            <UnsentRow
              key={entry.ref}
              text={textOf(entry)}
              kind={kindOf(entry)}
              at={entry.at / 1_000}
              {...(reason && { reason })}
            >
              {reason && (
                <>
                  {textOf(entry) && <CopyButton size="small" text={textOf(entry) ?? ""} />}
                  <Button size="small" onClick={() => discard(entry)}>
                    {words.discard}
                  </Button>
                </>
              )}
            </UnsentRow>
          )
        })}
        {pendingFiles.map((upload) => {
          const reason = reasonOf(failing.get(upload.ref))
          return reason ? (
            <RefusedFile key={upload.key} upload={upload} uploads={uploads} retries reason={reason} />
          ) : (
            <UnsentRow key={upload.key} text={upload.file.name} kind={words.unsent.file} at={upload.at} />
          )
        })}
        {notes.map(({ title, at }) => {
          const reason = reasonOf(failing.get(noteKey(planId, at)))
          return <UnsentRow key={at} text={title} kind={words.unsent.note} at={at} {...(reason && { reason })} />
        })}
      </ul>
    </TitledDialog>
  )
}

const reasonOf = (failing: Stuck | undefined) => failing && words.unsent.stuck(failing.problem?.status)
