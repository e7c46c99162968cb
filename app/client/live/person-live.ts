import { authCalls } from "~/contract/account"
import type { UserEventPayload } from "~/contract/event-payload"
import { userTopic } from "~/contract/events"
import { call } from "../api"
import { openLive } from "./live"
import type { Follower, Following, Live } from "./live-types"

/** Subscribes to topics over one connection: the plan's, or where no plan is open the person's. */
export type Follow = Live["follow"]

type Shared = { live: Live; followers: Set<Required<Follower<UserEventPayload>>>; joined: boolean }

/** One connection per page, however many parts of it follow the person's topic. */
const open = new Map<number, Shared>()

/** Follows what concerns the person in all their plans, where no plan is open. */
export const followPerson = (
  userId: number,
  { onMessage, onJoined = () => {} }: Follower<UserEventPayload>,
): Pick<Following, "close"> => {
  const shared = open.get(userId) ?? connect(userId)
  const follower = { onMessage, onJoined }
  shared.followers.add(follower)
  if (shared.joined) queueMicrotask(() => shared.followers.has(follower) && onJoined())
  return {
    close: () => {
      shared.followers.delete(follower)
      if (shared.followers.size > 0 || open.get(userId) !== shared) return
      open.delete(userId)
      shared.live.close()
    },
  }
}

const connect = (userId: number): Shared => {
  const followers: Shared["followers"] = new Set()
  const live = openLive({
    topic: userTopic(userId),
    ticket: (refused) => call(authCalls.realtimeTicket, { refused }),
    onMessage: (event, payload) => {
      for (const { onMessage } of [...followers]) onMessage(event, payload)
    },
    onJoined: () => {
      shared.joined = true
      for (const { onJoined } of [...followers]) onJoined()
    },
    onBlocked: async (all) => {
      if (all) for (const { onJoined } of [...followers]) onJoined()
      return true
    },
    onRefused: () => {},
  })
  const shared: Shared = { live, followers, joined: false }
  open.set(userId, shared)
  return shared
}
