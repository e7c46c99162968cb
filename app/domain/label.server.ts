import type { labelCalls } from "~/contract/label"
import { labelsOf } from "~/database/label.server"
import type { Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { work } from "~/domain/core/work.server"

export const labels: Handlers<typeof labelCalls> = {
  list: async (actor, { planId }) => labelsOf(await admit(actor, planId)),
  create: (actor, input) => work(actor, input.planId, "label.create", input),
  update: (actor, input) => work(actor, input.planId, "label.update", input),
  remove: (actor, input) => work(actor, input.planId, "label.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "label.updateOrders", input),
  setCards: (actor, input) => work(actor, input.planId, "label.setCards", input),
}
