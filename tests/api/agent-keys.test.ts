// Requests to the assistant under one key at the same time: one request to the model, however many ask, and however many leave.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { openModel } from "~/outside/model.server"
import { ofKey, openAgent, personal } from "../support/api/agent.ts"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { scriptedModel } from "../support/services/model.ts"

type Waiting = { answer: (text: string) => void; isClosed: () => boolean }

let api: Api
let model: Awaited<ReturnType<typeof scriptedModel>>
let ada: Caller
let planId: number
let asked: Waiting[]

beforeAll(async () => {
  api = await openApi()
  model = await scriptedModel()
  await openModel({ apiKey: "sk-secret", baseUrl: model.url, name: "scripted", retryMs: 1 })
  ada = await api.person()
})
beforeEach(async () => {
  planId = (await api.plan(ada)).id
  asked = []
  model.script((response) => {
    let closed = false
    response.once("close", () => {
      closed = !response.writableEnded
    })
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write(": wait\n\n")
    const answer = (text: string) => {
      const delta = { choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] }
      response.end(`data: ${JSON.stringify(delta)}\n\n`)
    }
    asked.push({ answer, isClosed: () => closed })
  })
})
afterAll(async () => {
  await openModel(null)
  await model.close()
  await api.close()
})

const request = "Why is the quay late?"
const open = async () => openAgent(await ofKey(await api.key(planId)))

test("five at once are one request to the model, and all get its answer; other requests and callers ask for themselves", async () => {
  const [agent, other] = [await open(), await openAgent(personal(ada))]
  const five = Array.from({ length: 5 }, () => agent.call("ai_agent", { planId, request, key: "r-1" }))
  await expect.poll(() => asked.length).toBe(1)
  const apart = [
    agent.call("ai_agent", { planId, request: "And the pier?", key: "r-1" }),
    agent.call("ai_agent", { planId, request, key: "r-2" }),
    agent.call("ai_agent", { planId, request }),
    other.call("ai_agent", { planId, request, key: "r-1" }),
  ]
  await expect.poll(() => asked.length).toBe(5)
  for (const { answer } of asked) answer("Rain.")
  expect((await Promise.all(five)).map(({ text }) => text)).toEqual(Array(5).fill("Rain."))
  expect((await Promise.all(apart)).every(({ text }) => text === "Rain.")).toBe(true)
  const later = agent.call("ai_agent", { planId, request, key: "r-1" })
  await expect.poll(() => asked.length).toBe(6)
  asked[5]?.answer("Snow.")
  expect((await later).text).toBe("Snow.")
  await Promise.all([agent.close(), other.close()])
})

test("one that leaves stops nothing while another waits, and the last one to leave stops the model", async () => {
  const agent = await open()
  const call = (signal: AbortSignal) =>
    agent.client
      .callTool({ name: "ai_agent", arguments: { planId, request, key: "r-3" } }, undefined, { signal })
      .catch((thrown: unknown) => thrown)
  const [first, second] = [new AbortController(), new AbortController()]
  const one = call(first.signal)
  await expect.poll(() => asked.length).toBe(1)
  const two = call(second.signal)
  // The client numbers its requests: an answered one shows that those before it have been taken.
  await agent.call("list_plans", {})
  first.abort()
  expect(await one).toBeInstanceOf(Error)
  await agent.call("list_plans", {})
  expect(asked[0]?.isClosed()).toBe(false)
  second.abort()
  expect(await two).toBeInstanceOf(Error)
  await expect.poll(() => asked[0]?.isClosed()).toBe(true)
  expect(asked).toHaveLength(1)
  await agent.close()
})
