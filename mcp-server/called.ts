// noteCalls(log): what /metrics and the log keep of calls of tools: which, whose, how it ended and how long it took, no contents.
import type { Problem } from "~/contract/problem"
import { callerName, type Identity } from "~/domain/core/actor"
import type { Log } from "~/server/log"
import { timings } from "~/server/metrics"
import type { ToolName } from "./definitions"

/** `model`: its provider failed. `error`: this server did. */
export type Ending =
  | ("done" | "input" | "denied" | "missing" | "conflict")
  | ("rate" | "refused" | "model" | "stopped" | "error")

/** `answer`: its ids are logged. */
export type Called = {
  tool: ToolName | "unknown"
  ending: Ending
  seconds: number
  identity?: Identity
  input: Record<string, unknown>
  answer: Record<string, unknown>
}

export const endingOf = ({ status, reason }: Problem): Ending => {
  if (reason !== undefined) return "model"
  if (status === 429) return "rate"
  if (status === 404) return "missing"
  if (status === 409 || status === 412) return "conflict"
  if (status === 401 || status === 402 || status === 403) return "denied"
  return status === 400 || status === 413 || status === 422 ? "input" : "refused"
}

const times = timings(
  "laneway_tool_duration_seconds",
  "Time of agents’ calls by tool and how they ended.",
  [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
)

const idIn = (from: Record<string, unknown>, name: string) => {
  const value = from[name]
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined
}

/** Elsewhere `id` is of another kind. */
const proposalOf = ({ tool, input, answer }: Pick<Called, "tool" | "input" | "answer">) =>
  tool === "apply_changes" || tool === "get_proposal"
    ? idIn(input, "id")
    : tool === "propose_changes" || tool === "ai_agent"
      ? idIn(answer, "id")
      : undefined

export const noteCalls =
  (log: Log) =>
  ({ tool, ending, seconds, identity, input, answer }: Called) => {
    times(`tool="${tool}",ending="${ending}"`, seconds)
    log("info", "a tool was called", {
      tool,
      ending,
      ms: Math.round(seconds * 1_000),
      caller: identity && callerName(identity),
      userId: identity?.userId ?? undefined,
      planId: idIn(input, "planId") ?? idIn(answer, "planId"),
      proposal: proposalOf({ tool, input, answer }),
      changeSet: idIn(answer, "changeSet"),
    })
  }
