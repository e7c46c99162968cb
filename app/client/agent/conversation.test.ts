import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { AgentAnswer, ChangedCard } from "~/contract/ai"
import { readsOnly } from "~/contract/capability"
import type { Change } from "~/contract/change-set"
import { Stopped } from "./agent-socket"
import { isConfirmation, isPreview, openConversation } from "./conversation"
import type { Answered } from "./conversation-types"
import { errorText } from "./error-text"

type Request = {
  tool: string
  input: Record<string, unknown>
  answer(text: string, answer?: Partial<AgentAnswer>): Promise<void>
  fail(message: string, card?: ChangedCard): Promise<void>
  say(progress: string): void
  signal: AbortSignal
}

const change = (more: Partial<Change>): Change => ({
  ...{ op: "create", entity: "goal", id: null, ref: null, fields: {}, before: null, label: "" },
  ...more,
})
const goal = change({ ref: "new-1", fields: { name: "Goal" } })
const action = change({ entity: "item", ref: "new-2", fields: { topic: "Action", goalId: "new-1" } })
const task = change({ entity: "task", fields: { description: "Task", itemId: "new-2" } })
const other = change({ op: "update", entity: "task", id: 9, fields: { type: 1 }, before: { type: 0 } })
const proposal = (...changes: Change[]) => ({ id: 5, changes, expiresAt: new Date(Date.now() + 60_000).toISOString() })
const preview = "PREVIEW: 4 additions\n\nReady to proceed?"

const opened = ({ holds = (): "nothing" | "drafts" | "cards" => "nothing" } = {}) => {
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
    asks: (tool, input, { signal, onProgress }) =>
      new Promise<Answered>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Stopped()))
        requests.push({
          ...{ tool, input, signal, say: onProgress },
          answer: (text, answer = {}) => {
            resolve({ text, answer })
            return flush()
          },
          fail: (message, card) => {
            reject(Object.assign(new Error(message), { card }))
            return flush()
          },
        })
      }),
  })
  const last = () => requests.at(-1) as Request
  const message = () => chat.state.get().messages.at(-1)
  return { chat, requests, last, message, drafts, stored: () => stored }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test("a request is sent with the arguments of the tool, one at a time", async () => {
  const { chat, requests, last, message } = opened()
  expect(chat.send("  What is overdue? ")).toBe(true)
  expect(last()).toMatchObject({
    tool: "ai_agent",
    input: { planId: 7, request: "What is overdue?", dryRun: false, confirmed: false },
  })
  expect(last().input).not.toHaveProperty("draftMode")
  expect(chat.send("Another")).toBe(false)
  last().say("Reading the plan")
  expect(chat.state.get().running).toMatchObject({ what: "asking", progress: "Reading the plan" })
  await last().answer("Nothing is overdue.")
  expect(chat.state.get().running).toBeNull()
  expect(message()).toMatchObject({ role: "assistant", content: "Nothing is overdue." })
  expect(chat.send("   ")).toBe(false)
  expect(requests).toHaveLength(1)
  chat.send("[Plan: Harbour] Add a goal")
  expect(last().input).toMatchObject({ draftMode: true })
  expect(requests[0]?.input.key).not.toBe(last().input.key)
})

test("a request that is tried again has the key of the first time", async () => {
  const { chat, requests, last, message } = opened()
  chat.send("[Plan: Harbour] Add a goal")
  await last().fail("MCP WebSocket closed: 1006")
  chat.retry(message()?.id ?? 0)
  expect(requests).toHaveLength(2)
  expect(last().input).toEqual(requests[0]?.input)
  expect(last().input.key).toEqual(expect.any(String))
})

test.each([
  "do it",
  "Yes",
  "proceed",
  "Go ahead",
  "continue",
  "execute",
  "confirm",
  "ok",
  "okay.",
  "sure",
  "yep",
  "yeah!",
])("“%s” confirms the open preview", async (word) => {
  const { chat, last, message } = opened()
  chat.send("Plan the launch")
  await last().answer(preview, proposal(goal))
  chat.send(word)
  expect(last().input).toMatchObject({ request: "Plan the launch", confirmed: true, proposal: 5 })
  await last().answer("Done: 1 addition.", {
    changes: [],
    done: { revisionId: 1, created: 1, updated: 0, deleted: 0, changeSet: 5 },
  })
  expect(message()).toMatchObject({ done: { changeSet: 5, state: "undoable" } })
  expect(chat.state.get().messages.find(({ preview }) => preview)?.preview?.state).toBe("done")
})

