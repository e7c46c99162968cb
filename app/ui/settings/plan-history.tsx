import type { Message } from "~/ui/parts/dialog/message-dialog"
import { Segmented } from "~/ui/parts/segmented"
import { PlanDeleted } from "~/ui/settings/plan-deleted"
import { PlanVersions } from "~/ui/settings/plan-versions"
import { planAdmin } from "~/ui/settings/texts"
import "./sections.css"

type Part = "history" | "deleted"

type PlanHistoryProps = {
  planId: number
  part: Part
  show(message: Message): Promise<boolean>
  onPart(part: Part): void
  onChanged(): void
  onClose(): void
}

/** The plan's versions, and the cards deleted lately. */
export const PlanHistory = ({ planId, part, show, onPart, onChanged, onClose }: PlanHistoryProps) => {
  const choice = (
    <Segmented
      label={planAdmin.historySection}
      value={part}
      options={[
        { value: "history", label: planAdmin.versions },
        { value: "deleted", label: planAdmin.deletedSection },
      ]}
      onChange={onPart}
    />
  )
  if (part === "history")
    return <PlanVersions planId={planId} choice={choice} show={show} onChanged={onChanged} onClose={onClose} />
  return (
    <>
      <div className="row history-choice wraps">{choice}</div>
      <PlanDeleted planId={planId} show={show} />
    </>
  )
}
