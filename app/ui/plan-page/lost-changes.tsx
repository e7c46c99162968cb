import { useEffect, useMemo, useState } from "react"
import { unsavedNotes } from "~/client/memory/typed"
import { titleAs } from "~/client/note/note-editing"
import { outboxOf } from "~/client/outbox/person-outbox"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import { draftStorage } from "~/client/outbox/stored-drafts"
import type { StoredDraft, StoredDrafts } from "~/client/outbox/stored-rows"
import { uploadStorage } from "~/client/outbox/stored-uploads"
import { problemText } from "~/contract/shared/language/problem-text"
import { Button } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"
import { TitledDialog } from "~/ui/parts/dialog/dialog"
import { useObserved } from "~/ui/plan/board-context"
import { RefusedFile } from "~/ui/plan-page/refused-file"
import { planPage } from "~/ui/plan-page/texts"
import { inOrder, kindOf, textOf, UnsentRow } from "~/ui/plan-page/unsent-row"
import { unsentTexts as words } from "~/ui/plan-page/unsent-texts"

type LostChangesProps = {
  userId: number
  /** Ids of the plans that the person has. */
  plans: ReadonlySet<number>
  onClose(): void
}

/** Changes refused because the person has left their plan, to copy or discard. */
export const LostChanges = ({ userId, plans, onClose }: LostChangesProps) => {
  const outbox = useMemo(() => outboxOf(userId), [userId])
  const [withFiles, setWithFiles] = useState<readonly number[]>([])
  const [notes, setNotes] = useState<readonly StoredDrafts[]>([])
  useEffect(() => {
    const lost = (planId: number) => !plans.has(planId)
    void uploadStorage
      .all(userId)
      .then((all) => setWithFiles([...new Set(all.map(({ planId }) => planId))].filter(lost)))
    void draftStorage.all(userId).then((all) => setNotes(all.filter(({ planId }) => lost(planId))))
  }, [userId, plans])
  const discard = (row: StoredDrafts, draft: StoredDraft) => {
    const drafts = row.drafts.filter((each) => each !== draft)
    unsavedNotes(row.planId).clear()
    setNotes(notes.map((each) => (each === row ? { ...row, drafts } : each)))
    void (drafts.length > 0 ? draftStorage.put({ ...row, drafts }) : draftStorage.remove(row.ref))
  }
  const texts = useObserved(outbox.texts).filter(({ problem }) => problem)
  const refused = inOrder([...useObserved(outbox.refused), ...texts]).filter(({ planId }) => !plans.has(planId))
  const count = notes.reduce((sum, { drafts }) => sum + drafts.length, 0)
  return (
    <TitledDialog title={planPage.notSaved(refused.length + count)} className="unsent-changes" onClose={onClose}>
      <p>{words.lostHint}</p>
      <ul className="divided">
        {refused.map((entry) => (
          <UnsentRow
            key={entry.ref}
            text={textOf(entry)}
            kind={kindOf(entry)}
            at={entry.at / 1_000}
            reason={entry.problem && problemText(entry.problem.message)}
          >
            <CopyButton size="small" text={textOf(entry) ?? ""} />
            <Button size="small" onClick={() => outbox.remove(entry.ref)}>
              {words.discard}
            </Button>
          </UnsentRow>
        ))}
        {notes.flatMap((row) =>
          row.drafts.map((draft) => (
            <LostNote key={`${row.ref}.${draft.at}`} draft={draft} onDiscard={() => discard(row, draft)} />
          )),
        )}
        {withFiles.map((planId) => (
          <LostFiles key={planId} planId={planId} />
        ))}
      </ul>
    </TitledDialog>
  )
}

const LostNote = ({ draft: { fields, at }, onDiscard }: { draft: StoredDraft; onDiscard(): void }) => {
  const title = titleAs(fields)
  const { content } = fields
  const below = content.trim() === title ? undefined : content
  return (
    <UnsentRow
      text={title}
      kind={words.unsent.note}
      at={at}
      more={
        below && (
          <span className="unsent-theirs breaks" dir="auto">
            {below}
          </span>
        )
      }
    >
      <CopyButton size="small" text={[fields.title, content].filter((part) => part.trim()).join("\n\n")} />
      <Button size="small" onClick={onDiscard}>
        {words.discard}
      </Button>
    </UnsentRow>
  )
}

const LostFiles = ({ planId }: { planId: number }) => {
  const uploads = uploadsOf(planId)
  return useObserved(uploads).map((upload) => <RefusedFile key={upload.key} upload={upload} uploads={uploads} />)
}
