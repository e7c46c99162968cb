// The handlers of every call, by resource and name. Calls that only HTTP can answer (redirects, forms, streams) are
// in api/raw.server.ts.
import { contract } from "~/contract"
import type { AnswerOf, Call, InputOf } from "~/contract/call"
import { administration } from "~/domain/admin.server"
import { ai } from "~/domain/agent/ai.server"
import { proposals } from "~/domain/agent/review.server"
import { audits } from "~/domain/audit.server"
import { feeds } from "~/domain/feed.server"
import { files } from "~/domain/file.server"
import { goals } from "~/domain/goal.server"
import { integration, planKeys } from "~/domain/integration.server"
import { invitations } from "~/domain/invitation.server"
import { items } from "~/domain/item.server"
import { keyResults } from "~/domain/key-result.server"
import { labels } from "~/domain/label.server"
import { storage } from "~/domain/limits/quota.server"
import { meetings } from "~/domain/meeting.server"
import { messages } from "~/domain/message.server"
import { notes } from "~/domain/note.server"
import { notifications } from "~/domain/notify/notification.server"
import { payments } from "~/domain/payment.server"
import { plans } from "~/domain/plan.server"
import { prompts } from "~/domain/prompt.server"
import { publicLinks } from "~/domain/public-link.server"
import { searches } from "~/domain/search.server"
import { agents, endAgent } from "~/domain/sign-in/agent-access.server"
import { mcpTicket } from "~/domain/sign-in/mcp-ticket.server"
import { realtimeTicket } from "~/domain/sign-in/realtime-ticket.server"
import { tasks } from "~/domain/task.server"
import { threadTrees } from "~/domain/threads.server"
import { planCopies } from "~/domain/transfer/copy-call.server"
import { userProfile, users } from "~/domain/user.server"
import { views } from "~/domain/view.server"
import { visits } from "~/domain/visit.server"
import { webhooks } from "~/domain/webhook/webhook.server"
import type { ActorOf, Handlers, Identity } from "./actor"
import { door } from "./door.server"

export const handlers = {
  Account: { userProfile, storage, agents, endAgent },
  Admin: administration,
  Ai: ai,
  Audit: audits,
  auth: { mcpTicket, realtimeTicket },
  Feed: feeds,
  File: files,
  Goal: goals,
  invitation: invitations,
  Item: items,
  KeyResult: keyResults,
  Label: labels,
  message: messages,
  Meeting: meetings,
  Note: notes,
  notification: notifications,
  payment: payments,
  Plan: { ...plans, ...planCopies, ...planKeys, ...proposals },
  plans: { ...integration, ...publicLinks },
  Prompt: prompts,
  public: visits,
  Search: searches,
  Task: tasks,
  Threads: threadTrees,
  Users: users,
  View: views,
  Webhook: webhooks,
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
