import "./sections.css"
import { useRevalidator } from "@remix-run/react"
import { useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { canInSystem, mayEnable } from "~/contract/capability"
import type { SystemRole } from "~/contract/role"
import { type ListedMember, userCalls } from "~/contract/user"
import { Button } from "~/ui/parts/button"
import { Field } from "~/ui/parts/field"
import { SaveStatus, useAutosave } from "~/ui/parts/use-autosave"
import { Ask } from "~/ui/settings/ask"
import { roleQuestion } from "~/ui/settings/role-select"
import { planAdmin } from "~/ui/settings/texts"

type EditUserProps = {
  member: ListedMember
  user: Profile
  /** Makes a call, then reloads; reports errors. */
  attempt(action: () => Promise<unknown>, failure: string): Promise<boolean>
}

/** Whether `user` may change anything of the member's account. */
export const mayEdit = (user: Profile, { id, role }: ListedMember) =>
  id === user.id || canInSystem(user.role, "changeSystemRoles") || (role !== undefined && mayEnable(user.role, role))

const systemRoles: SystemRole[] = [0, 1, 2, 3]

/** Edits a member: the own name saves 400 ms after the last key; administrators edit the system role and the account. */
export const EditUser = ({ member, user, attempt }: EditUserProps) => {
  const { revalidate } = useRevalidator()
  const self = member.id === user.id
  const role = self ? user.role : member.role
  const [name, setName] = useState(self ? user.userName : member.userName)
  const { state, change, flush } = useAutosave(400, async (userName: string) => {
    await call(userCalls.update, { id: member.id, userName }, { keepalive: true })
    revalidate()
  })
  const enabled = member.enabled !== false
  const asked = { userName: member.userName, self }

  const [next, setNext] = useState<SystemRole>()
  const question = role !== undefined && next !== undefined && roleQuestion({ ...asked, from: role, to: next })
  const chooseRole = (to: SystemRole) => {
    if (role === undefined || to === role) return
    if (roleQuestion({ ...asked, from: role, to })) setNext(to)
    else void setRole(to)
  }
  const setRole = async (next: SystemRole) => {
    setNext(undefined)
    await attempt(() => call(userCalls.update, { id: member.id, role: next }), planAdmin.actionFailed)
    if (self) revalidate()
  }
  const [asks, setAsks] = useState(false)
  const setEnabled = async () => {
    setAsks(false)
    await attempt(() => call(userCalls.enable, { userId: member.id, enabled: !enabled }), planAdmin.actionFailed)
  }

  return (
    <div className="edit-user grid anchor">
      <Field
        label={planAdmin.userName}
        value={name}
        readOnly={!self}
        maxLength={100}
        autoComplete="off"
        error={name.trim() === "" ? planAdmin.nameNeeded : undefined}
        onChange={({ target }) => {
          setName(target.value)
          change(target.value.trim() === "" ? undefined : target.value.trim())
        }}
        onBlur={flush}
      />
      <SaveStatus state={state} />
      {(self || member.email) && <Field label={planAdmin.email} value={self ? user.email : member.email} readOnly />}
      {role !== undefined && (
        <label className="field">
          <span className="label">{planAdmin.systemRole}</span>
          <select
            className="input"
            value={role}
            disabled={!canInSystem(user.role, "changeSystemRoles")}
            onChange={({ target }) => chooseRole(Number(target.value) as SystemRole)}
          >
            {systemRoles.map((each) => (
              <option key={each} value={each}>
                {planAdmin.systemRoles[each]}
              </option>
            ))}
          </select>
        </label>
      )}
      {question && next !== undefined && (
        <Ask title={question.title} text={question.text} onCancel={() => setNext(undefined)}>
          <Button variant="danger" onClick={() => setRole(next)}>
            {planAdmin.changeRole}
          </Button>
        </Ask>
      )}
      {!self && member.role !== undefined && mayEnable(user.role, member.role) && (
        <div className="row">
          <Button
            size="small"
            variant={enabled ? "danger-outline" : "plain"}
            aria-expanded={enabled ? asks : undefined}
            onClick={enabled ? () => setAsks(true) : setEnabled}
          >
            {enabled ? planAdmin.disableAccount : planAdmin.enableAccount}
          </Button>
        </div>
      )}
      {asks && (
        <Ask
          title={planAdmin.disableAccountQuestion(member.userName)}
          text={planAdmin.disableAccountText}
          onCancel={() => setAsks(false)}
        >
          <Button variant="danger" onClick={setEnabled}>
            {planAdmin.disableAccount}
          </Button>
        </Ask>
      )}
    </div>
  )
}
