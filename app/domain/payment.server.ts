import type { Price, paymentCalls } from "~/contract/payment"
import { refusal } from "~/contract/problem"
import { sameAddress } from "~/contract/shared/address"
import {
  type BillingAccount,
  billingAccount,
  customersOfOthers,
  type OpenAccount,
  openAccount,
  setCheckout,
  setCustomer,
} from "~/database/billing.server"
import type { Handlers } from "~/domain/core/actor"
import {
  type Checkout,
  customersAt,
  findCheckout,
  findPrice,
  hasCustomer,
  makeCustomer,
  ownPriceId,
  startCheckout,
  startPortal,
} from "~/outside/stripe.server"
import { billing, billingOfPerson, readSubscription } from "./billing.server"

const notVerified = () => refusal(409, "Failed to verify session.")
const subscribed = () => refusal(409, "You have a subscription already. Change it under Manage billing.")
const noCustomer = () => refusal(409, "Your account has no customer ID at the payment provider.")

const isSubscribed = async (personId: number) => {
  const found = await billingOfPerson(personId)
  return found !== undefined && (found.status === 2 ? found.nextPayment !== null : [1, 3, 4].includes(found.status))
}

/** Finds the person's customer by the account's key, else by its address, and reads its subscriptions; or makes one. */
const repairCustomer = async (account: OpenAccount): Promise<string> => {
  const { personId, key, email, customerId } = account
  const there = await customersAt(email)
  const others =
    there.length > 0
      ? await customersOfOthers(
          personId,
          there.map(({ id }) => id),
        )
      : new Set<string>()
  const mine = there.filter(({ id }) => id !== customerId && !others.has(id))
  const found =
    mine.find((customer) => customer.key === key) ??
    mine.find(({ subscriptionIds }) => subscriptionIds.length > 0) ??
    mine[0]
  const id = found?.id ?? (await makeCustomer(account, customerId ?? "first"))
  await setCustomer(personId, id)
  const now = new Date().toISOString()
  for (const subscription of found?.subscriptionIds ?? []) await readSubscription(subscription, now, personId)
  return id
}

/** An earlier checkout that can still be paid: two tabs never pay twice. */
const openCheckout = async ({ personId, checkoutId }: BillingAccount, successUrl: string) => {
  const found = checkoutId === null ? undefined : await findCheckout(checkoutId)
  if (!found) return undefined
  if (found.subscriptionId) await readSubscription(found.subscriptionId, new Date().toISOString(), personId)
  return found.successUrl === successUrl && found.priceId === ownPriceId() ? (found.url ?? undefined) : undefined
}

const isOwn = ({ personId, key, customerId }: BillingAccount, checkout: Checkout) =>
  (key !== null && checkout.key === key) ||
  (customerId !== null && checkout.customerId === customerId) ||
  (checkout.key === null && checkout.personId === personId)

let knownPrice: { price: Price; until: number } | undefined
const priceMs = 600_000

/** For a test, and for another configuration. */
export const forgetPrice = () => {
  knownPrice = undefined
}

export const payments: Handlers<Omit<typeof paymentCalls, "webhook">> = {
  subscriptionStatus: async ({ userId }) => {
    const found = await billingOfPerson(userId)
    if (!found) return { status: 0 }
    const { requiresPayment, ...shown } = found
    return shown
  },
  price: async () => {
    billing()
    if (knownPrice && knownPrice.until > Date.now()) return knownPrice.price
    const price = await findPrice()
    if (!price) throw refusal(503, "The price is not set up at the payment provider.")
    knownPrice = { price, until: Date.now() + priceMs }
    return price
  },
  createCheckoutSession: async ({ userId }) => {
    const { publicUrl } = billing()
    const addresses = {
      successUrl: `${publicUrl}/payment/?success=true&session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/payment/?canceled=true`,
    }
    const account = await openAccount(userId)
    const before = await openCheckout(account, addresses.successUrl)
    if (await isSubscribed(userId)) throw subscribed()
    if (before) return { url: before }
    const start = (customer: string) => startCheckout(account, customer, addresses)
    const customer = account.customerId ?? (await repairCustomer(account))
    const checkout =
      (await start(customer)) ?? (await start(await repairCustomer({ ...account, customerId: customer })))
    if (!checkout?.url) throw refusal(503, "The payment provider has no checkout for this price.")
    // Found while the customer was repaired.
    if (await isSubscribed(userId)) throw subscribed()
    await setCheckout(userId, checkout.id)
    return { url: checkout.url }
  },
  verifySession: async ({ userId }, { SessionId, UserEmail }) => {
    billing()
    const account = await billingAccount(userId)
    if (UserEmail && !sameAddress(UserEmail, account.email)) throw notVerified()
    const checkout = await findCheckout(SessionId)
    if (!checkout?.isPaid || !checkout.subscriptionId || !isOwn(account, checkout)) throw notVerified()
    await readSubscription(checkout.subscriptionId, new Date().toISOString(), userId)
    if (!(await isSubscribed(userId))) throw notVerified()
    return { message: "Subscription to starter plan successful!" }
  },
  createPortalSession: async ({ userId }) => {
    const { publicUrl } = billing()
    const { customerId } = await billingAccount(userId)
    const url = customerId === null ? undefined : await startPortal(customerId, `${publicUrl}/`)
    if (url === undefined) throw noCustomer()
    return { url }
  },
  fixCustomerId: async ({ userId }) => {
    billing()
    const account = await openAccount(userId)
    if (account.customerId === null || !(await hasCustomer(account.customerId))) await repairCustomer(account)
    return { message: "Your customer ID is in place." }
  },
}
