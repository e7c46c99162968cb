import { useRevalidator } from "@remix-run/react"
import { useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { userCalls } from "~/contract/user"
import { Checkbox } from "~/ui/parts/checkbox"
import { messageOf } from "~/ui/parts/message-of"
import { showToast } from "~/ui/parts/toast"
import { planAdmin } from "~/ui/settings/texts"
import "./plan-prefs.css"

const flags = [
  "emailNotifyMentions",
  "notifyTaskAssigned",
  "notifyTaskDueSoon",
  "emailDailySummary",
  "emailWeeklySummary",
] as const
type Flags = Pick<Profile["userPlans"][number], (typeof flags)[number]>

/** A person's mail preferences for one plan. Each applies at once and reverts if the save fails. */
export const PlanPrefs = ({ user, planId }: { user: Profile; planId: number }) => {
  const { revalidate } = useRevalidator()
  const membership = user.userPlans.find((plan) => plan.planId === planId)
  const [wanted, setWanted] = useState<Flags | undefined>(membership)
  if (!wanted) return null
  const change = async (flag: keyof Flags, next: boolean) => {
    setWanted({ ...wanted, [flag]: next })
    try {
      await call(userCalls.setPlanPreferences, { id: user.id, planId, [flag]: next })
      revalidate()
    } catch (thrown) {
      setWanted((now) => now && { ...now, [flag]: !next })
      showToast({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
    }
  }
  return (
    <div className="prefs">
      {flags.map((flag) => (
        <Checkbox key={flag} checked={wanted[flag]} onChange={(next) => change(flag, next)}>
          {planAdmin.mails[flag]}
        </Checkbox>
      ))}
    </div>
  )
}
