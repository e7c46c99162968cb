// chat: Chat Completions, as the servers that offer it speak it. They differ in ids, indexes, arguments and reasoning, so
// the library's assembly of streams, which relies on OpenAI's form, isn't used.

import { randomUUID } from "node:crypto"
import type OpenAI from "openai"
import { argumentsText, sift } from "./model-text"
import {
  bounded,
  failureOfBody,
  isFields,
  type ModelMessage,
  providerFailure,
  type ToolCall,
  type Wanted,
  type Wire,
} from "./model-wire"

type Fields = Record<string, unknown>
/** `more`: what the provider wants back with the call, such as its signature. */
type Call = ToolCall & { index?: number; more: Fields }
type Params = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming

/** A completion as it is sent back. `reasoning`: by its field; sent to those alone that want it. */
type Sent = { message: Fields; reasoning: Record<string, string> }

export const chat: Wire = async ({ client, model, messages, tools, effort, wanted }, listening) => {
  const { signal, onText, onArguments } = listening
  const sending = wanted.effort ?? effort
  const params: Fields = {
    model,
    messages: messages.map((message) => sentMessage(message, wanted)),
    stream: true,
    ...(tools.length > 0 ? { tools: tools.map((tool) => ({ type: "function", function: tool })) } : {}),
    ...(sending ? { reasoning_effort: sending } : {}),
  }
  for (const name of wanted.without) delete params[name]
  const { data, response } = await client.chat.completions
    .create(params as unknown as Params, { signal })
    .withResponse()
  const chunks = params.stream ? await chunksOf(data, response) : [data]
  const names = new Set(tools.map(({ name }) => name))
  const count = bounded()
  const text = sift(names, onText)
  const calls = callList(names, (call, piece) => {
    count(piece)
    onArguments?.(call.name, piece)
  })
  const reasoning: Record<string, string> = {}
  const more: Fields = {}
  let finish: string | null = null
  for await (const chunk of chunks as AsyncIterable<Fields>) {
    if (isFields(chunk.error)) throw providerFailure(failureOfBody(chunk))
    const choice = Array.isArray(chunk.choices) ? (chunk.choices[0] as Fields | undefined) : undefined
    const delta = choice?.delta ?? choice?.message
    if (isFields(delta)) {
      for (const piece of [textIn(delta.content), textIn(delta.refusal)]) {
        count(piece)
        text.take(piece)
      }
      for (const piece of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) calls.take(piece as Fields)
      for (const name of reasoningFields)
        if (typeof delta[name] === "string") reasoning[name] = (reasoning[name] ?? "") + delta[name]
      takeMore(more, delta)
    }
    finish = (choice?.finish_reason as string | null | undefined) ?? (choice?.message ? "stop" : finish)
  }
  if (finish === "content_filter") throw providerFailure({ code: "content_filter" })
  // A connection that breaks, or a page in place of a stream, ends without a reason.
  if (finish === null || finish === "length") throw providerFailure({ code: finish ?? "no_end" })
  if (finish === "error") throw providerFailure({})
  const whole = text.end()
  const made = calls.all()
  const called = made.length > 0 ? made : whole.calls.map((call): Call => ({ ...call, id: newId(), more: {} }))
  const sent: Sent = {
    message: {
      role: "assistant",
      content: whole.text || null,
      ...(called.length > 0 ? { tool_calls: called.map(sentCall) } : {}),
      ...signed(more),
    },
    reasoning,
  }
  return {
    text: whole.text,
    calls: called.map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
    sent,
  }
}

const sentMessage = (message: ModelMessage, { back }: Wanted): Fields => {
  if (message.role === "tool") return { role: "tool", tool_call_id: message.callId, content: message.content }
  if (!("completion" in message)) return { role: message.role, content: message.content }
  const { message: own, reasoning } = message.completion.sent as Sent
  return { ...own, ...Object.fromEntries([...back].map((name) => [name, reasoning[name] ?? ""])) }
}

const sentCall = ({ id, name, arguments: args, more }: Call) => ({
  id,
  type: "function",
  ...more,
  function: { name, arguments: args || "{}", ...(isFields(more.function) ? more.function : {}) },
})

/** A server may answer with a whole completion although a stream was asked for. */
const chunksOf = async (stream: unknown, response: Response): Promise<unknown> => {
  if (!/\bapplication\/json\b/.test(response.headers.get("content-type") ?? "")) return stream
  const body: unknown = await response.json().catch(() => null)
  return isFields(body) ? [body] : []
}

