// Answers, calls and failures in the wire forms that providers have, over HTTP.
import type { ServerResponse } from "node:http"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import {
  answersWith,
  breaksOff,
  chunks,
  html,
  scriptedModel,
  sends,
  type Turn,
} from "../../tests/support/services/model"
import { complete, type ModelMessage, type ModelOptions, modelFailures, openModel } from "./model.server"
import { connect } from "./model-connection.server"
import { mayPass } from "./model-failure.server"

let model: Awaited<ReturnType<typeof scriptedModel>>
const logged: Record<string, unknown>[] = []

const opened = (more: Partial<ModelOptions> = {}) =>
  openModel({
    apiKey: "sk-secret",
    baseUrl: model.url,
    name: "scripted",
    retryMs: 1,
    warn: (message, fields) => logged.push({ message, ...fields }),
    ...more,
  })
beforeAll(async () => {
  model = await scriptedModel()
  await opened()
})
afterEach(() => {
  logged.length = 0
})
afterAll(async () => {
  await openModel(null)
  await model.close()
})

const tools = ["propose_changes", "find_cards"].map((name) => ({
  name,
  description: name,
  parameters: { type: "object", properties: {} },
}))
const user: ModelMessage = { role: "user", content: "Plan the launch" }

const heard = async (turn: Turn) => {
  model.script(turn)
  const said: string[] = []
  const { text, calls } = await complete([user], tools, { onText: (piece) => said.push(piece) })
  return { text, calls: calls.map(({ name, arguments: args }) => `${name} ${args}`), said: said.join("").trim() }
}

const call = (name: string, args: unknown, more: object = {}, inFunction: object = {}) => ({
  ...more,
  type: "function",
  function: { name, arguments: args, ...inFunction },
})
const piece = (args: string, more: object = {}) => ({ ...more, function: { arguments: args } })
const asked = (...calls: object[]) => ({ tool_calls: calls })
const one = 'propose_changes {"changes":[1]}'
const two = 'propose_changes {"changes":[2]}'
const look = 'find_cards {"words":"a"}'

