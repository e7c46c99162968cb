import type { Profile } from "~/contract/account"
import { goalsTexts as texts } from "~/ui/goals/texts"
import { Loading } from "~/ui/parts/loading"
import { ActiveUsers } from "~/ui/plan-page/active-users"
import { BoardMenuButton } from "~/ui/plan-page/board-menu-button"
import { OpenGoals } from "~/ui/plan-page/open-goals"
import { PlanPage } from "~/ui/plan-page/plan-page"

const tools = (
  <>
    <ActiveUsers />
    <BoardMenuButton here="/goals" />
  </>
)

/** A plan's goals: status, progress beside the pace, results and last check-ins. */
export const GoalsPage = ({ planId, user }: { planId: number; user: Profile }) => (
  <PlanPage planId={planId} user={user} title={texts.title} tools={tools} waiting={<Loading text={texts.loading} />}>
    {(plan) => <OpenGoals user={user} plan={plan} />}
  </PlanPage>
)
