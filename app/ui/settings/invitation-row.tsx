import { Mail, X } from "lucide-react"
import { useState } from "react"
import type { Invitation } from "~/contract/invitation"
import { dateFormat } from "~/contract/shared/language/format"
import { RowIcon } from "~/ui/parts/badge"
import { Button, IconButton } from "~/ui/parts/button"
import { useServerNow } from "~/ui/parts/dates"
import { planRoles } from "~/ui/parts/texts"
import { PersonRow } from "~/ui/settings/person-row"
import { planAdmin } from "~/ui/settings/texts"

type InvitationRowProps = {
  invitation: Invitation
  /** An archived plan invites nobody again. */
  archived: boolean
  opened: boolean
  onOpen(open: boolean): void
  /** Sends the mail again, which renews the invitation. */
  onAgain(): Promise<unknown>
  onWithdraw(): Promise<unknown>
}

const dayName = dateFormat({ day: "numeric", month: "long" })

export const InvitationRow = ({ invitation, archived, opened, onOpen, onAgain, onWithdraw }: InvitationRowProps) => {
  const { email, userName, role, expiresAt } = invitation
  const [busy, setBusy] = useState<"again" | "withdraw">()
  const run = async (what: "again" | "withdraw", work: () => Promise<unknown>) => {
    setBusy(what)
    await work()
    setBusy(undefined)
  }
  const over = Date.parse(expiresAt) < useServerNow()
  const lasts = over ? planAdmin.expired : planAdmin.validUntil(dayName(new Date(expiresAt)))
  return (
    <li>
      <PersonRow
        lead={
          <RowIcon>
            <Mail className="icon" />
          </RowIcon>
        }
        name={userName ?? email}
        hint={[...(userName ? [email] : []), planRoles[role], lasts].join(", ")}
        says={null}
        controls={
          <>
            {!archived && (
              <Button busy={busy === "again"} onClick={() => run("again", onAgain)}>
                {planAdmin.sendAgain}
              </Button>
            )}
            <IconButton
              small
              label={planAdmin.deleteInvitation(email)}
              disabled={busy !== undefined}
              onClick={() => run("withdraw", onWithdraw)}
            >
              <X className="icon small" aria-hidden="true" />
            </IconButton>
          </>
        }
        open={opened}
        onOpen={onOpen}
      />
    </li>
  )
}
