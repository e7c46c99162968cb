import { Repeat } from "lucide-react"
import type { InvitationArrival } from "~/contract/invitation"
import { Avatar } from "~/ui/parts/avatar"
import { Button, buttonClass } from "~/ui/parts/button"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { Banner } from "~/ui/sign-in/banner"
import { login } from "~/ui/sign-in/texts"

/** The inviter, the plan and the role. The plan's picture is only for its members. */
export const InvitationHead = ({ invitation }: { invitation: InvitationArrival }) => {
  const { planId, planName, invitedBy, role, as } = invitation
  return (
    <div className="login-invited grid">
      <PlanPicture planId={planId} width={64} height={60} />
      <div>
        <span className="fine muted">{login.invitation}</span>
        <b className="clamped">{planName || common.untitledPlan}</b>
        <span className="login-invited-by row secondary breaks">
          {as !== "member" && invitedBy && <Avatar person={invitedBy} size={18} />}
          <span>{as === "member" ? login.member : login.invitedBy(invitedBy?.userName, role ?? 1)}</span>
        </span>
      </div>
    </div>
  )
}

/** The reason why an invitation can no longer be accepted. */
export const InvitationOver = ({ invitation: { state, invitedBy } }: { invitation: InvitationArrival }) => (
  <Banner kind="bad">{state === "withdrawn" ? login.gone : login.over(invitedBy?.userName)}</Banner>
)

type ArrivedProps = { invitation: InvitationArrival; token: string; personId: number }

/** An invitation's link opened by somebody signed in who does not just join: a member, another person, or too late. */
export const ArrivedSignedIn = ({ invitation, token, personId }: ArrivedProps) => {
  const [message, show] = useMessage()
  const { as, state, planId, you } = invitation
  const title = <h1 className="visually-hidden">{login.invitation}</h1>
  if (as === "member") {
    return (
      <>
        {title}
        <InvitationHead invitation={invitation} />
        <a className={buttonClass("primary", "large")} href={`/board?planId=${planId}`}>
          {login.openPlan}
        </a>
        <a className={buttonClass("ghost", "large")} href="/">
          {login.toPlans}
        </a>
      </>
    )
  }
  const toPlans = (
    <a className={buttonClass("plain", "large")} href="/">
      {login.toPlans}
    </a>
  )
  if (state !== "open") {
    return (
      <>
        {title}
        <InvitationOver invitation={invitation} />
        {toPlans}
      </>
    )
  }
  const address = `/api/auth/switch-account?${new URLSearchParams({ token })}`
  const switchAccount = () =>
    import("~/ui/account/leave").then(
      ({ leave }) => leave(personId, address, show),
      () => showToast({ kind: "error", text: common.networkError, key: "network" }),
    )
  return (
    <>
      {title}
      <InvitationHead invitation={invitation} />
      <Banner kind="warn">{login.another(you ?? "")}</Banner>
      <Button variant="primary" size="large" onClick={() => void switchAccount()}>
        <Repeat className="icon" aria-hidden="true" />
        {login.switchAccount}
      </Button>
      {toPlans}
      {message}
    </>
  )
}
