// Checks the capability a call needs against the actor's standing in its plan: the only way to get an Admission.
import {
  accessLevels,
  type Capability,
  can,
  type Standing,
  type SystemCapability,
  wordsOf,
} from "~/contract/capability"
import { notFound, refusal } from "~/contract/problem"
import type { PlanRole } from "~/contract/role"
import type { Admission, Sealed } from "~/database/admission.server"
import { planRoleOf } from "~/database/plan.server"
import { type Actor, type Identity, isFor } from "./actor"

export const refusedTo = (what: Capability | SystemCapability) => refusal(403, wordsOf(what).refused)

const refusedBeyond: Record<"read" | "propose", string> = {
  read: "This access only reads. Use a key or an agent that may write.",
  propose: "This access only proposes changes, which members apply. Use a key or an agent that may write.",
}

/** Refuses with 403 what needs more than the credential allows. Over MCP, changes of those who only propose wait for review. */
export const refuseBeyond = ({ access }: Identity, needed: "propose" | "write") => {
  if (access === "write" || accessLevels.indexOf(access) >= accessLevels.indexOf(needed)) return
  throw refusal(403, refusedBeyond[access])
}

/** Refuses with 404 unless the actor has access to the plan, with 403 unless they have the call's capability there. */
export const admit = async (actor: Actor, planId: number): Promise<Admission> =>
  actor.userId === null ? admitted(actor, planId, 1) : readAs(actor, planId, planRoleOf)

/** Like `admit`, with rows: one statement reads them and the reader's role, and they are sealed until it is checked. */
export const readAs = async <Sent extends unknown[], Rows>(
  actor: Actor,
  planId: number,
  read: (person: number | null, planId: number, ...sent: Sent) => Promise<Sealed<Rows>>,
  ...sent: Sent
): Promise<Admission & Rows> => {
  const { role, ...rows } = (await read(actor.userId, planId, ...sent)) as unknown as { role: PlanRole | null } & Rows
  return { ...(rows as Rows), ...admitted(actor, planId, role) }
}

/** Rows that a visitor's own link lets them read; 404 once it has ended. */
export const readAsVisitor = async <Rows>(
  { linkId = 0 }: Actor,
  read: (linkId: number) => Promise<Sealed<Rows>>,
): Promise<Rows> => {
  const { role, ...rows } = (await read(linkId)) as unknown as { role: PlanRole | null } & Rows
  if (role === null) throw notFound()
  return rows as Rows
}

const admitted = (actor: Actor, planId: number, role: PlanRole | null): Admission => {
  const { userId: person, needs } = actor
  if (!needs) throw new Error("a call that names no capability reached into a plan")
  if (role === null || !isFor(actor, planId)) throw notFound()
  const standing: Standing = person === null ? "key" : role
  if (!can(standing, needs)) throw refusedTo(needs)
  return { planId, person, standing } as Admission
}

/** The actor with another capability to check, where the one a call needs depends on its input. */
export const needing = <A extends Actor>(actor: A, needs: Capability): A => ({ ...actor, needs })
