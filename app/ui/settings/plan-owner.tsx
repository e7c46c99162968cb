import "./sections.css"
import { useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { canInSystem } from "~/contract/capability"
import { type Plan, planCalls } from "~/contract/plan"
import { Avatar, useNames } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { showToast } from "~/ui/parts/toast/toast"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useArchived } from "~/ui/settings/archived"
import { Ask } from "~/ui/settings/ask"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import { useMembersOf } from "~/ui/settings/use-members"

type PlanOwnerProps = { plan: Plan; user: Profile; show(message: Message): Promise<boolean>; onChanged(): void }

/** The plan's owner, who may hand it over to a member, as a System Admin may. */
export const PlanOwner = ({ plan, user, show, onChanged }: PlanOwnerProps) => {
  const named = useNames()
  const [asked, setAsked] = useState(false)
  const { attempt, pending } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "information", text }))
  const [chosen, setChosen] = useState<number>()
  const others = useMembersOf(plan.id).filter(({ id }) => id !== plan.ownerId)
  const own = plan.ownerId === user.id
  const archived = useArchived()
  const may = (own || canInSystem(user.role, "administer")) && others.length > 0
  const next = others.find(({ id }) => id === chosen) ?? others[0]
  const name = next ? named(next) : ""
  const transfer = () =>
    next &&
    attempt(async () => {
      await call(planCalls.setOwner, { planId: plan.id, userId: next.id })
      setAsked(false)
      showToast({ kind: "success", text: planAdmin.transferred(name) })
      onChanged()
    })
  return (
    <>
      <SettingRow label={planAdmin.owner}>
        <Avatar person={{ id: plan.ownerId, userName: plan.ownerName }} size={18} />
        <span className="truncate">{named({ id: plan.ownerId, userName: plan.ownerName })}</span>
        {may && !archived && (
          <Button aria-expanded={asked} onClick={() => setAsked(true)}>
            {planAdmin.transfer}
          </Button>
        )}
      </SettingRow>
      {asked && next && (
        <Ask
          title={planAdmin.transferQuestion}
          text={own ? planAdmin.transferText : planAdmin.transferOthersText}
          lead={
            <select
              className="input new-owner"
              aria-label={planAdmin.newOwner}
              value={next.id}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {others.map((member) => (
                <option key={member.id} value={member.id}>
                  {named(member)}
                </option>
              ))}
            </select>
          }
          onCancel={() => setAsked(false)}
        >
          <Button variant="primary" busy={pending} onClick={transfer}>
            <span className="truncate">{planAdmin.transferTo(name)}</span>
          </Button>
        </Ask>
      )}
    </>
  )
}
