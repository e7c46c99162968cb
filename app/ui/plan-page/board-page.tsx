import { useEffect } from "react"
import type { Profile } from "~/contract/account"
import { BoardSkeleton } from "~/ui/board/board-skeleton"
import { preload } from "~/ui/parts/on-demand"
import { useWidth } from "~/ui/parts/use-width"
import { BoardTools } from "~/ui/plan-page/board-tools"
import { FilterButton, ViewButton } from "~/ui/plan-page/filter-host"
import { loadPhoneBoard } from "~/ui/plan-page/layout"
import { OpenPlan } from "~/ui/plan-page/open-plan"
import { PlanPage } from "~/ui/plan-page/plan-page"
// A phone's document has cards before their code.
import "~/ui/board/phone/phone.css"

/** One plan's board. */
export const BoardPage = ({ planId, user }: { planId: number; user: Profile }) => {
  // While the plan is loading.
  const phone = useWidth() === "phone"
  useEffect(() => {
    if (phone) void preload(loadPhoneBoard)
  }, [phone])
  return (
    <PlanPage
      drawn
      planId={planId}
      user={user}
      beside={
        <>
          <ViewButton />
          <FilterButton />
        </>
      }
      tools={<BoardTools />}
      waiting={<BoardSkeleton planId={planId} />}
    >
      {(plan) => <OpenPlan user={user} plan={plan} />}
    </PlanPage>
  )
}