test.each<[form: string, turn: Turn, expected: { text?: string; calls?: string[] }]>([
  [
    "Gemini's calls without index and id",
    chunks([
      { role: "assistant", ...asked(call("propose_changes", '{"changes":[1]}', { id: "" })) },
      asked(call("propose_changes", '{"changes":[2]}', { id: "" })),
      asked(call("find_cards", '{"words":"a"}')),
    ]),
    { calls: [one, two, look] },
  ],
  [
    "calls told apart by index, in turns",
    chunks([
      asked(call("propose_changes", "", { index: 0, id: "a" }), call("find_cards", "", { index: 1, id: "b" })),
      asked(piece('{"changes"', { index: 0 }), piece('{"words"', { index: 1 })),
      asked(piece(":[1]}", { index: 0 }), piece(':"a"}', { index: 1 })),
    ]),
    { calls: [one, look] },
  ],
  [
    "calls told apart by id alone",
    chunks([
      asked(call("propose_changes", '{"changes"', { id: "a" })),
      asked(call("propose_changes", '{"changes":[2', { id: "b" })),
      asked(piece(":[1]}", { id: "a" })),
      asked(piece("]}", { id: "b" })),
    ]),
    { calls: [one, two] },
  ],
  [
    "Ollama's calls, all with index 0 and in one piece",
    chunks([
      asked(call("propose_changes", '{"changes":[1]}', { index: 0, id: "call_1" })),
      asked(call("propose_changes", '{"changes":[2]}', { index: 0, id: "call_2" })),
    ]),
    { calls: [one, two] },
  ],
  [
    "arguments as an object",
    chunks([asked(call("propose_changes", { changes: [1] }, { index: 0, id: "a" }))]),
    { calls: [one] },
  ],
  [
    "vLLM's repeated names",
    chunks([
      asked(call("propose_changes", "", { index: 0, id: "a" })),
      asked(call("propose_changes", '{"changes"', { index: 0 })),
      asked(call("propose_changes", ":[1]}", { index: 0 })),
    ]),
    { calls: [one] },
  ],
  [
    "an id of its own with each piece",
    chunks([
      asked(call("propose_changes", "", { index: 0, id: "a" })),
      asked(piece('{"changes"', { index: 0, id: "b" })),
      asked(call("propose_changes", ":[1]}", { index: 0, id: "c" })),
    ]),
    { calls: [one] },
  ],
  [
    "a name in pieces",
    chunks([
      asked(call("propose_", "", { index: 0, id: "a" })),
      asked(call("changes", '{"changes":[1]}', { index: 0, id: "a" })),
    ]),
    { calls: [one] },
  ],
  [
    "DeepSeek's reasoning",
    chunks([
      { reasoning_content: "The person wants…", content: null },
      { reasoning: "a launch" },
      { content: "Here it is." },
    ]),
    { text: "Here it is." },
  ],
  [
    "reasoning within the text",
    chunks([{ content: "<thi" }, { content: "nk>Hmm, <b" }, { content: "r>.</thi" }, { content: "nk>\n\nHere < it." }]),
    { text: "Here < it." },
  ],
  [
    "Mistral's parts",
    chunks([
      { content: [{ type: "thinking", thinking: [{ type: "text", text: "Hmm" }] }] },
      { content: [{ type: "text", text: "Here " }] },
      { content: "it is." },
    ]),
    { text: "Here it is." },
  ],
  [
    "a whole answer of JSON",
    answersWith({
      choices: [
        { message: { role: "assistant", content: "Now.", ...asked(call("propose_changes", { changes: [1] })) } },
      ],
    }),
    { text: "Now.", calls: [one] },
  ],
  [
    "llama.cpp's calls in the text",
    chunks([
      { content: 'Right.\n<tool_call>\n{"name":"propose_changes","arguments":{"changes":[1]}}\n</tool' },
      { content: '_call>\n<tool_call>{"name":"find_cards","arguments":"{\\"words\\":\\"a\\"}"}</tool_call>' },
    ]),
    { text: "Right.", calls: [one, look] },
  ],
  [
    "a text that is a call as a whole",
    chunks([{ content: '```json\n{"name": "propose_' }, { content: 'changes", "parameters": {"changes":[1]}}\n```' }]),
    { text: "", calls: [one] },
  ],
  [
    "Mistral's calls in the text",
    chunks([{ content: '[TOOL_CALLS][{"name":"propose_changes","arguments":{"changes":[1]}}]' }]),
    { calls: [one] },
  ],
  [
    "a text of JSON that is no call",
    chunks([{ content: '{"name": "Winter"' }, { content: "} is a goal." }]),
    { text: '{"name": "Winter"} is a goal.' },
  ],
  [
    "OpenRouter's comments",
    sends(
      ": OPENROUTER PROCESSING",
      { choices: [{ index: 0, delta: { content: "Here." }, finish_reason: null }] },
      ": OPENROUTER PROCESSING",
      { choices: [{ index: 0, delta: { content: "" }, finish_reason: "stop" }] },
      { choices: [], usage: { total_tokens: 3 } },
      "data: [DONE]",
    ),
    { text: "Here." },
  ],
  [
    "a refusal of the model",
    chunks([{ refusal: "I can’t " }, { refusal: "help with that." }]),
    { text: "I can’t help with that." },
  ],
])("%s", async (_, turn, { text = "", calls = [] }) => {
  expect(await heard(turn)).toEqual({ text, calls, said: text })
  expect(logged).toEqual([])
})

/** The messages of a second round, after an answer with a call. */
const secondRound = async (turn: Turn, ...turns: Turn[]) => {
  model.script(turn)
  const completion = await complete([user], tools)
  const results = completion.calls.map(
    ({ id }): ModelMessage => ({ role: "tool", callId: id, content: "Nothing fits." }),
  )
  model.script(...turns, chunks([{ content: "Done." }]))
  await complete([user, { role: "assistant", completion }, ...results], tools)
  return { calls: completion.calls, sent: model.journal }
}

