// planned(): the changes or the answer that a request asks for.
import type { Actor } from "~/domain/actor"
import type { Asking, Planned } from "./asking"
import { offline } from "./offline.server"
import type { PlanCopy } from "./plan-copy.server"

export const planned = async (actor: Actor, copy: PlanCopy, asking: Asking): Promise<Planned> =>
  offline(actor, copy, asking)
