import type { Task, taskCalls } from "~/contract/task"
import type { Handlers } from "./actor"
import { listOf, oneOf } from "./board.server"
import { commentsOf } from "./comment.server"
import { work } from "./work.server"

export const tasks: Handlers<typeof taskCalls> = {
  ...commentsOf("task"),
  list: listOf("task"),
  get: oneOf("task"),
  create: async (actor, input) => (await work(actor, input.planId, "task.create", input)) as Task,
  update: async (actor, input) => (await work(actor, input.planId, "task.update", input)) as Task,
  remove: async (actor, input) => void (await work(actor, input.planId, "task.remove", input)),
  updateOrders: async (actor, input) => void (await work(actor, input.planId, "task.updateOrders", input)),
}