test("signatures go back with their calls, reasoning does not", async () => {
  const signature = { extra_content: { google: { thought_signature: "sig-1" } } }
  const { calls, sent } = await secondRound(
    chunks([
      { reasoning_content: "secret thoughts", content: "<think>more</think>" },
      asked(call("find_cards", '{"words":"a"}', signature)),
      asked(call("find_cards", '{"words":"b"}', { id: "" }, { thought_signature: "sig-2" })),
      { reasoning_details: [{ type: "reasoning.text", text: "unsigned", index: 0 }] },
      { reasoning_details: [{ type: "reasoning.text", text: "Let me ", index: 1 }] },
      { reasoning_details: [{ type: "reasoning.text", text: "look.", signature: "sig-3", index: 1 }] },
    ]),
  )
  const [first, second] = calls
  expect(new Set([first?.id, second?.id, ""]).size).toBe(3)
  expect(sent[0]?.messages.slice(1)).toEqual([
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: first?.id, type: "function", ...signature, function: { name: "find_cards", arguments: '{"words":"a"}' } },
        {
          id: second?.id,
          type: "function",
          function: { name: "find_cards", arguments: '{"words":"b"}', thought_signature: "sig-2" },
        },
      ],
      reasoning_details: [{ type: "reasoning.text", text: "Let me look.", signature: "sig-3", index: 1 }],
    },
    { role: "tool", tool_call_id: first?.id, content: "Nothing fits." },
    { role: "tool", tool_call_id: second?.id, content: "Nothing fits." },
  ])
})

test("reasoning goes back to a provider that refuses a request without it, and is remembered", async () => {
  await opened()
  const thoughtful = chunks([
    { reasoning_content: "Thoughts" },
    asked(call("find_cards", '{"words":"a"}', { id: "a" })),
  ])
  const missing = answersWith(
    { error: { message: "Missing `reasoning_content` field in the assistant message at message index 1" } },
    400,
  )
  const first = await secondRound(thoughtful, missing)
  expect(first.sent.map(({ messages }) => messages[1]?.reasoning_content)).toEqual([undefined, "Thoughts"])
  const again = await secondRound(thoughtful)
  expect(again.sent.map(({ messages }) => messages[1]?.reasoning_content)).toEqual(["Thoughts"])
  await opened()
})

const fine = chunks([{ content: "Fine." }])

test.each<[form: string, refusal: Turn, first: string, then: string | undefined]>([
  [
    "OpenAI's, with the parameter's name",
    answersWith(
      { error: { message: "Unsupported parameter.", param: "reasoning_effort", code: "unsupported_parameter" } },
      400,
    ),
    "low",
    undefined,
  ],
  [
    "LiteLLM's",
    answersWith(
      {
        error: {
          message:
            "litellm.UnsupportedParamsError: openai does not support parameters: ['reasoning_effort'], for model=x.",
          type: "None",
          param: "None",
          code: "400",
        },
      },
      400,
    ),
    "low",
    undefined,
  ],
  [
    "Mistral's",
    answersWith({ detail: [{ type: "extra_forbidden", loc: ["body", "reasoning_effort"], msg: "Extra inputs" }] }, 422),
    "low",
    undefined,
  ],
  [
    "of effort beside tools",
    answersWith(
      {
        error: {
          message:
            "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
          param: "reasoning_effort",
        },
      },
      400,
    ),
    "low",
    "none",
  ],
])("a parameter is left out after a refusal %s, and stays left out", async (_, refusal, first, then) => {
  await opened({ effort: "low" })
  model.script(refusal, fine)
  expect((await complete([user], tools)).text).toBe("Fine.")
  expect(model.journal.map((sent) => sent.reasoning_effort)).toEqual([first, then])
  expect((await complete([user], tools)).text).toBe("Fine.")
  expect(model.journal.at(-1)?.reasoning_effort).toBe(then)
  model.script(refusal)
  await expect(complete([user], tools)).rejects.toMatchObject({ problem: { reason: "request" } })
  expect(model.journal).toHaveLength(then === undefined ? 1 : 2)
  await opened()
})

