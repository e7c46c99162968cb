// planned(): the changes or the answer that a request asks for: by the model, or by rules where there is none.
import type { Plan } from "~/contract/plan"
import type { Actor } from "~/domain/actor"
import { modelName } from "~/outside/model.server"
import { startIn } from "~/rules/agent/start-request"
import { isProse } from "~/rules/transfer/described"
import type { Asking, Planned } from "./asking"
import { byModel } from "./model-planner.server"
import { offline } from "./offline.server"
import type { PlanCopy } from "./plan-copy.server"

export const planned = async (actor: Actor, copy: PlanCopy, asking: Asking, plan: Plan): Promise<Planned> => {
  const model = modelName()
  if (model === null) return offline(actor, copy, asking, "none")
  // The starter has shown what an outline becomes, and exactly that is made.
  const start = startIn(asking.request)
  if (start !== undefined && !isProse(start)) return offline(actor, copy, asking, "none")
  if (!plan.aiEnabled) return offline(actor, copy, asking, "off")
  return { ...(await byModel(actor, copy, asking, plan)), model }
}
