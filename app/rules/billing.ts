// billingOf(rows, trialDays, now): a person's standing from their account and subscriptions. Times are ISO 8601.
import type { BillingRows, Subscription, SubscriptionRow, SubscriptionStatus } from "~/contract/payment"

export type Billing = Required<Subscription> & { requiresPayment: boolean }

const dayMs = 86_400_000
/** Access after a payment has failed. */
const graceDays = 7

const after = (time: string, days: number) => new Date(Date.parse(time) + days * dayMs).toISOString()

/** Whole days, rounded up; 0 when it is over. */
export const daysLeft = (end: string, now: number) => Math.max(0, Math.ceil((Date.parse(end) - now) / dayMs))

const statusOf = ({ stripeStatus, cancelAt }: SubscriptionRow): SubscriptionStatus => {
  if (stripeStatus === "active") return cancelAt ? 4 : 1
  if (stripeStatus === "trialing") return cancelAt ? 4 : 2
  if (stripeStatus === "past_due") return 3
  // The first payment has not been made.
  if (stripeStatus === "incomplete" || stripeStatus === "incomplete_expired") return 0
  return 5
}

/** Of several subscriptions the one with the best status counts. */
const best: SubscriptionStatus[] = [1, 2, 4, 3, 5, 0]

const accessEndOf = (status: SubscriptionStatus, row: SubscriptionRow): string | null => {
  if (status === 3) return row.pastDueSince && after(row.pastDueSince, graceDays)
  if (status === 4) return row.cancelAt
  return status === 5 ? row.endedAt : null
}

export const billingOf = ({ created, subscriptions }: BillingRows, trialDays: number, now: number): Billing => {
  const trialEnd = trialDays > 0 ? after(created, trialDays) : null
  const inTrial = trialEnd !== null && Date.parse(trialEnd) > now
  const [found] = subscriptions
    .map((row) => ({ row, status: statusOf(row) }))
    .filter(({ status }) => status !== 0)
    .sort((a, b) => best.indexOf(a.status) - best.indexOf(b.status))
  if (found) {
    const { row, status } = found
    const accessEnds = accessEndOf(status, row)
    const hasAccess = status === 3 ? accessEnds !== null && Date.parse(accessEnds) > now : status !== 5
    if (hasAccess || !inTrial) {
      return {
        status,
        stripeStatus: row.stripeStatus,
        stripeTrialEnd: row.trialEnd ?? trialEnd,
        nextPayment: status === 4 || status === 5 ? null : row.nextPayment,
        lastPayment: row.lastPayment,
        accessEnds,
        requiresPayment: !hasAccess,
      }
    }
  }
  return {
    status: inTrial ? 2 : 0,
    stripeStatus: inTrial ? "trialing" : null,
    stripeTrialEnd: trialEnd,
    nextPayment: null,
    lastPayment: found?.row.lastPayment ?? null,
    accessEnds: trialEnd,
    requiresPayment: !inTrial,
  }
}
