// methodsFor(serving): what the protocol's requests are answered with: tools, the board as a resource, and prompts. No SDK is
// part of it: protocol.ts and stateless.ts carry it.
import * as z from "zod/mini"
import { countFor } from "~/api/rate-limit.server"
import type { ChangedCard } from "~/contract/ai"
import { type Fault, faultAt, parseSent } from "~/contract/parse"
import { isRefusal, type Problem, type ToolFault } from "~/contract/problem"
import type { Identity } from "~/domain/core/actor"
import { createTurns } from "~/domain/core/turns.server"
import { bounded } from "./answers"
import { type Called, endingOf } from "./called"
import type { Caller } from "./caller"
import { type InputOf, type ToolName, toolOf } from "./definitions"
import { changeWords, namesIn } from "./inputs"
import { listed } from "./listing"
import { promptOf, prompts } from "./prompts"
import { run, runForAgent } from "./tools"

export type Serving = {
  caller: Caller
  readOnly: boolean
  onUnexpected: (error: unknown, tool: string) => void
  onCalled: (called: Called) => void
}

type ProgressToken = string | number
/** One request. `isChat`: of the board's own chat, which shows previews change by change, and sends them back. */
type Exchange = {
  signal: AbortSignal
  isChat: boolean
  report: (params: { progressToken: ProgressToken; progress: number; message: string }) => Promise<void>
}
type Call = { name: string; arguments?: Record<string, unknown>; _meta?: { progressToken?: ProgressToken } }
type Result = {
  content: { type: "text"; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
  _meta?: Record<string, unknown>
}

export const about = { name: "laneway", version: "1.0.0" }
export const capabilities = { tools: {}, resources: {}, prompts: {} }
export const instructions =
  "Laneway plans hold goals, actions in goals, and tasks in actions. Read with get_board and search before you change " +
  "anything. Deletions and larger changes go through propose_changes and apply_changes, or ai_agent, so that a person " +
  "can look first."

/** Both SDKs answer a thrown error with its code and data. */
const fault = (code: "invalidRequest" | "invalidParams", message: string, data?: object) =>
  Object.assign(new Error(message), { code: code === "invalidRequest" ? -32_600 : -32_602, data })

const progressEveryMs = 10_000
/** A caller's calls of tools and resources run one after another; requests to the assistant wait for a model and have limits of their own. */
const inTurn = createTurns({ most: 50, what: "calls", retryAfter: 2 })

export const methodsFor = ({ caller, readOnly, onUnexpected, onCalled }: Serving) => {
  const identified = async (): Promise<Identity> => {
    const identity = await caller.identity()
    if (identity) return identity
    throw fault("invalidRequest", "Your session or key has ended. Connect again with a new one.")
  }

  const callTool = async (params: Call, exchange: Exchange): Promise<Result> => {
    const began = performance.now()
    const tool = toolOf(params.name)?.[0] ?? "unknown"
    const called: Called = { tool, ending: "input", seconds: 0, input: params.arguments ?? {}, answer: {} }
    try {
      return await answerCall(params, exchange, called)
    } finally {
      onCalled({ ...called, seconds: (performance.now() - began) / 1_000 })
    }
  }

  /** Writes into `called` what it learns. */
  const answerCall = async (
    { name, arguments: sent = {}, _meta }: Call,
    { signal, isChat, report }: Exchange,
    called: Called,
  ): Promise<Result> => {
    const [known, tool] = toolOf(name) ?? []
    if (!known || !tool) throw fault("invalidParams", `There is no tool ${name.slice(0, 100)}.`)
    called.ending = "denied"
    if (readOnly && !tool.reads) return failed(`${name} changes the plan, and this connection only reads.`)
    const identity = await identified()
    called.identity = identity
    const progressToken = _meta?.progressToken
    const reporting = progressOf(
      progressToken === undefined ? undefined : (progress, message) => report({ progressToken, progress, message }),
    )
    try {
      if (tool.rate) await countFor(caller.counted, tool.rate)
      const { data, faults } = parseSent(tool.input, sent)
      called.ending = "input"
      if (faults) return failed(howToCall(known, faults))
      const work = async () => {
        signal.throwIfAborted()
        const countSearch = () => countFor(caller.counted, "search")
        const running = { identity, signal, progress: reporting.say, countSearch }
        return runForAgent(known, running, data as InputOf<ToolName> as never)
      }
      const result = await (waits.has(known) ? work() : inTurn(caller.name, work))
      const { text, structure } = bounded(result, isChat)
      Object.assign(called, { ending: "done", answer: structure } satisfies Partial<Called>)
      return { content: [{ type: "text", text }], structuredContent: structure }
    } catch (thrown) {
      called.ending = signal.aborted ? "stopped" : isRefusal(thrown) ? endingOf(thrown.problem) : "error"
      if (isRefusal(thrown)) return failed(thrown.problem.message, metaOf(thrown.problem))
      if (!signal.aborted) onUnexpected(thrown, name)
      return failed("Something went wrong on our side. Please try again.")
    } finally {
      reporting.stop()
    }
  }

  const listResources = async () => {
    const identity = await identified()
    const { output } = await inTurn(caller.name, () => run("list_plans", quiet(identity), { cursor: undefined }))
    return {
      resources: output.plans.map(({ id, name }) => ({
        uri: `plan://${id}/board`,
        name: name || `Plan ${id}`,
        mimeType: "text/plain",
        description: "The plan's open goals, actions and tasks.",
      })),
    }
  }

  const readResource = async ({ uri }: { uri: string }) => {
    const id = /^plan:\/\/([1-9]\d{0,14})\/board$/.exec(uri)?.[1]
    if (!id) throw fault("invalidParams", "Resources are plan://{id}/board.", { uri })
    const identity = await identified()
    try {
      const read = () => run("get_board", quiet(identity), { planId: Number(id), done: false })
      const { text } = await inTurn(caller.name, read)
      return { contents: [{ uri, mimeType: "text/plain", text }] }
    } catch (thrown) {
      if (isRefusal(thrown)) throw fault("invalidParams", thrown.problem.message, { uri })
      throw thrown
    }
  }

  const getPrompt = async ({ name, arguments: given = {} }: { name: string; arguments?: Record<string, string> }) => {
    await identified()
    const prompt = promptOf(name, given)
    if (prompt.fault !== undefined) throw fault("invalidParams", prompt.fault)
    return prompt
  }

  return {
    listTools: () => ({ tools: listed(readOnly) }),
    callTool,
    listResources,
    listResourceTemplates: () => ({
      resourceTemplates: [
        { uriTemplate: "plan://{id}/board", name: "board", title: "A plan's board", mimeType: "text/plain" },
      ],
    }),
    readResource,
    listPrompts: () => ({ prompts }),
    getPrompt,
  }
}

/** For a model. */
const waits: ReadonlySet<ToolName> = new Set(["ai_agent", "ask"])

const quiet = (identity: Identity) => ({ identity, signal: new AbortController().signal, progress: () => {} })

const failed = (text: string, _meta: Result["_meta"] = {}): Result => ({
  content: [{ type: "text", text }],
  isError: true,
  _meta,
})

/** Seconds that are "a moment". */
const shortWait = 30

/** `card`: the one that the text names. */
const metaOf = (problem: Problem): { reason?: ToolFault; card?: ChangedCard } => {
  const { status, reason, card, requirePayment, retryAfter = 0 } = problem
  const isTimed = status === 429 || (reason === "rate" && retryAfter > shortWait)
  const known = isTimed ? "limit" : (reason ?? (status === 403 && !requirePayment ? "denied" : undefined))
  return { ...(card && { card }), ...(known && { reason: known }) }
}

const howToCall = (name: ToolName, faults: Fault[]) => {
  const shape = toolOf(name)?.[1].input.shape ?? {}
  const inputs = namesIn(shape).map((input) =>
    z.safeParse(shape[input] as z.ZodMiniType, undefined).success ? `${input}?` : input,
  )
  const inside = faults.some(({ path }) => /^changes\.\d+\.fields/.test(path))
  return [
    ...faults.map((fault) => faultAt(fault)),
    ...(inside ? [`Fields are ${changeWords.join(", ")}.`] : []),
    `Call ${name} with {${inputs.join(", ")}}.`,
  ].join("\n")
}

/** Tells a client that asked for it what happens, and at least every ten seconds that it still does. */
const progressOf = (send?: (progress: number, message: string) => Promise<void>) => {
  let count = 0
  let last = "Working"
  const say = (text: string) => {
    last = text
    send?.(++count, text).catch(() => {})
  }
  const timer = send && setInterval(() => say(last), progressEveryMs)
  return { say, stop: () => clearInterval(timer) }
}
