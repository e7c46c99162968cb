// applyProposal(): carries out a stored proposal of the caller, or a part of it.
import { refusal } from "~/contract/problem"
import { openProposal, planOfProposal } from "~/database/proposal.server"
import { type Actor, callerName } from "~/domain/actor"
import { admit, needing } from "~/domain/admission.server"
import { type CarriedOutSet, carryOutSet, Drifted } from "./proposal.server"

/** `only`: positions in the change set, from 0. */
export const applyProposal = async (actor: Actor, id: number, only?: number[]): Promise<CarriedOutSet> => {
  const planId = await planOfProposal(callerName(actor), id)
  if (planId === undefined) throw refusal(404, "There is no such proposal of yours. Propose the changes again.")
  const plan = await admit(needing(actor, "changeBoard"), planId)
  const proposal = await openProposal(plan, callerName(actor), id)
  if (!proposal) {
    throw refusal(409, "These changes were carried out already, or are older than 30 minutes. Propose them again.")
  }
  const beyond = only?.find((position) => position >= proposal.changes.length)
  if (beyond !== undefined) {
    throw refusal(400, `There is no change at ${beyond}: positions are 0 to ${proposal.changes.length - 1}.`)
  }
  const chosen = new Set(only)
  const changes = only ? proposal.changes.filter((_, position) => chosen.has(position)) : proposal.changes
  try {
    return await carryOutSet(actor, planId, { proposal, changes, request: proposal.request })
  } catch (thrown) {
    if (!(thrown instanceof Drifted)) throw thrown
    throw refusal(409, "The plan has changed since the proposal in a way that matters. Propose the changes again.")
  }
}
