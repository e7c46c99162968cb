// A preview in a conversation: confirmed, unticked, expired, undone.
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  action,
  goal,
  openedConversation,
  other,
  preview,
  proposal,
  task,
} from "../../../tests/support/browser/conversation"
import { isConfirmation, isPreview } from "./said"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
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
  "Mach es",
  "ja!",
  "Ausführen",
])("“%s” confirms the open preview", async (word) => {
  const { chat, last, message } = openedConversation()
  chat.send("Plan the launch")
  await last().answer(preview, proposal(goal))
  chat.send(word)
  expect(last().input).toMatchObject({ request: "Plan the launch", confirmed: true, proposal: 5 })
  await last().answer("Done: 1 addition.", {
    changes: [],
    done: { created: 1, updated: 0, deleted: 0 },
    changeSet: 5,
  })
  expect(message()).toMatchObject({ done: { changeSet: 5, state: "undoable" } })
  expect(chat.state.get().messages.find(({ preview }) => preview)?.preview?.state).toBe("done")
})

test("without an open preview a word of confirmation is a request", () => {
  const { chat, last } = openedConversation()
  chat.send("yes")
  expect(last().input).toMatchObject({ request: "yes", confirmed: false })
  expect(isConfirmation("yes please")).toBe(false)
})

test("a reply is a preview by its words too", async () => {
  for (const text of ["Ready to proceed?", "PREVIEW: x", "What I'll do: x", "Planned Actions: x"])
    expect(isPreview(text)).toBe(true)
  const { chat, last } = openedConversation()
  chat.send("Plan")
  await last().answer("What I'll do: all of it")
  chat.doIt()
  expect(last().input).toMatchObject({ request: "Plan", confirmed: true })
})

test("another message or an error leaves the preview; trying again repeats the confirmation", async () => {
  const { chat, last, message } = openedConversation()
  const stateOf = () => chat.state.get().messages.findLast(({ preview }) => preview)?.preview?.state
  chat.send("Plan")
  await last().answer(preview, proposal(goal))
  chat.send("What is overdue?")
  expect(stateOf()).toBe("left")
  await last().answer(preview, proposal(goal))
  chat.doIt()
  await last().lose("MCP WebSocket error", "lost")
  // It may have been carried out: the answer was lost, not the confirmation.
  expect(stateOf()).toBe("unknown")
  expect(message()?.failed).toMatchObject({ again: { what: "doing" }, reason: "lost", isUnanswered: true })
  const { id = 0 } = message() ?? {}
  chat.retry(id)
  expect(last().input).toMatchObject({ request: "What is overdue?", confirmed: true, proposal: 5 })
  expect(chat.state.get().messages.some((each) => each.id === id)).toBe(false)
  await last().answer("This was done already: 1 addition.", {
    done: { created: 1, updated: 0, deleted: 0 },
    changeSet: 5,
  })
  expect([stateOf(), message()?.done]).toEqual(["done", { changeSet: 5, state: "undoable" }])
  chat.send("Plan more")
  await last().answer(preview, proposal(goal))
  chat.doIt()
  await last().fail("Your plan role lets you read and comment.")
  expect(stateOf()).toBe("left")
})

test("a preview that comes back after a confirmation awaits another one", async () => {
  const { chat, requests, last, message } = openedConversation()
  chat.send("Plan")
  await last().answer(preview, proposal(goal))
  chat.doIt()
  await last().answer(`The plan has changed. ${preview}`, { ...proposal(goal, other), id: 6 })
  expect(requests).toHaveLength(2)
  expect(message()?.preview).toMatchObject({ id: 6, state: "open" })
  expect(chat.state.get().messages.filter(({ preview }) => preview?.state === "open")).toHaveLength(1)
})

test("unticking a change unticks its dependents, and only ticked changes are confirmed", async () => {
  const { chat, requests, last, message } = openedConversation()
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
  await last().answer("Done", { done: { created: 0, updated: 1, deleted: 0 }, changeSet: 5 })

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
  const { chat, requests, last, message } = openedConversation()
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

test.each([0, 31, 120, -120])(
  "with a clock %i minutes ahead, a preview lasts 30 minutes from its arrival",
  async (off) => {
    const { chat, last, message } = openedConversation()
    const expiresAt = new Date(Date.now() + 1_800_000).toISOString()
    vi.setSystemTime(Date.now() + off * 60_000)
    chat.send("Plan")
    await last().answer(preview, { ...proposal(goal), expiresAt })
    await vi.advanceTimersByTimeAsync(1_799_000)
    expect(message()?.preview?.state).toBe("open")
    await vi.advanceTimersByTimeAsync(2_000)
    expect(message()?.preview?.state).toBe("expired")
  },
)

test("undo reverts the change set once; a refusal gives the reason and ends the offer", async () => {
  const { chat, last, message } = openedConversation()
  const done = { created: 1, updated: 0, deleted: 0 }
  const carry = async (changeSet: number) => {
    chat.send("Plan")
    await last().answer(preview, { ...proposal(goal), id: changeSet })
    chat.doIt()
    await last().answer("Done", { done, changeSet })
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
  await last().fail("", { reason: "offline" })
  expect([stateOf(second), message()?.failed?.reason]).toEqual(["undoable", "offline"])
  chat.undo(second)
  await last().fail('Priya Nair has changed "Book the slot" since.', { card: { entity: "task", id: 9 } })
  expect(stateOf(second)).toBe("fixed")
  expect(message()).toMatchObject({
    content: 'Priya Nair has changed "Book the slot" since.',
    card: { entity: "task", id: 9 },
  })
  expect(message()?.failed).toBeUndefined()
  const third = await carry(8)
  chat.undo(third)
  await last().lose("MCP WebSocket closed: 1006")
  expect(stateOf(third)).toBe("undoable")
  chat.send("Undo")
  await last().answer("You have changed it since.", { card: { entity: "goal", id: 3 } })
  expect(message()?.card).toEqual({ entity: "goal", id: 3 })
  chat.send("Undo")
  await last().answer("Undone: 1 addition.", { undone: true })
  expect(stateOf(third)).toBe("undone")
})
