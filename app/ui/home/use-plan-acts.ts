// usePlanActs(): carries out what is chosen in the menu of a plan's card.
import { call } from "~/client/api"
import { type Plan, planCalls } from "~/contract/plan"
import { userCalls } from "~/contract/user"
import type { PlanAct } from "~/ui/home/plan-menu"
import { homeTexts } from "~/ui/home/texts"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"

type Acts = { userId: number; onSettings(plan: Plan): void; onCopy(plan: Plan): void; onChanged(): void }

export const usePlanActs = ({ userId, onSettings, onCopy, onChanged }: Acts) => {
  const tried = async (work: () => Promise<unknown>) => {
    try {
      await work()
      onChanged()
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, common.notSaved) })
    }
  }
  const archive = (plan: Plan, isArchived: boolean) =>
    tried(async () => {
      await call(planCalls.update, { id: plan.id, isArchived })
      const name = plan.name || common.untitledPlan
      showToast({
        kind: "info",
        text: isArchived ? homeTexts.archivedPlan(name) : homeTexts.unarchivedPlan(name),
        key: `archive ${plan.id}`,
        action: { label: common.undo, run: () => void archive(plan, !isArchived) },
      })
    })
  return (act: PlanAct, plan: Plan) => {
    const { id: planId } = plan
    if (act === "settings") onSettings(plan)
    else if (act === "copy") onCopy(plan)
    else if (act === "archive") void archive(plan, !plan.isArchived)
    else if (act === "template") void tried(() => call(planCalls.update, { id: planId, isTemplate: !plan.isTemplate }))
    else void tried(() => call(userCalls.setPlanPreferences, { id: userId, planId, starred: !plan.starred }))
  }
}
