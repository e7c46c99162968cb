// applyProposal(): carries out a stored proposal of the caller, or a part of it.
import { invalid, refusal } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { carriedOutBefore, openProposal, planOfProposal, type StoredProposal } from "~/database/proposal.server"
import { type Actor, callerName } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { planCopy } from "./plan-copy.server"
import { type AppliedSet, applySet, Drifted } from "./proposal.server"
import { staleIn } from "./stale.server"

/** `only`: positions in the change set, from 0. */
export const applyProposal = async (
  actor: Actor,
  id: number,
  only?: number[],
): Promise<AppliedSet & { planId: number }> => {
  const planId = await planOfProposal(callerName(actor), id)
  if (planId === undefined) throw refusal(404, "There is no such proposal of yours. Propose the changes again.")
  const plan = await admit(actor, planId)
  const proposal = await openProposal(plan, callerName(actor), id)
  if (!proposal) {
    // A caller that has lost the answer must not propose them again.
    const before = await carriedOutBefore(plan, callerName(actor), id)
    if (before?.counts) throw refusal(409, "These changes were carried out already.")
    throw refusal(409, "These changes were taken back, or are older than 30 minutes. Propose them again.")
  }
  const changes = chosenOf(proposal, only)
  try {
    return { planId, ...(await applySet(actor, planId, { proposal, changes, request: proposal.request })) }
  } catch (thrown) {
    if (!(thrown instanceof Drifted)) throw thrown
    const reasons = [...(await staleOf(actor, plan, { ...proposal, changes }))].sort(([a], [b]) => a - b)
    const lines = reasons.slice(0, mostReasons).map(([at, reason]) => `\n${changes[at]?.label}: ${reason}`)
    const more = reasons.length > mostReasons ? `\n…and ${reasons.length - mostReasons} more` : ""
    throw refusal(
      409,
      `The plan has changed since the proposal in a way that matters. Propose the changes again.${lines.join("")}${more}`,
    )
  }
}

const mostReasons = 10

const staleOf = async (actor: Actor, plan: Admission, { changes, createdDate }: StoredProposal) => {
  const { userId: personId, userName } = actor
  return staleIn(plan, await planCopy(plan), { personId, userName, changes, createdDate })
}

/** The changes at the positions; all without them. */
export const chosenOf = ({ changes }: Pick<StoredProposal, "changes">, only: number[] | undefined) => {
  const beyond = only?.find((position) => position >= changes.length)
  if (beyond !== undefined) {
    throw invalid("only", `There is no change at ${beyond}: positions are 0 to ${changes.length - 1}.`)
  }
  const chosen = new Set(only)
  return only ? changes.filter((_, position) => chosen.has(position)) : changes
}
