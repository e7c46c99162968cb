import type { itemCalls } from "~/contract/item"
import type { Handlers } from "./actor"
import { oneOf } from "./board.server"
import { commentsOf } from "./comment.server"
import { work } from "./work.server"

export const items: Handlers<Omit<typeof itemCalls, "list">> = {
  ...commentsOf("item"),
  get: oneOf("item"),
  create: (actor, input) => work(actor, input.planId, "item.create", input),
  update: (actor, input) => work(actor, input.planId, "item.update", input),
  remove: (actor, input) => work(actor, input.planId, "item.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "item.updateOrders", input),
  updateFocusOrders: (actor, input) => work(actor, input.planId, "item.updateFocusOrders", input),
  moveActionToGoal: (actor, input) => work(actor, input.planId, "item.moveActionToGoal", input),
}
