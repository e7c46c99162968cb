import { Check } from "lucide-react"
import { useCallback, useEffect, useState } from "react"
import { call } from "~/client/api"
import { type Price, paymentCalls } from "~/contract/payment"
import { isRefusal } from "~/contract/problem"
import { amountOf, periodOf } from "~/ui/account/price-text"
import { Tag } from "~/ui/parts/badge"
import { Button } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/failed"
import { messageOf } from "~/ui/parts/message-of"
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

/** What the license costs, and the way to the checkout. */
export const PricingCard = ({ button, onFailed }: PricingCardProps) => {
  const [price, setPrice] = useState<Price | "failed">()
  const [leaving, setLeaving] = useState(false)
  const load = useCallback(() => {
    setPrice(undefined)
    call(paymentCalls.price, {}).then(setPrice, () => setPrice("failed"))
  }, [])
  useEffect(load, [load])
  const subscribe = async () => {
    setLeaving(true)
    const failed = await startCheckout()
    if (failed === undefined) return
    setLeaving(false)
    onFailed(failed)
  }
  const known = price === "failed" ? undefined : price
  return (
    <section className="pricing-card surface" aria-busy={price === undefined}>
      {price === "failed" ? (
        <Failed text={payment.priceFailed} onRetry={load} inline />
      ) : (
        <>
          <header className="row">
            <h2>{known?.name ?? "\u00a0"}</h2>
            <Tag kind="accent">{payment.bestValue}</Tag>
          </header>
          <p className="pricing-amount">{known ? <Amount price={known} /> : <b>{"\u00a0"}</b>}</p>
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
