import * as z from "zod/mini"
import type { UserEventPayload } from "~/contract/event-payload"
import { conversation, type Message, message, messageCalls } from "~/contract/message"
import { call, callAll } from "../api"
import { claimForOneTab } from "../notification/one-tab"
import { type Observable, observable } from "../observable"
import type { PlanSession } from "../plan-session"
import { type Chat, openChat } from "./chat"

/** The direct messages of one plan. */
export type Messages = {
  /** The number of unread messages by person. */
  unread: Observable<ReadonlyMap<number, number>>
  /** Called for each message of another person that arrives while the chat is hidden, in one tab of this browser. */
  onMessage(listener: (message: Message, personId: number) => void): () => void
  /** The chat with a person. Its draft lasts until the plan is closed. */
  chat(personId: number): Chat
  close(): void
}

type Options = Pick<PlanSession, "planId" | "live" | "follow" | "outbox"> & { me: number }

export const userEvents = {
  SendMessageToUser: z.object({ conversationId: z.number(), message }),
  MessageSent: z.object({ conversationId: z.number(), message }),
  MessageDeleted: z.object({ conversationId: z.number(), messageId: z.number() }),
  ConversationReadUpdate: z.object({
    conversationId: z.number(),
    readerId: z.number(),
    messageId: z.optional(z.number()),
  }),
  UnreadCountUpdated: z.object({ conversationId: z.number(), count: z.number() }),
  NewConversationCreated: conversation,
}

const noCounts: ReadonlyMap<number, number> = new Map()

export const openMessages = ({ planId, live, follow, outbox, me }: Options): Messages => {
  /** The other person of a conversation by its id; null where there are several. */
  const partners = new Map<number, number | null>()
  const counts = new Map<number, number>()
  /** Conversations whose count changed by an event while the counts were loading. */
  const changedSince = new Set<number>()
  const unread = observable(noCounts)
  const chats = new Map<number, Chat>()
  const listeners = new Set<(message: Message, personId: number) => void>()
  let closed = false
  let asked: Promise<void> | undefined

  const know = ({ id, participants }: { id: number; participants: readonly { id: number }[] }) => {
    const others = participants.filter((each) => each.id !== me)
    partners.set(id, others.length === 1 ? (others[0]?.id ?? null) : null)
  }

  const show = () => {
    const next = new Map<number, number>()
    for (const [id, count] of counts) {
      const person = partners.get(id)
      // A message in a visible chat is read at once.
      if (person && count > 0 && !chats.get(person)?.inSight()) next.set(person, count)
    }
    const before = unread.get()
    if (next.size !== before.size || [...next].some(([person, count]) => before.get(person) !== count)) unread.set(next)
  }

  /** Retried on the next join. */
  const learn = () => {
    asked ??= callAll(messageCalls.list, { planId })
      .then(
        (list) => list.forEach(know),
        () => {},
      )
      .finally(() => {
        asked = undefined
      })
    return asked
  }

  const partnerOf = async (conversationId: number) => {
    if (!partners.has(conversationId)) await learn()
    return partners.get(conversationId) ?? undefined
  }

  const refresh = async () => {
    changedSince.clear()
    const { byConversation } = await call(messageCalls.unreadCounts, { planId })
    if (closed) return
    for (const id of counts.keys()) if (!changedSince.has(id) && !(id in byConversation)) counts.delete(id)
    for (const [id, count] of Object.entries(byConversation)) {
      if (!changedSince.has(Number(id))) counts.set(Number(id), count)
    }
    if ([...counts].some(([id, count]) => count > 0 && !partners.has(id))) await learn()
    show()
  }
  const refreshQuietly = () => void refresh().catch(() => {})

  const arrived = async (conversationId: number, sent: Message, own: boolean) => {
    const person = await partnerOf(conversationId)
    if (closed || person === undefined) return
    const chat = chats.get(person)
    chat?.take(conversationId, [sent])
    if (own) return
    const inSight = chat?.inSight()
    // A tab that shows the chat answers for the other tabs.
    if (!(await claimForOneTab(`message.${sent.id}`)) || inSight || closed) return
    for (const listener of [...listeners]) listener(sent, person)
  }

  const onEvent = (event: string, payload: UserEventPayload) => {
    if (payload.planId !== planId || closed || !Object.hasOwn(userEvents, event)) return
    const read = userEvents[event as keyof typeof userEvents].safeParse(payload.data)
    if (!read.success) return
    const data = read.data
    if ("participants" in data) know(data)
    else if ("message" in data) void arrived(data.conversationId, data.message, event === "MessageSent")
    else if ("readerId" in data) {
      const person = partners.get(data.conversationId)
      if (person) chats.get(person)?.readBy(data.conversationId, data.readerId, data.messageId)
    } else if ("messageId" in data) {
      const person = partners.get(data.conversationId)
      if (person) chats.get(person)?.dropped(data.conversationId, data.messageId)
    } else {
      changedSince.add(data.conversationId)
      counts.set(data.conversationId, data.count)
      void partnerOf(data.conversationId).then(show)
    }
  }

  const own = follow(`user:${me}`, {
    onMessage: onEvent,
    onJoined: () => {
      refreshQuietly()
      for (const chat of chats.values()) chat.refresh()
    },
  })
  if (live.get() !== "Connected") refreshQuietly()

  return {
    unread,
    onMessage: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    chat: (personId) => {
      const found = chats.get(personId)
      if (found) return found
      const opened = openChat({ planId, personId, me, follow, outbox, onKnown: know, onSeen: show })
      chats.set(personId, opened)
      return opened
    },
    close: () => {
      closed = true
      own.close()
      for (const chat of chats.values()) chat.close()
    },
  }
}
