import { Link, useLocation } from "@remix-run/react"
import { ExternalLink } from "lucide-react"
import { useCallback, useEffect, useState } from "react"
import { call } from "~/client/api"
import { type Price, paymentCalls, type Subscription } from "~/contract/payment"
import { paymentPath } from "~/contract/shared/return-url"
import { BillingFacts } from "~/ui/account/billing-facts"
import { billing } from "~/ui/account/billing-texts"
import { manageBilling } from "~/ui/account/manage-billing"
import { Button, buttonClass } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/failed"
import type { Message } from "~/ui/parts/message-dialog"
import { Loading } from "~/ui/parts/spinner"
import "./billing.css"

/** The person's subscription in the profile menu. */
export const BillingOverview = ({ show }: { show(message: Message): Promise<boolean> }) => {
  const { pathname, search } = useLocation()
  const [found, setFound] = useState<Subscription | "failed">()
  const [price, setPrice] = useState<Price>()
  const [leaving, setLeaving] = useState(false)
  const load = useCallback(() => {
    setFound(undefined)
    call(paymentCalls.subscriptionStatus, {}).then(setFound, () => setFound("failed"))
    // Without it the row is left out.
    call(paymentCalls.price, {}).then(setPrice, () => {})
  }, [])
  useEffect(load, [load])
  const manage = async () => {
    setLeaving(true)
    const failed = await manageBilling()
    if (failed === undefined) return
    setLeaving(false)
    await show({ kind: "error", text: failed })
  }

  if (found === "failed") return <Failed text={billing.failed} onRetry={load} />
  if (!found) return <Loading />
  const { status, nextPayment } = found
  const isSubscriber = nextPayment != null || status === 1 || status === 3 || status === 4
  return (
    <div className="billing-overview">
      <BillingFacts subscription={found} {...(price ? { price } : {})} />
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
