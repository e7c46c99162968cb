// openModel(), complete(): Chat Completions of any server that speaks OpenAI's wire format.
import type OpenAI from "openai"
import { refusal } from "~/contract/problem"

export type ModelOptions = { apiKey: string | null; baseUrl: string; name: string }
export type ModelMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam
export type ModelTool = { name: string; description: string; parameters: Record<string, unknown> }
export type ToolCall = { id: string; name: string; arguments: string }
export type Completion = { text: string; calls: ToolCall[] }

/** Of one request to the provider. */
const longestMs = 120_000
/** Characters of one answer; a model that never ends is cut off. */
const longestAnswer = 400_000

type Library = typeof OpenAI
let open: { library: Library; client: OpenAI; name: string; host: string } | undefined

/** The library is loaded only where a model is configured. */
export const openModel = async (options: ModelOptions | null) => {
  open = undefined
  if (!options) return
  const { default: library } = await import("openai")
  // The client wants a key even where the server does not. Retries are made here, by the kind of failure.
  const client = new library({
    apiKey: options.apiKey ?? "none",
    baseURL: options.baseUrl,
    maxRetries: 0,
    timeout: longestMs,
  })
  open = { library, client, name: options.name, host: new URL(options.baseUrl).host }
}

/** Null: no model is configured. */
export const modelName = (): string | null => open?.name ?? null

/** Where requests are sent. Null: no model is configured. */
export const modelProvider = () => (open ? { host: open.host, model: open.name } : null)

const unavailable = (message: string, retryAfter?: number) =>
  refusal(503, message, retryAfter === undefined ? {} : { retryAfter })

/** Chats match these texts by their first words (spec: error catalogue). */
const failures = {
  busy: () => unavailable("The AI service has reached its rate limit. Please wait a moment and try again.", 30),
  quota: () =>
    unavailable("The AI provider’s quota is used up. Ask the administrator of this installation to renew it."),
  timeout: () => unavailable("The AI service ran into a timeout. Please try again."),
  incomplete: () => unavailable("The AI response was incomplete. Please ask again with more specific details."),
  refused: () =>
    unavailable(
      "The AI provider refused the request. Ask the administrator of this installation to check its model and key.",
    ),
  away: () => unavailable("The AI service can’t be reached. Please try again later.", 30),
}

/** The provider's own error, and whether the connection ended for its time. */
const errorOf = (thrown: unknown) => {
  const { library } = open ?? {}
  const error = library && thrown instanceof library.APIError ? thrown : undefined
  const late =
    library && (thrown instanceof library.APIUserAbortError || thrown instanceof library.APIConnectionTimeoutError)
  return { error, late: late ?? false }
}

const failureOf = (thrown: unknown, signal: AbortSignal | undefined): Error => {
  if (signal?.aborted) {
    const deadline = (signal.reason as Error | undefined)?.name === "TimeoutError"
    return deadline ? failures.timeout() : refusal(409, "The request was stopped.")
  }
  const { error, late } = errorOf(thrown)
  if (late) return failures.timeout()
  if (!error) return failures.incomplete()
  if (error.code === "insufficient_quota") return failures.quota()
  if (error.status === 429) return failures.busy()
  return error.status !== undefined && error.status < 500 ? failures.refused() : failures.away()
}

const mayPass = (thrown: unknown) => {
  const { error, late } = errorOf(thrown)
  return (
    error !== undefined &&
    !late &&
    error.code !== "insufficient_quota" &&
    (error.status === undefined || error.status === 429 || error.status >= 500)
  )
}

const waitMs = 1_000

type Listening = {
  signal?: AbortSignal
  /** Gets the answer's text in pieces. */
  onText?: (piece: string) => void
  /** Gets the arguments of a call in pieces. */
  onArguments?: (tool: string, piece: string) => void
}

/**
 * Retries a transient error once, unless text was already streamed. Throws a refusal whose message people may read; nothing
 * of the provider's text.
 */
export const complete = async (
  messages: ModelMessage[],
  tools: ModelTool[],
  { onText, ...others }: Listening = {},
): Promise<Completion> => {
  const { signal } = others
  let isOut = false
  const listening: Listening = {
    ...others,
    onText: (piece) => {
      isOut = onText !== undefined
      onText?.(piece)
    },
  }
  try {
    try {
      return await completeOnce(messages, tools, listening)
    } catch (thrown) {
      if (!mayPass(thrown) || signal?.aborted || isOut) throw thrown
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      return await completeOnce(messages, tools, listening)
    }
  } catch (thrown) {
    throw failureOf(thrown, signal)
  }
}

const completeOnce = async (
  messages: ModelMessage[],
  tools: ModelTool[],
  { signal, onText, onArguments }: Listening,
): Promise<Completion> => {
  if (!open) throw new Error("no model is configured")
  const late = AbortSignal.timeout(longestMs)
  const stream = await open.client.chat.completions.create(
    {
      model: open.name,
      messages,
      stream: true,
      ...(tools.length > 0 ? { tools: tools.map((tool) => ({ type: "function" as const, function: tool })) } : {}),
    },
    { signal: signal ? AbortSignal.any([signal, late]) : late },
  )
  let text = ""
  let letters = 0
  let finish: string | null = null
  const calls = new Map<number, ToolCall>()
  for await (const chunk of stream) {
    const choice = chunk.choices?.[0]
    if (!choice) continue
    const { content, tool_calls: pieces } = choice.delta ?? {}
    if (content) {
      text += content
      letters += content.length
      onText?.(content)
    }
    for (const { index, id, function: piece } of pieces ?? []) {
      const call = calls.get(index) ?? { id: "", name: "", arguments: "" }
      const name = call.name + (piece?.name ?? "")
      const args = piece?.arguments ?? ""
      calls.set(index, { id: id || call.id, name, arguments: call.arguments + args })
      letters += args.length
      if (args !== "") onArguments?.(name, args)
    }
    finish = choice.finish_reason ?? finish
    if (letters > longestAnswer) throw new Error("the answer has no end")
  }
  // A connection that breaks, or a page in place of a stream, ends without a reason.
  if (finish === null || finish === "length" || finish === "content_filter")
    throw new Error(`the answer ended by ${finish}`)
  return { text, calls: [...calls.values()].filter(({ name }) => name !== "") }
}