test("Enter sends what was typed last, whether the field has drawn it or not", async () => {
  const { chat, requests, last } = opened()
  chat.write("  ")
  expect(chat.sendDraft()).toBe(false)
  // Nothing observes the draft yet, as before the field's first effects.
  chat.write("What is overdue?")
  expect(chat.sendDraft()).toBe(true)
  expect(last().input).toMatchObject({ request: "What is overdue?" })
  expect(chat.draft.get()).toBe("")
  chat.write("And this week?")
  expect(chat.sendDraft()).toBe(false)
  expect(chat.draft.get()).toBe("And this week?")
  expect(requests).toHaveLength(1)
})

test("without an open preview a word of confirmation is a request", () => {
  const { chat, last } = opened()
  chat.send("yes")
  expect(last().input).toMatchObject({ request: "yes", confirmed: false })
  expect(isConfirmation("yes please")).toBe(false)
})

test("a reply is a preview by its words too", async () => {
  for (const text of ["Ready to proceed?", "PREVIEW: x", "What I'll do: x", "Planned Actions: x"])
    expect(isPreview(text)).toBe(true)
  const { chat, last } = opened()
  chat.send("Plan")
  await last().answer("What I'll do: all of it")
  chat.doIt()
  expect(last().input).toMatchObject({ request: "Plan", confirmed: true })
})

test("another message or an error leaves the preview; trying again repeats the confirmation", async () => {
  const { chat, last, message } = opened()
  const stateOf = () => chat.state.get().messages.findLast(({ preview }) => preview)?.preview?.state
  chat.send("Plan")
  await last().answer(preview, proposal(goal))
  chat.send("What is overdue?")
  expect(stateOf()).toBe("left")
  await last().answer(preview, proposal(goal))
  chat.doIt()
  await last().fail("MCP WebSocket error")
  // It may have been carried out: the answer was lost, not the confirmation.
  expect(stateOf()).toBe("unknown")
  expect(message()?.failed?.text).toMatch(/^🔌 MCP WebSocket connection failed/)
  const { id = 0 } = message() ?? {}
  chat.retry(id)
  expect(last().input).toMatchObject({ request: "What is overdue?", confirmed: true, proposal: 5 })
  expect(chat.state.get().messages.some((each) => each.id === id)).toBe(false)
  await last().answer("This was done already: 1 addition.", {
    done: { created: 1, updated: 0, deleted: 0, changeSet: 5 },
  })
  expect([stateOf(), message()?.done]).toEqual(["done", { changeSet: 5, state: "undoable" }])
  chat.send("Plan more")
  await last().answer(preview, proposal(goal))
  chat.doIt()
  await last().fail("Your plan role lets you read and comment.")
  expect(stateOf()).toBe("left")
})

test("a preview that comes back after a confirmation awaits another one", async () => {
  const { chat, requests, last, message } = opened()
  chat.send("Plan")
  await last().answer(preview, proposal(goal))
  chat.doIt()
  await last().answer(`The plan has changed. ${preview}`, { ...proposal(goal, other), id: 6 })
  expect(requests).toHaveLength(2)
  expect(message()?.preview).toMatchObject({ id: 6, state: "open" })
  expect(chat.state.get().messages.filter(({ preview }) => preview?.state === "open")).toHaveLength(1)
})

test("unticking takes what rests on it along, and only what is ticked is confirmed", async () => {
  const { chat, requests, last, message } = opened()
  chat.send("Plan")
  await last().answer(preview, proposal(goal, action, task, other))
  const unticked = () => [...(message()?.preview?.unticked ?? [])].sort()
  chat.tick(1, false)
  expect(unticked()).toEqual([1, 2])
  chat.tick(2, true)
  expect(unticked()).toEqual([])
  chat.tick(0, false)
  expect(unticked()).toEqual([0, 1, 2])
  chat.doIt()
  expect(last().input).toMatchObject({ confirmed: true, proposal: 5, only: [3] })
  await last().answer("Done", { done: { revisionId: 1, created: 0, updated: 1, deleted: 0, changeSet: 5 } })

  chat.send("Plan")
  await last().answer(preview, proposal(goal, action))
  chat.tickAll(false)
  const before = requests.length
  chat.doIt()
  expect(requests).toHaveLength(before)
  chat.tickAll(true)
  chat.doIt()
  expect(last().input).not.toHaveProperty("only")
})

