import { useEffect } from "react"
import type { Profile } from "~/contract/account"
import { BoardSkeleton } from "~/ui/board/board-skeleton"
import { MeetingButtons } from "~/ui/meeting/meeting-buttons"
import { preload } from "~/ui/parts/on-demand"
import { useWidth } from "~/ui/parts/use-width"
import { ActiveUsers } from "~/ui/plan-page/active-users"
import { BoardMenuButton } from "~/ui/plan-page/board-menu-button"
import { loadPhoneBoard } from "~/ui/plan-page/layout"
import { OpenPlan } from "~/ui/plan-page/open-plan"
import { PlanPage } from "~/ui/plan-page/plan-page"

const tools = (
  <>
    <MeetingButtons />
    <ActiveUsers />
    <BoardMenuButton />
  </>
)

/** One plan's board. */
export const BoardPage = ({ planId, user }: { planId: number; user: Profile }) => {
  // While the plan is loading.
  const phone = useWidth() === "phone"
  useEffect(() => {
    if (phone) void preload(loadPhoneBoard)
  }, [phone])
  return (
    <PlanPage drawn planId={planId} user={user} tools={tools} waiting={<BoardSkeleton planId={planId} />}>
      {(plan) => <OpenPlan user={user} plan={plan} />}
    </PlanPage>
  )
}
