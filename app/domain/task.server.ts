import type { taskCalls } from "~/contract/task"
import type { Handlers } from "./actor"
import { listOf, oneOf } from "./board.server"
import { commentsOf } from "./comment.server"
import { work } from "./work.server"

export const tasks: Handlers<typeof taskCalls> = {
  ...commentsOf("task"),
  list: listOf("task"),
  get: oneOf("task"),
  create: (actor, input) => work(actor, input.planId, "task.create", input),
  update: (actor, input) => work(actor, input.planId, "task.update", input),
  remove: (actor, input) => work(actor, input.planId, "task.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "task.updateOrders", input),
}
