// Subscriptions as last read from Stripe, whose they are, and the events that were acted on.
import type { BillingRows, SubscriptionRow } from "~/contract/payment"
import { db } from "./connection.server"

export type BillingAccount = {
  personId: number
  email: string
  userName: string
  /** Names the person at Stripe; null: nothing was made there yet. */
  key: string | null
  customerId: string | null
  checkoutId: string | null
}
export type OpenAccount = BillingAccount & { key: string }

/** By person. */
export const billingRowsOf = async (people: readonly number[]): Promise<Map<number, BillingRows>> => {
  const rows = await db()<(BillingRows & { id: number })[]>`
    select p.id, app.iso(p.created_date) as created, coalesce((select json_agg(json_build_object(
        'stripeStatus', s.stripe_status, 'cancelAt', app.iso(s.cancel_at), 'trialEnd', app.iso(s.trial_end),
        'nextPayment', app.iso(s.next_payment), 'lastPayment', app.iso(s.last_payment),
        'pastDueSince', app.iso(s.past_due_since), 'endedAt', app.iso(s.ended_at)) order by s.ended_at desc, s.id)
      from app.subscription s where s.person_id = p.id), '[]') as subscriptions
    from app.person p where p.id = any (${[...people]}::bigint[])`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

export const billingAccount = async (personId: number): Promise<BillingAccount> => {
  const [row] = await db()<BillingAccount[]>`
    select p.id as "personId", p.email, p.user_name as "userName", a.key, a.customer_id as "customerId",
      a.checkout_id as "checkoutId"
    from app.person p left join app.billing_account a on a.person_id = p.id where p.id = ${personId}`
  if (!row) throw new Error("a person who is not there")
  return row
}

/** The account, made if there is none. */
export const openAccount = async (personId: number) => {
  await db()`insert into app.billing_account (person_id) values (${personId}) on conflict do nothing`
  return (await billingAccount(personId)) as OpenAccount
}

/** False when the customer is somebody else's. */
export const setCustomer = async (personId: number, customerId: string) => {
  const rows = await db()`
    update app.billing_account set customer_id = ${customerId}
    where person_id = ${personId} and not exists (
      select from app.billing_account o where o.customer_id = ${customerId} and o.person_id <> ${personId})
    returning person_id`
  return rows.length > 0
}

/** Which of the customers belong to other people. */
export const customersOfOthers = async (personId: number, customers: string[]) => {
  const rows = await db()<{ customerId: string }[]>`
    select customer_id as "customerId" from app.billing_account
    where customer_id in ${db()(customers)} and person_id <> ${personId}`
  return new Set(rows.map(({ customerId }) => customerId))
}

export const setCheckout = async (personId: number, checkoutId: string) => {
  await db()`update app.billing_account set checkout_id = ${checkoutId} where person_id = ${personId}`
}

/** By the customer, else by the account's key. */
export const personOfCustomer = async (customerId: string, key: string | null) => {
  const [row] = await db()<{ personId: number }[]>`
    select person_id as "personId" from app.billing_account
    where customer_id = ${customerId} or key::text = ${key} order by customer_id = ${customerId} desc nulls last limit 1`
  return row?.personId
}

/** Taken before a subscription is read: of two answers the one with the higher number is the newer. */
export const nextRead = async () => {
  const [row] = await db()<{ number: number }[]>`select nextval('app.stripe_read') as number`
  return row?.number ?? 0
}

/** Does nothing when a later reading is stored. A lapse in payments begins with its first missing payment. */
export const saveSubscription = async (
  { personId, id, readNumber }: { personId: number; id: string; readNumber: number },
  row: SubscriptionRow,
) => {
  const { stripeStatus, cancelAt, trialEnd, nextPayment, lastPayment, pastDueSince, endedAt } = row
  await db()`
    insert into app.subscription as s (id, person_id, stripe_status, cancel_at, trial_end, next_payment, last_payment,
      past_due_since, ended_at, read_number)
    values (${id}, ${personId}, ${stripeStatus}, ${cancelAt}, ${trialEnd}, ${nextPayment}, ${lastPayment},
      ${pastDueSince}, ${endedAt}, ${readNumber})
    on conflict (id) do update set person_id = excluded.person_id, stripe_status = excluded.stripe_status,
      cancel_at = excluded.cancel_at, trial_end = excluded.trial_end, next_payment = excluded.next_payment,
      last_payment = excluded.last_payment, ended_at = excluded.ended_at, read_number = excluded.read_number,
      read_date = now(),
      past_due_since = case when s.stripe_status = 'past_due' and excluded.stripe_status = 'past_due'
        then least(s.past_due_since, excluded.past_due_since) else excluded.past_due_since end
    where s.read_number < excluded.read_number`
}

/** Subscriptions whose next event is overdue, or that haven't been read for a day while a payment is missing. */
export const overdueSubscriptions = async () => {
  const rows = await db()<{ id: string }[]>`
    select id from app.subscription
    where ended_at is null and read_date < now() - interval '1 hour'
      and (least(next_payment, cancel_at) < now() - interval '1 hour'
        or stripe_status = 'past_due' and read_date < now() - interval '1 day')
    order by read_date limit 100`
  return rows.map(({ id }) => id)
}

/** `busy`: somebody acts on it, for a minute at most. */
export const claimEvent = async (id: string): Promise<"claimed" | "busy" | "done"> => {
  const claimed = await db()`
    insert into app.stripe_event as e (id) values (${id})
    on conflict (id) do update set claimed_date = now()
      where e.done_date is null and e.claimed_date < now() - interval '1 minute'
    returning id`
  if (claimed.length > 0) return "claimed"
  const [row] = await db()<{ done: boolean }[]>`
    select done_date is not null as done from app.stripe_event where id = ${id}`
  return row?.done ? "done" : "busy"
}

export const finishEvent = async (id: string) => {
  await db()`update app.stripe_event set done_date = now() where id = ${id}`
}

/** So that Stripe's next attempt is acted on. */
export const releaseEvent = async (id: string) => {
  await db()`delete from app.stripe_event where id = ${id} and done_date is null`
}

/** Stripe repeats an event for three days, and by hand for thirty. */
export const dropOldEvents = async () => {
  await db()`delete from app.stripe_event where claimed_date < now() - interval '40 days'`
}