test("a word of confirmation with nothing ticked is answered, and the preview stays", async () => {
  const { chat, requests, last, message } = opened()
  chat.send("Plan it")
  await last().answer(preview, proposal(goal, action, task))
  chat.tickAll(false)
  chat.send("do it")
  expect(requests).toHaveLength(1)
  expect(message()).toMatchObject({ role: "assistant", content: "Select at least one change." })
  chat.tickAll(true)
  chat.send("yes")
  expect(requests).toHaveLength(2)
})

test.each([
  ["2", 'Delete "Budget (a task)"'],
  ["the budget (a TASK)", "the budget (a TASK)"],
  ["Budget (a task)", 'Delete "Budget (a task)"'],
  ["an action", 'Delete "Budget (an action)"'],
  ["Budget", "Budget"],
  ["9", "9"],
  ["What is overdue?", "What is overdue?"],
])("the answer “%s” to a question asks “%s”", async (said, request) => {
  const { chat, last } = opened()
  chat.send("Delete Budget")
  await last().answer('Which "Budget" do you mean?', {
    choices: [
      { label: "Budget (an action)", request: 'Delete "Budget (an action)"' },
      { label: "Budget (a task)", request: 'Delete "Budget (a task)"' },
    ],
  })
  chat.send(said)
  expect(last().input.request).toBe(request)
})

test("a preview expires when its proposal does", async () => {
  const { chat, last, message } = opened()
  chat.send("Plan")
  await last().answer(preview, proposal(goal))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(message()?.preview?.state).toBe("open")
  await vi.advanceTimersByTimeAsync(2_000)
  expect(message()?.preview?.state).toBe("expired")
})

test("stopping ends the request on the server and writes nothing more to the conversation", async () => {
  const { chat, last, message } = opened()
  chat.send("Plan")
  const { signal } = last()
  chat.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(signal.aborted).toBe(true)
  expect(chat.state.get().running).toBeNull()
  expect(message()).toMatchObject({ role: "assistant", content: "Stopped." })
  chat.send("Plan")
  await last().answer(preview, proposal(goal))
  chat.doIt()
  chat.stop()
  expect(last().signal.aborted).toBe(false)
})

test("undo takes back the change set once; a refusal says why and ends the offer", async () => {
  const { chat, last, message } = opened()
  const done = (changeSet: number) => ({ revisionId: 1, created: 1, updated: 0, deleted: 0, changeSet })
  const carry = async (changeSet: number) => {
    chat.send("Plan")
    await last().answer(preview, { ...proposal(goal), id: changeSet })
    chat.doIt()
    await last().answer("Done", { done: done(changeSet) })
    return chat.state.get().messages.at(-1)?.id ?? 0
  }
  const stateOf = (id: number) => chat.state.get().messages.find((each) => each.id === id)?.done?.state
  const first = await carry(5)
  chat.undo(first)
  expect(last()).toMatchObject({ tool: "undo_changes", input: { planId: 7, changeSet: 5 } })
  await last().answer('{"summary":"1 addition"}')
  expect(stateOf(first)).toBe("undone")
  const second = await carry(6)
  chat.undo(second)
  await last().fail('Priya Nair has changed "Book the slot" since.', { entity: "task", id: 9 })
  expect(stateOf(second)).toBe("fixed")
  expect(message()).toMatchObject({
    content: 'Priya Nair has changed "Book the slot" since.',
    card: { entity: "task", id: 9 },
  })
  expect(message()?.failed).toBeUndefined()
  const third = await carry(8)
  chat.undo(third)
  await last().fail("MCP WebSocket closed: 1006")
  expect(stateOf(third)).toBe("undoable")
  chat.send("Undo")
  await last().answer("You have changed it since.", { card: { entity: "goal", id: 3 } })
  expect(message()?.card).toEqual({ entity: "goal", id: 3 })
  chat.send("Undo")
  await last().answer("Undone: 1 addition.")
  expect(stateOf(third)).toBe("undone")
})

