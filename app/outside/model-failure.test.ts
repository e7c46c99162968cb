// Failures of a provider: what people read, and what is logged.
import type { ServerResponse } from "node:http"
import { expect, test, vi } from "vitest"
import {
  answersWith,
  breaksOff,
  chunks,
  html,
  scriptedModel,
  sends,
  type Turn,
} from "../../tests/support/services/model"
import { refuses, scriptedProvider, tools, user } from "../../tests/support/services/scripted-provider"
import { complete, modelFailures } from "./model.server"
import { connect } from "./model-connection.server"
import { mayPass } from "./model-failure.server"

const { logged, opened, script, journal, url } = scriptedProvider()

const now = { "retry-after": "0" }

test.each<[form: string, turn: Turn, reason: string, message: RegExp, log: object, requests?: number]>([
  [
    "a wrong key",
    refuses(
      401,
      { message: "Incorrect API key provided: sk-secret", code: "invalid_api_key", type: "invalid_request_error" },
      { "x-request-id": "req_1" },
    ),
    "key",
    /refused the key/,
    { status: 401, code: "invalid_api_key", type: "invalid_request_error", requestId: "req_1" },
  ],
  [
    "Gemini's wrong key",
    answersWith(
      [
        {
          error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" },
        },
      ],
      400,
    ),
    "key",
    /refused the key/,
    { status: 400, code: "400", type: "INVALID_ARGUMENT" },
  ],
  [
    "a forbidden request",
    refuses(403, { message: "Country not supported" }),
    "key",
    /refused the key/,
    { status: 403 },
  ],
  [
    "a model that is not there",
    refuses(404, {
      message: "The model `gpt-0` does not exist or you do not have access to it.",
      code: "model_not_found",
      type: "invalid_request_error",
    }),
    "model",
    /configured model/,
    { status: 404, code: "model_not_found" },
  ],
  [
    "Ollama's missing model",
    answersWith({ error: 'model "x" not found, try pulling it first' }, 404),
    "model",
    /configured model/,
    { status: 404 },
  ],
  [
    "a model without tools",
    refuses(400, { message: "registry.ollama.ai/library/gemma:2b does not support tools" }),
    "model",
    /with tools/,
    { status: 400 },
  ],
  [
    "a used up quota",
    refuses(429, {
      message: "You exceeded your current quota",
      code: "insufficient_quota",
      type: "insufficient_quota",
    }),
    "quota",
    /quota is used up/,
    { status: 429, code: "insufficient_quota" },
  ],
  [
    "DeepSeek's empty balance",
    refuses(402, { message: "Insufficient Balance", type: "unknown_error" }),
    "quota",
    /quota is used up/,
    { status: 402 },
  ],
  [
    "a long context",
    refuses(400, { message: "This model's maximum context length is 8192 tokens.", code: "context_length_exceeded" }),
    "context",
    /context/,
    { code: "context_length_exceeded" },
  ],
  [
    "llama.cpp's long context",
    refuses(400, {
      message: "the request exceeds the available context size",
      type: "exceed_context_size_error",
      code: 400,
    }),
    "context",
    /context/,
    { type: "exceed_context_size_error" },
  ],
  [
    "vLLM's long context",
    answersWith(
      { object: "error", message: "Please reduce the length of the messages.", type: "BadRequestError", code: 400 },
      400,
    ),
    "context",
    /context/,
    { type: "BadRequestError" },
  ],
  [
    "a rate limit",
    refuses(429, { message: "slow down", code: "rate_limit_exceeded" }, now),
    "rate",
    /rate limit/,
    { status: 429 },
    2,
  ],
  [
    "a long Retry-After",
    refuses(429, { message: "slow down" }, { "retry-after": "90" }),
    "rate",
    /rate limit\. Please try again in 90 seconds\./,
    { status: 429 },
  ],
  [
    "a Retry-After of an hour",
    refuses(503, { message: "maintenance" }, { "retry-after": "3600" }),
    "network",
    /Please try again in 60 minutes\./,
    { status: 503 },
  ],
  ["a broken provider", refuses(500, { message: "oops" }, now), "network", /network/, { status: 500 }, 2],
  [
    "a gateway's page",
    (response) => {
      response.writeHead(502, { "content-type": "text/html", ...now }).end("<h1>Bad gateway</h1>")
    },
    "network",
    /network/,
    { status: 502 },
    2,
  ],
  ["a gateway's timeout", refuses(504, "late"), "time", /timeout/, { status: 504 }],
  [
    "another refusal",
    refuses(400, { message: "messages: the launch is secret", type: "invalid_request_error" }),
    "request",
    /refused the request/,
    { status: 400 },
  ],
  [
    "a content filter",
    refuses(400, { message: "filtered", code: "content_filter" }),
    "filter",
    /content filter/,
    { code: "content_filter" },
  ],
  ["a filtered answer", chunks([{ content: "Well" }], "content_filter"), "filter", /content filter/, {}],
  [
    "an error within the stream",
    sends({ choices: [{ delta: { content: "" } }] }, { error: { code: 429, message: "slow down" } }),
    "rate",
    /rate limit/,
    { code: "429" },
    2,
  ],
  ["half a stream", breaksOff, "incomplete", /incomplete/, {}],
  [
    "an answer that is too long",
    chunks([{ content: "Well" }], "length"),
    "incomplete",
    /incomplete/,
    { code: "length" },
  ],
  ["a page in place of a stream", html, "incomplete", /incomplete/, {}],
])(
  "%s is told, logged and counted by its kind, without contents",
  async (_, turn, reason, message, log, requests = 1) => {
    const countOf = () => Object.fromEntries(modelFailures())[`reason="${reason}"`] ?? 0
    const before = countOf()
    script(turn)
    await expect(complete([user], tools)).rejects.toMatchObject({
      problem: { status: 503, reason, message: expect.stringMatching(message) },
    })
    expect(journal()).toHaveLength(requests)
    expect(countOf()).toBe(before + requests)
    expect(logged).toHaveLength(requests)
    expect(logged[0]).toMatchObject({ message: "a request to the AI model failed", model: "scripted", reason, ...log })
    expect(JSON.stringify(logged)).not.toMatch(/sk-secret|launch is secret|Plan the launch/)
  },
)

