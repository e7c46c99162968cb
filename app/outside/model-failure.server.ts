// What a failure of the model's provider means: its kind, whether it may pass, and what people read of it.
import type OpenAI from "openai"
import { codeOf, type ModelFault, messageOf, type Refusal, refusal } from "~/contract/problem"
import { counted } from "~/contract/shared/language/english"
import { failureOfBody, isProviderFailure, type ProviderFailure } from "./model-wire"

/** A provider that asks for at most this much patience gets it; longer waits are left to the person. */
export const longestWaitMs = 20_000

const texts: Record<ModelFault, string> = {
  key: "The AI provider refused the key of this installation. Ask its administrator to check it.",
  model:
    "The AI provider doesn’t offer the configured model, or not with tools. Ask the administrator of this installation to choose another one.",
  quota: "The AI provider’s quota is used up. Ask the administrator of this installation to renew it.",
  context:
    "The plan and this request are longer than the context of the AI. Ask about a part of them, or without files.",
  time: "The AI service ran into a timeout. Please try again.",
  network: "The AI service can’t be reached over the network. Please try again later.",
  rate: "The AI service has reached its rate limit. Please wait a moment and try again.",
  filter: "The AI provider’s content filter stopped the answer. Please ask in other words.",
  request: "The AI provider refused the request. Ask the administrator of this installation, whose log says why.",
  incomplete: "The AI response was incomplete. Please ask again with more specific details.",
}

/** Seconds after which another try makes sense, where the provider names none. */
const usualWait: Partial<Record<ModelFault, number>> = { rate: 30, network: 30 }

export const faultOf = (failure: ProviderFailure): ModelFault => {
  const { code = "", type = "", message = "" } = failure
  const status = statusOf(failure)
  const kind = `${code} ${type}`
  if (/^(?:endless|no_end|length)$/.test(code)) return "incomplete"
  if (code === "timeout") return "time"
  if (/content_(?:filter|policy)/.test(kind)) return "filter"
  if (status === 402 || /insufficient_quota|billing_|budget_exceeded/.test(kind) || isQuota(message)) return "quota"
  if (status === 413 || /context_length|context_size|context_window/.test(kind) || isContext(message)) return "context"
  if (/model_not_found|model_access|invalid_model|unknown_model/.test(kind) || isModel(message)) return "model"
  if (status === 401 || status === 403 || /invalid_api_key|authentication/.test(kind) || isKey(message)) return "key"
  if (status === 404) return "model"
  if (status === 408 || status === 504) return "time"
  if (status === 429 || /overloaded|rate_limit/.test(kind)) return "rate"
  return status === undefined || status >= 500 ? "network" : "request"
}

const isQuota = (message: string) =>
  /insufficient (?:balance|quota|credits?)|credit balance|budget has been exceeded|exceeded budget/i.test(message) ||
  (/check your plan and billing/i.test(message) && !/retry in/i.test(message))
const isContext = (message: string) =>
  /context (?:length|window|size)|prompt is too long|input token count|too many (?:input )?tokens|maximum (?:input|prompt) length|reduce the length/i.test(
    message,
  )
const isModel = (message: string) =>
  /\bmodels?\b.{0,200}(?:not found|not exist|not available|deprecated|decommissioned|no access|not have access)|does not support tools|(?:invalid|unknown|no such) model|access (?:to )?model/i.test(
    message,
  )
const isKey = (message: string) =>
  /api.?key (?:not valid|is invalid)|(?:invalid|incorrect|wrong) api.?key/i.test(message)

/** Streams name a status in the error's code. */
export const statusOf = ({ status, code }: ProviderFailure): number | undefined =>
  status ?? (code !== undefined && /^[45]\d\d$/.test(code) ? Number(code) : undefined)

export const mayPass = (fault: ModelFault, failure: ProviderFailure) =>
  (fault === "rate" || fault === "network") && (failure.retryAfterMs ?? 0) <= longestWaitMs && statusOf(failure) !== 501

/** What was thrown during a request, as the provider's failure. */
export const failureIn = (library: typeof OpenAI, thrown: unknown): ProviderFailure => {
  if (isProviderFailure(thrown)) return thrown.failure
  if (thrown instanceof library.APIConnectionTimeoutError) return { code: "timeout" }
  if (thrown instanceof library.APIConnectionError) {
    if (isProviderFailure(thrown.cause)) return thrown.cause.failure
    return { type: codeOf((thrown.cause as Error | undefined)?.cause) ?? "connection" }
  }
  if (thrown instanceof library.APIError)
    return { ...failureOfBody({ error: thrown.error }), requestId: thrown.requestID ?? undefined }
  // A connection that breaks within the stream.
  if (/terminated|socket|network|reset/i.test(messageOf(thrown))) return { type: "connection" }
  return { code: "no_end", type: thrown instanceof Error ? thrown.name : undefined }
}

export const modelRefusal = (reason: ModelFault, { retryAfterMs = 0 }: ProviderFailure = {}): Refusal => {
  const seconds = Math.ceil(retryAfterMs / 1_000)
  const retryAfter = seconds > 0 ? seconds : usualWait[reason]
  return refusal(503, seconds > longestWaitMs / 1_000 ? patient(reason, seconds) : texts[reason], {
    reason,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

const patient = (reason: ModelFault, seconds: number) => {
  const wait =
    seconds <= 120
      ? counted(seconds, { one: "# second", other: "# seconds" })
      : counted(Math.ceil(seconds / 60), { one: "# minute", other: "# minutes" })
  const [what] = texts[reason].split(". ")
  return `${what}. Please try again in ${wait}.`
}
