import { useRevalidator } from "@remix-run/react"
import { CircleAlert } from "lucide-react"
import { Fragment, useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { userCalls } from "~/contract/user"
import { Checkbox } from "~/ui/parts/checkbox"
import type { SaveState } from "~/ui/parts/use-autosave"

import { DevicePush } from "~/ui/settings/device-push"

import { planAdmin } from "~/ui/settings/texts"
import "./sections.css"

const hintsFor = ({ userName, timeZone }: Profile): Record<Flag, string> => ({
  emailNotifyMentions: planAdmin.mentionsHint(userName),
  notifyTaskAssigned: planAdmin.assignedHint,
  notifyTaskDueSoon: planAdmin.dueSoonHint(timeZone ?? "UTC"),
  notifyGoalCheckIn: planAdmin.checkInHint,
  emailDailySummary: planAdmin.dailyHint,
  emailWeeklySummary: planAdmin.weeklyHint,
})

export const mailFlags = [
  "emailNotifyMentions",
  "notifyTaskAssigned",
  "notifyTaskDueSoon",
  "notifyGoalCheckIn",
  "emailDailySummary",
  "emailWeeklySummary",
] as const
type Flag = (typeof mailFlags)[number]
type Flags = Pick<Profile["userPlans"][number], Flag>

type PlanPrefsProps = { user: Profile; planId: number; onSaving?(state: SaveState): void }

/** A person's mail preferences for one plan. Each applies at once; one that can't be saved goes back and says so. */
export const PlanPrefs = ({ user, planId, onSaving }: PlanPrefsProps) => {
  const { revalidate } = useRevalidator()
  const membership = user.userPlans.find((plan) => plan.planId === planId)
  const [wanted, setWanted] = useState<Flags | undefined>(membership)
  const [failed, setFailed] = useState<Flag>()
  if (!wanted) return <p className="hint">{planAdmin.noMails}</p>
  const change = async (flag: Flag, next: boolean) => {
    setWanted({ ...wanted, [flag]: next })
    setFailed(undefined)
    onSaving?.("saving")
    try {
      await call(userCalls.setPlanPreferences, { id: user.id, planId, [flag]: next })
      onSaving?.("saved")
      revalidate()
    } catch {
      setWanted((now) => now && { ...now, [flag]: !next })
      setFailed(flag)
      onSaving?.("idle")
    }
  }
  return (
    <>
      <div className="setting-rows prefs">
        {mailFlags.map((flag) => (
          <Fragment key={flag}>
            <Checkbox row hint={hintsFor(user)[flag]} checked={wanted[flag]} onChange={(next) => change(flag, next)}>
              {planAdmin.mails[flag]}
            </Checkbox>
            {failed === flag && (
              <p className="pref-failed row fine wrong" role="alert">
                <CircleAlert className="icon small" aria-hidden="true" />
                {planAdmin.mailNotSaved(planAdmin.mails[flag], wanted[flag])}
              </p>
            )}
          </Fragment>
        ))}
      </div>
      <DevicePush />
    </>
  )
}
