import { Link, useNavigate } from "@remix-run/react"
import { type ReactNode, useState } from "react"
import { pageBeforePayment } from "~/client/memory/sign-in"
import type { Subscription } from "~/contract/payment"
import { safeReturnUrl } from "~/contract/shared/return-url"
import { daysLeft } from "~/rules/billing"
import { BillingFacts } from "~/ui/account/billing-facts"
import { billing } from "~/ui/account/billing-texts"
import { Button, buttonClass } from "~/ui/parts/button"
import { longDate, useServerNow } from "~/ui/parts/dates"
import { payment } from "~/ui/payment/texts"

type StandingPartProps = {
  subscription: Subscription
  /** Resolves to whether the browser leaves for the portal. */
  onManage(): Promise<boolean>
  card: ReactNode
}

/** Back from a checkout that was canceled: the card again, and while there is access the way on. */
export const CanceledPart = ({ subscription, card }: Pick<StandingPartProps, "subscription" | "card">) => {
  const { status, stripeTrialEnd } = subscription
  const now = useServerNow()
  const left = status === 2 && stripeTrialEnd ? daysLeft(stripeTrialEnd, now) : 0
  return (
    <>
      {card}
      {(left > 0 || status === 1 || status === 4) && <ToApp ghost />}
      {left > 0 && (
        <p className="payment-left numeric" suppressHydrationWarning>
          {payment.daysLeft(left)}
        </p>
      )}
    </>
  )
}

/** The text of the page unless a checkout has just returned. */
export const StandingPart = ({ subscription, onManage, card }: StandingPartProps) => {
  const { status, stripeTrialEnd, nextPayment, accessEnds } = subscription
  const now = useServerNow()
  if (stripeTrialEnd === undefined) {
    return (
      <>
        <Words title={payment.off} text={payment.offText} />
        <ToApp />
      </>
    )
  }
  if (status === 3) {
    const open = accessEnds && Date.parse(accessEnds) > now
    const text = open ? payment.pastDueText(longDate(new Date(accessEnds))) : payment.pastDueEnded
    return (
      <>
        <Words title={payment.pastDue} text={text} />
        <section className="pricing-card surface">
          <BillingFacts subscription={subscription} />
          <Manage primary onManage={onManage} />
        </section>
        {open && <ToApp ghost />}
      </>
    )
  }
  if (status === 1 || status === 4 || (status === 2 && nextPayment)) {
    return (
      <>
        <Words title={payment.subscribed} text={payment.subscribedText} />
        <div className="payment-actions wraps row">
          <Manage onManage={onManage} />
          <ToApp primary />
        </div>
      </>
    )
  }
  if (status === 2 && stripeTrialEnd) {
    return (
      <>
        <Words title={payment.daysLeft(daysLeft(stripeTrialEnd, now))} text={payment.trialText} />
        {card}
        <ToApp ghost />
      </>
    )
  }
  const title = status === 5 ? payment.subscriptionEnded : stripeTrialEnd ? payment.trialEnded : payment.subscribeTitle
  return (
    <>
      <Words title={title} text={payment.plansStay} />
      {card}
    </>
  )
}

const Words = ({ title, text }: { title: string; text: string }) => (
  <>
    <h1 suppressHydrationWarning>{title}</h1>
    <p suppressHydrationWarning>{text}</p>
  </>
)

/** Leads to the page that the payment interrupted, else to My Plans. */
const ToApp = ({ primary = false, ghost = false }: { primary?: boolean; ghost?: boolean }) => {
  const goOn = useGoOn()
  return (
    <Link
      className={buttonClass(primary ? "primary" : ghost ? "ghost" : "plain", "large")}
      to="/"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        goOn()
      }}
    >
      {payment.continueToApp}
    </Link>
  )
}

const Manage = ({ primary = false, onManage }: { primary?: boolean; onManage(): Promise<boolean> }) => {
  const [leaving, setLeaving] = useState(false)
  const manage = async () => {
    setLeaving(true)
    setLeaving(await onManage())
  }
  return (
    <Button variant={primary ? "primary" : "plain"} size="large" busy={leaving} onClick={manage}>
      {billing.manage}
    </Button>
  )
}

/** Leaves for the page that the payment interrupted. */
export const useGoOn = () => {
  const navigate = useNavigate()
  return () => {
    const to = safeReturnUrl(pageBeforePayment.read())
    pageBeforePayment.clear()
    navigate(to, { replace: true })
  }
}
