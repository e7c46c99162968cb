import type { Call } from "~/contract/call"
import type { Entity } from "~/contract/field"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import { type SendOptions, send } from "../api"
import { isInstalled, keepStorage } from "../device-storage"
import { isSignedOut, outboxStorage } from "./browser-database"
import { type Outbox, openOutbox } from "./outbox"
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
  if (name !== "message.send") return send(callOf(name), input as Record<string, unknown>, options)
  const { sendMessage } = await import("../chat/send-message")
  return sendMessage(input, options)
}

let current: { userId: number; outbox: Outbox } | undefined

/** The signed-in person's outbox. The page has one, so the changes of a closed plan are still sent. */
export const outboxOf = (userId: number): Outbox => {
  if (current?.userId === userId) return current.outbox
  current?.outbox.close()
  if (isInstalled()) keepStorage()
  const outbox = openOutbox({
    userId,
    storage: outboxStorage,
    send: (entry) => sendEntry(entry),
    onEnded: () => {
      if (!isSignedOut()) location.assign("/api/auth/logoff")
    },
  })
  current = { userId, outbox }
  return outbox
}

/** Whether this page has changes that the server has not answered. */
export const hasUnsent = () => (current?.outbox.pendingCount.get() ?? 0) > 0
