// conversationOf(): the conversation of an open plan; it outlives the panel that shows it, and a visit to another page.
import { authCalls } from "~/contract/account"
import { aiCalls, type ChatAnswer } from "~/contract/ai"
import { call, isOffline } from "../api"
import { requestDraft } from "../memory/typed"
import type { PlanSession } from "../plan-session"
import { callTool, type ToolFailure } from "./agent-socket"
import { openConversation } from "./conversation"
import type { Asks, Conversation } from "./conversation-types"
import { draftsIn, isEmpty } from "./drafts"
import { conversationStorage } from "./stored-conversation"

/** By person and plan. `open`: the plan as it is open now. */
const conversations = new Map<string, { conversation: Conversation; open: { session: PlanSession } }>()

/** Asks the assistant's server as the person who is signed in. */
export const asks: Asks = async (name, input, options) => {
  const ticket = () =>
    call(authCalls.mcpTicket, {}, { signal: options.signal }).catch((thrown: unknown) => {
      throw isOffline(thrown)
        ? Object.assign(new Error(), { reason: "offline" } satisfies Partial<ToolFailure>)
        : thrown
    })
  const { text, structured } = await callTool({ name, input, ticket, ...options })
  return { text, answer: (structured ?? {}) as Partial<ChatAnswer> }
}

export const conversationOf = (session: PlanSession): Conversation => {
  const { planId, userId } = session
  const key = `${userId} ${planId}`
  const known = conversations.get(key)
  if (known) {
    known.open.session = session
    return known.conversation
  }
  const open = { session }
  const conversation = openConversation({
    planId,
    asks,
    onDrafts: () => void open.session.refresh().catch(() => {}),
    holds: () => {
      const { store } = open.session
      const { goals, items, tasks } = draftsIn(store)
      return isEmpty(store) ? "nothing" : goals + items + tasks > 0 ? "drafts" : "cards"
    },
    storedDraft: requestDraft(planId),
    ...(userId === undefined ? {} : { storage: conversationStorage(userId, planId) }),
    proposalState: (id) =>
      call(aiCalls.preview, { planId, id }).then(
        ({ state }) => state,
        () => undefined,
      ),
  })
  conversations.set(key, { conversation, open })
  return conversation
}
