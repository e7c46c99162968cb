// openModel(), complete(): an answer of the model, from any server that speaks one of OpenAI's wire formats.
import { setTimeout as sleep } from "node:timers/promises"
import type OpenAI from "openai"
import { type ModelFault, refusal } from "~/contract/problem"
import { connect } from "./model-connection.server"
import { failureIn, faultOf, mayPass, modelRefusal } from "./model-failure.server"
import type { Completion, Listening, ModelMessage, ModelTool, ProviderFailure, Wanted, Wire } from "./model-wire"

export type { ModelMessage, ModelTool, ToolCall } from "./model-wire"

type Api = "chat" | "responses"
export type ModelOutcome = "answered" | "stopped" | ModelFault
export type ModelOptions = {
  apiKey: string | null
  baseUrl: string
  name: string
  api?: Api | null
  /** Null: not sent. */
  effort?: string | null
  /** Of one request to the assistant, with all of its rounds. */
  timeoutMs?: number
  warn?: (message: string, fields: Record<string, unknown>) => void
  /** Called for each request sent to the provider. */
  measure?: (provider: string, outcome: ModelOutcome, seconds: number) => void
  /** Before a request is retried, where the provider names no time. */
  retryMs?: number
}

const usualTimeoutMs = 600_000

type Open = Required<Pick<ModelOptions, "name" | "timeoutMs" | "retryMs">> &
  Pick<ModelOptions, "warn" | "measure"> & {
    library: typeof OpenAI
    client: OpenAI
    host: string
    api: Api
    wire: Wire
    effort: string | null
    wanted: Wanted
  }
let open: Open | undefined

/** The wire format by default: Responses at OpenAI alone. */
export const apiOf = (baseUrl: string): Api =>
  /(?:^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname) ? "responses" : "chat"

/** The library is loaded only where a model is configured. */
export const openModel = async (options: ModelOptions | null) => {
  open = undefined
  if (!options) return
  const { baseUrl, name, effort = null, timeoutMs = usualTimeoutMs, retryMs = 1_000, warn, measure } = options
  const [{ default: library }, { chat }, { responses }] = await Promise.all([
    import("openai"),
    import("./model-chat.server"),
    import("./model-responses.server"),
  ])
  const { host } = new URL(baseUrl)
  const api = options.api ?? apiOf(baseUrl)
  // The client wants a key even where the server does not. Retries are made here, by the kind of failure.
  const client = new library({
    apiKey: options.apiKey ?? "none",
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: "off",
  })
  const wire = api === "chat" ? chat : responses
  const wanted: Wanted = { without: new Set(), back: new Set() }
  open = { library, client, name, host, api, wire, effort, wanted, timeoutMs, retryMs, warn, measure }
}

/** Null: no model is configured. */
export const modelName = (): string | null => open?.name ?? null

/** Where requests are sent. Null: no model is configured. */
export const modelProvider = () => (open ? { host: open.host, model: open.name } : null)

/** The longest that one request to the assistant takes. */
export const modelTimeoutMs = (): number => open?.timeoutMs ?? usualTimeoutMs

const failures = new Map<ModelFault, number>()
/** Failed requests to the provider by reason, for /metrics. */
export const modelFailures = (): [labels: string, count: number][] =>
  [...failures].map(([reason, count]) => [`reason="${reason}"`, count])

/** Codes and ids are single words; anything else may be a content. */
const word = (text: string | undefined) => (text !== undefined && /^[\w.:-]{1,100}$/.test(text) ? text : undefined)

const note = ({ name, warn }: Open, reason: ModelFault, { status, code, type, requestId }: ProviderFailure) => {
  failures.set(reason, (failures.get(reason) ?? 0) + 1)
  warn?.("a request to the AI model failed", {
    reason,
    status,
    code: word(code),
    type: word(type),
    requestId: word(requestId),
    model: name,
  })
}

/**
 * Retries a transient error once, and without a parameter that is refused, unless text was already streamed. Throws a
 * refusal whose message people may read; nothing of the provider's text.
 */
