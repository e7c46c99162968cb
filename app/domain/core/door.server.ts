import { type Call, type InputOf, isChange, isOpenUnpaid } from "~/contract/call"
import { canInSystem, isCapability, isForKeys, isSystemCapability } from "~/contract/capability"
import { notFound, refusal } from "~/contract/problem"
import { refuseUnpaid } from "~/domain/billing.server"
import { type ActorOf, type Identity, isFor } from "./actor"
import { refuseBeyond, refusedTo } from "./admission.server"

/**
 * Every transport makes its calls through here. Refuses, before and after `read` parses the input, whatever the
 * call's access refuses without reading a plan. The actor carries the capability that the call needs in its plan.
 */
export const door = async <C extends Call, Answer>(
  call: C,
  identity: Identity | null,
  read: () => Promise<InputOf<C>> | InputOf<C>,
  handle: (actor: ActorOf<C>, input: InputOf<C>) => Promise<Answer>,
): Promise<Answer> => {
  const { access, inPlan, self, others } = call
  if (access !== "public" && !identity) throw refusal(401, "Sign in first.")
  if ((identity?.via === "link") !== (access === "visitor") && identity && access !== "public") {
    throw access === "visitor"
      ? refusal(403, "Only the page of a public link makes this call.")
      : refusal(403, "A public link shows the board and nothing else. Sign in instead.")
  }
  if (identity?.via === "key" && !isForKeys(access)) {
    throw refusal(403, "A plan’s API key may not make this call. Sign in instead.")
  }
  if (identity && access !== "public" && isChange(call)) refuseBeyond(identity, "write")
  if (identity && !isOpenUnpaid(call)) await refuseUnpaid(identity)
  const input = await read()
  if (identity) {
    const { planId, [self ?? ""]: own } = input as Record<string, unknown>
    if (typeof planId === "number" && !isFor(identity, planId)) {
      throw identity.planScope === null ? notFound() : refusal(404, "This API key belongs to another plan.")
    }
    if (self && own !== identity.userId) throw notFound()
    if (isSystemCapability(access) && !canInSystem(identity.systemRole, access)) throw refusedTo(access)
  }
  const isOfOthers = others && (input as Record<string, unknown>)[others.param] !== identity?.userId
  const needs = isOfOthers ? others.needs : isCapability(access) ? access : (inPlan ?? null)
  const actor = identity && { ...identity, needs }
  return handle(actor as ActorOf<C>, input)
}
