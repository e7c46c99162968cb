import type { Call } from "~/contract/call"
import type { Entity } from "~/contract/field"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { type SendOptions, send } from "../api"
import type { OutboxEntry } from "./outbox-entry"

const calls = { goal: goalCalls, item: itemCalls, task: taskCalls }

type Declared = { [E in Entity]: `${E}.${keyof (typeof calls)[E] & string}` }[Entity]

const callOf = (name: Declared): Call => {
  const [entity, call] = name.split(".") as [Entity, "get"]
  return calls[entity][call]
}

/** Makes the call of an entry, with its key and the client id of the tab that added it. */
export const sendEntry = async ({ name, input, ref, clientId }: OutboxEntry, more: SendOptions = {}) => {
  const options = { ...more, idempotencyKey: ref, clientId }
  if (name === "plan.restoreDeleted") return send(planCalls.restoreDeleted, input, options)
  if (name !== "message.send") return send(callOf(name), input as Record<string, unknown>, options)
  const { sendMessage } = await import("../chat/send-message")
  return sendMessage(input, options)
}
