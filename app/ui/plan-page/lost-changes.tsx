import { useEffect, useMemo, useState } from "react"
import { outboxOf } from "~/client/outbox/person-outbox"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import { uploadStorage } from "~/client/outbox/stored-uploads"
import { problemText } from "~/contract/language/problem-text"
import { Button } from "~/ui/parts/button"
import { TitledDialog } from "~/ui/parts/titled-dialog"
import { useObserved } from "~/ui/plan/board-context"
import { RefusedFile } from "~/ui/plan-page/refused-file"
import { planPage as words } from "~/ui/plan-page/texts"
import { copyText, inOrder, kindOf, textOf, UnsentRow } from "~/ui/plan-page/unsent-row"

type LostChangesProps = {
  userId: number
  /** Ids of the plans that the person has. */
  plans: ReadonlySet<number>
  onClose(): void
}

/** What was refused because the person is no longer a member of its plan, to copy or discard. */
export const LostChanges = ({ userId, plans, onClose }: LostChangesProps) => {
  const outbox = useMemo(() => outboxOf(userId), [userId])
  const [withFiles, setWithFiles] = useState<readonly number[]>([])
  useEffect(() => {
    const lost = (planId: number) => !plans.has(planId)
    void uploadStorage
      .all(userId)
      .then((all) => setWithFiles([...new Set(all.map(({ planId }) => planId))].filter(lost)))
  }, [userId, plans])
  const texts = useObserved(outbox.texts).filter(({ problem }) => problem)
  const refused = inOrder([...useObserved(outbox.refused), ...texts]).filter(({ planId }) => !plans.has(planId))
  return (
    <TitledDialog title={words.notSaved(refused.length)} className="unsent-changes" onClose={onClose}>
      <p>{words.lostHint}</p>
      <ul>
        {refused.map((entry) => (
          <UnsentRow
            key={entry.ref}
            text={textOf(entry)}
            kind={kindOf(entry)}
            at={entry.at / 1_000}
            reason={entry.problem && problemText(entry.problem.message)}
          >
            <Button size="small" onClick={() => copyText(entry)}>
              {words.copy}
            </Button>
            <Button size="small" onClick={() => outbox.remove(entry.ref)}>
              {words.discard}
            </Button>
          </UnsentRow>
        ))}
        {withFiles.map((planId) => (
          <LostFiles key={planId} planId={planId} />
        ))}
      </ul>
    </TitledDialog>
  )
}

const LostFiles = ({ planId }: { planId: number }) => {
  const uploads = uploadsOf(planId)
  return useObserved(uploads).map((upload) => <RefusedFile key={upload.key} upload={upload} uploads={uploads} />)
}
