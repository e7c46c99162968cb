// A conversation that comes back with the page: the messages, a preview that waits, and a request that was interrupted.
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import { goal, openedConversation, preview, proposal, task } from "../../../tests/support/browser/conversation"
import { chatRef, forgetBoard, forgetEverything, keepKey, stored } from "../outbox/browser-database"
import { handOver, sealAll } from "../outbox/sealed"
import type { ChatMessage } from "./conversation-types"
import { conversationStorage, storedPart } from "./stored-conversation"

browserDatabase()
afterEach(async () => {
  vi.useRealTimers()
  await forgetEverything()
})

const [ada, grace] = [1, 2]
/** Of each test: the pages of the others are still there, and write. */
let planId = 100
beforeEach(() => {
  planId += 100
})

type Found = "open" | "done" | "expired" | undefined
/** The page of a person. `found`: what the server says of a proposal. */
const opened = async ({ userId = ada, found = "open" as Found, plan = planId } = {}) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.now() })
  const asked: number[] = []
  const storage = conversationStorage(userId, plan)
  const page = openedConversation({
    storage,
    proposalState: async (id) => {
      asked.push(id)
      return found
    },
  })
  await settled()
  const contents = () => page.chat.state.get().messages.map(({ content }) => content)
  return { ...page, asked, contents }
}
/** Until what is stored, and read of it, has settled. */
const settled = async () => {
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
}
const textStored = (userId = ada, plan = planId) =>
  stored(async (db) => (await db.get("conversations", chatRef(userId, plan)))?.text, undefined)

test("messages come back with the page, and go on after it", async () => {
  const first = await opened()
  first.chat.send("What is overdue?")
  await first.last().answer("Nothing is overdue.", { model: "m" })
  await settled()
  const { chat, contents, last, message } = await opened()
  expect(contents()).toEqual(["What is overdue?", "Nothing is overdue."])
  expect(message()).toMatchObject({ role: "assistant", model: "m" })
  chat.send("And today?")
  expect(last().input.earlier).toHaveLength(2)
  await last().answer("Nothing.")
  await settled()
  expect((await opened()).contents()).toEqual(["What is overdue?", "Nothing is overdue.", "And today?", "Nothing."])
  expect((await opened({ userId: grace })).contents()).toEqual([])
  expect((await opened({ plan: planId + 1 })).contents()).toEqual([])
})

test.each(["open", "done", "expired", undefined] as const)("a preview of which the server says “%s”", async (found) => {
  const first = await opened()
  first.chat.send("Plan")
  await first.last().answer(preview, proposal(goal, task))
  first.chat.tick(1, false)
  await settled()
  const { chat, message, asked, last } = await opened({ found })
  expect(asked).toEqual([5])
  expect(message()?.preview?.state).toBe(found ?? "open")
  if (found !== "open") return
  chat.doIt()
  expect(last().input).toMatchObject({ confirmed: true, proposal: 5, only: [0] })
})

test("a preview that has expired meanwhile says so without asking the server", async () => {
  const first = await opened()
  first.chat.send("Plan")
  await first.last().answer(preview, proposal(goal))
  await settled()
  vi.setSystemTime(Date.now() + 31 * 60_000)
  const { message, asked } = await opened()
  await vi.advanceTimersByTimeAsync(1)
  expect([message()?.preview?.state, asked]).toEqual(["expired", []])
})

test("an interrupted request has failed, and is tried again with the key of the first time", async () => {
  const first = await opened()
  first.chat.send("Plan it")
  const { key } = first.last().input
  await settled()
  const { chat, message, last, requests } = await opened()
  expect(chat.state.get().running).toBeNull()
  expect(message()?.failed).toMatchObject({ reason: "closed", isUnanswered: true })
  chat.retry(message()?.id ?? 0)
  expect(last().input).toMatchObject({ request: "Plan it", key })
  await last().answer(preview, proposal(goal))
  chat.doIt()
  await settled()
  expect(requests).toHaveLength(2)
  const third = await opened()
  const states = third.chat.state.get().messages.flatMap(({ preview }) => preview?.state ?? [])
  expect([states, third.message()?.failed?.again.what, third.asked]).toEqual([["unknown"], "doing", []])
  expect(third.contents().filter((content) => content === "")).toHaveLength(1)
})

