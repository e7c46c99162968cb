// Change sets of the assistant in database tests: who asks, a set to propose, and what became of it.
import type { Capability } from "~/contract/capability"
import type { SentChangeSet } from "~/contract/change-set"
import { type Board, planCalls } from "~/contract/plan"
import { openProposals } from "~/database/proposal.server"
import { applySet } from "~/domain/agent/proposal.server"
import { type Actor, ownAccess } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import type { Api, Caller } from "./api"

export type Sent = SentChangeSet["changes"]

export const actorOf = (caller: Caller, needs: Capability = "readBoard"): Actor => ({
  userId: caller.id,
  userName: caller.userName,
  systemRole: 3,
  via: "agent",
  ...ownAccess,
  planScope: null,
  clientId: null,
  idempotency: null,
  version: null,
  needs,
})

/** Who carries a set out. */
export const writerOf = (caller: Caller) => actorOf(caller, "changeBoard")

/** Without when its members were last seen, which moves by itself. */
export const boardOf = async (api: Api, planId: number, as: Caller): Promise<Board> => {
  const { members, ...board } = (await api.send(planCalls.board, { planId }, { as })).body
  return { ...board, members: members.map((member) => ({ ...member, lastSeenAt: null, lastSeenInPlanAt: null })) }
}

/** A stored proposal of the caller; throws when it is no longer open. */
export const stored = async (as: Caller, planId: number, id: number) => {
  const open = await openProposals(await admit(actorOf(as), planId), `u${as.id}`)
  const found = open.find((proposal) => proposal.id === id)
  if (!found) throw new Error(`proposal ${id} is not open`)
  return found
}

export const confirm = async (as: Caller, planId: number, id: number) => {
  const proposal = await stored(as, planId, id)
  return applySet(writerOf(as), planId, { proposal, changes: proposal.changes, request: proposal.request })
}

/** One of each kind, each below the one before. */
export const ghost: Sent = [
  { op: "create", entity: "goal", ref: "new-1", fields: { name: "Win the renewal" } },
  { op: "create", entity: "item", ref: "new-2", fields: { topic: "Report", goalId: "new-1", focus: true } },
  { op: "create", entity: "task", ref: "new-3", fields: { description: "Ask Ada", itemId: "new-2" } },
  { op: "create", entity: "comment", fields: { taskId: "new-3", content: "By Friday" } },
]
