// offline(): plans by rules alone, for installations without a model and plans that don't use it.
import type { Actor } from "~/domain/actor"
import type { Asking, Planned } from "./asking"
import type { PlanCopy } from "./plan-copy.server"

export const offline = async (_actor: Actor, _copy: PlanCopy, { request }: Asking): Promise<Planned> => {
  const goal = /^add a goal "(?<name>[^"]+)"$/i.exec(request.trim())?.groups?.name
  if (goal) return { changes: [{ op: "create", entity: "goal", ref: "new-1", fields: { name: goal } }] }
  return { text: "No model is configured." }
}
