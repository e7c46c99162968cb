import { LogOut, MessageCircle, Pencil, X } from "lucide-react"
import { type ReactNode, useState } from "react"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import type { PlanRole } from "~/contract/role"
import type { ListedMember } from "~/contract/user"
import { Avatar } from "~/ui/parts/avatar"
import { CountBadge } from "~/ui/parts/badge"
import { Button, IconButton } from "~/ui/parts/button"
import { planRoles } from "~/ui/parts/texts"
import { peopleTexts } from "~/ui/plan/texts"
import { Ask } from "~/ui/settings/ask"
import { mayEdit } from "~/ui/settings/edit-user"
import { PersonRow } from "~/ui/settings/person-row"
import { RoleSelect } from "~/ui/settings/role-select"
import { planAdmin } from "~/ui/settings/texts"

/** The part that is open below a row: its controls on a phone, an editor, or a question. */
export type Opened = "controls" | "edit" | "remove"

type MemberRowProps = {
  member: ListedMember
  plan: Pick<Plan, "ownerId">
  user: Profile
  manages: boolean
  opened: Opened | undefined
  unread: ReadonlyMap<number, number> | undefined
  onOpen(what: Opened | undefined): void
  onMessage?(userId: number): void
  /** Nobody gets another role in an archived plan. */
  archived: boolean
  onRole(role: PlanRole): void
  onRemove(): Promise<void>
  /** The editor. */
  children: ReactNode
}

export const MemberRow = ({
  member,
  plan,
  user,
  manages,
  archived,
  opened,
  unread,
  children,
  ...on
}: MemberRowProps) => {
  const [busy, setBusy] = useState(false)
  const self = member.id === user.id
  const isOwner = member.id === plan.ownerId
  const role = isOwner ? planAdmin.owner : planRoles[member.planRole]
  const chats = on.onMessage !== undefined && !self
  const removable = !isOwner && (self || manages)
  const edits = mayEdit(user, member)
  const disabled = member.enabled === false && <span className="tag">{planAdmin.accountDisabled}</span>
  const remove = async () => {
    setBusy(true)
    await on.onRemove()
    setBusy(false)
  }
  const controls = (chats || edits || removable) && (
    <>
      {disabled}
      {isOwner || !manages || archived ? (
        <span className="muted role-name">{role}</span>
      ) : (
        <RoleSelect label={planAdmin.roleOf(member.userName)} value={member.planRole} onChange={on.onRole} />
      )}
      {chats && (
        <IconButton
          small
          label={peopleTexts.chatWith(member.userName, unread?.get(member.id))}
          onClick={() => on.onMessage?.(member.id)}
        >
          <MessageCircle className="icon small" aria-hidden="true" />
          <CountBadge count={unread?.get(member.id) ?? 0} at="icon" />
        </IconButton>
      )}
      {edits && (
        <IconButton
          small
          label={planAdmin.editUser(member.userName)}
          aria-expanded={opened === "edit"}
          onClick={() => on.onOpen(opened === "edit" ? undefined : "edit")}
        >
          <Pencil className="icon small" aria-hidden="true" />
        </IconButton>
      )}
      {removable && (
        <IconButton
          small
          label={self ? planAdmin.leave : planAdmin.removeUser(member.userName)}
          aria-expanded={opened === "remove"}
          onClick={() => on.onOpen("remove")}
        >
          {self ? (
            <LogOut className="icon small" aria-hidden="true" />
          ) : (
            <X className="icon small" aria-hidden="true" />
          )}
        </IconButton>
      )}
    </>
  )
  return (
    <li>
      <PersonRow
        lead={<Avatar person={member} size={28} />}
        name={
          <>
            {member.userName} {self && <span className="muted">{planAdmin.you}</span>}
          </>
        }
        hint={member.email}
        says={
          <>
            {disabled}
            <span className="muted role-name">{role}</span>
            {chats && <CountBadge count={unread?.get(member.id) ?? 0} label={peopleTexts.unread} />}
          </>
        }
        controls={controls || null}
        open={opened !== undefined}
        onOpen={(open) => on.onOpen(open ? "controls" : undefined)}
      />
      {opened === "edit" && children}
      {opened === "remove" && (
        <Ask
          title={self ? planAdmin.leaveQuestion : planAdmin.removeQuestion(member.userName)}
          text={self ? planAdmin.leaveText : planAdmin.removeText}
          onCancel={() => on.onOpen(undefined)}
        >
          <Button variant="danger" busy={busy} onClick={remove}>
            {self ? planAdmin.leaveConfirm : planAdmin.remove}
          </Button>
        </Ask>
      )}
    </li>
  )
}
