// serveCaller(): the protocol for one caller: tools, the board as a resource, and prompts.
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js"
import * as z from "zod/mini"
import { countFor } from "~/api/rate-limit.server"
import { type ChangedCard, chatName } from "~/contract/ai"
import { type Fault, faultAt, parse } from "~/contract/parse"
import { isRefusal, type Problem, type ToolFault } from "~/contract/problem"
import type { Identity } from "~/domain/core/actor"
import { createTurns } from "~/domain/core/turns.server"
import { bounded, withoutNulls } from "./answers"
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
}

const progressEveryMs = 10_000
/** A caller's calls of tools and resources run one after another; requests to the assistant wait for a model and have limits of their own. */
const inTurn = createTurns({ most: 50, what: "calls", retryAfter: 2 })
const instructions =
  "Laneway plans hold goals, actions in goals, and tasks in actions. Read with get_board and search before you change " +
  "anything. Deletions and larger changes go through propose_changes and apply_changes, or ai_agent, so that a person " +
  "can look first."

/** The SDK's server for one connection; `connect` it to a transport. */
export const serveCaller = ({ caller, readOnly, onUnexpected }: Serving): Server => {
  const server = new Server(
    { name: "laneway", version: "1.0.0" },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  )
  const identified = async (): Promise<Identity> => {
    const identity = await caller.identity()
    if (identity) return identity
    throw new McpError(ErrorCode.InvalidRequest, "Your session or key has ended. Connect again with a new one.")
  }

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed(readOnly) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const { name, arguments: sent = {}, _meta } = params
    const [known, tool] = toolOf(name) ?? []
    if (!known || !tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}.`)
    if (readOnly && !tool.reads) return failed(`${name} changes the plan, and this connection only reads.`)
    const identity = await identified()
    const token = _meta?.progressToken
    const reporting = progressOf(token, (progress, message) =>
      sendNotification({
        method: "notifications/progress",
        params: { progressToken: token ?? 0, progress, message },
      }),
    )
    try {
      if (tool.rate) await countFor(caller.counted, tool.rate)
      const { data, faults } = parse(tool.input, withoutNulls(tool.input, sent))
      if (faults) return failed(howToCall(known, faults))
      const work = async () => {
        signal.throwIfAborted()
        const countSearch = () => countFor(caller.counted, "search")
        const running = { identity, signal, progress: reporting.say, countSearch }
        return runForAgent(known, running, data as InputOf<ToolName> as never)
      }
      const result = await (waits.has(known) ? work() : inTurn(caller.name, work))
      const { text, structure } = bounded(result, isChat(server))
      return { content: [{ type: "text", text }], structuredContent: structure }
    } catch (thrown) {
      if (isRefusal(thrown)) return failed(thrown.problem.message, metaOf(thrown.problem))
      if (!signal.aborted) onUnexpected(thrown, name)
      return failed("Something went wrong on our side. Please try again.")
    } finally {
      reporting.stop()
    }
  })

  server.setRequestHandler(ListResourcesRequestSchema, async () => {
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
  })
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      { uriTemplate: "plan://{id}/board", name: "board", title: "A plan's board", mimeType: "text/plain" },
    ],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const id = /^plan:\/\/([1-9]\d{0,14})\/board$/.exec(uri)?.[1]
    if (!id) throw new McpError(ErrorCode.InvalidParams, "Resources are plan://{id}/board.")
    const identity = await identified()
    try {
      const read = () => run("get_board", quiet(identity), { planId: Number(id), done: false })
      const { text } = await inTurn(caller.name, read)
      return { contents: [{ uri, mimeType: "text/plain", text }] }
    } catch (thrown) {
      if (isRefusal(thrown)) throw new McpError(ErrorCode.InvalidParams, thrown.problem.message)
      throw thrown
    }
  })
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }))
  server.setRequestHandler(GetPromptRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    await identified()
    const prompt = promptOf(name, given)
    if (prompt.fault !== undefined) throw new McpError(ErrorCode.InvalidParams, prompt.fault)
    return prompt
  })
  return server
}

/** For a model. */
const waits: ReadonlySet<ToolName> = new Set(["ai_agent", "ask"])

/** The board's own chat shows previews change by change, and sends them back. */
const isChat = (server: Server) => server.getClientVersion()?.name === chatName

const quiet = (identity: Identity) => ({ identity, signal: new AbortController().signal, progress: () => {} })

const failed = (text: string, _meta: CallToolResult["_meta"] = {}): CallToolResult => ({
  content: [{ type: "text", text }],
  isError: true,
  _meta,
})

/** `card`: the one that the text names. */
const metaOf = ({ status, reason, card, requirePayment }: Problem): { reason?: ToolFault; card?: ChangedCard } => {
  const known = reason ?? (status === 429 ? "rate" : status === 403 && !requirePayment ? "denied" : undefined)
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

type Send = (progress: number, message: string) => Promise<void>

/** Tells a client that asked for it what happens, and at least every ten seconds that it still does. */
const progressOf = (token: string | number | undefined, send: Send) => {
  let count = 0
  let last = "Working"
  const say = (text: string) => {
    if (token === undefined) return
    last = text
    send(++count, text).catch(() => {})
  }
  const timer = token === undefined ? undefined : setInterval(() => say(last), progressEveryMs)
  return { say, stop: () => clearInterval(timer) }
}
