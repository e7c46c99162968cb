import type { labelCalls } from "~/contract/label"
import { invalid } from "~/contract/problem"
import { labelsOf, wasDeleted } from "~/database/label.server"
import type { Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { work } from "~/domain/core/work.server"

export const labels: Handlers<typeof labelCalls> = {
  list: async (actor, { planId }) => labelsOf(await admit(actor, planId)),
  create: async (actor, input) => {
    const { planId, id } = input
    if (id !== undefined && !(await wasDeleted(await admit(actor, planId), id)))
      throw invalid("id", `No label ${id} was deleted in this plan. Leave the id out to add a label.`)
    return work(actor, planId, "label.create", input)
  },
  update: (actor, input) => work(actor, input.planId, "label.update", input),
  remove: (actor, input) => work(actor, input.planId, "label.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "label.updateOrders", input),
  setCards: (actor, input) => work(actor, input.planId, "label.setCards", input),
}
