import type { Entity } from "~/contract/fields/field"
import type { planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import { deletedOf, deletionOf } from "~/database/deleted.server"
import type { Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { continueAfter } from "~/domain/core/list-page"
import type { Outcome } from "~/domain/core/outcome"

type DeletedCalls = Pick<typeof planCalls, "deleted" | "restoreDeleted">

/** The 30-day bin of a plan. */
export const deletedHandlers: Handlers<DeletedCalls> = {
  deleted: async (actor, { planId, before }) => {
    const { rows, last } = await deletedOf(await admit(actor, planId), before)
    continueAfter(actor, last)
    return rows
  },
  restoreDeleted: async (actor, { planId, entity, id }) =>
    commit(actor, planId, async (): Promise<Outcome<Entity>> => {
      const deletion = await deletionOf(await admit(actor, planId), entity, id)
      if (!deletion) throw notFound()
      const { parent, name } = deletion
      if (parent?.gone) {
        const what = parent.entity === "goal" ? "goal" : "action"
        throw refusal(409, `The ${what} “${parent.name}” it belongs to is deleted too. Restore that first.`)
      }
      if (parent?.completed) {
        throw refusal(409, `The action “${parent.name}” it belongs to is completed. Uncomplete it first.`)
      }
      return {
        guards: parent ? [[parent.entity, parent.id, parent.version]] : [],
        writes: [{ procedure: "undelete", id: deletion.id }],
        log: [{ entity, id, action: "restore", after: { name } }],
        events: [{ event: "BoardUpdated", data: null }],
        answer: { entity, id },
        status: 200,
      }
    }),
}