test("drafts are published and discarded by words that need no preview", async () => {
  const { chat, last, drafts } = opened()
  chat.publishDrafts()
  expect(last().input).toMatchObject({ request: "Publish drafts", confirmed: true })
  await last().answer("Published 1 goal.")
  chat.discardDrafts()
  await last().answer("Discarded 1 goal.")
  expect(drafts).toHaveBeenCalledTimes(2)
})

test("a message to begin with is sent in an empty plan, or once in one with drafts, and not after publishing", async () => {
  const full = opened({ holds: () => "cards" })
  full.chat.begin("[Plan: Pier]\nPlan it")
  expect(full.requests).toHaveLength(0)
  // What was typed is not lost: it waits in the field.
  expect(full.chat.draft.get()).toBe("left from before\nPlan it")
  let holds: "nothing" | "drafts" = "drafts"
  const { chat, requests, last } = opened({ holds: () => holds })
  chat.begin("Plan it")
  await last().answer("Done")
  chat.begin("Plan it")
  expect(requests).toHaveLength(1)
  holds = "nothing"
  chat.begin("Plan it anew")
  expect(requests).toHaveLength(2)
  const after = opened({ holds: () => "drafts" })
  after.chat.publishDrafts()
  await after.last().answer("Published 1 goal.")
  after.chat.begin("Plan it")
  expect(after.requests).toHaveLength(1)
})

test("a model gets the conversation so far, rules do not", async () => {
  const { chat, last } = opened()
  chat.send("First")
  await last().answer("By rules")
  chat.send("Second")
  expect(last().input).not.toHaveProperty("earlier")
  await last().answer("By a model", { model: "m" })
  chat.send("Third")
  expect(last().input.earlier).toEqual([
    { role: "user", content: "First" },
    { role: "assistant", content: "By rules" },
    { role: "user", content: "Second" },
    { role: "assistant", content: "By a model" },
  ])
})

test("the typed text is stored, and sent messages are recalled from the last one back", async () => {
  const { chat, last, stored } = opened()
  expect(chat.draft.get()).toBe("left from before")
  chat.write("half a sen")
  expect(stored()).toBe("half a sen")
  expect(chat.recall(1)).toBeUndefined()
  chat.send("First")
  await last().answer("x")
  chat.send("Second")
  expect([chat.recall(1), chat.recall(2), chat.recall(3)]).toEqual(["Second", "First", undefined])
})

test.each([
  [
    "The AI service has reached its rate limit. Please wait.",
    "⏱️ AI service is temporarily busy. Please wait a moment and try again.",
  ],
  [
    "Too many requests. Please wait 20 seconds.",
    "⏱️ AI service is temporarily busy. Please wait a moment and try again.",
  ],
  ["The AI service ran into a timeout.", "⏰ Request timed out. Please try again."],
  ["MCP request timeout for tools/call", "⏰ Request timed out. Please try again."],
  [
    "The AI response was incomplete.",
    "🔄 AI response was incomplete. Please try asking your question again with more specific details.",
  ],
  [
    "MCP connection timeout",
    "🔌 MCP server connection failed. Please check if the MCP server is running and try again.",
  ],
  [
    "MCP WebSocket error",
    "🔌 MCP WebSocket connection failed. Please check if the MCP server is running and try again.",
  ],
  ["MCP WebSocket URL not configured", "⚙️ MCP WebSocket URL not configured."],
  ["MCP WebSocket closed: The session has ended.", "MCP WebSocket closed: The session has ended."],
  ["Your plan role lets you read and comment.", "Your plan role lets you read and comment."],
  ['Grace has changed "Rate limit the API" since.', 'Grace has changed "Rate limit the API" since.'],
  ['There is no action "Timeout of an incomplete order".', 'There is no action "Timeout of an incomplete order".'],
  ["", "Failed to get AI response"],
])("the failure “%s” reads “%s”", (message, text) => {
  expect(errorText(message, "Failed to get AI response").text).toBe(text)
})

test("of failures a missing address and a viewer's role last, and only those", () => {
  const lasting = ["MCP WebSocket URL not configured", readsOnly]
  const passing = ["MCP WebSocket error", "The AI service ran into a timeout.", "Others are changing the same cards."]
  for (const message of [...lasting, ...passing])
    expect(errorText(message, "").lasts ?? false, message).toBe(lasting.includes(message))
})
