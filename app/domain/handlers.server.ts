// The handlers of every call, by resource and name. Calls that only HTTP can answer (redirects, forms, streams) are
// in api/raw.server.ts.
import { contract } from "~/contract"
import type { AnswerOf, Call, InputOf } from "~/contract/call"
import { userProfile } from "./account.server"
import type { ActorOf, Handlers, Identity } from "./actor"
import { administration } from "./admin.server"
import { ai } from "./agent/ai.server"
import { audits } from "./audit.server"
import { door } from "./door.server"
import { files } from "./file.server"
import { goals } from "./goal.server"
import { integration } from "./integration.server"
import { invitations } from "./invitation.server"
import { items } from "./item.server"
import { mcpTicket } from "./mcp-ticket.server"
import { meetings } from "./meeting.server"
import { messages } from "./message.server"
import { notes } from "./note.server"
import { notifications } from "./notification.server"
import { payments } from "./payment.server"
import { plans } from "./plan.server"
import { prompts } from "./prompt.server"
import { publicLinks } from "./public-link.server"
import { storage } from "./quota.server"
import { realtimeTicket } from "./realtime-ticket.server"
import { searches } from "./search.server"
import { tasks } from "./task.server"
import { threadTrees } from "./threads.server"
import { users } from "./user.server"
import { visits } from "./visit.server"

export const handlers = {
  Account: { userProfile, storage },
  Admin: administration,
  Ai: ai,
  Audit: audits,
  auth: { mcpTicket, realtimeTicket },
  File: files,
  Goal: goals,
  invitation: invitations,
  Item: items,
  message: messages,
  Meeting: meetings,
  Note: notes,
  notification: notifications,
  payment: payments,
  Plan: plans,
  plans: { ...integration, ...publicLinks },
  Prompt: prompts,
  public: visits,
  Search: searches,
  Task: tasks,
  Threads: threadTrees,
  Users: users,
} satisfies { [R in keyof typeof contract]: Partial<Handlers<(typeof contract)[R]>> }

export type Handler<C extends Call> = (actor: ActorOf<C>, input: InputOf<C>) => Promise<AnswerOf<C>>

const byCall = new Map<Call, Handler<Call>>()
for (const [resource, calls] of Object.entries(contract)) {
  const named: Record<string, unknown> = handlers[resource as keyof typeof contract]
  for (const [name, call] of Object.entries<Call>(calls)) {
    if (named[name]) byCall.set(call, named[name] as Handler<Call>)
  }
}

/** Makes a call in process, with parsed input. Excludes calls that only HTTP can answer. */
export const makeCall = async <C extends Call>(
  call: C,
  identity: Identity | null,
  input: InputOf<C>,
): Promise<AnswerOf<C>> => {
  const handler = byCall.get(call) as Handler<C> | undefined
  if (!handler) throw new Error(`${call.path} is answered over HTTP alone`)
  return door(call, identity, () => input, handler)
}
