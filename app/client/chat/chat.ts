import { type Conversation, conversationTopic, type Message, messageCalls } from "~/contract/message"
import { isRefusal } from "~/contract/problem"
import { call, callListPage, clientId, isPassing } from "../api"
import type { Following, Live } from "../live/live-types"
import { messageDraft } from "../memory/typed"
import { type Observable, observable } from "../observable"
import { copyOf } from "../offline/copy"
import type { Outbox } from "../outbox/outbox"
import type { OutboxEntry } from "../outbox/outbox-entry"
import { hasUnread, readBy, stillUnsent, type Unsent, unsentOf, withMessages, withoutMessage } from "./message-list"
import { openTyping, type Typing } from "./typing"

export type ChatState = {
  /** `opening` until the messages are loaded; `failed` where that fails. Until then `messages` is this browser's copy. */
  state: "opening" | "open" | "failed"
  why?: unknown
  messages: readonly Message[]
  /** Messages before these; `none` where the first of all is loaded. */
  older: "some" | "loading" | "failed" | "none"
  unsent: readonly Unsent[]
}

export type Chat = {
  state: Observable<ChatState>
  /** Whether the other person is typing. */
  typing: Observable<boolean>
  /** Finds or creates the conversation. Call the function it returns when the chat is hidden. */
  show(): () => void
  inSight(): boolean
  /** Loads messages that are missing. */
  refresh(): void
  /** Loads the page before the messages that are loaded. */
  loadOlder(): Promise<void>
  send(content: string): void
  sendAgain(key: string): void
  /** Discards an unsent message. */
  remove(key: string): void
  /** Deletes an own message that was sent, for both; rejects when that fails. */
  deleteSent(messageId: number): Promise<void>
  /** The text in the field. */
  draft(): string
  write(text: string): void
  take(conversationId: number, messages: readonly Message[]): void
  /** The sender has deleted a message. */
  dropped(conversationId: number, messageId: number): void
  /** The reader has read all messages, or those up to a message. */
  readBy(conversationId: number, reader: number, messageId: number | undefined): void
  close(): void
}

/** The newest messages that this browser stores of a conversation. */
const copied = 100

type Options = {
  planId: number
  personId: number
  me: number
  follow: Live["follow"]
  outbox: Outbox
  onKnown(conversation: Conversation): void
  /** The chat became visible or hidden. */
  onSeen(): void
}

