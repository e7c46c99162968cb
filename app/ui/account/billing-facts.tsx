import "~/ui/settings/setting-row.css"
import "./billing.css"
import type { ReactNode } from "react"
import type { Price, Subscription } from "~/contract/payment"
import { localeInForce } from "~/contract/shared/language/format"
import { inForce } from "~/contract/shared/language/in-force"
import { billing } from "~/ui/account/billing-texts"
import { longDate, useServerNow } from "~/ui/parts/dates"

const day = (time: string) => longDate(new Date(time))
const states = { 0: undefined, 1: "good", 2: "good", 3: "warn", 4: "warn", 5: undefined } as const

type BillingFactsProps = { subscription: Subscription; price?: Price }

/** A person's subscription as rows. */
export const BillingFacts = ({ subscription, price }: BillingFactsProps) => {
  const { status, nextPayment, lastPayment, accessEnds, stripeTrialEnd } = subscription
  const amount = price && amountOf(price)
  const now = useServerNow()
  const isOver = status === 3 && (!accessEnds || Date.parse(accessEnds) <= now)
  return (
    <ul className="setting-rows billing-facts">
      <Row label={billing.subscription}>
        <span className="state" data-state={isOver ? "bad" : states[status]} suppressHydrationWarning>
          {isOver ? billing.accessEnded : billing.statuses[status]}
        </span>
      </Row>
      {price && amount && status !== 3 && (
        <Row label={price.name}>
          {amount} {periodOf(price)}
        </Row>
      )}
      {status === 2 && stripeTrialEnd && <Row label={billing.trialUntil}>{day(stripeTrialEnd)}</Row>}
      {status === 3 && lastPayment && <Row label={billing.lastPayment}>{billing.failedOn(day(lastPayment))}</Row>}
      {nextPayment && status !== 3 && <Row label={billing.nextPayment}>{day(nextPayment)}</Row>}
      {accessEnds && (status === 3 || status === 4) && (
        <Row label={isOver ? billing.accessEnded : billing.accessUntil}>{day(accessEnds)}</Row>
      )}
    </ul>
  )
}

// Days are in the server's zone until the browser shows them.
const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <li className="setting-row grid">
    <span className="secondary">{label}</span>
    <span className="numeric" suppressHydrationWarning>
      {children}
    </span>
  </li>
)

/** Dollars are written as in the United States, their cents after a point. */
const currencyLocale = () => (inForce().tag === "en" ? "en-US" : localeInForce())

/** Such as `$19.99`; undefined where the checkout sets it. */
export const amountOf = ({ amount, currency }: Price) =>
  amount === null ? undefined : new Intl.NumberFormat(currencyLocale(), { style: "currency", currency }).format(amount)

/** Such as `per month` or `every 3 months`. */
export const periodOf = ({ interval, every }: Price) =>
  every === 1 ? billing.per[interval] : billing.every[interval](every)
