import type { Call } from "~/contract/call"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import type { RuleName } from "~/rules/index"
import { send } from "../api"
import { outboxStorage } from "./browser-database"
import { type Outbox, openOutbox } from "./outbox"

const calls: Record<RuleName, Call> = {
  "goal.create": goalCalls.create,
  "goal.update": goalCalls.update,
  "goal.remove": goalCalls.remove,
  "goal.updateOrders": goalCalls.updateOrders,
  "item.create": itemCalls.create,
  "item.update": itemCalls.update,
  "item.remove": itemCalls.remove,
  "item.updateOrders": itemCalls.updateOrders,
  "item.updateFocusOrders": itemCalls.updateFocusOrders,
  "item.moveActionToGoal": itemCalls.moveActionToGoal,
  "task.create": taskCalls.create,
  "task.update": taskCalls.update,
  "task.remove": taskCalls.remove,
  "task.updateOrders": taskCalls.updateOrders,
}

let current: { userId: number; outbox: Outbox } | undefined

/** The outbox of the person signed in, one for the page: changes of a plan that was closed are sent all the same. */
export const outboxOf = (userId: number): Outbox => {
  if (current?.userId === userId) return current.outbox
  current?.outbox.close()
  const outbox = openOutbox({
    userId,
    storage: outboxStorage,
    send: ({ name, input, ref, clientId }) =>
      send(calls[name], input as Record<string, unknown>, { idempotencyKey: ref, clientId }),
  })
  current = { userId, outbox }
  return outbox
}
