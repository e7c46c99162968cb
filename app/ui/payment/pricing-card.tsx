import { Check } from "lucide-react"
import { useState } from "react"
import { call } from "~/client/api"
import { type Price, paymentCalls } from "~/contract/payment"
import { isRefusal } from "~/contract/problem"
import { amountOf, periodOf } from "~/ui/account/billing-facts"
import { Tag } from "~/ui/parts/badge"
import { Button } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/empty-state"
import { messageOf } from "~/ui/parts/use-attempt"
import { useCall } from "~/ui/parts/use-call"
import { payment } from "~/ui/payment/texts"

/** Leaves for the checkout; otherwise resolves to the message that says why not. */
const startCheckout = async (): Promise<string | undefined> => {
  try {
    const { url } = await call(paymentCalls.createCheckoutSession, {})
    if (!url) return payment.noAddress
    window.location.assign(url)
  } catch (thrown) {
    if (!isRefusal(thrown)) return payment.networkError
    return messageOf(thrown, payment.checkoutFailed(thrown.problem.status))
  }
}

type PricingCardProps = { button: string; onFailed(message: string): void }

/** The price of the license, and the button to the checkout. */
export const PricingCard = ({ button, onFailed }: PricingCardProps) => {
  const { value: price, failed, retry } = useCall(paymentCalls.price, {})
  const [leaving, setLeaving] = useState(false)
  const subscribe = async () => {
    setLeaving(true)
    const message = await startCheckout()
    if (message === undefined) return
    setLeaving(false)
    onFailed(message)
  }
  return (
    <section className="pricing-card surface" aria-busy={!price && !failed}>
      {failed ? (
        <Failed text={payment.priceFailed} onRetry={retry} inline />
      ) : (
        <>
          <header className="row">
            <h2>{price?.name ?? "\u00a0"}</h2>
            <Tag kind="accent">{payment.bestValue}</Tag>
          </header>
          <p className="pricing-amount">{price ? <Amount price={price} /> : <b>{"\u00a0"}</b>}</p>
        </>
      )}
      <ul>
        {payment.benefits.map((benefit) => (
          <li key={benefit}>
            <Check className="icon" aria-hidden="true" />
            {benefit}
          </li>
        ))}
      </ul>
      <Button variant="primary" size="large" busy={leaving} onClick={subscribe}>
        {button}
      </Button>
    </section>
  )
}

const Amount = ({ price }: { price: Price }) => {
  const amount = amountOf(price)
  if (!amount) return <span className="muted">{payment.atCheckout}</span>
  return (
    <>
      <b>{amount}</b> <span className="muted">{periodOf(price)}</span>
    </>
  )
}
