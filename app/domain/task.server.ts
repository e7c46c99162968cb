import { invalid } from "~/contract/problem"
import { type taskCalls, taskPage } from "~/contract/task"
import { overdueOf, ownTasksOf } from "~/database/lists/own-tasks.server"
import { tasksMatching } from "~/database/lists/task-list.server"
import { oneOf } from "~/domain/board/board.server"
import type { Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { listPageInTurn, listPageOf, stillThere } from "~/domain/core/list-page"
import { work } from "~/domain/core/work.server"
import { commentsOf } from "./comment.server"

const noFilter = {
  ownerId: undefined,
  ownerName: undefined,
  goalId: undefined,
  itemId: undefined,
  from: undefined,
  until: undefined,
  labelId: undefined,
  labelName: undefined,
  blocked: undefined,
}

export const tasks: Handlers<Omit<typeof taskCalls, "list">> = {
  ...commentsOf("task"),
  mine: async (actor, { done = false, doneSince = null, planId = null, before = null }) => {
    if (planId !== null) await admit(actor, planId)
    const { tasks, more } = await ownTasksOf(actor.userId, { done, doneSince, planId, plans: actor.plans, before })
    return listPageOf(actor, stillThere(tasks), more)
  },
  find: async (actor, { planId: asked, column, undated = false, limit = taskPage, before, ...filter }) => {
    const planId = asked ?? actor.planScope ?? undefined
    if (planId !== undefined) await admit(actor, planId)
    const where =
      planId === undefined ? { person: actor.userId, plans: actor.plans } : { person: null, plans: [planId] }
    if (where.person === null && where.plans === null) throw invalid("planId", "Send planId.")
    const wanted = { ...noFilter, ...filter, column: column ?? null, undated, limit, after: before }
    const { tasks, more } = await listPageInTurn(actor, () => tasksMatching(where, wanted))
    return listPageOf(actor, tasks, more)
  },
  overdue: async (actor, { day }) => ({ overdue: await overdueOf(actor.userId, day) }),
  get: oneOf("task"),
  create: (actor, input) => work(actor, input.planId, "task.create", input),
  update: (actor, input) => work(actor, input.planId, "task.update", input),
  copy: (actor, input) => work(actor, input.planId, "task.copy", input),
  remove: (actor, input) => work(actor, input.planId, "task.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "task.updateOrders", input),
}