const error = (status: number, error: unknown, headers: Record<string, string> = {}) =>
  answersWith({ error }, status, headers)
const now = { "retry-after": "0" }

test.each<[form: string, turn: Turn, reason: string, message: RegExp, log: object, requests?: number]>([
  [
    "a wrong key",
    error(
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
  ["a forbidden request", error(403, { message: "Country not supported" }), "key", /refused the key/, { status: 403 }],
  [
    "a model that is not there",
    error(404, {
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
    error(400, { message: "registry.ollama.ai/library/gemma:2b does not support tools" }),
    "model",
    /with tools/,
    { status: 400 },
  ],
  [
    "a used up quota",
    error(429, { message: "You exceeded your current quota", code: "insufficient_quota", type: "insufficient_quota" }),
    "quota",
    /quota is used up/,
    { status: 429, code: "insufficient_quota" },
  ],
  [
    "DeepSeek's empty balance",
    error(402, { message: "Insufficient Balance", type: "unknown_error" }),
    "quota",
    /quota is used up/,
    { status: 402 },
  ],
  [
    "a long context",
    error(400, { message: "This model's maximum context length is 8192 tokens.", code: "context_length_exceeded" }),
    "context",
    /context/,
    { code: "context_length_exceeded" },
  ],
  [
    "llama.cpp's long context",
    error(400, {
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
    error(429, { message: "slow down", code: "rate_limit_exceeded" }, now),
    "rate",
    /rate limit/,
    { status: 429 },
    2,
  ],
  [
    "a long Retry-After",
    error(429, { message: "slow down" }, { "retry-after": "90" }),
    "rate",
    /rate limit\. Please try again in 90 seconds\./,
    { status: 429 },
  ],
  [
    "a Retry-After of an hour",
    error(503, { message: "maintenance" }, { "retry-after": "3600" }),
    "network",
    /Please try again in 60 minutes\./,
    { status: 503 },
  ],
  ["a broken provider", error(500, { message: "oops" }, now), "network", /network/, { status: 500 }, 2],
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
  ["a gateway's timeout", error(504, "late"), "time", /timeout/, { status: 504 }],
  [
    "another refusal",
    error(400, { message: "messages: the launch is secret", type: "invalid_request_error" }),
    "request",
    /refused the request/,
    { status: 400 },
  ],
  [
    "a content filter",
    error(400, { message: "filtered", code: "content_filter" }),
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
    model.script(turn)
    await expect(complete([user], tools)).rejects.toMatchObject({
      problem: { status: 503, reason, message: expect.stringMatching(message) },
    })
    expect(model.journal).toHaveLength(requests)
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
    model.script((opening) => {
      response = opening
      opening.writeHead(200, { "content-type": "text/event-stream" })
      opening.write(": waiting\n\n")
    })
    const connection = connect()
    const answer = await connection.fetch(model.url, { method: "POST", body: "{}" })
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
    model.script(waits(() => vi.advanceTimersByTime(60_000)))
    await expect(complete([user], tools)).rejects.toMatchObject({ problem: { reason: "time" } })
  } finally {
    vi.useRealTimers()
  }
  const deadline = new AbortController()
  model.script(waits(() => deadline.abort(new DOMException("Late", "TimeoutError"))))
  const ended = complete([user], tools, { signal: deadline.signal })
  await expect(ended).rejects.toMatchObject({ problem: { reason: "time" } })
  expect(logged.map(({ reason }) => reason)).toEqual(["time", "time"])
})

/** An answer of the Responses API. */
const response = (output: object[], more: object = {}) => ({
  id: "r1",
  object: "response",
  status: "completed",
  output,
  ...more,
})
const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}`
const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed" }
const functionCall = (id: string, args: object) => ({
  type: "function_call",
  id: `fc_${id}`,
  call_id: id,
  name: "propose_changes",
  arguments: JSON.stringify(args),
})
const message = (text: string) => ({
  type: "message",
  id: "m1",
  role: "assistant",
  content: [{ type: "output_text", text }],
})

test("Responses are asked to store nothing, and get their sealed reasoning back within the request", async () => {
  await opened({ api: "responses", effort: "low" })
  const output = [reasoning, functionCall("a", { changes: [1] }), functionCall("b", { changes: [2] })]
  model.script(
    sends(
      event("response.output_item.added", { output_index: 1, item: { ...output[1], arguments: "" } }),
      event("response.function_call_arguments.delta", { item_id: "fc_a", output_index: 1, delta: '{"changes"' }),
      event("response.completed", { response: response(output) }),
    ),
  )
  const pieces: string[] = []
  const completion = await complete([{ role: "system", content: "Be brief." }, user], tools, {
    onArguments: (tool, piece) => pieces.push(`${tool} ${piece}`),
  })
  expect(completion.calls.map(({ id, name, arguments: args }) => `${id} ${name} ${args}`)).toEqual([
    `a ${one}`,
    `b ${two}`,
  ])
  expect(pieces).toEqual(['propose_changes {"changes"'])
  expect(model.journal[0]).toMatchObject({
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { effort: "low" },
    input: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Plan the launch" },
    ],
    tools: [{ type: "function", name: "propose_changes", strict: false }, {}],
  })
  const said: string[] = []
  model.script(
    sends(
      event("response.output_text.delta", { delta: "Do" }),
      event("response.output_text.delta", { delta: "ne." }),
      event("response.completed", { response: response([message("Done.")]) }),
    ),
  )
  const answer = await complete(
    [user, { role: "assistant", completion }, { role: "tool", callId: "a", content: "No." }],
    tools,
    { onText: (piece) => said.push(piece) },
  )
  expect([answer.text, said.join("")]).toEqual(["Done.", "Done."])
  expect(model.journal[0]?.input?.slice(1)).toEqual([
    ...output,
    { type: "function_call_output", call_id: "a", output: "No." },
  ])
  await opened()
})

test.each<[form: string, turn: Turn, reason: string]>([
  [
    "an incomplete answer",
    sends(
      event("response.incomplete", {
        response: response([], { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }),
      }),
    ),
    "incomplete",
  ],
  [
    "a failed answer",
    sends(
      event("response.failed", {
        response: response([], { status: "failed", error: { code: "insufficient_quota", message: "pay" } }),
      }),
    ),
    "quota",
  ],
  [
    "an error in the stream",
    sends(event("error", { code: "context_length_exceeded", message: "too long" })),
    "context",
  ],
  ["a stream that breaks off", sends(event("response.created", { response: response([]) })), "incomplete"],
])("Responses: %s is told by its kind", async (_, turn, reason) => {
  await opened({ api: "responses" })
  model.script(turn)
  await expect(complete([user], tools)).rejects.toMatchObject({ problem: { reason } })
  await opened()
})

test("Responses: a whole answer is read, and refused parameters are left out one by one", async () => {
  await opened({ api: "responses", effort: "high" })
  model.script(
    error(400, { message: "Encrypted content is not supported with this model.", param: "include" }),
    error(400, { message: "Unsupported parameter: 'reasoning.effort'", param: "reasoning.effort" }),
    answersWith(response([message("Whole.")])),
  )
  expect((await complete([user], tools)).text).toBe("Whole.")
  expect(model.journal.map(({ include, reasoning }) => [include !== undefined, reasoning !== undefined])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
  await opened()
})

test.each([
  ["https://api.openai.com/v1", "responses"],
  ["https://eu.api.openai.com/v1", "responses"],
  ["https://api.openai.com.example.org/v1", "chat"],
  ["http://localhost:11434/v1", "chat"],
])("%s speaks %s unless told otherwise", async (baseUrl, api) => {
  const { apiOf } = await import("./model.server")
  expect(apiOf(baseUrl)).toBe(api)
})
