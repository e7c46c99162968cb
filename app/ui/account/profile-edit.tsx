import { useRevalidator } from "@remix-run/react"
import { useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { userCalls } from "~/contract/user"
import { LanguageField } from "~/ui/account/language-field"
import { StorageUse } from "~/ui/account/storage-use"
import { account } from "~/ui/account/texts"
import { TimeZoneField } from "~/ui/account/time-zone-field"
import { WeekField } from "~/ui/account/week-field"
import { Avatar } from "~/ui/parts/avatar"
import { Field } from "~/ui/parts/field"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { SaveStatus, useAutosave } from "~/ui/parts/use-autosave"
import { DevicePush } from "~/ui/settings/device-push"
import { PictureInput } from "~/ui/settings/picture-input"
import { PlanPrefs } from "~/ui/settings/plan-prefs"
import { planAdmin } from "~/ui/settings/texts"

/** Edits avatar and name, which saves 500 ms after the last key, and a plan's mail preferences. The address is fixed. */
export const ProfileEdit = ({ user, planId }: { user: Profile; planId: number | undefined }) => {
  const { revalidate } = useRevalidator()
  const [name, setName] = useState(user.userName)
  const [problem, setProblem] = useState<string>()
  const blank = name.trim() === ""
  const { state, change, flush } = useAutosave(500, async (userName: string) => {
    setProblem(undefined)
    try {
      await call(userCalls.update, { id: user.id, userName }, { keepalive: true })
    } catch (thrown) {
      setProblem(messageOf(thrown, account.nameFailed))
      throw thrown
    }
    revalidate()
  })
  const picture = async (work: () => Promise<unknown>) => {
    try {
      await work()
      revalidate()
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, account.pictureFailed) })
    }
  }
  return (
    <div className="profile-edit grid">
      <div className="row">
        <Avatar person={user} size={118} />
        <PictureInput
          label={account.changePicture}
          onChoose={(file) => picture(() => call(userCalls.setAvatar, { id: user.id, file }))}
          onRemove={user.avatarUrl ? () => picture(() => call(userCalls.removeAvatar, { id: user.id })) : undefined}
        />
      </div>
      <Field
        label={account.name}
        value={name}
        maxLength={100}
        autoComplete="name"
        error={blank ? planAdmin.nameNeeded : problem}
        onChange={(event) => {
          const next = event.target.value
          setName(next)
          setProblem(undefined)
          change(next.trim() === "" ? undefined : next.trim())
        }}
        onBlur={flush}
      />
      <Field label={account.email} value={user.email} readOnly />
      <TimeZoneField user={user} />
      <LanguageField user={user} />
      <WeekField user={user} />
      <SaveStatus state={state === "failed" ? "idle" : state} />
      {planId !== undefined && user.userPlans.some((plan) => plan.planId === planId) ? (
        <section>
          <h3 className="label">{account.mails}</h3>
          <PlanPrefs user={user} planId={planId} />
        </section>
      ) : (
        <DevicePush />
      )}
      <StorageUse planId={planId} />
    </div>
  )
}
