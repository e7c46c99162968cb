import { useState } from "react"
import { homeTexts } from "~/ui/home/texts"
import { Button } from "~/ui/parts/button"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { common } from "~/ui/parts/texts"

export type WaitingInvitation = { id: number; token: string; planId: number; planName: string }

type InvitationCardProps = { invitation: WaitingInvitation; onAccept(invitation: WaitingInvitation): Promise<void> }

/** An invitation. It shows a default picture, because the plan's own is visible to members only. */
export const InvitationCard = ({ invitation, onAccept }: InvitationCardProps) => {
  const [busy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    await onAccept(invitation)
    setBusy(false)
  }
  return (
    <article className="plan invited">
      <PlanPicture className="plan-pic" planId={invitation.planId} />
      <div className="plan-words">
        <span className="caps">{homeTexts.invitation}</span>
        <h2 className="plan-name">{invitation.planName || common.untitledPlan}</h2>
        <Button variant="accent" busy={busy} onClick={accept}>
          {homeTexts.acceptInvite}
        </Button>
      </div>
    </article>
  )
}
