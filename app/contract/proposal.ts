import * as z from "zod/mini"
import { before, idText, person, planPath, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, resource } from "./call"
import { change } from "./change-set"
import { changeCounts } from "./plan-version"

/** Milliseconds for which a proposal waits in the plan's review list. */
export const reviewLasts = 7 * 86_400_000

/** `partly`: applied without some changes. `stale`: open, but none of its changes fits the plan any more. */
export const proposalStates = ["open", "applied", "partly", "rejected", "expired", "stale"] as const
export type ProposalState = (typeof proposalStates)[number]

export const reviewedChange = z.extend(change, {
  /** Why the change no longer fits the plan, for a person; absent while it fits. */
  stale: z.optional(z.string()),
})
export type ReviewedChange = z.output<typeof reviewedChange>

const decider = z.nullable(z.pick(person, { id: true, userName: true }))

/** What an agent or a key proposes, for people of the plan to decide. Events carry it without its changes. */
export const proposal = z.object({
  id: z.number(),
  planId: z.number(),
  agent: z.nullable(z.string()),
  /** The agent's person; a key has no id. */
  proposedBy: z.pick(person, { id: true, userName: true }),
  createdDate: time,
  expires: time,
  summary: z.string(),
  /** What was asked, or what it is for, in its author's words; null where they said nothing. */
  request: z.nullable(z.string()),
  changes: z.array(reviewedChange),
  state: z.enum(proposalStates),
  decidedBy: decider,
  decidedDate: z.nullable(time),
  /** Of those who rejected it. */
  comment: z.nullable(z.string()),
  /** The positions that were applied; null before. */
  applied: z.nullable(z.array(z.number())),
  /** When what was applied was undone. */
  undone: z.nullable(time),
  /** Whether the caller can undo it now: they applied it, and its cards have not changed since. */
  undoable: z.boolean(),
})
export type Proposal = z.output<typeof proposal>

const proposalPath = z.extend(planPath, { id: idText })
const positions = z
  .array(z.int().check(z.gte(0)))
  .check(z.minLength(1, { error: "Choose at least one change." }), z.maxLength(200))

export const proposalCalls = resource({
  proposals: get("/api/Plan/:planId/proposals", {
    summary: "What agents propose for the plan, newest first. `state`: open, the default, or all of the last 30 days.",
    access: "takePart",
    params: planPath,
    query: z.object({ state: z.optional(z.enum(["open", "all"])), before }),
    paged: true,
    answer: z.array(proposal),
  }),
  proposal: get("/api/Plan/:planId/proposals/:id", {
    summary: "One proposal, open or decided.",
    access: "readBoard",
    params: proposalPath,
    answer: proposal,
  }),
  applyProposal: post("/api/Plan/:planId/proposals/:id/apply", {
    summary:
      "Applies a proposal, or the changes at the positions `only`, in one transaction. Without `only`, what no longer fits the plan is left out.",
    access: "decideProposals",
    params: proposalPath,
    body: z.object({ only: z.optional(positions) }),
    answer: changeCounts,
  }),
  rejectProposal: post("/api/Plan/:planId/proposals/:id/reject", {
    summary: "Rejects a proposal; the agent reads the comment.",
    access: "decideProposals",
    params: proposalPath,
    body: z.object({ comment: z.optional(z.nullable(text(limits.comment))) }),
    answer: proposal,
  }),
  withdrawProposal: del("/api/Plan/:planId/proposals/:id", {
    summary: "Withdraws a proposal of one's own agent; admins of the plan also that of a key.",
    access: "readBoard",
    params: proposalPath,
    status: 204,
  }),
})
