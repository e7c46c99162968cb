import { messageCalls } from "~/contract/message"
import { call, type SendOptions, send } from "../api"
import type { MessageInput } from "../outbox/outbox-entry"

/** Sends a message; without a `conversationId`, in the conversation of the two. */
export const sendMessage = async (
  { planId, personId, conversationId, content }: MessageInput,
  options: SendOptions,
) => {
  const find = () =>
    call(messageCalls.open, { participantIds: [personId], planId }, { ...options, idempotencyKey: undefined })
  const id = conversationId ?? (await find()).id
  return send(messageCalls.send, { id, content }, options)
}
