import { useState } from "react"
import { call } from "~/client/api"
import { selectedPlan } from "~/client/memory/selected-plan"
import { type Plan, planCalls } from "~/contract/plan"
import { deepLinkPath, type SettingsSection } from "~/contract/shared/deep-link"
import { Button } from "~/ui/parts/button"
import type { Message } from "~/ui/parts/message-dialog"
import { messageOf } from "~/ui/parts/message-of"
import { common } from "~/ui/parts/texts"
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
  const [deleting, setDeleting] = useState(false)
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
    setDeleting(true)
    try {
      await call(planCalls.remove, { planId: plan.id })
    } catch (thrown) {
      setDeleting(false)
      await show({ kind: "error", text: messageOf(thrown, planAdmin.deleteFailed) })
      return
    }
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
        <Button variant="danger" busy={deleting} onClick={remove}>
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
