// What the assistant answers over Server-Sent Events while a model speaks: a scripted server of the provider's wire format.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { aiCalls } from "~/contract/ai"
import { openModel } from "~/outside/model.server"
import { type Api, type Caller, openApi, origin } from "../support/api/api.ts"
import { breaksOff, calls, fails, says, saysSlowly, scriptedModel, type Turn } from "../support/services/model.ts"

let api: Api
let owner: Caller
let planId: number
let model: Awaited<ReturnType<typeof scriptedModel>>

beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
  planId = (await api.filled(owner)).plan.id
  model = await scriptedModel()
  await openModel({ apiKey: "sk-secret", baseUrl: model.url, name: "scripted" })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await openModel(null)
  await model.close()
  await api.close()
})

const asked = (turns: Turn[], signal?: AbortSignal) => {
  model.script(...turns)
  return askedAgain({}, signal)
}
const askedAgain = async (given: Record<string, string>, signal?: AbortSignal) => {
  const body = JSON.stringify({ planId, messages: [{ role: "user", content: "How are we doing in general?" }] })
  const headers = { cookie: owner.cookie, origin, "content-type": "application/json", ...given }
  const request = new Request(`${origin}${aiCalls.contextChat.path}`, { method: "POST", headers, body, signal })
  const response = await api.dispatch(request, { ip: "127.0.0.1" })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error("there is no body")
  const next = async () => (await reader.read()).value
  const all = async () => {
    let text = ""
    for (let piece = await next(); piece !== undefined; piece = await next()) text += piece
    return text
  }
  return { response, next, all, leave: () => reader.cancel() }
}

type Data = { delta?: string; error?: { status: number; message: string } } | "[DONE]"
const dataIn = (text: string) =>
  text
    .split("\n\n")
    .filter((line) => line.startsWith("data: "))
    .map((line): Data => (line === "data: [DONE]" ? "[DONE]" : JSON.parse(line.slice("data: ".length))))
const saidIn = (text: string) =>
  dataIn(text)
    .map((data) => (data === "[DONE]" ? "" : (data.delta ?? "")))
    .join("")

/** Resolves once it is let go. */
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test("the words of the model are passed on while it goes on speaking", async () => {
  const { open, opened } = gate()
  const { response, next, all } = await asked([
    saysSlowly(["All is well, ", "but dock 3."], (at) => at === 1 && opened),
  ])
  expect(response.headers.get("content-type")).toBe("text/event-stream")
  expect(await next()).toBe('data: {"delta":"All is well,"}\n\n')
  open()
  expect(dataIn(await all())).toEqual([{ delta: " but dock 3." }, "[DONE]"])
})

test("no piece brings the words of a preview, and a proposal follows the words before it", async () => {
  const marked = await asked([saysSlowly(["PRE", "VIEW: done. Ready ", "to proceed", "?"], () => {})])
  expect(saidIn(await marked.all())).toBe("done.")
  const goal = { op: "create", entity: "goal", fields: { name: "Pier" } }
  const both = calls("propose_changes", { changes: [goal] }, "I would add a pier.")
  const previewed = await (await asked([both])).all()
  expect(saidIn(previewed)).toMatch(/^I would add a pier\.\n\nPREVIEW: 1 addition[\s\S]*Ready to proceed\?$/)
  const looked = await asked([calls("find_cards", { words: "task" }), says("One task.")])
  expect(saidIn(await looked.all())).toBe("One task.")
})

test("a failure before the first word has a status, and one after it is in the stream", async () => {
  const before: Turn = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.end()
  }
  const { response } = await asked([before])
  expect(response.status).toBe(503)
  const { response: begun, all } = await asked([breaksOff, says("Again.")])
  expect(begun.status).toBe(200)
  expect(dataIn(await all())).toEqual([
    { delta: "I would" },
    { error: expect.objectContaining({ status: 503, message: expect.stringContaining("incomplete") }) },
    "[DONE]",
  ])
  expect(model.journal).toHaveLength(1)
})

test("of requests at once under one key one asks the model, and the other gets its answer", async () => {
  const { open, opened } = gate()
  model.script(
    saysSlowly(["All is well."], () => opened),
    says("Something else."),
  )
  const key = { "Idempotency-Key": "asked twice" }
  const both = Promise.all([askedAgain(key), askedAgain(key)])
  open()
  const said = (await both).map(async ({ all }) => saidIn(await all()))
  expect(await Promise.all(said)).toEqual(["All is well.", "All is well."])
  expect(model.journal).toHaveLength(1)
})

test("a request under the key of one that failed asks the model", async () => {
  model.script(fails(400), says("All is well."))
  const key = { "Idempotency-Key": "asked after a failure" }
  const both = await Promise.all([askedAgain(key), askedAgain(key)])
  expect(both.map(({ response }) => response.status).sort()).toEqual([200, 503])
  const answered = both.find(({ response }) => response.ok)
  expect(answered && saidIn(await answered.all())).toBe("All is well.")
})

test("a model that is silent for long keeps the connection, and its failure comes in the stream", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const { open, opened } = gate()
  const silent: Turn = async (response) => {
    vi.advanceTimersByTime(5_000)
    await opened
    response.writeHead(200, { "content-type": "text/html" })
    response.end("<html></html>")
  }
  const { response, next, all } = await asked([silent])
  expect(response.status).toBe(200)
  expect(await next()).toBe(": waiting\n\n")
  open()
  expect(dataIn(await all())).toMatchObject([{ error: { status: 503 } }, "[DONE]"])
})

test("a client that leaves ends the provider's request", async () => {
  const closed = gate()
  const never: Turn = (response, sent) => {
    response.once("close", closed.open)
    saysSlowly(["All is", " well."], (at) => at === 1 && new Promise(() => {}))(response, sent)
  }
  const left = new AbortController()
  const { next } = await asked([never], left.signal)
  expect(await next()).toContain("All is")
  left.abort()
  await closed.opened
})
