import type { Handlers } from "~/contract/call"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import type { Task } from "~/contract/task"
import { deletedOf, deletionOf } from "~/database/deleted.server"
import { planRoleOf } from "~/database/plan.server"
import { completedAction } from "~/rules/decide"
import { type Actor, personOf } from "./actor"
import { allow, carryOut } from "./work.server"

type DeletedCalls = Pick<typeof planCalls, "deleted" | "restoreDeleted">

const mayRestore = async (actor: Actor, planId: number) =>
  allow(actor, planId, await planRoleOf(personOf(actor), planId), "restore")

/** The 30-day bin of a plan. */
export const deletedHandlers: Handlers<DeletedCalls, Actor> = {
  deleted: async (actor, { planId }) => {
    await mayRestore(actor, planId)
    return deletedOf(planId)
  },
  restoreDeleted: async (actor, { planId, entity, id }) =>
    (await carryOut(actor, planId, "restore", async () => {
      await mayRestore(actor, planId)
      const deletion = await deletionOf(planId, entity, id)
      if (!deletion) throw notFound()
      const { parent, name } = deletion
      if (parent?.gone) {
        const what = parent.entity === "goal" ? "goal" : "action"
        throw refusal(409, `The ${what} “${parent.name}” it belongs to is deleted too. Restore that first.`)
      }
      if (parent?.completed) throw completedAction()
      return {
        guards: parent ? [[parent.entity, parent.id, parent.version]] : [],
        planChanges: [{ entity: "undeletion", op: "update", id: deletion.id }],
        audits: [{ entity, id, action: "restore", after: { name } }],
        events: [{ event: "BoardUpdated", data: null }],
        answer: { entity, id },
        status: 200,
      }
    })) as Goal | Item | Task,
}
