import type { keyResultCalls } from "~/contract/key-result"
import { keyResultsOf } from "~/database/key-result.server"
import type { Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { work } from "~/domain/core/work.server"

export const keyResults: Handlers<typeof keyResultCalls> = {
  list: async (actor, { planId }) => keyResultsOf(await admit(actor, planId)),
  create: (actor, input) => work(actor, input.planId, "keyResult.create", input),
  update: (actor, input) => work(actor, input.planId, "keyResult.update", input),
  remove: (actor, input) => work(actor, input.planId, "keyResult.remove", input),
  restore: (actor, input) => work(actor, input.planId, "keyResult.restore", input),
  updateOrders: (actor, input) => work(actor, input.planId, "keyResult.updateOrders", input),
}