test("a Retry-After of up to 20 seconds is waited for", () => {
  expect([20_000, 20_001].map((retryAfterMs) => mayPass("rate", { status: 429, retryAfterMs }))).toEqual([true, false])
})

test("a provider that can't be reached is told as the network's", async () => {
  const closed = await scriptedModel()
  await closed.close()
  await opened({ baseUrl: closed.url })
  await expect(complete([user], tools)).rejects.toMatchObject({ problem: { reason: "network" } })
  expect(logged.at(-1)).toMatchObject({ reason: "network", type: "ECONNREFUSED" })
  await opened()
})

test("a connection on which nothing arrives for a minute ends; comments are something", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    let response: ServerResponse | undefined
    script((opening) => {
      response = opening
      opening.writeHead(200, { "content-type": "text/event-stream" })
      opening.write(": waiting\n\n")
    })
    const connection = connect()
    const answer = await connection.fetch(url(), { method: "POST", body: "{}" })
    const reader = answer.body?.getReader()
    for (let minute = 0; minute < 3; minute++) {
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(": waiting\n\n")
      vi.advanceTimersByTime(59_000)
      response?.write(": waiting\n\n")
    }
    await reader?.read()
    expect(connection.isSilent()).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(connection.isSilent()).toBe(true)
    await expect(reader?.read()).rejects.toThrow("Nothing arrived.")
  } finally {
    vi.useRealTimers()
  }
})

test("a request that ends for silence or its deadline is told as the time's", async () => {
  const waits =
    (then: () => void): Turn =>
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(": waiting\n\n")
      then()
    }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    script(waits(() => vi.advanceTimersByTime(60_000)))
    await expect(complete([user], tools)).rejects.toMatchObject({ problem: { reason: "time" } })
  } finally {
    vi.useRealTimers()
  }
  const deadline = new AbortController()
  script(waits(() => deadline.abort(new DOMException("Late", "TimeoutError"))))
  const ended = complete([user], tools, { signal: deadline.signal })
  await expect(ended).rejects.toMatchObject({ problem: { reason: "time" } })
  expect(logged.map(({ reason }) => reason)).toEqual(["time", "time"])
})
