import "./plan-admin.css"
import { useEffect, useState } from "react"
import { call } from "~/client/api"
import { serverNow } from "~/client/server-clock"
import type { Profile } from "~/contract/account"
import { can, canNow } from "~/contract/capability"
import { type Plan, planCalls } from "~/contract/plan"
import { limits } from "~/contract/shared/bounds"
import { Button } from "~/ui/parts/button"
import { Checkbox } from "~/ui/parts/checkbox"
import { longDate } from "~/ui/parts/dates"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { Field } from "~/ui/parts/field"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { RelativeTime } from "~/ui/parts/relative-time"
import { common } from "~/ui/parts/texts"
import { messageOf, useAttempt } from "~/ui/parts/use-attempt"
import { type SaveState, useAutosave } from "~/ui/parts/use-autosave"
import { Ask } from "~/ui/settings/ask"
import { PictureInput } from "~/ui/settings/picture-input"
import { PlanOwner } from "~/ui/settings/plan-owner"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"

type PlanAboutProps = {
  plan: Plan
  user: Profile
  show(message: Message): Promise<boolean>
  onSaving(state: SaveState): void
  onChanged(): void
  onLeft(): void
}

/** The plan itself: name, picture, estimates, owner, and leaving it. Read-only for people who may not change it. */
export const PlanAbout = ({ plan, user, show, onSaving, onChanged, onLeft }: PlanAboutProps) => {
  const changes = canNow(plan, "changePlan")
  const [name, setName] = useState(plan.name)
  const [picture, setPicture] = useState(plan.imageUrl)
  const { state, change, flush } = useAutosave(1_000, async (next: string) => {
    await call(planCalls.update, { id: plan.id, name: next }, { keepalive: true })
    onChanged()
  })
  useEffect(() => onSaving(state), [state, onSaving])

  const { attempt } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const changePicture = async (work: () => Promise<string>) => {
    await attempt(async () => {
      setPicture(await work())
      onChanged()
    })
  }
  const choose = (file: File) =>
    changePicture(async () => (await call(planCalls.setImage, { planId: plan.id, file })).url)
  const remove = () =>
    changePicture(async () => {
      await call(planCalls.removeImage, { planId: plan.id })
      return ""
    })

  return (
    <>
      <div className="plan-about">
        <PlanPicture className="picture" planId={plan.id} url={picture} />
        <div className="grow">
          {changes ? (
            <>
              <Field
                label={planAdmin.name}
                large
                dir="auto"
                value={name}
                maxLength={limits.name}
                autoComplete="off"
                onChange={(event) => {
                  setName(event.target.value)
                  change(event.target.value)
                }}
                onBlur={flush}
              />
              <PictureInput
                label={planAdmin.changePicture}
                onChoose={choose}
                onRemove={picture.startsWith("/api/") ? remove : undefined}
              />
            </>
          ) : (
            <>
              <span className="label">{planAdmin.name}</span>
              <p className="plan-about-name breaks" dir="auto">
                {plan.name || common.untitledPlan}
              </p>
            </>
          )}
        </div>
      </div>
      <div className="setting-rows">
        <PlanFlag
          plan={plan}
          flag="effortAndComplexityVisible"
          label={planAdmin.estimates}
          hint={planAdmin.estimatesHint}
          disabled={!changes}
          show={show}
          onSaving={onSaving}
          onChanged={onChanged}
        />
        {can(plan.planRole, "changePlan") && (
          <PlanFlag
            plan={plan}
            flag="isTemplate"
            label={planAdmin.template}
            hint={planAdmin.templateHint}
            disabled={!changes}
            show={show}
            onSaving={onSaving}
            onChanged={onChanged}
          />
        )}
        <PlanOwner plan={plan} user={user} show={show} onChanged={onChanged} />
        <SettingRow label={planAdmin.created}>
          <span className="secondary numeric">{longDate(new Date(plan.createdDate))}</span>
        </SettingRow>
        <SettingRow label={planAdmin.lastEdit}>
          <span className="secondary">
            <RelativeTime at={plan.lastEdit} renderedAt={serverNow()} words={(when) => when} />
          </span>
        </SettingRow>
        {changes && <ArchiveRow plan={plan} show={show} onChanged={onChanged} />}
        <Leave plan={plan} user={user} show={show} onLeft={onLeft} />
      </div>
    </>
  )
}

type PlanFlagProps = Pick<PlanAboutProps, "plan" | "show" | "onSaving" | "onChanged"> & {
  flag: "effortAndComplexityVisible" | "isTemplate"
  label: string
  hint: string
  disabled: boolean
}

/** A setting that is on or off. Reverts if the save fails. */
const PlanFlag = ({ plan, flag, label, hint, disabled, show, onSaving, onChanged }: PlanFlagProps) => {
  const [on, setOn] = useState(plan[flag])
  const change = async (next: boolean) => {
    setOn(next)
    onSaving("saving")
    try {
      await call(planCalls.update, { id: plan.id, [flag]: next })
      onSaving("saved")
      onChanged()
    } catch (thrown) {
      setOn(!next)
      onSaving("idle")
      await show({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
    }
  }
  return (
    <Checkbox row checked={on} disabled={disabled} hint={hint} onChange={change}>
      {label}
    </Checkbox>
  )
}

type ArchiveRowProps = Pick<PlanAboutProps, "plan" | "show" | "onChanged">

/** That a plan is archived, for all; archiving and unarchiving it, for admins. */
export const ArchiveRow = ({ plan, show, onChanged }: ArchiveRowProps) => {
  const [archived, setArchived] = useState(plan.isArchived)
  useEffect(() => setArchived(plan.isArchived), [plan.isArchived])
  const { attempt, pending } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const change = () =>
    attempt(async () => {
      await call(planCalls.update, { id: plan.id, isArchived: !archived })
      setArchived(!archived)
      onChanged()
    })
  return (
    <SettingRow label={archived ? planAdmin.isArchived : planAdmin.archive} hint={planAdmin.archiveHint}>
      {can(plan.planRole, "changePlan") && (
        <Button busy={pending} onClick={change}>
          {archived ? planAdmin.unarchive : planAdmin.archiveButton}
        </Button>
      )}
    </SettingRow>
  )
}

type LeaveProps = Pick<PlanAboutProps, "plan" | "user" | "show" | "onLeft">

const Leave = ({ plan, user, show, onLeft }: LeaveProps) => {
  const [asked, setAsked] = useState(false)
  const { attempt, pending } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "information", text }))
  const isOwner = plan.ownerId === user.id
  const isMember = user.userPlans.some(({ planId }) => planId === plan.id)
  if (!isMember) return null
  const leave = () =>
    attempt(async () => {
      await call(planCalls.removeMember, { planId: plan.id, userId: user.id })
      onLeft()
    })
  return (
    <>
      <SettingRow label={planAdmin.leave} hint={isOwner ? planAdmin.ownerStays : undefined}>
        <Button disabled={isOwner} aria-expanded={asked} onClick={() => setAsked(true)}>
          {planAdmin.leaveConfirm}
        </Button>
      </SettingRow>
      {asked && (
        <Ask title={planAdmin.leaveQuestion} text={planAdmin.leaveText} onCancel={() => setAsked(false)}>
          <Button variant="danger" busy={pending} onClick={leave}>
            {planAdmin.leave}
          </Button>
        </Ask>
      )}
    </>
  )
}
