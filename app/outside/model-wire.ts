// What both wire formats of a model's provider share: the conversation, a completion, and how it is listened to.
import type OpenAI from "openai"

export type ModelTool = { name: string; description: string; parameters: Record<string, unknown> }
export type ToolCall = { id: string; name: string; arguments: string }
/** `sent`: the answer as its wire format sends it back in later rounds of the same request, signatures included. */
export type Completion = { text: string; calls: ToolCall[]; sent: unknown }

export type ModelMessage =
  | { role: "system" | "user" | "assistant"; content: string }
  | { role: "assistant"; completion: Completion }
  | { role: "tool"; callId: string; content: string }

export type Listening = {
  signal?: AbortSignal
  /** Gets the answer's text in pieces. */
  onText?: (piece: string) => void
  /** Gets the arguments of a call in pieces. */
  onArguments?: (tool: string, piece: string) => void
}

/** What a provider wants otherwise than it is sent at first, as its refusals say. Remembered for the process. */
export type Wanted = {
  /** Optional parameters that are left out. */
  without: Set<string>
  /** Reasoning that goes back to it within a request: the fields' names. */
  back: Set<string>
  /** Sent in place of the configured effort. */
  effort?: "none"
}

export type WireRequest = {
  client: OpenAI
  model: string
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  effort: string | null
  wanted: Wanted
}
export type Wire = (request: WireRequest, listening: Listening) => Promise<Completion>

/** Characters of one answer; a model that never ends is cut off. */
const longestAnswer = 400_000

/** Counts an answer's characters. */
export const bounded = () => {
  let letters = 0
  return (piece: string) => {
    letters += piece.length
    if (letters > longestAnswer) throw providerFailure({ code: "endless" })
  }
}

/** What a provider says of a failure. `status`: absent where the connection or the stream broke. */
export type ProviderFailure = {
  status?: number
  code?: string
  type?: string
  param?: string
  message?: string
  requestId?: string
  retryAfterMs?: number
}

type Thrown = Error & { failure: ProviderFailure }
export const providerFailure = (failure: ProviderFailure): Thrown =>
  Object.assign(new Error("the model's provider failed"), { failure })
export const isProviderFailure = (thrown: unknown): thrown is Thrown => thrown instanceof Error && "failure" in thrown

type Fields = Record<string, unknown>
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const shortText = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, 2_000) : undefined

/**
 * The failure that a body tells: `{error: {…}}`, `[{error: {…}}]` (Gemini), `{error: "…"}` (Ollama), `{message, type}`
 * (Mistral, vLLM), `{detail: [{loc, msg, type}]}` (validation of FastAPI).
 */
export const failureOfBody = (body: unknown): ProviderFailure => {
  const first = Array.isArray(body) ? body[0] : body
  if (!isFields(first)) return { message: shortText(first) ?? "" }
  const { error = first, detail } = first
  if (Array.isArray(detail) && isFields(detail[0])) {
    const { loc, msg, type } = detail[0]
    const param = Array.isArray(loc) ? loc.filter((part) => part !== "body").join(".") : undefined
    return { param: shortText(param), message: shortText(msg) ?? "", type: shortText(type) }
  }
  if (!isFields(error)) return { message: shortText(error) ?? "" }
  const { code, type, param, status, message } = error
  return {
    code: shortText(code),
    type: shortText(type ?? status),
    param: shortText(param),
    message: shortText(message ?? detail) ?? "",
  }
}
