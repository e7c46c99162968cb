// openLog(): the messages of a conversation, with the preview that waits among them. They come back with the page.
import { observable } from "../observable"
import type { ChatMessage, ConversationState, ConversationStorage, Preview, Work } from "./conversation-types"

export type LogOptions = {
  storage?: ConversationStorage
  /** Whether a stored proposal waits, was carried out, or is gone; undefined where the server doesn't say. */
  proposalState?(id: number): Promise<"open" | "done" | "expired" | undefined>
}

export const openLog = ({ storage, proposalState }: LogOptions) => {
  const state = observable<ConversationState>({ messages: [], running: null })
  /** Ids of messages that are there no longer. */
  const gone = new Set<number>()
  let lastId = 0
  let work: Work | null = null
  let expiry: ReturnType<typeof setTimeout> | undefined
  let written: { messages: readonly ChatMessage[]; work: Work | null } = { messages: [], work: null }

  const messages = () => state.get().messages
  const change = (next: Partial<ConversationState>) => {
    state.set({ ...state.get(), ...next })
    if (messages() === written.messages && work === written.work) return
    written = { messages: messages(), work }
    void storage?.write({ messages: messages(), running: work }, gone)
  }
  const add = (message: Omit<ChatMessage, "id" | "timestamp">) => {
    // Ascending, and no other page's: their messages are stored beside these.
    lastId = Math.max(lastId + 1, Date.now() * 1_000 + Math.floor(Math.random() * 1_000))
    change({ messages: [...messages(), { id: lastId, timestamp: new Date().toISOString(), ...message }] })
  }
  const edit = (id: number, next: (message: ChatMessage) => ChatMessage) =>
    change({ messages: messages().map((message) => (message.id === id ? next(message) : message)) })
  const remove = (ids: readonly number[]) => {
    for (const id of ids) gone.add(id)
    change({ messages: messages().filter(({ id }) => !gone.has(id)) })
  }

  const putBack = (removed: readonly ChatMessage[]) => {
    for (const { id } of removed) gone.delete(id)
    change({ messages: [...removed, ...messages()] })
  }

  /** The request that runs; null: none. */
  const run = (next: Work | null, since = 0) => {
    work = next
    change({ running: next && { what: next.what, since, progress: "" } })
  }

  const awaited = () => messages().find(({ preview }) => preview?.state === "open")
  const editPreview = (id: number, next: (preview: Preview) => Partial<Preview>) =>
    edit(id, (message) =>
      message.preview ? { ...message, preview: { ...message.preview, ...next(message.preview) } } : message,
    )
  const leavePreview = (to: Preview["state"] = "left") => {
    const open = awaited()
    if (open) editPreview(open.id, () => ({ state: to }))
    clearTimeout(expiry)
  }
  const awaitExpiry = (until: number) => {
    clearTimeout(expiry)
    expiry = setTimeout(() => leavePreview("expired"), Math.max(0, until - Date.now()))
  }

  const restore = async () => {
    const stored = await storage?.read()
    const isHere = new Set(messages().map(({ id }) => id))
    const before = (stored?.messages ?? []).filter(({ id }) => !isHere.has(id) && !gone.has(id))
    if (!stored || before.length === 0) return
    const isFirst = messages().length === 0 && work === null
    const { running: interrupted } = stored
    const isDoing = interrupted?.what === "doing"
    lastId = Math.max(lastId, ...before.map(({ id }) => id))
    change({ messages: [...before, ...messages()] })
    const open = before.find(({ preview }) => preview?.state === "open")
    if (open && isFirst && !isDoing) await reopen(open)
    else if (open) editPreview(open.id, () => ({ state: isDoing ? "unknown" : "left" }))
    if (interrupted && isFirst)
      add({ role: "assistant", content: "", failed: { again: interrupted, reason: "closed", isUnanswered: true } })
  }

  /** A preview of before waits on where the server still has it. */
  const reopen = async ({ id, preview }: ChatMessage) => {
    const { until = 0, id: proposal = null } = preview ?? {}
    awaitExpiry(until)
    const found = until > Date.now() && proposal !== null ? await proposalState?.(proposal) : undefined
    if (found !== undefined && found !== "open" && awaited()?.id === id) leavePreview(found)
  }

  void restore()
  return { state, messages, change, add, edit, remove, run, awaited, editPreview, leavePreview, awaitExpiry, putBack }
}
