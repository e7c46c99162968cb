import "./billing.css"
import { Link, useLocation } from "@remix-run/react"
import { ExternalLink } from "lucide-react"
import { useState } from "react"
import { paymentCalls } from "~/contract/payment"
import { paymentPath } from "~/contract/shared/return-url"
import { BillingFacts } from "~/ui/account/billing-facts"
import { billing } from "~/ui/account/billing-texts"
import { manageBilling } from "~/ui/account/manage-billing"
import { Button, buttonClass } from "~/ui/parts/button"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { useCall } from "~/ui/parts/use-call"

/** The person's subscription in the profile menu. */
export const BillingOverview = ({ show }: { show(message: Message): Promise<boolean> }) => {
  const { pathname, search } = useLocation()
  const subscription = useCall(paymentCalls.subscriptionStatus, {})
  // Without it the row is left out.
  const price = useCall(paymentCalls.price, {})
  const [leaving, setLeaving] = useState(false)
  const manage = async () => {
    setLeaving(true)
    const failed = await manageBilling()
    if (failed === undefined) return
    setLeaving(false)
    await show({ kind: "error", text: failed })
  }

  const found = subscription.value
  if (!found) {
    if (!subscription.failed) return <Loading />
    const retry = () => {
      subscription.retry()
      price.retry()
    }
    return <Failed text={billing.failed} onRetry={retry} />
  }
  const { status, nextPayment } = found
  const isSubscriber = nextPayment != null || status === 1 || status === 3 || status === 4
  return (
    <div className="billing-overview grid">
      <BillingFacts subscription={found} {...(price.value && { price: price.value })} />
      {isSubscriber ? (
        <Button variant={status === 3 ? "primary" : "plain"} busy={leaving} onClick={manage}>
          {!leaving && <ExternalLink className="icon" aria-hidden="true" />}
          {billing.manage}
        </Button>
      ) : (
        <Link className={buttonClass("primary")} to={paymentPath(`${pathname}${search}`)}>
          {billing.subscribe}
        </Link>
      )}
    </div>
  )
}
