// openConversation(): one person's conversation with a plan's assistant, in this tab.
import { problemText } from "~/contract/shared/language/problem-text"
import { previewMarkers } from "~/rules/agent/markers"
import { isStart, startIn, withoutDraftMark } from "~/rules/agent/start-request"
import { leftOf, restsOn } from "~/rules/agent/ticked"
import { observable } from "../observable"
import { Stopped, type ToolFailure, Unanswered } from "./agent-socket"
import type {
  Answered,
  Asks,
  ChatMessage,
  Conversation,
  ConversationState,
  Preview,
  Running,
} from "./conversation-types"
import { createRequest } from "./typed-request"

export type ConversationOptions = {
  planId: number
  asks: Asks
  /** Drafts were made, published or discarded: the board on screen is out of date. */
  onDrafts(): void
  /** The content of the plan: no cards at all, drafts, or no drafts. */
  holds(): "nothing" | "drafts" | "cards"
  storedDraft: { read(): string; write(text: string): void }
  clock?: () => number
}

const confirmations = new Set("do it,yes,proceed,go ahead,continue,execute,confirm,ok,okay,sure,yep,yeah".split(","))
export const isConfirmation = (text: string) =>
  confirmations.has(
    text
      .trim()
      .toLowerCase()
      .replace(/[.!]{1,8}$/, ""),
  )

export const isPreview = (text: string) => previewMarkers.some((marker) => text.includes(marker))

/** The number of earlier messages that are sent with a request, for a model. */
const mostEarlier = 10
const longestEarlier = 2_000
/** How long a proposal is stored, ms. */
const previewLasts = 30 * 60_000

type Work = {
  what: Running["what"]
  tool?: "ai_agent" | "undo_changes"
  input: Record<string, unknown>
  onAnswer(answered: Answered, elapsed: number): void
  /** Handles a refusal of the server, which a retry would get again. */
  refused?(text: string, card: ToolFailure["card"]): void
}