/** Text, or parts: of these, reasoning is no text. */
const textIn = (content: unknown): string => {
  if (typeof content === "string") return content
  if (!Array.isArray(content)) return ""
  return content.map((part) => (isFields(part) && part.type === "text" ? String(part.text ?? "") : "")).join("")
}

/** Short enough for each provider, and of letters and digits alone. */
const newId = () => randomUUID().replaceAll("-", "").slice(0, 9)

const isWhole = (args: string) => {
  if (!/[}\]"]\s*$/.test(args)) return false
  try {
    JSON.parse(args)
    return true
  } catch {
    return false
  }
}

/** Puts calls together from pieces that name theirs by index, by id, or not at all. */
const callList = (tools: ReadonlySet<string>, onPiece: (call: Call, piece: string) => void) => {
  const calls: Call[] = []
  const callOf = (index: number | undefined, id: string | undefined): Call | undefined => {
    const fitting = index === undefined ? calls : calls.filter((call) => call.index === index)
    const own = id ? fitting.findLast((call) => call.id === id) : undefined
    return own ?? (index === undefined && id ? undefined : fitting.at(-1))
  }
  /** Servers repeat the name with each piece, give each piece an id of its own, or all calls the index 0. */
  const isAnother = (call: Call, id: string | undefined, name: string, piece: string) => {
    if (name === "") return false
    if (tools.has(call.name) && tools.has(name) && call.name !== name) return true
    return isWhole(call.arguments) && (piece.trim() !== "" || (id !== undefined && id !== call.id))
  }
  return {
    take: ({ index: at, id: given, type: _, function: called, ...more }: Fields) => {
      const index = typeof at === "number" ? at : undefined
      const id = typeof given === "string" && given !== "" ? given : undefined
      const { name: named, arguments: args, ...others } = isFields(called) ? called : ({} as Fields)
      const name = typeof named === "string" ? named : ""
      const piece = args === undefined || args === null ? "" : argumentsText(args)
      const known = callOf(index, id)
      let call = known && !isAnother(known, id, name, piece) ? known : undefined
      if (!call) {
        call = { id: id ?? "", name: "", arguments: "", index, more: {} }
        calls.push(call)
      }
      if (name !== call.name) call.name = tools.has(name) ? name : call.name + name
      if (call.id === "") call.id = id ?? ""
      call.arguments += piece
      Object.assign(call.more, withValues(more))
      if (Object.keys(others).length > 0) call.more.function = { ...(call.more.function as Fields), ...others }
      if (piece !== "") onPiece(call, piece)
    },
    all: (): Call[] => {
      const ids = new Set<string>()
      return calls
        .filter(({ name }) => name !== "")
        .map((call) => {
          const id = call.id === "" || ids.has(call.id) ? newId() : call.id
          ids.add(id)
          return { ...call, id }
        })
    },
  }
}

const reasoningFields = ["reasoning_content", "reasoning"]

const withValues = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** Blocks of reasoning come in pieces, their signature last. */
const blockFields = ["reasoning_details", "thinking_blocks"]
const otherFields = ["extra_content", "provider_specific_fields"]

const takeMore = (more: Fields, delta: Fields) => {
  for (const name of otherFields) if (isFields(delta[name])) more[name] = { ...(more[name] as Fields), ...delta[name] }
  for (const name of blockFields) {
    const blocks = (more[name] ?? []) as Fields[]
    for (const piece of Array.isArray(delta[name]) ? (delta[name] as Fields[]) : []) {
      const last = blocks.at(-1)
      const isSame = last && !last.signature && last.type === piece.type && last.index === piece.index
      if (!isSame) blocks.push(withValues(piece))
      else
        for (const [key, value] of Object.entries(withValues(piece)))
          last[key] = continued.has(key) && typeof value === "string" ? `${last[key] ?? ""}${value}` : value
    }
    if (blocks.length > 0) more[name] = blocks
  }
}

const continued = new Set(["text", "thinking", "summary", "data"])

/** Of the blocks of reasoning those that are signed or sealed: their provider wants them back as they were. */
const signed = (more: Fields): Fields =>
  Object.fromEntries(
    Object.entries(more).flatMap(([name, value]): [string, unknown][] => {
      if (!Array.isArray(value)) return [[name, value]]
      const blocks = value.filter((block: Fields) => block.signature || block.data)
      return blocks.length > 0 ? [[name, blocks]] : []
    }),
  )
