import type { authCalls } from "~/contract/account"
import type { InputOf } from "~/contract/call"
import { seenInPlan } from "~/database/plan.server"
import { ticketFor } from "~/outside/realtime.server"
import { type Actor, personOf } from "./actor"
import { mayRead } from "./plan.server"

/** What supabase-js needs to follow events; with a plan, that plan must be the person's. */
export const realtimeTicket = async (actor: Actor, { planId }: InputOf<typeof authCalls.realtimeTicket>) => {
  const person = personOf(actor)
  if (planId) {
    await mayRead(actor, planId)
    await seenInPlan(person, planId)
  }
  return ticketFor(person)
}
