import { LogOut, Mail, MessageCircle, Pencil, Trash2 } from "lucide-react"
import { type FormEvent, useCallback, useEffect, useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { can } from "~/contract/capability"
import { type Invitation, invitationCalls } from "~/contract/invitation"
import { type Plan, planCalls } from "~/contract/plan"
import type { PlanRole } from "~/contract/role"
import { type ListedMember, userCalls } from "~/contract/user"
import { withDistinctNames } from "~/rules/person-name"
import { Avatar } from "~/ui/parts/avatar"
import { CountBadge } from "~/ui/parts/badge"
import { Button, IconButton } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/failed"
import { Field } from "~/ui/parts/field"
import type { Message } from "~/ui/parts/message-dialog"
import { messageOf } from "~/ui/parts/message-of"
import { Loading } from "~/ui/parts/spinner"
import { showToast } from "~/ui/parts/toast"
import { peopleTexts } from "~/ui/plan/texts"
import { EditUser, mayEdit } from "~/ui/settings/edit-user"
import { planAdmin } from "~/ui/settings/texts"
import "./plan-people.css"

type PlanPeopleProps = {
  plan: Pick<Plan, "id" | "ownerId" | "planRole">
  user: Profile
  /** Shows a message or question in a dialog above this one. */
  show(message: Message): Promise<boolean>
  /** Called after the person has left the plan. */
  onLeft(): void
  /** Opens the chat with a member; only when a board is open. */
  onMessage?(userId: number): void
  /** Unread messages by sender. */
  unread?: ReadonlyMap<number, number>
}

type People = { members: ListedMember[]; invitations: Invitation[] }

const roles: PlanRole[] = [0, 1, 2]

/** A plan's members and, for admins, pending invitations, with invite, edit, role and removal. */
export const PlanPeople = ({ plan, user, show, onLeft, onMessage, unread }: PlanPeopleProps) => {
  const planId = plan.id
  const manages = can(plan.planRole, "managePeople")
  const [people, reload] = usePeople(planId, manages)
  const [edited, setEdited] = useState<number>()

  /** Reloads the list after success and failure. */
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

  const remove = async (member: ListedMember) => {
    const self = member.id === user.id
    const confirmed = await show({
      kind: "question",
      title: self ? planAdmin.leaveQuestion : planAdmin.removeQuestion(member.userName),
      text: self ? planAdmin.leaveText : planAdmin.removeText,
      confirm: self ? planAdmin.leaveConfirm : planAdmin.remove,
      danger: true,
    })
    if (!confirmed) return
    const who = { planId, userId: member.id }
    const gone = await attempt(() => call(planCalls.removeMember, who), planAdmin.actionFailed)
    if (self && gone) onLeft()
  }

  if (people === "failed") return <Failed inline text={planAdmin.actionFailed} onRetry={reload} />
  if (!people) return <Loading />

  return (
    <div className="plan-people">
      {manages && (
        <InviteForm
          onInvite={async (email, userName, role) => {
            const invited = await attempt(
              () => call(invitationCalls.invite, { email, planId, role, ...(userName ? { userName } : {}) }),
              planAdmin.inviteFailed,
            )
            if (invited) showToast({ kind: "success", text: planAdmin.invited(email) })
            return invited
          }}
        />
      )}
      <ul className="people">
        {withDistinctNames(people.members).map((member) => (
          <li key={member.id}>
            <div className="person-row">
              <Avatar person={member} size={28} />
              <div className="grow">
                <div className="truncate">{member.userName}</div>
                {member.email && <div className="sub-line truncate">{member.email}</div>}
              </div>
              {member.enabled === false && <span className="tag">{planAdmin.accountDisabled}</span>}
              {member.id === plan.ownerId || !manages ? (
                <span className="muted">
                  {member.id === plan.ownerId ? planAdmin.owner : planAdmin.roles[member.planRole]}
                </span>
              ) : (
                <RoleSelect
                  label={planAdmin.roleOf(member.userName)}
                  value={member.planRole}
                  onChange={(role) =>
                    attempt(
                      () => call(planCalls.setMemberRole, { planId, userId: member.id, role }),
                      planAdmin.actionFailed,
                    )
                  }
                />
              )}
              {onMessage && member.id !== user.id && (
                <IconButton
                  small
                  label={peopleTexts.chatWith(member.userName, unread?.get(member.id))}
                  onClick={() => onMessage(member.id)}
                >
                  <MessageCircle className="icon small" aria-hidden="true" />
                  <CountBadge count={unread?.get(member.id) ?? 0} />
                </IconButton>
              )}
              {mayEdit(user, member) && (
                <IconButton
                  small
                  label={planAdmin.editUser(member.userName)}
                  aria-expanded={edited === member.id}
                  onClick={() => setEdited(edited === member.id ? undefined : member.id)}
                >
                  <Pencil className="icon small" aria-hidden="true" />
                </IconButton>
              )}
              {member.id !== plan.ownerId && member.id === user.id && (
                <IconButton small label={planAdmin.leave} onClick={() => remove(member)}>
                  <LogOut className="icon small" aria-hidden="true" />
                </IconButton>
              )}
              {member.id !== plan.ownerId && member.id !== user.id && manages && (
                <IconButton small label={planAdmin.removeUser(member.userName)} onClick={() => remove(member)}>
                  <Trash2 className="icon small" aria-hidden="true" />
                </IconButton>
              )}
            </div>
            {edited === member.id && <EditUser member={member} user={user} show={show} attempt={attempt} />}
          </li>
        ))}
        {people.invitations.map((invitation) => (
          <li key={`invitation-${invitation.id}`} className="person-row">
            <span className="avatar size-28 none" aria-hidden="true">
              <Mail className="icon small" />
            </span>
            <div className="grow">
              <div className="truncate">{invitation.userName ?? invitation.email}</div>
              <div className="sub-line truncate">
                {invitation.userName ? `${invitation.email} · ${planAdmin.pending}` : planAdmin.pending}
              </div>
            </div>
            <span className="muted">{planAdmin.roles[invitation.role]}</span>
            <IconButton
              small
              label={planAdmin.deleteInvitation(invitation.email)}
              onClick={() =>
                attempt(() => call(invitationCalls.withdraw, { id: invitation.id }), planAdmin.actionFailed)
              }
            >
              <Trash2 className="icon small" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

const usePeople = (planId: number, manages: boolean): [People | "failed" | undefined, () => Promise<void>] => {
  const [people, setPeople] = useState<People | "failed">()
  const reload = useCallback(async () => {
    const of = { planId }
    try {
      const [members, invitations] = await Promise.all([
        call(userCalls.listOfPlan, of),
        manages ? call(invitationCalls.pending, of) : [],
      ])
      setPeople({ members, invitations })
    } catch {
      setPeople((before) => before ?? "failed")
    }
  }, [planId, manages])
  useEffect(() => {
    void reload()
  }, [reload])
  return [people, reload]
}

type InviteFormProps = { onInvite(email: string, userName: string, role: PlanRole): Promise<boolean> }

const InviteForm = ({ onInvite }: InviteFormProps) => {
  const [email, setEmail] = useState("")
  const [name, setName] = useState("")
  const [role, setRole] = useState<PlanRole>(0)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || email.trim() === "") return
    setBusy(true)
    if (await onInvite(email.trim(), name.trim(), role)) {
      setEmail("")
      setName("")
    }
    setBusy(false)
  }
  return (
    <form className="invite" onSubmit={submit}>
      <Field
        label={planAdmin.email}
        type="email"
        value={email}
        maxLength={254}
        autoComplete="off"
        onChange={(event) => setEmail(event.target.value)}
      />
      <Field
        label={planAdmin.nameOptional}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <RoleSelect label={planAdmin.role} value={role} onChange={setRole} />
      <Button type="submit" variant="primary" busy={busy} disabled={email.trim() === ""}>
        {planAdmin.invite}
      </Button>
    </form>
  )
}

type RoleSelectProps = { label: string; value: PlanRole; onChange(role: PlanRole): void }

const RoleSelect = ({ label, value, onChange }: RoleSelectProps) => (
  <select
    className="input"
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