export const openChat = ({ planId, personId, me, follow, outbox, onKnown, onSeen }: Options): Chat => {
  const storedDraft = messageDraft(planId, personId)
  const copy = copyOf<{ messages: readonly Message[] }>(planId, `chat.${personId}`)
  const isHere = (entry: OutboxEntry) =>
    entry.name === "message.send" && entry.planId === planId && entry.input.personId === personId
  const unsentNow = () => unsentOf(outbox.texts.get().filter(isHere))
  const state = observable<ChatState>({ state: "opening", messages: [], older: "none", unsent: unsentNow() })
  let draft = storedDraft.read()
  let conversationId: number | undefined
  let opening: Promise<void> | undefined
  let reading = false
  /** An event arrived during a load that may not include it. */
  let again = false
  let shown = 0
  let closed = false
  let topic: Following | undefined
  const typing: Typing = openTyping({
    personId,
    send: (event) => topic?.send(event, { userId: me, conversationId }),
  })

  const change = (next: Partial<ChatState>) => {
    if (closed) return
    state.set({ ...state.get(), ...next })
    if (next.messages && conversationId !== undefined) copy.keep({ messages: next.messages.slice(-copied) })
  }
  const showCopy = async () => {
    const stored = await copy.recall()
    if (stored && state.get().state !== "open")
      change({ messages: withMessages(stored.messages, state.get().messages) })
  }

  const inSight = () => shown > 0 && !document.hidden

  /** Marks visible messages as read. Without a connection, the next message or the next visit does. */
  const markRead = async () => {
    if (!inSight() || reading || conversationId === undefined || !hasUnread(state.get().messages, me)) return
    reading = true
    const upTo = state.get().messages
    try {
      await call(messageCalls.read, { id: conversationId, planId, messageId: upTo.at(-1)?.id })
      const marked = readBy(upTo, me)
      change({ messages: withMessages(state.get().messages, marked) })
    } catch {
      return
    } finally {
      reading = false
    }
    await markRead()
  }

  /** `hasOlder`: these are the newest page and there are more pages. */
  const merge = (more: readonly Message[], hasOlder = false) => {
    const { state: before, messages, unsent } = state.get()
    const latest = messages.at(-1)?.id ?? 0
    // A message that was loaded before may have the same text as an unsent one.
    const fresh = before === "open" ? more.filter(({ id }) => id > latest) : []
    if (fresh.some(({ senderId }) => senderId === personId)) typing.stopped()
    // Between a page that begins later and the loaded messages there may be others.
    const isApart = hasOlder && !messages.some(({ id }) => id === more[0]?.id)
    const after = more.at(-1)?.id ?? 0
    // A message of the copy may have been deleted since.
    const stays = before !== "open" ? [] : isApart ? messages.filter(({ id }) => id > after) : messages
    change({ messages: withMessages(stays, more), ...(isApart ? { older: "some" } : {}) })
    const left = stillUnsent(unsent, fresh, me)
    for (const each of unsent) if (!left.includes(each)) outbox.hide(each.key)
    void markRead()
  }

  const listen = () => {
    if (conversationId === undefined || topic || shown === 0) return
    topic = follow(conversationTopic(conversationId), { onMessage: (event, payload) => typing.receive(event, payload) })
  }

  const find = async () => {
    const found = await call(messageCalls.open, { participantIds: [personId], planId })
    conversationId = found.id
    onKnown(found)
    merge(found.messages)
    change({ state: "open", older: found.messages.length > 0 ? "some" : "none", why: undefined })
    listen()
  }

  const ask = async () => {
    try {
      if (conversationId === undefined) await find()
      else {
        const { rows, next } = await callListPage(messageCalls.get, { id: conversationId })
        merge(rows.messages, next !== undefined)
      }
    } catch (why) {
      if (isRefusal(why) && !isPassing(why)) {
        copy.forget()
        if (state.get().state !== "open") change({ messages: [] })
      }
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

  const loadOlder = async () => {
    const { messages, older } = state.get()
    const [first] = messages
    if (conversationId === undefined || !first || older === "none" || older === "loading") return
    change({ older: "loading" })
    try {
      const { rows, next } = await callListPage(messageCalls.get, { id: conversationId, before: first.id })
      const { messages: now } = state.get()
      if (now[0]?.id !== first.id) change({ older: "some" })
      else change({ messages: withMessages(rows.messages, now), older: next === undefined ? "none" : "some" })
    } catch {
      change({ older: "failed" })
    }
  }

  const queue = (content: string) =>
    outbox.add({
      planId,
      name: "message.send",
      input: { planId, personId, conversationId, content },
      ref: crypto.randomUUID(),
      clientId,
    })

  const stopWatching = outbox.texts.subscribe(() => change({ unsent: unsentNow() }))
  const stopListening = outbox.listen((event) => {
    if (event.kind !== "settled" || !isHere(event.entry)) return
    if (conversationId === undefined) refresh()
    else change({ messages: withMessages(state.get().messages, [event.answer as Message]) })
  })

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
      listen()
      if (state.get().state !== "open") void showCopy()
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
    loadOlder,
    send: (text) => {
      const content = text.trim()
      if (content === "") return
      typing.leave()
      queue(content)
    },
    sendAgain: (key) => {
      const refused = outbox.texts.get().find(({ ref, problem }) => ref === key && problem)
      if (!refused) return outbox.retry()
      outbox.remove(key)
      queue(refused.input.content)
    },
    remove: outbox.remove,
    deleteSent: async (messageId) => {
      if (conversationId === undefined) return
      await call(messageCalls.remove, { id: conversationId, messageId })
      change({ messages: withoutMessage(state.get().messages, messageId) })
    },
    draft: () => draft,
    write: (text) => {
      if (text !== draft && text.trim() !== "") typing.write()
      else if (text.trim() === "") typing.leave()
      draft = text
      storedDraft.write(text)
    },
    take: (id, messages) => {
      if (id === conversationId) merge(messages)
      else if (opening) again = true
    },
    dropped: (id, messageId) => {
      if (id === conversationId) change({ messages: withoutMessage(state.get().messages, messageId) })
      else if (opening) again = true
    },
    readBy: (id, reader, messageId) => {
      if (id === conversationId) change({ messages: readBy(state.get().messages, reader, messageId) })
      else if (opening) again = true
    },
    close: () => {
      closed = true
      stopWatching()
      stopListening()
      typing.leave()
      topic?.close()
      document.removeEventListener("visibilitychange", onVisible)
    },
  }
}
