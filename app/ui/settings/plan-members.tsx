import "./plan-admin.css"
import { useRef, useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { can } from "~/contract/capability"
import { type Invitation, invitationCalls } from "~/contract/invitation"
import { type Plan, planCalls } from "~/contract/plan"
import type { PlanRole } from "~/contract/role"
import type { ListedMember } from "~/contract/user"
import { withDistinctNames } from "~/rules/people/person-name"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { Failed } from "~/ui/parts/empty-state"
import { useRestoredFocus } from "~/ui/parts/focus"
import { Loading } from "~/ui/parts/loading"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { EditUser } from "~/ui/settings/edit-user"
import { InvitationRow } from "~/ui/settings/invitation-row"
import { InviteForm } from "~/ui/settings/invite-form"
import { MemberRow, type Opened } from "~/ui/settings/member-row"
import { planAdmin } from "~/ui/settings/texts"
import { useMemberList } from "~/ui/settings/use-member-list"
import "./plan-admin.css"

type PlanMembersProps = {
  plan: Pick<Plan, "id" | "ownerId" | "planRole" | "isArchived">
  user: Profile
  /** Shows a message in a dialog above this one. */
  show(message: Message): Promise<boolean>
  /** Called after the person has left the plan. */
  onLeft(): void
  /** Opens the chat with a member; only when a board is open. */
  onMessage?(userId: number): void
  /** Unread messages by sender. */
  unread?: ReadonlyMap<number, number>
  /** Opened to invite: the address has the focus. */
  inviting?: boolean
}

/** A plan's members and, for admins, pending invitations, with invite, edit, role and removal. */
export const PlanMembers = ({ plan, user, show, onLeft, onMessage, unread, inviting = false }: PlanMembersProps) => {
  const planId = plan.id
  const manages = can(plan.planRole, "manageMembers")
  const { value: people, failed, reload, retry } = useMemberList(planId, manages)
  const [open, setOpen] = useState<{ id: string; what: Opened }>()
  const box = useRef<HTMLDivElement>(null)
  useRestoredFocus(box, people)

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
  const invite = async (email: string, userName: string | null, role: PlanRole) => {
    let waits: string | undefined
    const invited = await attempt(async () => {
      const made = await call(invitationCalls.invite, { email, planId, role, ...(userName ? { userName } : {}) })
      waits = made.message
    }, planAdmin.inviteFailed)
    if (waits) await show({ kind: "information", text: waits })
    else if (invited) showToast({ kind: "success", text: planAdmin.invited(email) })
    return invited
  }
  const remove = async (member: ListedMember) => {
    const who = { planId, userId: member.id }
    const gone = await attempt(() => call(planCalls.removeMember, who), planAdmin.actionFailed)
    if (!gone) return
    setOpen(undefined)
    if (member.id === user.id) onLeft()
  }

  if (!people) return failed ? <Failed inline text={planAdmin.actionFailed} onRetry={retry} /> : <Loading />

  const opened = (id: string) => (open?.id === id ? open.what : undefined)
  const rowOf = (member: ListedMember) => {
    const id = `member-${member.id}`
    return (
      <MemberRow
        key={id}
        member={member}
        plan={plan}
        user={user}
        manages={manages}
        archived={plan.isArchived}
        unread={unread}
        onMessage={onMessage}
        opened={opened(id)}
        onOpen={(what) => setOpen(what && { id, what })}
        onRole={(role) =>
          attempt(() => call(planCalls.setMemberRole, { planId, userId: member.id, role }), planAdmin.actionFailed)
        }
        onRemove={() => remove(member)}
      >
        <EditUser member={member} user={user} attempt={attempt} />
      </MemberRow>
    )
  }
  const invitationRow = (invitation: Invitation) => {
    const id = `invitation-${invitation.id}`
    return (
      <InvitationRow
        key={id}
        invitation={invitation}
        opened={opened(id) !== undefined}
        onOpen={(now) => setOpen(now ? { id, what: "controls" } : undefined)}
        archived={plan.isArchived}
        onAgain={() => invite(invitation.email, invitation.userName, invitation.role)}
        onWithdraw={() => attempt(() => call(invitationCalls.withdraw, { id: invitation.id }), planAdmin.actionFailed)}
      />
    )
  }

  return (
    <div className="plan-people restored-focus" ref={box} tabIndex={-1}>
      {manages && !plan.isArchived && <InviteForm planId={planId} focused={inviting} onInvite={invite} />}
      <h3 className="setting-heading">
        {planAdmin.members} <span className="numeric">{people.members.length}</span>
      </h3>
      <ul className="setting-rows">{withDistinctNames(people.members).map(rowOf)}</ul>
      {people.invitations.length > 0 && (
        <>
          <h3 className="setting-heading">
            {planAdmin.pending} <span className="numeric">{people.invitations.length}</span>
          </h3>
          <ul className="setting-rows">{people.invitations.map(invitationRow)}</ul>
        </>
      )}
    </div>
  )
}
