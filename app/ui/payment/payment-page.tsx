import "./payment.css"
import { useRevalidator, useSearchParams } from "@remix-run/react"
import { CircleAlert, CircleCheck, Info } from "lucide-react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { pageBeforePayment, paymentCheckPause } from "~/client/memory/sign-in"
import { paymentCalls, type Subscription } from "~/contract/payment"
import { isRefusal } from "~/contract/problem"
import { safeReturnUrl } from "~/contract/shared/return-url"
import { billing } from "~/ui/account/billing-texts"
import { leave } from "~/ui/account/leave"
import { manageBilling } from "~/ui/account/manage-billing"
import { account } from "~/ui/account/texts"
import { Mark } from "~/ui/parts/brand"
import { Button, buttonClass } from "~/ui/parts/button"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { Spinner } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { messageOf } from "~/ui/parts/use-attempt"
import { PricingCard } from "~/ui/payment/pricing-card"
import { CanceledPart, StandingPart, useGoOn } from "~/ui/payment/standing"
import { payment } from "~/ui/payment/texts"

type Payer = { id: number; email: string }
type PaymentPageProps = { payer: Payer | null; subscription: Subscription | null }
type View = { is: "standing" | "canceled" | "verifying" | "done" } | { is: "failed"; message: string }

const redirectMs = 3_000

/** Subscribing, and what Stripe's checkout comes back with. Public: signed out it leads to the login page. */
export const PaymentPage = ({ payer, subscription }: PaymentPageProps) => {
  const [search] = useSearchParams()
  // With billing off there is nothing to verify or to buy again.
  const off = subscription?.stripeTrialEnd === undefined
  const session = search.has("success") && !off ? search.get("session_id") : null
  const [view, setView] = useState<View>({
    is: session ? "verifying" : search.has("canceled") && !off ? "canceled" : "standing",
  })
  const [message, show] = useMessage()
  const { revalidate } = useRevalidator()
  const returnUrl = search.get("returnUrl")
  const begun = useRef(false)

  useEffect(() => {
    if (!payer || begun.current) return
    begun.current = true
    if (returnUrl) pageBeforePayment.write(safeReturnUrl(returnUrl))
    // Reloading the page doesn't verify or cancel once more.
    window.history.replaceState(window.history.state, "", window.location.pathname)
    if (!session) return
    call(paymentCalls.verifySession, { SessionId: session, UserEmail: payer.email }).then(
      () => {
        paymentCheckPause.start()
        setView({ is: "done" })
        revalidate()
      },
      (thrown) => {
        const failed = isRefusal(thrown) ? messageOf(thrown, payment.verifyFailed) : payment.unexpected
        setView({ is: "failed", message: failed })
      },
    )
  }, [payer, session, returnUrl, revalidate])

  const manage = async () => {
    const failed = await manageBilling()
    if (failed !== undefined) await show({ kind: "error", text: failed })
    return failed === undefined
  }
  const card = (button: string) => (
    <PricingCard button={button} onFailed={(failed) => setView({ is: "failed", message: failed })} />
  )
  return (
    <div className="payment flow">
      <header className="payment-bar row rigid">
        <span className="payment-brand brand">
          <Mark />
          {common.product}
        </span>
        {payer && (
          <>
            <span className="muted truncate payment-address">{payer.email}</span>
            <Button variant="ghost" size="small" onClick={() => leave(payer.id, "/api/auth/logoff", show)}>
              {account.logout}
            </Button>
          </>
        )}
      </header>
      <main>
        {!payer || !subscription ? (
          <LogIn />
        ) : view.is === "verifying" ? (
          <>
            <h1 className="visually-hidden">{payment.title}</h1>
            <Spinner size={22} />
            <p role="status">{payment.verifying}</p>
          </>
        ) : view.is === "done" ? (
          <Done onManage={manage} />
        ) : view.is === "failed" ? (
          <>
            <h1>{payment.errorTitle}</h1>
            <Note kind="bad">{view.message}</Note>
            {card(common.tryAgain)}
          </>
        ) : view.is === "canceled" ? (
          <>
            <h1 className="visually-hidden">{payment.title}</h1>
            <Note kind="warn">{payment.canceled}</Note>
            <CanceledPart subscription={subscription} card={card(payment.subscribe)} />
          </>
        ) : (
          <StandingPart subscription={subscription} onManage={manage} card={card(payment.subscribe)} />
        )}
        {payer && <p className="payment-phone-address muted truncate">{payer.email}</p>}
      </main>
      {message}
    </div>
  )
}

const LogIn = () => {
  const [search] = useSearchParams()
  const back = `/payment/${search.size > 0 ? `?${search}` : ""}`
  return (
    <>
      <h1>{payment.logInTitle}</h1>
      <p>{payment.logInText}</p>
      <a className={buttonClass("primary", "large")} href={`/login?returnUrl=${encodeURIComponent(back)}`}>
        {payment.goToLogin}
      </a>
    </>
  )
}

const Note = ({ kind, children }: { kind: "bad" | "warn"; children: ReactNode }) => (
  <p className="payment-note breaks row" data-tone={kind} role="alert">
    {kind === "bad" ? (
      <CircleAlert className="icon" aria-hidden="true" />
    ) : (
      <Info className="icon" aria-hidden="true" />
    )}
    {children}
  </p>
)

/** Leaves by itself for the page that the payment interrupted. */
const Done = ({ onManage }: { onManage(): Promise<boolean> }) => {
  const goOn = useGoOn()
  const going = useRef(goOn)
  going.current = goOn
  const [staying, setStaying] = useState(false)
  useEffect(() => {
    if (staying) return
    const timer = setTimeout(() => going.current(), redirectMs)
    return () => clearTimeout(timer)
  }, [staying])
  return (
    <>
      <CircleCheck className="icon huge payment-done" aria-hidden="true" />
      <h1>{payment.success}</h1>
      <p role="status">{payment.redirecting}</p>
      <div className="payment-actions wraps row">
        <Button
          size="large"
          busy={staying}
          onClick={() => {
            setStaying(true)
            void onManage().then(setStaying)
          }}
        >
          {billing.manage}
        </Button>
        <Button variant="primary" size="large" onClick={goOn}>
          {payment.continueToApp}
        </Button>
      </div>
    </>
  )
}
