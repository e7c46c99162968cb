import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { PlanGoals } from "~/ui/goals/plan-goals"
import { sayingRegion } from "~/ui/parts/toast/toast"
import { ArchivedBar } from "~/ui/plan-page/archived-bar"
import { ConnectionBar } from "~/ui/plan-page/connection-bar"
import { CardDialog, OpenOverlay, SharedHosts } from "~/ui/plan-page/overlays"
import { useDialogAddress } from "~/ui/plan-page/use-dialog-address"

/** The goals of an open plan, which stay live, and everything that opens over them. */
export const OpenGoals = ({ user, plan }: { user: Profile; plan: Plan | undefined }) => {
  useDialogAddress("/goals")
  return (
    <div className="open-board">
      {plan?.isArchived && <ArchivedBar plan={plan} />}
      <ConnectionBar />
      <p {...sayingRegion} />
      <PlanGoals />
      <CardDialog />
      <OpenOverlay user={user} plan={plan} />
      <SharedHosts />
    </div>
  )
}