export const openConversation = ({
  planId,
  asks,
  onDrafts,
  holds,
  storedDraft,
  clock = () => performance.now(),
}: ConversationOptions): Conversation => {
  const state = observable<ConversationState>({ messages: [], running: null })
  const retries = new Map<number, () => void>()
  let ids = 0
  let stopped: AbortController | undefined
  let begun = false
  let published = false
  let expiry: ReturnType<typeof setTimeout> | undefined

  const change = (next: Partial<ConversationState>) => state.set({ ...state.get(), ...next })
  const add = (message: Omit<ChatMessage, "id" | "timestamp">) => {
    const full = { id: ++ids, timestamp: new Date().toISOString(), ...message }
    change({ messages: [...state.get().messages, full] })
    return full.id
  }
  const edit = (id: number, next: (message: ChatMessage) => ChatMessage) =>
    change({ messages: state.get().messages.map((message) => (message.id === id ? next(message) : message)) })

  // ---- the open preview ----

  const awaited = () => state.get().messages.find(({ preview }) => preview?.state === "open")
  const editPreview = (id: number, next: (preview: Preview) => Partial<Preview>) =>
    edit(id, (message) =>
      message.preview ? { ...message, preview: { ...message.preview, ...next(message.preview) } } : message,
    )
  const leavePreview = (to: Preview["state"] = "left") => {
    const open = awaited()
    if (open) editPreview(open.id, () => ({ state: to }))
    clearTimeout(expiry)
  }

  const awaitExpiry = () => {
    clearTimeout(expiry)
    // Counted from its arrival: the clock here may be wrong.
    expiry = setTimeout(() => leavePreview("expired"), previewLasts)
  }

  // ---- one request at a time ----

  const run = async (work: Work) => {
    const stop = new AbortController()
    stopped = stop
    const since = clock()
    change({ running: { what: work.what, since, progress: "" } })
    const onProgress = (progress: string) => {
      const { running } = state.get()
      if (running?.since === since && stopped === stop) change({ running: { ...running, progress } })
    }
    try {
      const answered = await asks(work.tool ?? "ai_agent", work.input, { signal: stop.signal, onProgress })
      if (stop.signal.aborted) return
      change({ running: null })
      work.onAnswer(answered, clock() - since)
    } catch (thrown) {
      if (thrown instanceof Stopped || stop.signal.aborted) return
      const { message, reason, card } = thrown as ToolFailure
      const isUnanswered = thrown instanceof Unanswered
      // A refused change is not written; one without an answer may have been.
      leavePreview(work.what === "doing" && isUnanswered ? "unknown" : "left")
      change({ running: null })
      if (work.refused && message !== "" && !isUnanswered && (reason === undefined || reason === "denied"))
        return work.refused(problemText(message), card)
      const failed = { what: work.what, isUnanswered, ...(reason && { reason }) }
      const id = add({ role: "assistant", content: message, failed, elapsed: clock() - since })
      retries.set(id, () => void run(work))
    } finally {
      if (stopped === stop) {
        stopped = undefined
        if (state.get().running) change({ running: null })
      }
    }
  }

  const requestOf = (request: string, confirmed: boolean) => ({
    // A repeat after a lost answer writes nothing more.
    planId,
    request,
    dryRun: false,
    confirmed,
    key: crypto.randomUUID(),
    ...(isStart(request) ? { draftMode: true } : {}),
  })

  /** For a model, which reads a request in its context. */
  const earlier = () => {
    const { messages } = state.get()
    if (!messages.some(({ model }) => model !== undefined)) return {}
    const said = messages.filter(({ failed }) => !failed).slice(0, -1)
    return {
      earlier: said
        .slice(-mostEarlier)
        .map(({ role, content }) => ({ role, content: content.slice(0, longestEarlier) })),
    }
  }

  const take = (request: string, { text, answer }: Answered, elapsed: number) => {
    const { changes = [], id = null, choices, examples, card, model, done, changeSet, shown } = answer
    const preview: Preview | undefined =
      changes.length > 0 || isPreview(text)
        ? {
            id,
            request,
            changes,
            unticked: new Set<number>(),
            state: "open",
          }
        : undefined
    if (preview) awaitExpiry()
    if (answer.undone) undoneBySaying()
    add({
      role: "assistant",
      content: text,
      elapsed,
      ...(model === undefined ? {} : { model }),
      ...(preview ? { preview } : {}),
      ...(changeSet === undefined ? {} : { done: { changeSet, state: "undoable" } }),
      ...(choices?.length ? { choices } : {}),
      ...(examples?.length ? { examples } : {}),
      ...(card ? { card } : {}),
      ...(shown ? { shown } : {}),
    })
    if (isStart(request) && done) onDrafts()
  }

  const ask = (request: string) =>
    void run({
      what: "asking",
      input: { ...requestOf(request, false), ...earlier() },
      onAnswer: (answered, elapsed) => take(request, answered, elapsed),
    })

  const confirm = (message: ChatMessage) => {
    const { preview } = message
    if (!preview) return
    const left = leftOf(preview.changes, preview.unticked)
    const part = left.length < preview.changes.length
    if (part && left.length === 0) {
      add({ role: "assistant", content: problemText("Select at least one change.") })
      return
    }
    void run({
      what: "doing",
      input: {
        ...requestOf(preview.request, true),
        ...(preview.id === null ? {} : { proposal: preview.id }),
        ...(part ? { only: left } : {}),
      },
      onAnswer: (answered, elapsed) => {
        editPreview(message.id, () => ({ state: answered.answer.changes?.length ? "left" : "done" }))
        take(preview.request, answered, elapsed)
      },
    })
  }

  // ---- undo ----

  const undoneNow = (id: number) =>
    edit(id, (message) =>
      message.done ? { ...message, done: { ...message.done, state: "undone", at: new Date().toISOString() } } : message,
    )
  /** The server takes back what it did last. */
  const undoneBySaying = () => {
    const last = state.get().messages.findLast(({ done }) => done?.state === "undoable")
    if (last) undoneNow(last.id)
  }

  const undo = (id: number) => {
    const message = state.get().messages.find((each) => each.id === id)
    const changeSet = message?.done?.changeSet
    if (state.get().running || message?.done?.state !== "undoable") return
    leavePreview()
    void run({
      what: "undoing",
      tool: "undo_changes",
      input: { planId, changeSet },
      onAnswer: () => undoneNow(id),
      refused: (text, card) => {
        edit(id, (each) => (each.done ? { ...each, done: { ...each.done, state: "fixed" } } : each))
        add({ role: "assistant", content: text, ...(card ? { card } : {}) })
      },
    })
  }

  // ---- drafts ----

  const drafts = (request: "Publish drafts" | "Discard drafts") => {
    if (state.get().running) return
    leavePreview()
    void run({
      what: "drafts",
      input: requestOf(request, true),
      onAnswer: (answered, elapsed) => {
        published = true
        take(request, answered, elapsed)
        onDrafts()
      },
    })
  }

  /** The choice that an answer to the assistant's question means: its number, its words, or a part of them that only one choice has. */
  const answered = (said: string): string | undefined => {
    const choices = state.get().messages.at(-1)?.choices ?? []
    const folded = said.toLowerCase()
    const numbered = /^[1-9]$/.test(said) ? choices[Number(said) - 1] : undefined
    const exact = choices.find(({ label }) => label.toLowerCase() === folded)
    const alike = said.length > 2 ? choices.filter(({ label }) => label.toLowerCase().includes(folded)) : []
    return (numbered ?? exact ?? (alike.length === 1 ? alike[0] : undefined))?.request
  }

  const send = (text: string): boolean => {
    const typed = text.trim()
    const open = awaited()
    const confirms = open?.preview && isConfirmation(typed)
    const said = (confirms ? undefined : answered(typed)) ?? typed
    if (said === "" || state.get().running) return false
    if (!confirms) leavePreview()
    add({ role: "user", content: said })
    if (confirms) confirm(open)
    else ask(said)
    return true
  }

  const sent = (back: number) => {
    const said = state.get().messages.filter(({ role }) => role === "user")
    const { content } = said.at(-back) ?? {}
    return content && withoutDraftMark(content).trim()
  }
  const { text: draft, ...field } = createRequest(storedDraft, sent)

  return {
    state,
    draft,
    write: field.write,
    walk: field.walk,
    put: field.put,
    send,
    sendDraft: () => {
      if (!send(draft.get())) return false
      field.sent()
      return true
    },
    doIt: () => {
      const open = awaited()
      if (!open || state.get().running) return
      add({ role: "user", content: "do it" })
      confirm(open)
    },
    tick: (at, on) => {
      const open = awaited()
      if (!open?.preview || state.get().running) return
      editPreview(open.id, ({ changes, unticked }) => {
        const next = new Set(unticked)
        if (!on) {
          next.add(at)
          const left = new Set(leftOf(changes, next))
          return { unticked: new Set(changes.flatMap((_, each) => (left.has(each) ? [] : each))) }
        }
        const above = restsOn(changes)
        for (let each: number | undefined = at; each !== undefined; each = above[each]) next.delete(each)
        return { unticked: next }
      })
    },
    tickAll: (on) => {
      const open = awaited()
      if (!open || state.get().running) return
      editPreview(open.id, ({ changes }) => ({ unticked: new Set(on ? [] : changes.keys()) }))
    },
    stop: () => {
      // Changes being carried out are not stopped half-way: whether they were written would be unknown.
      if (state.get().running?.what !== "asking") return
      stopped?.abort()
      stopped = undefined
      change({ running: null })
      add({ role: "assistant", content: problemText("Stopped.") })
    },
    retry: (id) => {
      const again = retries.get(id)
      if (!again || state.get().running) return
      retries.delete(id)
      change({ messages: state.get().messages.filter((message) => message.id !== id) })
      again()
    },
    undo,
    publishDrafts: () => drafts("Publish drafts"),
    discardDrafts: () => drafts("Discard drafts"),
    begin: (text) => {
      const held = holds()
      // An empty plan begins again, whatever was in it.
      const isNew = held === "nothing" || (held === "drafts" && !begun && !published)
      begun = isNew && send(text)
      // The typed text stays in the field.
      if (!begun) field.write([draft.get(), startIn(text) ?? text].filter((each) => each.trim() !== "").join("\n"))
    },
  }
}
