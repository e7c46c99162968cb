import { Link } from "@remix-run/react"
import { ExternalLink } from "lucide-react"
import { type ReactNode, useCallback, useEffect, useState } from "react"
import { call } from "~/client/api"
import { type Price, paymentCalls, type Subscription } from "~/contract/payment"
import { billing } from "~/ui/account/billing-texts"
import { manageBilling } from "~/ui/account/manage-billing"
import { amountOf, periodOf } from "~/ui/account/price-text"
import { Button, buttonClass } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/failed"
import type { Message } from "~/ui/parts/message-dialog"
import { Loading } from "~/ui/parts/spinner"
import { longDate } from "~/ui/settings/versions-by-day"
import "~/ui/settings/setting-row.css"
import "./billing-overview.css"

const day = (time: string) => longDate(new Date(time))
const kinds = { 0: "none", 1: "good", 2: "good", 3: "due", 4: "due", 5: "none" } as const

/** The person's subscription in the profile menu. */
export const BillingOverview = ({ show }: { show(message: Message): Promise<boolean> }) => {
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
  const { status, nextPayment, lastPayment, accessEnds, stripeTrialEnd } = found
  const amount = price && amountOf(price)
  const isSubscriber = nextPayment != null || status === 1 || status === 3 || status === 4
  return (
    <div className="billing-overview">
      <ul className="setting-rows">
        <Row label={billing.subscription}>
          <span className={`billing-state ${kinds[status]}`}>{billing.statuses[status]}</span>
        </Row>
        {price && amount && status !== 3 && (
          <Row label={price.name}>
            {amount} {periodOf(price)}
          </Row>
        )}
        {status === 2 && stripeTrialEnd && <Row label={billing.trialUntil}>{day(stripeTrialEnd)}</Row>}
        {status === 3 && lastPayment && <Row label={billing.lastPayment}>{billing.failedOn(day(lastPayment))}</Row>}
        {nextPayment && status !== 3 && <Row label={billing.nextPayment}>{day(nextPayment)}</Row>}
        {accessEnds && (status === 3 || status === 4) && <Row label={billing.accessUntil}>{day(accessEnds)}</Row>}
      </ul>
      {isSubscriber ? (
        <Button variant={status === 3 ? "primary" : "plain"} busy={leaving} onClick={manage}>
          {!leaving && <ExternalLink className="icon" aria-hidden="true" />}
          {billing.manage}
        </Button>
      ) : (
        <Link className={buttonClass("primary")} to="/payment/">
          {billing.subscribe}
        </Link>
      )}
    </div>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <li className="setting-row">
    <span className="secondary">{label}</span>
    <span className="numeric">{children}</span>
  </li>
)
