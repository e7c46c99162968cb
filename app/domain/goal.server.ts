import type { goalCalls } from "~/contract/goal"
import type { Handlers } from "./actor"
import { oneOf } from "./board.server"
import { commentsOf } from "./comment.server"
import { work } from "./work.server"

export const goals: Handlers<Omit<typeof goalCalls, "list">> = {
  ...commentsOf("goal"),
  get: oneOf("goal"),
  create: (actor, input) => work(actor, input.planId, "goal.create", input),
  update: (actor, input) => work(actor, input.planId, "goal.update", input),
  remove: (actor, input) => work(actor, input.planId, "goal.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "goal.updateOrders", input),
}
