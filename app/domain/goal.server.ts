import type { Goal, goalCalls } from "~/contract/goal"
import type { Handlers } from "./actor"
import { listOf, oneOf } from "./board.server"
import { commentsOf } from "./comment.server"
import { work } from "./work.server"

export const goals: Handlers<typeof goalCalls> = {
  ...commentsOf("goal"),
  list: listOf("goal"),
  get: oneOf("goal"),
  create: async (actor, input) => (await work(actor, input.planId, "goal.create", input)) as Goal,
  update: async (actor, input) => (await work(actor, input.planId, "goal.update", input)) as Goal,
  remove: async (actor, input) => void (await work(actor, input.planId, "goal.remove", input)),
  updateOrders: async (actor, input) => void (await work(actor, input.planId, "goal.updateOrders", input)),
}
