import { type FormEvent, useEffect, useRef, useState } from "react"
import type { PlanRole } from "~/contract/role"
import { Button } from "~/ui/parts/button"
import { Field } from "~/ui/parts/field"
import { RoleSelect } from "~/ui/settings/role-select"
import { planAdmin } from "~/ui/settings/texts"
import { useFormDraft } from "~/ui/settings/use-form-draft"

type InviteFormProps = {
  planId: number
  /** Focuses the address when the form appears. */
  focused: boolean
  onInvite(email: string, userName: string, role: PlanRole): Promise<boolean>
}

/** Invites a person. Afterwards the empty address has the focus, for the next one. */
export const InviteForm = ({ planId, focused, onInvite }: InviteFormProps) => {
  const { texts, change, clear } = useFormDraft(`invite.${planId}`, { email: "", name: "" })
  const { email, name } = texts
  const [role, setRole] = useState<PlanRole>(0)
  const [busy, setBusy] = useState(false)
  const address = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) address.current?.focus()
  }, [focused])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || email.trim() === "") return
    setBusy(true)
    if (await onInvite(email.trim(), name.trim(), role)) {
      clear()
      address.current?.focus()
    }
    setBusy(false)
  }
  return (
    <form className="invite" onSubmit={submit}>
      <Field
        ref={address}
        label={planAdmin.email}
        type="email"
        value={email}
        maxLength={254}
        autoComplete="off"
        onChange={(event) => change({ email: event.target.value })}
      />
      <Field
        label={planAdmin.nameOptional}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => change({ name: event.target.value })}
      />
      <RoleSelect label={planAdmin.role} value={role} onChange={setRole} />
      <Button type="submit" variant="primary" busy={busy} disabled={email.trim() === ""}>
        {planAdmin.invite}
      </Button>
    </form>
  )
}
