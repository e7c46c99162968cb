import type { authCalls } from "~/contract/account"
import type { InputOf } from "~/contract/call"
import { refusal } from "~/contract/problem"
import { seenInPlan } from "~/database/plan.server"
import { ticketFor } from "~/outside/realtime.server"
import type { Person } from "./actor"
import { admit } from "./admission.server"

/** Credentials for supabase-js to follow events; with a plan, the person must have access to it. */
export const realtimeTicket = async (actor: Person, { planId }: InputOf<typeof authCalls.realtimeTicket>) => {
  if (planId) await seenInPlan(await admit(actor, planId))
  const { userId, userName, sessionId } = actor
  if (!sessionId) throw refusal(403, "Live events need a session: sign in.")
  return ticketFor({ id: userId, userName, sessionId })
}
