import { Mail, Trash2 } from "lucide-react"
import { type FormEvent, useCallback, useEffect, useState } from "react"
import { call } from "~/client/api"
import { type Invitation, invitationCalls } from "~/contract/invitation"
import { planCalls } from "~/contract/plan"
import { type Member, type PlanRole, userCalls } from "~/contract/user"
import { Avatar } from "~/ui/parts/avatar"
import { Button, IconButton } from "~/ui/parts/button"
import { Field } from "~/ui/parts/field"
import type { Message } from "~/ui/parts/message-dialog"
import { messageOf } from "~/ui/parts/message-of"
import { Loading } from "~/ui/parts/spinner"
import { showToast } from "~/ui/parts/toast"
import { common } from "~/ui/texts/common"
import { planAdmin } from "~/ui/texts/plan-admin"

type PlanPeopleProps = {
  planId: number
  ownerId: number
  userId: number
  /** Says or asks something in a dialog over the one this stands in. */
  show(message: Message): Promise<boolean>
}

type People = { members: Member[]; invitations: Invitation[] }

const invitable: PlanRole[] = [0, 1]

/** Members and pending invitations of a plan, with invite, change of role and remove. For admins. */
export const PlanPeople = ({ planId, ownerId, userId, show }: PlanPeopleProps) => {
  const [people, reload] = usePeople(planId)

  /** Whatever became of it, the list then shows what is so. */
  const attempt = async (action: () => Promise<unknown>, failure: string) => {
    try {
      await action()
      return true
    } catch (thrown) {
      await show({ kind: "information", text: messageOf(thrown, failure) })
      return false
    } finally {
      await reload()
    }
  }

  const remove = async (member: Member) => {
    const confirmed = await show({
      kind: "question",
      title: planAdmin.removeQuestion(member.userName),
      text: planAdmin.removeText,
      confirm: planAdmin.remove,
      danger: true,
    })
    if (!confirmed) return
    const who = { planId, userId: member.id }
    await attempt(() => call(planCalls.removeMember, who), planAdmin.actionFailed)
  }

  if (people === "failed")
    return (
      <p className="row ink2">
        {planAdmin.actionFailed}
        <Button size="sm" onClick={reload}>
          {common.tryAgain}
        </Button>
      </p>
    )
  if (!people) return <Loading />

  return (
    <>
      <InviteForm
        onInvite={async (email, role) => {
          const invited = await attempt(
            () => call(invitationCalls.invite, { email, planId, role }),
            planAdmin.inviteFailed,
          )
          if (invited) showToast({ kind: "success", text: planAdmin.invited(email) })
          return invited
        }}
      />
      <ul className="people">
        {people.members.map((member) => (
          <li key={member.id}>
            <Avatar person={member} size={28} />
            <div className="grow">
              <div className="trunc">{member.userName}</div>
              {member.email && <div className="sub-line trunc">{member.email}</div>}
            </div>
            {member.id === ownerId ? (
              <span className="muted">{planAdmin.owner}</span>
            ) : (
              <RoleSelect
                label={planAdmin.roleOf(member.userName)}
                value={member.planRole}
                roles={[0, 1, 2]}
                onChange={(role) =>
                  attempt(
                    () => call(planCalls.setMemberRole, { planId, userId: member.id, role }),
                    planAdmin.actionFailed,
                  )
                }
              />
            )}
            {member.id === ownerId || member.id === userId ? (
              <span className="ib sm" aria-hidden="true" />
            ) : (
              <IconButton small label={planAdmin.removeUser(member.userName)} onClick={() => remove(member)}>
                <Trash2 className="i s" aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
        {people.invitations.map((invitation) => (
          <li key={`invitation-${invitation.id}`}>
            <span className="av s28 none" aria-hidden="true">
              <Mail className="i s" />
            </span>
            <div className="grow">
              <div className="trunc">{invitation.email}</div>
              <div className="sub-line">{planAdmin.pending}</div>
            </div>
            <span className="muted">{planAdmin.roles[invitation.role]}</span>
            <IconButton
              small
              label={planAdmin.deleteInvitation(invitation.email)}
              onClick={() =>
                attempt(() => call(invitationCalls.withdraw, { id: invitation.id }), planAdmin.actionFailed)
              }
            >
              <Trash2 className="i s" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}

const usePeople = (planId: number): [People | "failed" | undefined, () => Promise<void>] => {
  const [people, setPeople] = useState<People | "failed">()
  const reload = useCallback(async () => {
    const of = { planId }
    try {
      const [members, invitations] = await Promise.all([
        call(userCalls.listOfPlan, of),
        call(invitationCalls.pending, of),
      ])
      setPeople({ members, invitations })
    } catch {
      setPeople((before) => before ?? "failed")
    }
  }, [planId])
  useEffect(() => {
    void reload()
  }, [reload])
  return [people, reload]
}

const InviteForm = ({ onInvite }: { onInvite(email: string, role: PlanRole): Promise<boolean> }) => {
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<PlanRole>(0)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || email.trim() === "") return
    setBusy(true)
    if (await onInvite(email.trim(), role)) setEmail("")
    setBusy(false)
  }
  return (
    <form className="invite" onSubmit={submit}>
      <Field
        className="grow"
        label={planAdmin.email}
        type="email"
        value={email}
        maxLength={254}
        autoComplete="off"
        onChange={(event) => setEmail(event.target.value)}
      />
      <RoleSelect label={planAdmin.role} value={role} roles={invitable} onChange={setRole} />
      <Button type="submit" variant="primary" busy={busy} disabled={email.trim() === ""}>
        {planAdmin.invite}
      </Button>
    </form>
  )
}

type RoleSelectProps = { label: string; value: PlanRole; roles: PlanRole[]; onChange(role: PlanRole): void }

const RoleSelect = ({ label, value, roles, onChange }: RoleSelectProps) => (
  <select
    className="inp"
    aria-label={label}
    value={value}
    onChange={(event) => onChange(Number(event.target.value) as PlanRole)}
  >
    {roles.map((role) => (
      <option key={role} value={role}>
        {planAdmin.roles[role]}
      </option>
    ))}
  </select>
)
