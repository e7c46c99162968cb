import { Link, useLocation } from "@remix-run/react"
import { useEffect } from "react"
import { call } from "~/client/api"
import { paymentCheckPause } from "~/client/memory/sign-in"
import type { Profile } from "~/contract/account"
import { planCalls } from "~/contract/plan"
import { paymentPath } from "~/contract/shared/return-url"
import { daysLeft } from "~/rules/billing"
import { useServerNow } from "~/ui/parts/dates"
import { topBar } from "~/ui/top-bar/texts"

const everyMs = 30_000

/** Asks for the plans, which leads to the payment page once a payment is required. */
const check = () => {
  if (document.visibilityState === "visible" && !paymentCheckPause.active()) call(planCalls.list, {}).catch(() => {})
}

/** The state of the person's subscription. Shown where billing is on; while it is, the tab checks every 30 s whether to pay. */
export const SubscriptionBadge = ({
  subscriptionStatus: status,
  stripeTrialEnd,
  accessEnds,
}: Pick<Profile, "subscriptionStatus" | "stripeTrialEnd" | "accessEnds">) => {
  const { pathname, search } = useLocation()
  const now = useServerNow()
  useEffect(() => {
    check()
    const timer = setInterval(check, everyMs)
    return () => clearInterval(timer)
  }, [])
  const [kind, text] =
    status === 1
      ? ["success", topBar.active]
      : status === 4
        ? ["warn", topBar.cancelsSoon]
        : status === 2 && stripeTrialEnd
          ? ["warn", topBar.daysLeft(daysLeft(stripeTrialEnd, now))]
          : status === 3 && accessEnds
            ? ["late", topBar.pastDue(daysLeft(accessEnds, now))]
            : ["call", topBar.subscribe]
  return (
    // A day may end between the server's page and the browser's.
    <Link
      className="subscription reach"
      data-kind={kind}
      data-tone={kind === "warn" || kind === "late" ? "warn" : undefined}
      to={paymentPath(`${pathname}${search}`)}
      suppressHydrationWarning
    >
      {text}
    </Link>
  )
}
