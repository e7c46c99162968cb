import type { Profile } from "~/contract/account"
import { Loading } from "~/ui/parts/loading"
import { ActiveUsers } from "~/ui/plan-page/active-users"
import { BoardMenuButton } from "~/ui/plan-page/board-menu-button"
import { PlanPage } from "~/ui/plan-page/plan-page"
import { OpenThreads } from "~/ui/threads/open-threads"
import { threadTexts as texts } from "~/ui/threads/texts"

const tools = (
  <>
    <ActiveUsers />
    <BoardMenuButton here="/threads" />
  </>
)

/** All comments of a plan by goal, action and task. */
export const ThreadsPage = ({ planId, user }: { planId: number; user: Profile }) => (
  <PlanPage planId={planId} user={user} title={texts.title} tools={tools} waiting={<Loading text={texts.loading} />}>
    {(plan) => <OpenThreads user={user} plan={plan} />}
  </PlanPage>
)
