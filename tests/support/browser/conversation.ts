// openedConversation(): a conversation whose requests a test answers.
import { vi } from "vitest"
import { type ChatFault, Stopped, type ToolFailure, Unanswered } from "~/client/agent/agent-socket"
import { type ConversationOptions, openConversation } from "~/client/agent/conversation"
import type { Answered } from "~/client/agent/conversation-types"
import type { ChatAnswer } from "~/contract/ai"
import type { Change } from "~/contract/change-set"

type Request = {
  tool: string
  input: Record<string, unknown>
  answer(text: string, answer?: Partial<ChatAnswer>): Promise<void>
  fail(message: string, more?: Pick<ToolFailure, "card" | "reason">): Promise<void>
  /** No answer comes. */
  lose(message: string, reason?: ChatFault): Promise<void>
  say(progress: string): void
  signal: AbortSignal
}

export const change = (more: Partial<Change>): Change => ({
  op: "create",
  entity: "goal",
  id: null,
  ref: null,
  fields: {},
  before: null,
  label: "",
  ...more,
})
export const goal = change({ ref: "new-1", fields: { name: "Goal" } })
export const action = change({ entity: "item", ref: "new-2", fields: { topic: "Action", goalId: "new-1" } })
export const task = change({ entity: "task", fields: { description: "Task", itemId: "new-2" } })
export const other = change({ op: "update", entity: "task", id: 9, fields: { type: 1 }, before: { type: 0 } })
export const proposal = (...changes: Change[]) => ({
  id: 5,
  changes,
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
})
export const preview = "PREVIEW: 4 additions\n\nReady to proceed?"

/** Needs fake timers. */
export const openedConversation = ({
  holds = (): "nothing" | "drafts" | "cards" => "nothing",
  ...browser
}: Partial<Pick<ConversationOptions, "holds" | "storage" | "proposalState">> = {}) => {
  const requests: Request[] = []
  const drafts = vi.fn()
  let stored = "left from before"
  const flush = async () => void (await vi.advanceTimersByTimeAsync(0))
  const chat = openConversation({
    planId: 7,
    onDrafts: drafts,
    holds,
    storedDraft: {
      read: () => stored,
      write: (text) => {
        stored = text
      },
    },
    clock: () => 0,
    ...browser,
    asks: (tool, input, { signal, onProgress }) =>
      new Promise<Answered>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Stopped()))
        requests.push({
          tool,
          input,
          signal,
          say: onProgress,
          answer: (text, answer = {}) => {
            resolve({ text, answer })
            return flush()
          },
          lose: (message, reason) => {
            reject(new Unanswered(message, reason))
            return flush()
          },
          fail: (message, more) => {
            reject(Object.assign(new Error(message), more))
            return flush()
          },
        })
      }),
  })
  const last = () => requests.at(-1) as Request
  const message = () => chat.state.get().messages.at(-1)
  return { chat, requests, last, message, drafts, stored: () => stored }
}