export const complete = async (
  messages: ModelMessage[],
  tools: ModelTool[],
  { onText, ...others }: Listening = {},
): Promise<Completion> => {
  const model = open
  if (!model) throw new Error("no model is configured")
  const { signal } = others
  let isOut = false
  let isRetry = false
  const changed = new Set<string>()
  const listening: Listening = {
    ...others,
    onText: (piece) => {
      isOut = onText !== undefined
      onText?.(piece)
    },
  }
  for (;;) {
    const connection = connect()
    const client = model.client.withOptions({ fetch: connection.fetch })
    const { name, effort } = model
    const wanted = copyOf(model.wanted)
    const began = performance.now()
    const measured = (outcome: ModelOutcome) =>
      model.measure?.(model.host, outcome, (performance.now() - began) / 1_000)
    try {
      const completion = await model.wire({ client, model: name, messages, tools, effort, wanted }, listening)
      measured("answered")
      return completion
    } catch (thrown) {
      const isLate = signal?.aborted ? isDeadline(signal) : connection.isSilent()
      if (signal?.aborted && !isLate) {
        measured("stopped")
        throw refusal(409, "The request was stopped.")
      }
      const failure = isLate ? { code: "timeout" } : failureIn(model.library, thrown)
      const reason = faultOf(failure)
      measured(reason)
      note(model, reason, failure)
      if (isOut || isLate) throw modelRefusal(reason, failure)
      const change = adapted(model, wanted, failure, messages)
      if (change !== undefined && !changed.has(change)) {
        changed.add(change)
        continue
      }
      if (isRetry || !mayPass(reason, failure)) throw modelRefusal(reason, failure)
      isRetry = true
      await sleep(failure.retryAfterMs ?? model.retryMs, undefined, { signal }).catch(() => {})
    }
  }
}

const isDeadline = ({ reason }: AbortSignal) => (reason as Error | undefined)?.name === "TimeoutError"

const quotes = ["'", '"', "`"]
/** A refusal names a parameter, or quotes it in its text. A name with an underscore is nothing else. */
const isNamed = ({ param = "", message = "" }: ProviderFailure, name: string) =>
  [name, `${name}.`, `${name}[`].some((start) => (start === name ? param === name : param.startsWith(start))) ||
  quotes.some((quote) => message.includes(`${quote}${name}${quote}`)) ||
  (name.includes("_") && message.includes(name))

/** The optional parameters of each wire format, with what refusals call them. */
const optional: Record<Api, [parameter: string, names: string[]][]> = {
  chat: [
    ["reasoning_effort", ["reasoning_effort", "reasoning.effort"]],
    ["stream", ["stream"]],
  ],
  responses: [
    ["reasoning", ["reasoning", "reasoning.effort", "reasoning_effort"]],
    ["include", ["include"]],
    ["store", ["store"]],
    ["stream", ["stream"]],
  ],
}
const reasoningFields = ["reasoning_content", "reasoning"]

const copyOf = ({ without, back, ...others }: Wanted): Wanted => ({
  ...others,
  without: new Set(without),
  back: new Set(back),
})

/**
 * Remembers what the provider wants otherwise, by the parameter that its refusal names. Undefined: nothing that can be
 * changed. `sent`: as the request was made, which others may have changed since.
 */
const adapted = (
  { api, wanted, effort }: Open,
  sent: Wanted,
  failure: ProviderFailure,
  messages: readonly ModelMessage[],
): string | undefined => {
  if (failure.status !== 400 && failure.status !== 422) return undefined
  const isAnswered = api === "chat" && messages.some((message) => "completion" in message)
  const field = isAnswered ? reasoningFields.find((name) => isNamed(failure, name)) : undefined
  if (field && !(field === "reasoning" && isNamed(failure, "reasoning_effort"))) {
    if (sent.back.has(field)) wanted.back.delete(field)
    else wanted.back.add(field)
    return field
  }
  for (const [parameter, names] of optional[api]) {
    if (sent.without.has(parameter) || !names.some((name) => isNamed(failure, name))) continue
    const isEffort = parameter.startsWith("reasoning")
    // Models that reason by default take tools in Chat Completions only without it.
    if (isEffort && api === "chat" && /\btools\b/i.test(failure.message ?? "") && sent.effort === undefined) {
      wanted.effort = "none"
      return parameter
    }
    if (isEffort && effort === null && sent.effort === undefined) continue
    wanted.without.add(parameter)
    return parameter
  }
  return undefined
}
