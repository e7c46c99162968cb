import type { goalCalls } from "~/contract/goal"
import { oneOf } from "~/domain/board/board.server"
import type { Handlers } from "~/domain/core/actor"
import { work } from "~/domain/core/work.server"
import { commentsOf } from "./comment.server"

export const goals: Handlers<Omit<typeof goalCalls, "list">> = {
  ...commentsOf("goal"),
  get: oneOf("goal"),
  create: (actor, input) => work(actor, input.planId, "goal.create", input),
  update: (actor, input) => work(actor, input.planId, "goal.update", input),
  remove: (actor, input) => work(actor, input.planId, "goal.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "goal.updateOrders", input),
}
