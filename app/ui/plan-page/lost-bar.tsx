import { FileWarning } from "lucide-react"
import { useCallback, useEffect, useMemo, useState } from "react"
import { outboxStorage } from "~/client/outbox/browser-database"
import { draftStorage } from "~/client/outbox/stored-drafts"
import { uploadStorage } from "~/client/outbox/stored-uploads"
import type { Plan } from "~/contract/plan"
import { Button } from "~/ui/parts/button"
import { OnDemand } from "~/ui/parts/on-demand"
import { planPage } from "~/ui/plan-page/texts"
import { unsentTexts as words } from "~/ui/plan-page/unsent-texts"

const loadDialog = () => import("~/ui/plan-page/lost-changes")

type LostBarProps = {
  userId: number
  /** All that the person has. */
  plans: readonly Plan[]
}

/** Over My Plans: what this browser could not send, because the person is no longer a member of its plan. */
export const LostBar = ({ userId, plans }: LostBarProps) => {
  const [unsent, setUnsent] = useState<readonly number[]>([])
  const [open, setOpen] = useState(false)
  const ids = useMemo(() => new Set(plans.map(({ id }) => id)), [plans])
  const lost = unsent.filter((planId) => !ids.has(planId)).length

  const read = useCallback(async () => {
    const stored = [...(await outboxStorage.all(userId)), ...(await uploadStorage.all(userId))]
    const notes = (await draftStorage.all(userId)).flatMap(({ planId, drafts }) => drafts.map(() => planId))
    setUnsent([...stored.flatMap(({ planId, problem }) => (problem ? [planId] : [])), ...notes])
  }, [userId])
  useEffect(() => {
    let gone = false
    void read()
    const stopReading = outboxStorage.whenLost(() => void read())
    // The answers to what is on its way when the person is removed arrive here.
    const listening = import("~/client/outbox/person-outbox").then(({ outboxOf }) =>
      gone ? undefined : outboxOf(userId).listen(() => void read()),
    )
    return () => {
      gone = true
      stopReading()
      void listening.then((stop) => stop?.())
    }
  }, [userId, read])
  const close = () => {
    setOpen(false)
    void read()
  }

  if (lost === 0 && !open) return null
  return (
    <>
      <div className="shared-bar row surface" role="status">
        <FileWarning className="icon" aria-hidden="true" />
        <span className="grow">{words.lost(lost)}</span>
        <Button size="small" onClick={() => setOpen(true)}>
          {planPage.showChanges}
        </Button>
      </div>
      {open && (
        <OnDemand layer load={loadDialog} onClose={close}>
          {({ LostChanges }) => <LostChanges userId={userId} plans={ids} onClose={close} />}
        </OnDemand>
      )}
    </>
  )
}
