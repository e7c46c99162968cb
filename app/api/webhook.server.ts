import type { paymentCalls } from "~/contract/payment"
import { refusal } from "~/contract/problem"
import { billing, takeEvent } from "~/domain/billing.server"
import { readEvent } from "~/outside/stripe.server"
import { json } from "./answer.server"
import type { Raw } from "./mount.server"
import { readBytes } from "./read-body.server"

/** Stripe repeats an event that gets another answer than 2xx. */
export const webhook: Raw<(typeof paymentCalls)["webhook"]> = async (request, _input, { hold }) => {
  billing()
  const event = await readEvent(await readBytes(request, { hold }), request.headers.get("stripe-signature") ?? "")
  if (event === undefined) throw refusal(400, "The signature does not match. Check STRIPE_WEBHOOK_SECRET.")
  if (event) await takeEvent(event)
  return json({ received: true })
}
