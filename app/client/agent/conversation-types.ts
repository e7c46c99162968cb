import type { AgentAnswer, ChatAnswer, ShownAnswer } from "~/contract/ai"
import type { Change } from "~/contract/change-set"
import type { Observable } from "../observable"
import type { ChatFault } from "./agent-socket"

/** `open` awaits confirmation; the others are history. `unknown`: it was confirmed, and the answer was lost. */
export type PreviewState = "open" | "done" | "left" | "expired" | "unknown"

export type Preview = {
  /** The stored proposal; null where an answer reads like a preview and has no changes. */
  id: number | null
  request: string
  changes: readonly Change[]
  /** Positions of the changes that are not to be carried out, by the person's choice. */
  unticked: ReadonlySet<number>
  state: PreviewState
  /** By this clock, ms: from then on it cannot be carried out. */
  until: number
}

/** `fixed`: it can no longer be undone, or is undone already; `at` is when it was undone. */
export type Done = { changeSet: number; state: "undoable" | "undone" | "fixed"; at?: string }

export type ChatMessage = {
  id: number
  role: "user" | "assistant"
  content: string
  /** ISO 8601. */
  timestamp: string
  /** Of an answer, ms. */
  elapsed?: number
  model?: string
  /** The answer in parts; the content is all of it in one text. */
  shown?: ShownAnswer
  preview?: Preview
  done?: Done
  choices?: NonNullable<AgentAnswer["choices"]>
  examples?: NonNullable<AgentAnswer["examples"]>
  card?: NonNullable<AgentAnswer["card"]>
  /** Of a failure, whose message is the content. `isUnanswered`: the message is not the server's. */
  failed?: { again: Work; reason?: ChatFault; isUnanswered: boolean }
}

/** A request to the assistant, as it is sent, again after a failure too. */
export type Work = {
  what: "asking" | "doing" | "undoing" | "drafts"
  input: Record<string, unknown>
  /** As the person said it. */
  request: string
  /** The message whose preview is carried out, or whose changes are undone. */
  about?: number
}

export type Running = {
  what: Work["what"]
  /** By performance.now(). */
  since: number
  /** The step that the assistant is at. */
  progress: string
}

export type ConversationState = {
  messages: readonly ChatMessage[]
  running: Running | null
}

export type Answered = { text: string; answer: Partial<ChatAnswer> }

/** Makes one request to the assistant's server; rejects with `Stopped` once `signal` is aborted. */
export type Asks = (
  tool: "ai_agent" | "undo_changes",
  input: Record<string, unknown>,
  options: { signal: AbortSignal; onProgress: (text: string) => void },
) => Promise<Answered>

/** A conversation as this browser stores it. `running`: the page was closed before its answer came. */
export type StoredConversation = { messages: readonly ChatMessage[]; running: Work | null }

export type ConversationStorage = {
  read(): Promise<StoredConversation | undefined>
  /** `gone`: ids of messages that are there no longer. Others that another page has stored stay. */
  write(stored: StoredConversation, gone: ReadonlySet<number>): Promise<void>
}

export type Conversation = {
  state: Observable<ConversationState>
  /** The text in the field. */
  draft: Observable<string>
  write(text: string): void
  /** Shows a text in place of what is typed, which comes back by `walk(-1)` and once the text is sent. */
  put(text: string): void
  /** Shows the text that was sent before the shown one (1) or after it (-1), at the end what was typed; false beyond either end. */
  walk(by: 1 | -1): boolean
  /** Asks, or confirms the open preview where the text says so. False while a request runs, or without a text. */
  send(text: string): boolean
  /** Sends the text in the field, and empties it once it is sent. */
  sendDraft(): boolean
  /** Carries out what is ticked in the open preview. */
  doIt(): void
  /** Unticking a change unticks what rests on it; ticking one ticks what it rests on. */
  tick(at: number, on: boolean): void
  tickAll(on: boolean): void
  /** Ends the running request, on the server too. */
  stop(): void
  /** Repeats the request whose failure the message tells. */
  retry(messageId: number): void
  undo(messageId: number): void
  publishDrafts(): void
  discardDrafts(): void
  /** Removes all messages, unless a request that cannot be stopped runs. Returns a function that brings them back. */
  clear(): (() => void) | undefined
  /** Sends a message once, if the plan is empty or has drafts and none have just been published. */
  begin(text: string): void
}
