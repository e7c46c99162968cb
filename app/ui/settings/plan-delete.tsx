import { call } from "~/client/api"
import { selectedPlan } from "~/client/memory/selected-plan"
import { type Plan, planCalls } from "~/contract/plan"
import { deepLinkPath, type SettingsSection } from "~/contract/shared/deep-link"
import { Button } from "~/ui/parts/button"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { common } from "~/ui/parts/texts"
import { useAttempt } from "~/ui/parts/use-attempt"
import { PlanNamed } from "~/ui/settings/plan-named"
import { planAdmin } from "~/ui/settings/texts"
import "./sections.css"

type PlanDeleteProps = {
  plan: Plan
  userId: number
  show(message: Message): Promise<boolean>
  onSection(section: SettingsSection): void
  onGone(): void
}

/** Deletes the plan, after a dialog. */
export const PlanDelete = ({ plan, userId, show, onSection, onGone }: PlanDeleteProps) => {
  const { attempt, pending } = useAttempt(planAdmin.deleteFailed, (text) => show({ kind: "error", text }))
  const remove = async () => {
    const confirmed = await show({
      kind: "question",
      title: planAdmin.deleteQuestion,
      about: <PlanNamed plan={plan} userId={userId} />,
      text: planAdmin.deleteText,
      confirm: common.delete,
      danger: true,
    })
    if (!confirmed) return
    if (!(await attempt(() => call(planCalls.remove, { planId: plan.id })))) return
    if (selectedPlan.read() === plan.id) selectedPlan.clear()
    onGone()
  }
  return (
    <>
      <div className="delete-plan row wraps">
        <div className="grow">
          <b>{planAdmin.deleteSection}</b>
          <p className="secondary">{planAdmin.deleteHint}</p>
        </div>
        <Button variant="danger" busy={pending} onClick={remove}>
          {planAdmin.deletePlan}
        </Button>
      </div>
      <p className="hint">
        {planAdmin.keepCopy[0]}
        <a
          href={deepLinkPath(plan.id, { type: "settings", section: "export" })}
          onClick={(event) => {
            event.preventDefault()
            onSection("export")
          }}
        >
          {planAdmin.exportSection}
        </a>
        {planAdmin.keepCopy[1]}
      </p>
    </>
  )
}
