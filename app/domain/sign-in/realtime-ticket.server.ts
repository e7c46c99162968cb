import type { authCalls } from "~/contract/account"
import type { InputOf } from "~/contract/call"
import { refusal } from "~/contract/problem"
import { seenInPlan } from "~/database/plan.server"
import type { Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { ticketFor } from "~/outside/realtime.server"
import { isCrowded } from "~/outside/realtime-check.server"

/** Credentials for supabase-js to follow events; with a plan, the person must have access to it. */
export const realtimeTicket = async (actor: Person, { planId, refused }: InputOf<typeof authCalls.realtimeTicket>) => {
  if (planId) await seenInPlan(await admit(actor, planId))
  const { userId, userName, sessionId } = actor
  if (!sessionId) throw refusal(403, "Live events need a session: sign in.")
  return withCrowd(await ticketFor({ id: userId, userName, sessionId }), refused)
}

/** Says that realtime refuses sockets for their number, once the browser was refused one. */
export const withCrowd = async <Ticket extends object>(ticket: Ticket, refused = false) =>
  refused && (await isCrowded()) ? { ...ticket, crowded: true as const } : ticket
