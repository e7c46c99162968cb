// openConversation(): one person's conversation with a plan's assistant, in this tab.
import { problemText } from "~/contract/shared/language/problem-text"
import { isStart, startIn, withoutDraftMark } from "~/rules/agent/start-request"
import { leftOf, outAfter } from "~/rules/agent/ticked"
import { Stopped, type ToolFailure, Unanswered } from "./agent-socket"
import type { Answered, Asks, ChatMessage, Conversation, Done, Preview, Work } from "./conversation-types"
import { type LogOptions, openLog } from "./message-log"
import { isConfirmation, isPreview, requestMeant } from "./said"
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
} & LogOptions

/** The number of earlier messages that are sent with a request, for a model. */
const mostEarlier = 10
const longestEarlier = 2_000
/** How long a proposal is stored, ms. */
const previewLasts = 30 * 60_000

export const openConversation = ({
  planId,
  asks,
  onDrafts,
  holds,
  storedDraft,
  clock = () => performance.now(),
  ...stored
}: ConversationOptions): Conversation => {
  const log = openLog(stored)
  const { state, messages, add, edit, awaited, editPreview, leavePreview } = log
  let stopped: AbortController | undefined
  let begun = false
  let published = false

  // ---- one request at a time ----

  const run = async (asked: Work) => {
    const { what } = asked
    const stop = new AbortController()
    stopped = stop
    const since = clock()
    log.run(asked, since)
    const onProgress = (progress: string) => {
      const { running } = state.get()
      if (running?.since === since && stopped === stop) log.change({ running: { ...running, progress } })
    }
    try {
      const tool = what === "undoing" ? "undo_changes" : "ai_agent"
      const answered = await asks(tool, asked.input, { signal: stop.signal, onProgress })
      if (stop.signal.aborted) return
      log.run(null)
      takeAnswer(asked, answered, clock() - since)
    } catch (thrown) {
      if (thrown instanceof Stopped || stop.signal.aborted) return
      const { message, reason, card } = thrown as ToolFailure
      const isUnanswered = thrown instanceof Unanswered
      // A refused change is not written; one without an answer may have been.
      leavePreview(what === "doing" && isUnanswered ? "unknown" : "left")
      log.run(null)
      const isRefused = message !== "" && !isUnanswered && (reason === undefined || reason === "denied")
      if (what === "undoing" && isRefused) return fix(asked, problemText(message), card)
      const failed = { again: asked, isUnanswered, ...(reason && { reason }) }
      add({ role: "assistant", content: message, failed, elapsed: clock() - since })
    } finally {
      if (stopped === stop) {
        stopped = undefined
        if (state.get().running) log.run(null)
      }
    }
  }

  const takeAnswer = (asked: Work, answered: Answered, elapsed: number) => {
    const { what, request, about } = asked
    if (what === "undoing") return undoneNow(about)
    if (what === "doing" && about !== undefined)
      editPreview(about, () => ({ state: answered.answer.changes?.length ? "left" : "done" }))
    if (what === "drafts") published = true
    take(request, answered, elapsed)
    if (what === "drafts") onDrafts()
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
    if (!messages().some(({ model }) => model !== undefined)) return {}
    const said = messages()
      .filter(({ failed }) => !failed)
      .slice(0, -1)
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
            until: Date.now() + previewLasts,
          }
        : undefined
    if (preview) log.awaitExpiry(preview.until)
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
    void run({ what: "asking", request, input: { ...requestOf(request, false), ...earlier() } })

  const confirm = ({ id, preview }: ChatMessage) => {
    if (!preview) return
    const { request, changes, unticked } = preview
    const left = leftOf(changes, unticked)
    const part = left.length < changes.length
    if (part && left.length === 0) {
      add({ role: "assistant", content: problemText("Select at least one change.") })
      return
    }
    const input = {
      ...requestOf(request, true),
      ...(preview.id === null ? {} : { proposal: preview.id }),
      ...(part ? { only: left } : {}),
    }
    void run({ what: "doing", request, input, about: id })
  }

  // ---- undo ----

  const editDone = (id: number | undefined, next: Partial<Done>) =>
    edit(id ?? 0, (message) => (message.done ? { ...message, done: { ...message.done, ...next } } : message))
  const undoneNow = (id: number | undefined) => editDone(id, { state: "undone", at: new Date().toISOString() })
  /** The server takes back what it did last. */
  const undoneBySaying = () => undoneNow(messages().findLast(({ done }) => done?.state === "undoable")?.id)
  /** What was done stays: an undo would overwrite what others have changed since. */
  const fix = ({ about }: Work, content: string, card: ToolFailure["card"]) => {
    editDone(about, { state: "fixed" })
    add({ role: "assistant", content, ...(card ? { card } : {}) })
  }

  const undo = (id: number) => {
    const message = messages().find((each) => each.id === id)
    const changeSet = message?.done?.changeSet
    if (state.get().running || message?.done?.state !== "undoable") return
    leavePreview()
    void run({ what: "undoing", request: "", input: { planId, changeSet }, about: id })
  }

  // ---- drafts ----

  const drafts = (request: "Publish drafts" | "Discard drafts") => {
    if (state.get().running) return
    leavePreview()
    void run({ what: "drafts", request, input: requestOf(request, true) })
  }

  const send = (text: string): boolean => {
    const typed = text.trim()
    const open = awaited()
    const confirms = open?.preview && isConfirmation(typed)
    const said = (confirms ? undefined : requestMeant(typed, messages().at(-1)?.choices)) ?? typed
    if (said === "" || state.get().running) return false
    if (!confirms) leavePreview()
    add({ role: "user", content: said })
    if (confirms) confirm(open)
    else ask(said)
    return true
  }

  const stopNow = () => {
    stopped?.abort()
    stopped = undefined
    log.run(null)
  }

  const sent = (back: number) => {
    const said = messages().filter(({ role }) => role === "user")
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
      editPreview(open.id, ({ changes, unticked }) => ({ unticked: outAfter(changes, unticked, at, on) }))
    },
    tickAll: (on) => {
      const open = awaited()
      if (!open || state.get().running) return
      editPreview(open.id, ({ changes }) => ({ unticked: new Set(on ? [] : changes.keys()) }))
    },
    stop: () => {
      // Changes being carried out are not stopped half-way: whether they were written would be unknown.
      if (state.get().running?.what !== "asking") return
      stopNow()
      add({ role: "assistant", content: problemText("Stopped.") })
    },
    clear: () => {
      const what = state.get().running?.what ?? "asking"
      if (what !== "asking") return undefined
      stopNow()
      leavePreview()
      const cleared = messages()
      log.remove(cleared.map(({ id }) => id))
      return () => log.putBack(cleared)
    },
    retry: (id) => {
      const again = messages().find((message) => message.id === id)?.failed?.again
      if (!again || state.get().running) return
      log.remove([id])
      void run(again)
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
