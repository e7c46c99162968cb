import { Archive } from "lucide-react"
import { call } from "~/client/api"
import { can } from "~/contract/capability"
import { type Plan, planCalls } from "~/contract/plan"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { useAttempt } from "~/ui/parts/use-attempt"
import { planPage } from "~/ui/plan-page/texts"

/** Under the top bar of an archived plan; admins unarchive it there. Import it lazily. */
export const ArchivedBar = ({ plan }: { plan: Plan }) => {
  const { attempt, pending } = useAttempt(common.notSaved, (text) => showToast({ kind: "error", text }))
  const unarchive = () => attempt(() => call(planCalls.update, { id: plan.id, isArchived: false }))
  return (
    <div className="archived-bar row" role="status">
      <Archive className="icon" aria-hidden="true" />
      <span className="grow">{planPage.archived}</span>
      {can(plan.planRole, "changePlan") && (
        <Button size="small" busy={pending} onClick={unarchive}>
          {planPage.unarchive}
        </Button>
      )}
    </div>
  )
}