test("a request that is sent before the stored messages are read comes after them", async () => {
  const first = await opened()
  first.chat.send("Plan")
  await first.last().answer(preview, proposal(goal))
  await settled()
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.now() })
  const storage = conversationStorage(ada, planId)
  const { chat, last } = openedConversation({ storage })
  chat.send("Something else")
  await settled()
  await last().answer("Fine.")
  const shown = chat.state.get().messages.map(({ content, preview }) => [content, preview?.state])
  expect(shown).toEqual([
    ["Plan", undefined],
    [preview, "left"],
    ["Something else", undefined],
    ["Fine.", undefined],
  ])
})

test("two pages of one plan lose no message of each other", async () => {
  const [one, two] = [await opened(), await opened()]
  one.chat.send("One")
  await one.last().answer("First.")
  await settled()
  vi.setSystemTime(Date.now() + 1_000)
  two.chat.send("Two")
  await two.last().answer("Second.")
  await settled()
  expect((await opened()).contents()).toEqual(["One", "First.", "Two", "Second."])
})

test("a cleared conversation is gone here and in the browser, until that is undone", async () => {
  const first = await opened()
  first.chat.send("Plan")
  await first.last().answer(preview, proposal(goal))
  const back = first.chat.clear()
  await settled()
  expect([first.contents(), await textStored()]).toEqual([[], undefined])
  back?.()
  await settled()
  expect(first.contents()).toEqual(["Plan", preview])
  expect((await opened()).contents()).toEqual(["Plan", preview])
  first.chat.send("More")
  const { signal } = first.last()
  expect(first.chat.clear()).toBeTypeOf("function")
  expect(signal.aborted).toBe(true)
  first.chat.send("Plan")
  await first.last().answer(preview, proposal(goal))
  first.chat.doIt()
  expect(first.chat.clear()).toBeUndefined()
})

const message = (id: number, content: string): ChatMessage => ({ id, role: "user", content, timestamp: "" })

test("the last 50 messages and 200,000 characters are stored, and of a longer message its beginning", () => {
  const many = Array.from({ length: 60 }, (_, at) => message(at, `${at}`))
  expect(storedPart(many).map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => at + 10))
  const long = Array.from({ length: 5 }, (_, at) => message(at, "x".repeat(60_000)))
  expect(storedPart(long).map(({ id }) => id)).toEqual([2, 3, 4])
  const [huge] = storedPart([{ ...message(1, "x".repeat(400_000)), preview: {} as never }])
  expect(huge?.content).toHaveLength(10_000)
  expect(huge).not.toHaveProperty("preview")
})

test("conversations of twenty plans are stored, and that of a plan one has left is deleted", async () => {
  for (let plan = 1; plan <= 22; plan++) {
    vi.useFakeTimers({ toFake: ["Date"], now: plan * 1_000 })
    await conversationStorage(ada, plan).write({ messages: [message(1, "x")], running: null }, new Set())
  }
  const plans = await stored(async (db) => (await db.getAll("conversations")).map(({ planId }) => planId), [])
  expect(plans.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 3))
  await forgetBoard(ada, 20)
  expect(await textStored(ada, 20)).toBeUndefined()
})

test("a conversation is unreadable once its session has ended or another person is here, and comes back", async () => {
  const key = "a".repeat(64)
  const read = () => conversationStorage(ada, planId).read()
  const keep = () =>
    conversationStorage(ada, planId).write({ messages: [message(1, "Secret harbour")], running: null }, new Set())
  await keepKey(ada, key)
  await keep()
  await sealAll()
  expect(await read()).toBeUndefined()
  const sealed = await stored((db) => db.getAll("sealed"), [])
  expect(sealed.map(({ store, data }) => [store, new TextDecoder("latin1").decode(data).includes("harbour")])).toEqual([
    ["conversations", false],
  ])
  await handOver(grace, [])
  expect(await read()).toBeUndefined()
  await handOver(ada, [key])
  expect((await read())?.messages.map(({ content }) => content)).toEqual(["Secret harbour"])
  // Without a key nothing can be sealed.
  await stored((db) => db.clear("keys"), undefined)
  await sealAll()
  expect([await textStored(), await stored((db) => db.count("sealed"), 0)]).toEqual([undefined, 0])
})
