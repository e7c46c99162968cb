// What tools do for callers who may only propose: their changes go into the plan's review list, and what becomes of them.
import type { Call, InputOf as CallInput } from "~/contract/call"
import { isChange } from "~/contract/call"
import type { SentChangeSet } from "~/contract/change-set"
import type { Entity } from "~/contract/fields/field"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { refusal } from "~/contract/problem"
import type { Proposal } from "~/contract/proposal"
import { taskCalls } from "~/contract/task"
import { propose } from "~/domain/agent/proposal.server"
import { reviewedById, submitOwn, waitsText } from "~/domain/agent/review.server"
import type { Actor } from "~/domain/core/actor"
import { makeCall as callDirectly } from "~/domain/core/handlers.server"
import type { Result } from "./answers"
import type { Made, Runners } from "./named"

/** A change that its caller may only propose. */
class Intended extends Error {
  readonly planId: number
  readonly change: Change
  constructor(planId: number, change: Change) {
    super(`a change of a ${change.entity} is to be proposed`)
    this.planId = planId
    this.change = change
  }
}

/** Throws `Intended` where the caller may only propose. */
export const intend = ({ access }: Actor, planId: number, change: Change) => {
  if (access === "propose") throw new Intended(planId, change)
}

/** Makes a call; throws `Intended` for a change of somebody who may only propose. */
export const makeCall: typeof callDirectly = async (call, identity, input) => {
  if (identity?.access === "propose" && isChange(call)) {
    const sent = input as Record<string, unknown>
    throw new Intended(sent.planId as number, asChange(call, sent))
  }
  return callDirectly(call, identity, input as CallInput<typeof call>)
}

type Change = SentChangeSet["changes"][number]

const entityCalls = { goal: goalCalls, item: itemCalls, task: taskCalls } as const

const asChange = (call: Call, input: Record<string, unknown>): Change => {
  for (const [entity, calls] of Object.entries(entityCalls) as [Entity, (typeof entityCalls)[Entity]][]) {
    // A place among others is of the plan as it is when the change is applied.
    const { planId: _, id, order: __, focusOrder: ___, ...fields } = input
    if (call === calls.create) return { op: "create", entity, fields }
    if (call === calls.remove) return { op: "delete", entity, id: id as number }
    if (call === calls.update) {
      if (Object.keys(fields).length === 0) throw refusal(400, "A place among other cards cannot be proposed.")
      return { op: "update", entity, id: id as number, fields }
    }
    if (call === calls.addComment) {
      const { content, mentions } = input as { content: string; mentions: unknown[] }
      if (mentions.length > 0) throw refusal(400, "Mentions cannot be proposed. Send the comment without them.")
      return { op: "create", entity: "comment", fields: { [`${entity}Id`]: id, content } }
    }
  }
  if (call === goalCalls.checkIn) {
    const { planId: _, id, ...checkIn } = input
    return { op: "update", entity: "goal", id: id as number, fields: { checkIn } }
  }
  throw refusal(403, "This access only proposes changes of goals, actions, tasks and comments.")
}

/** Runs a tool of somebody who may only propose: what it would change is put into the review list. */
export const inReview = async (actor: Actor, work: () => Promise<Result<object>>): Promise<Result<object>> => {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof Intended)) throw thrown
    const { id } = await propose(actor, thrown.planId, { request: "", changes: [thrown.change] })
    return submitted(actor, id)
  }
}

/** Puts a preview of the caller into the review list. */
export const submitted = async (actor: Actor, preview: number, only?: number[]): Promise<Result<object>> => {
  const { id, planId, summary } = await submitOwn(actor, preview, only)
  return { text: waitsText(id, summary), output: { planId, proposal: { id, state: "open" } } }
}

export const reviewing: Runners<"get_proposal"> = {
  get_proposal: async ({ actor }: Made, { id }) => {
    const proposal = await reviewedById(actor, id)
    return { text: proposalText(proposal), output: { proposal }, rest: "The changes have their labels only." }
  },
}

const states: Record<Proposal["state"], string> = {
  open: "It waits for a decision.",
  applied: "It was applied.",
  partly: "It was applied in part.",
  rejected: "It was rejected.",
  expired: "It has expired without a decision.",
  stale: "None of its changes fits the plan any more. Propose again.",
}

const proposalText = ({ state, summary, decidedBy, comment, changes, applied }: Proposal) => {
  const who = decidedBy ? ` Decided by ${decidedBy.userName}.` : ""
  const lines = changes.map(({ label, stale }, at) => {
    const became = applied ? (applied.includes(at) ? " (applied)" : " (not applied)") : ""
    return `${at}. ${label}${stale === undefined ? became : ` (no longer applies: ${stale})`}`
  })
  return [`${summary}. ${states[state]}${who}`, ...(comment ? [`Comment: ${comment}`] : []), "", ...lines].join("\n")
}
