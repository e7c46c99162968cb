import type { Item, itemCalls } from "~/contract/item"
import type { Handlers } from "./actor"
import { listOf, oneOf } from "./board.server"
import { commentsOf } from "./comment.server"
import { work } from "./work.server"

export const items: Handlers<typeof itemCalls> = {
  ...commentsOf("item"),
  list: listOf("item"),
  get: oneOf("item"),
  create: async (actor, input) => (await work(actor, input.planId, "item.create", input)) as Item,
  update: async (actor, input) => (await work(actor, input.planId, "item.update", input)) as Item,
  remove: async (actor, input) => void (await work(actor, input.planId, "item.remove", input)),
  updateOrders: async (actor, input) => void (await work(actor, input.planId, "item.updateOrders", input)),
  updateFocusOrders: async (actor, input) => void (await work(actor, input.planId, "item.updateFocusOrders", input)),
  moveActionToGoal: async (actor, input) => (await work(actor, input.planId, "item.moveActionToGoal", input)) as Item,
}
