import { useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import type { AnswerOf } from "~/contract/call"
import { invitationCalls } from "~/contract/invitation"
import { homeTexts } from "~/ui/home/texts"
import { Avatar } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { common } from "~/ui/parts/texts"
import { messageOf, useAttempt } from "~/ui/parts/use-attempt"

export type PendingInvitation = AnswerOf<typeof invitationCalls.pendingOfUser>[number]

type InvitationCardProps = {
  invitation: PendingInvitation
  /** Called after the invitation was accepted or declined. */
  onAnswered(): void
}

/** How long a declined invitation can be taken back, ms. */
const undoTime = 5_000

/** An invitation. It shows a default picture, because the plan's own is visible to members only. */
export const InvitationCard = ({ invitation, onAnswered }: InvitationCardProps) => {
  const { id, token, planId, planName, role, invitedBy } = invitation
  const { attempt, pending, error, setError } = useAttempt(common.invitationFailed)
  const { declined, decline, undo } = useDecline(id, (message) => {
    setError(message)
    onAnswered()
  })
  const answers = useRef<HTMLDivElement>(null)
  const wasDeclined = useRef(declined)
  useEffect(() => {
    // The pressed button has gone.
    if (wasDeclined.current !== declined) answers.current?.querySelector<HTMLElement>("button:last-child")?.focus()
    wasDeclined.current = declined
  }, [declined])
  const accept = () =>
    attempt(async () => {
      await call(invitationCalls.acceptPosted, { token })
      onAnswered()
    })
  const name = planName || common.untitledPlan
  return (
    <article className="plan invited surface anchor">
      <PlanPicture className="plan-pic full" planId={planId} />
      <div className="plan-words flow slim">
        <span className="caps">{homeTexts.invitation}</span>
        <h2 className="plan-name clamped breaks">{name}</h2>
        {error ? (
          <p className="invited-failed fine wrong" role="alert">
            {error}
          </p>
        ) : (
          <p className="invited-by row fine secondary breaks">
            {invitedBy && <Avatar person={invitedBy} size={18} />}
            <span className="grow">{homeTexts.invitedBy(invitedBy?.userName, role)}</span>
          </p>
        )}
        <div className="row invited-answers wraps" ref={answers}>
          {declined ? (
            <>
              <span className="grow muted" role="status">
                {homeTexts.declined}
              </span>
              <Button onClick={undo}>{common.undo}</Button>
            </>
          ) : (
            <>
              <Button variant="accent" busy={pending} onClick={accept}>
                {homeTexts.acceptInvite}
              </Button>
              <Button variant="ghost" disabled={pending} aria-label={homeTexts.declineOf(name)} onClick={decline}>
                {homeTexts.decline}
              </Button>
            </>
          )}
        </div>
      </div>
    </article>
  )
}

/** Declining waits for `undoTime`; leaving the page declines at once. `settled` gets the reason when that failed. */
const useDecline = (id: number, settled: (failure: string | undefined) => void) => {
  const [declined, setDeclined] = useState(false)
  const send = useRef<() => void>(undefined)
  const latest = useRef(settled)
  latest.current = settled
  // First, since effects are cleaned up in this order.
  useEffect(() => () => send.current?.(), [])
  useEffect(() => {
    if (!declined) return
    const now = async () => {
      stop()
      try {
        await call(invitationCalls.withdraw, { id }, { keepalive: true })
        latest.current(undefined)
      } catch (thrown) {
        setDeclined(false)
        latest.current(messageOf(thrown, homeTexts.notDeclined))
      }
    }
    const timer = setTimeout(now, undoTime)
    const stop = () => {
      clearTimeout(timer)
      window.removeEventListener("pagehide", now)
      send.current = undefined
    }
    window.addEventListener("pagehide", now)
    send.current = () => void now()
    return stop
  }, [declined, id])
  return { declined, decline: () => setDeclined(true), undo: () => setDeclined(false) }
}
