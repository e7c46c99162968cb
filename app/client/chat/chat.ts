import { type Conversation, conversationTopic, type Message, messageCalls } from "~/contract/message"
import { call } from "../api"
import { unsentMessages } from "../browser-memory"
import type { Following, Live } from "../live/live"
import { type Observable, observable } from "../observable"
import { hasUnread, readBy, stillUnsent, type Unsent, withMessages } from "./message-list"
import { openTyping, type Typing } from "./typing"

export type ChatState = {
  /** `opening` until the messages are there; `failed` where they cannot be had. */
  state: "opening" | "open" | "failed"
  why?: unknown
  messages: readonly Message[]
  unsent: readonly Unsent[]
}

export type Chat = {
  state: Observable<ChatState>
  /** Whether the other is writing. */
  typing: Observable<boolean>
  /** Shows it: finds or makes the conversation. Answers what takes it out of sight again. */
  show(): () => void
  inSight(): boolean
  /** Asks for what is not there yet. */
  refresh(): void
  send(content: string): void
  sendAgain(key: string): void
  /** Gives up what was not sent. */
  remove(key: string): void
  /** What is typed and not sent. */
  draft(): string
  write(text: string): void
  take(conversationId: number, messages: readonly Message[]): void
  /** Who reads has read all that there is. */
  readBy(conversationId: number, reader: number): void
  close(): void
}

type Options = {
  planId: number
  personId: number
  me: number
  follow: Live["follow"]
  onKnown(conversation: Conversation): void
  /** It came in sight or went out of it. */
  onSeen(): void
}

export const openChat = ({ planId, personId, me, follow, onKnown, onSeen }: Options): Chat => {
  const memory = unsentMessages(planId, personId)
  const kept = memory.read()
  const unsent: Unsent[] = kept.unsent.map((each) => ({ ...each, state: "failed" }))
  const state = observable<ChatState>({ state: "opening", messages: [], unsent })
  let draft = kept.draft
  let conversationId: number | undefined
  let opening: Promise<void> | undefined
  let sending = false
  let reading = false
  /** Something was told of while the answer that would have it was under way. */
  let again = false
  let shown = 0
  let closed = false
  let topic: Following | undefined
  const typing: Typing = openTyping({
    personId,
    tell: (event) => topic?.send(event, { userId: me, conversationId }),
  })

  const change = (next: Partial<ChatState>) => {
    if (closed) return
    const before = state.get()
    state.set({ ...before, ...next })
    if (next.unsent && next.unsent !== before.unsent) keep()
  }
  const keep = () =>
    memory.write({ draft, unsent: state.get().unsent.map(({ key, content, at }) => ({ key, content, at })) })

  const inSight = () => shown > 0 && !document.hidden

  /** What is in sight is read; without a connection the next that comes, or the next look, says so again. */
  const markRead = async () => {
    if (!inSight() || reading || conversationId === undefined || !hasUnread(state.get().messages, me)) return
    reading = true
    const upTo = state.get().messages
    try {
      await call(messageCalls.read, { id: conversationId, planId })
      const marked = readBy(upTo, me)
      change({ messages: withMessages(state.get().messages, marked) })
    } catch {
      return
    } finally {
      reading = false
    }
    await markRead()
  }

  const merge = (more: readonly Message[]) => {
    const { state: before, messages, unsent } = state.get()
    const latest = messages.at(-1)?.id ?? 0
    // Of what was there already nobody knows whether it is what was tried.
    const fresh = before === "open" ? more.filter(({ id }) => id > latest) : []
    if (fresh.some(({ senderId }) => senderId === personId)) typing.stopped()
    change({ messages: withMessages(messages, more), unsent: stillUnsent(unsent, fresh, me) })
    void markRead()
  }

  const hear = () => {
    if (conversationId === undefined || topic || shown === 0) return
    topic = follow(conversationTopic(conversationId), { onMessage: (event, payload) => typing.hear(event, payload) })
  }

  const find = async (): Promise<number> => {
    if (conversationId !== undefined) return conversationId
    const found = await call(messageCalls.open, { participantIds: [personId], planId })
    conversationId = found.id
    onKnown(found)
    merge(found.messages)
    change({ state: "open", why: undefined })
    hear()
    return found.id
  }

  const ask = async () => {
    try {
      if (conversationId === undefined) await find()
      else merge((await call(messageCalls.get, { id: conversationId })).messages)
    } catch (why) {
      if (state.get().state !== "open") change({ state: "failed", why })
    }
  }

  const refresh = () => {
    again = opening !== undefined
    if (opening || closed) return
    if (state.get().state === "failed") change({ state: "opening", why: undefined })
    opening = ask().finally(() => {
      opening = undefined
      if (again && state.get().state === "open") refresh()
    })
  }

  const set = (key: string, next: Partial<Unsent>) =>
    change({ unsent: state.get().unsent.map((each) => (each.key === key ? { ...each, ...next } : each)) })

  /** One after another, so that they are read in the order they were written in. */
  const sendNext = async () => {
    const next = state.get().unsent.find((each) => each.state === "waiting")
    if (sending || closed || !next) return
    sending = true
    set(next.key, { state: "sending", why: undefined })
    try {
      const input = { id: await find(), content: next.content }
      const sent = await call(messageCalls.send, input, { idempotencyKey: next.key })
      change({ unsent: state.get().unsent.filter(({ key }) => key !== next.key) })
      change({ messages: withMessages(state.get().messages, [sent]) })
    } catch (why) {
      set(next.key, { state: "failed", why })
    } finally {
      sending = false
    }
    await sendNext()
  }

  const onVisible = () => {
    onSeen()
    void markRead()
  }

  return {
    state,
    typing: typing.other,
    show: () => {
      if (shown++ === 0) document.addEventListener("visibilitychange", onVisible)
      onVisible()
      hear()
      refresh()
      return () => {
        if (--shown > 0) return
        document.removeEventListener("visibilitychange", onVisible)
        typing.leave()
        topic?.close()
        topic = undefined
        onSeen()
      }
    },
    inSight,
    refresh: () => {
      if (shown > 0 || state.get().state === "open") refresh()
    },
    send: (text) => {
      const content = text.trim()
      if (content === "") return
      typing.leave()
      const at = new Date().toISOString()
      change({ unsent: [...state.get().unsent, { key: crypto.randomUUID(), content, at, state: "waiting" }] })
      void sendNext()
    },
    sendAgain: (key) => {
      set(key, { state: "waiting", why: undefined })
      void sendNext()
    },
    remove: (key) => change({ unsent: state.get().unsent.filter((each) => each.key !== key) }),
    draft: () => draft,
    write: (text) => {
      if (text !== draft && text.trim() !== "") typing.write()
      else if (text.trim() === "") typing.leave()
      draft = text
      keep()
    },
    take: (id, messages) => {
      if (id === conversationId) merge(messages)
      else if (opening) again = true
    },
    readBy: (id, reader) => {
      if (id === conversationId) change({ messages: readBy(state.get().messages, reader) })
      else if (opening) again = true
    },
    close: () => {
      closed = true
      typing.leave()
      topic?.close()
      document.removeEventListener("visibilitychange", onVisible)
    },
  }
}
