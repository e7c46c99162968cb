import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { goal, openedConversation, preview, proposal } from "../../../tests/support/browser/conversation"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test("a request is sent with the arguments of the tool, one at a time", async () => {
  const { chat, requests, last, message } = openedConversation()
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
  const { chat, requests, last, message } = openedConversation()
  chat.send("[Plan: Harbour] Add a goal")
  await last().lose("MCP WebSocket closed: 1006")
  chat.retry(message()?.id ?? 0)
  expect(requests).toHaveLength(2)
  expect(last().input).toEqual(requests[0]?.input)
  expect(last().input.key).toEqual(expect.any(String))
})

test("Enter sends the latest typed text, even before the field has drawn it", async () => {
  const { chat, requests, last } = openedConversation()
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

test.each([
  ["2", 'Delete "Budget (a task)"'],
  ["the budget (a TASK)", "the budget (a TASK)"],
  ["Budget (a task)", 'Delete "Budget (a task)"'],
  ["an action", 'Delete "Budget (an action)"'],
  ["Budget", "Budget"],
  ["9", "9"],
  ["What is overdue?", "What is overdue?"],
])("the answer “%s” to a question asks “%s”", async (said, request) => {
  const { chat, last } = openedConversation()
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

test("stopping ends the request on the server and writes nothing more to the conversation", async () => {
  const { chat, last, message } = openedConversation()
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

test("drafts are published and discarded by words that need no preview", async () => {
  const { chat, last, drafts } = openedConversation()
  chat.publishDrafts()
  expect(last().input).toMatchObject({ request: "Publish drafts", confirmed: true })
  await last().answer("Published 1 goal.")
  chat.discardDrafts()
  await last().answer("Discarded 1 goal.")
  expect(drafts).toHaveBeenCalledTimes(2)
})

test("the opening message is sent in an empty plan, or once in a plan with drafts, and not after publishing", async () => {
  const full = openedConversation({ holds: () => "cards" })
  full.chat.begin("[Plan: Pier]\nPlan it")
  expect(full.requests).toHaveLength(0)
  // What was typed is not lost: it waits in the field.
  expect(full.chat.draft.get()).toBe("left from before\nPlan it")
  let holds: "nothing" | "drafts" = "drafts"
  const { chat, requests, last } = openedConversation({ holds: () => holds })
  chat.begin("Plan it")
  await last().answer("Done")
  chat.begin("Plan it")
  expect(requests).toHaveLength(1)
  holds = "nothing"
  chat.begin("Plan it anew")
  expect(requests).toHaveLength(2)
  const after = openedConversation({ holds: () => "drafts" })
  after.chat.publishDrafts()
  await after.last().answer("Published 1 goal.")
  after.chat.begin("Plan it")
  expect(after.requests).toHaveLength(1)
})

test("a model gets the conversation so far, rules do not", async () => {
  const { chat, last } = openedConversation()
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

test("the typed text is stored, and comes back after a walk through sent messages", async () => {
  const { chat, last, stored } = openedConversation()
  expect(chat.draft.get()).toBe("left from before")
  chat.write("half a sen")
  expect(stored()).toBe("half a sen")
  expect([chat.walk(1), chat.walk(-1)]).toEqual([false, false])
  chat.send("First")
  await last().answer("x")
  chat.send("Second")
  await last().answer("x")
  expect([chat.walk(1), chat.draft.get()]).toEqual([true, "Second"])
  chat.write("Second, edited")
  expect([chat.walk(1), chat.draft.get(), stored()]).toEqual([true, "First", "half a sen"])
  expect([chat.walk(1), chat.draft.get()]).toEqual([false, "First"])
  expect([chat.walk(-1), chat.draft.get()]).toEqual([true, "Second, edited"])
  expect([chat.walk(-1), chat.draft.get(), stored()]).toEqual([true, "half a sen", "half a sen"])
  expect(chat.walk(-1)).toBe(false)
  chat.walk(1)
  expect(chat.sendDraft()).toBe(true)
  expect(last().input.request).toBe("Second, edited")
  expect([chat.draft.get(), stored()]).toEqual(["half a sen", "half a sen"])
  await last().answer("x")
  expect(chat.sendDraft()).toBe(true)
  expect([chat.draft.get(), stored()]).toEqual(["", ""])
})

test("a typed text comes back behind a prompt, and once that is sent", () => {
  const { chat, stored } = openedConversation()
  chat.write("For Mei")
  chat.put("List the overdue tasks")
  chat.put("What is next?")
  expect([chat.draft.get(), stored()]).toEqual(["What is next?", "For Mei"])
  expect([chat.walk(-1), chat.draft.get()]).toEqual([true, "For Mei"])
  expect([chat.walk(1), chat.draft.get()]).toEqual([true, "What is next?"])
  chat.sendDraft()
  expect(chat.draft.get()).toBe("For Mei")
  chat.write("")
  chat.put("What is next?")
  expect([chat.walk(-1), stored()]).toEqual([false, "What is next?"])
})
