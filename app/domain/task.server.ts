import type { taskCalls } from "~/contract/task"
import { overdueOf, ownTasksOf } from "~/database/own-tasks.server"
import { oneOf } from "~/domain/board/board.server"
import type { Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { listPageOf, stillThere } from "~/domain/core/list-page"
import { work } from "~/domain/core/work.server"
import { commentsOf } from "./comment.server"

export const tasks: Handlers<Omit<typeof taskCalls, "list">> = {
  ...commentsOf("task"),
  mine: async (actor, { done = false, doneSince = null, planId = null, before = null }) => {
    if (planId !== null) await admit(actor, planId)
    const { tasks, more } = await ownTasksOf(actor.userId, { done, doneSince, planId, plans: actor.plans, before })
    return listPageOf(actor, stillThere(tasks), more)
  },
  overdue: async (actor, { day }) => ({ overdue: await overdueOf(actor.userId, day) }),
  get: oneOf("task"),
  create: (actor, input) => work(actor, input.planId, "task.create", input),
  update: (actor, input) => work(actor, input.planId, "task.update", input),
  remove: (actor, input) => work(actor, input.planId, "task.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "task.updateOrders", input),
}
