import type { itemCalls } from "~/contract/item"
import { oneOf } from "~/domain/board/board.server"
import type { Handlers } from "~/domain/core/actor"
import { work } from "~/domain/core/work.server"
import { commentsOf } from "./comment.server"

export const items: Handlers<Omit<typeof itemCalls, "list">> = {
  ...commentsOf("item"),
  get: oneOf("item"),
  create: (actor, input) => work(actor, input.planId, "item.create", input),
  update: (actor, input) => work(actor, input.planId, "item.update", input),
  copy: (actor, input) => work(actor, input.planId, "item.copy", input),
  remove: (actor, input) => work(actor, input.planId, "item.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "item.updateOrders", input),
  updateFocusOrders: (actor, input) => work(actor, input.planId, "item.updateFocusOrders", input),
  moveActionToGoal: (actor, input) => work(actor, input.planId, "item.moveActionToGoal", input),
}
