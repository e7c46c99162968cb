import { authCalls } from "~/contract/account"
import { userTopic } from "~/contract/events"
import { call } from "../api"
import { type Live, openLive } from "../live/live"

type Options = {
  userId: number
  /** Connects when this is settled. */
  after?: Promise<unknown>
  onMessage(event: string, payload: unknown): void
  /** After every join: messages may have been missed. */
  onJoined(): void
}

/** Subscribes to what concerns the person in all their plans: one socket and one topic, however many plans there are. */
export const openPersonLive = ({ userId, ...options }: Options): Live =>
  openLive({
    ...options,
    topic: userTopic(userId),
    ticket: () => call(authCalls.realtimeTicket, {}),
    onRefused: () => {},
  })
