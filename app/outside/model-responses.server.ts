// responses: OpenAI's Responses. Nothing is stored there: reasoning comes sealed, and goes back within one request.
import type OpenAI from "openai"
import { bounded, failureOfBody, isFields, type ModelMessage, providerFailure, type Wire } from "./model-wire"

type Fields = Record<string, unknown>
type Item = OpenAI.Responses.ResponseOutputItem
type Params = OpenAI.Responses.ResponseCreateParamsStreaming

export const responses: Wire = async ({ client, model, messages, tools, effort, wanted }, listening) => {
  const { signal, onText, onArguments } = listening
  const sending = wanted.effort ?? effort
  const params: Fields = {
    model,
    input: messages.flatMap(inputOf),
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    ...(tools.length > 0 ? { tools: tools.map((tool) => ({ type: "function", ...tool, strict: false })) } : {}),
    ...(sending ? { reasoning: { effort: sending } } : {}),
  }
  for (const name of wanted.without) delete params[name]
  const { data, response } = await client.responses.create(params as unknown as Params, { signal }).withResponse()
  const isWhole = params.stream !== true || /\bapplication\/json\b/.test(response.headers.get("content-type") ?? "")
  if (isWhole) {
    const whole = (params.stream === true ? await response.json().catch(() => null) : data) as unknown
    return completionOf(whole, [])
  }
  const count = bounded()
  const done: Item[] = []
  const names = new Map<string, string>()
  let last: OpenAI.Responses.Response | undefined
  for await (const event of data) {
    switch (event.type) {
      case "response.output_text.delta":
      case "response.refusal.delta":
        count(event.delta)
        onText?.(event.delta)
        break
      case "response.output_item.added":
        if (event.item.type === "function_call") names.set(event.item.id ?? "", event.item.name)
        break
      case "response.function_call_arguments.delta":
        count(event.delta)
        onArguments?.(names.get(event.item_id) ?? "", event.delta)
        break
      case "response.output_item.done":
        done.push(event.item)
        break
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        last = event.response
        break
      case "error":
        throw providerFailure(failureOfBody(event))
    }
  }
  return completionOf(last, done)
}

/** `done`: the items that the stream had, where the end doesn't repeat them. */
const completionOf = (response: unknown, done: Item[]) => {
  if (!isFields(response)) throw providerFailure({ code: "no_end" })
  const { status, error, incomplete_details: reason, output: given } = response
  if (isFields(error)) throw providerFailure(failureOfBody({ error }))
  if (status === "failed" || status === "cancelled") throw providerFailure({})
  if (isFields(reason) && typeof reason.reason === "string")
    throw providerFailure({ code: reason.reason === "content_filter" ? "content_filter" : "length" })
  const output = Array.isArray(given) && given.length > 0 ? (given as Item[]) : done
  const text = output
    .flatMap((item) => (item.type === "message" ? item.content : []))
    .map((part) => (part.type === "refusal" ? part.refusal : part.text))
    .join("")
  const calls = output.flatMap((item) =>
    item.type === "function_call" ? { id: item.call_id, name: item.name, arguments: item.arguments } : [],
  )
  return { text, calls, sent: output }
}

const inputOf = (message: ModelMessage): unknown[] => {
  if (message.role === "tool")
    return [{ type: "function_call_output", call_id: message.callId, output: message.content }]
  return "completion" in message
    ? (message.completion.sent as unknown[])
    : [{ role: message.role, content: message.content }]
}
