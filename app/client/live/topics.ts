import type { RealtimeChannel, RealtimeClient } from "@supabase/realtime-js"
import { openBackoff, reconnectDelay, spread } from "./backoff"
import type { Follower, Following } from "./live-types"
import { type Received, receivedOn } from "./received"

type Followed = {
  followers: Set<Follower<never>>
  backoff: ReturnType<typeof openBackoff>
  channel?: RealtimeChannel
  joined?: boolean
}

const followAgain = 10_000
const followDelay = (attempt: number) => spread(Math.max(followAgain, reconnectDelay(attempt)))
/** The database's messages reach hosted Realtime by a replication that may start after the join: it then says so. */
export const broadcast = { ack: false, self: false, replication_ready: true }

export type SystemMessage = { status?: unknown; message?: unknown }
export const isReplicating = ({ status, message }: SystemMessage) =>
  status === "ok" && /^Replication /.test(String(message))

/** The topics that are followed besides a connection's own, over that connection and each later one. */
export const openTopics = () => {
  const topics = new Map<string, Followed>()
  /** While a channel is being left, the client would return that one again, which cannot be joined twice. */
  const leaving = new Map<string, RealtimeChannel>()
  let connected: RealtimeClient | undefined

  const part = (topic: string, channel: RealtimeChannel, rest: number) => {
    leaving.set(topic, channel)
    const gone = () => {
      if (leaving.get(topic) !== channel) return
      leaving.delete(topic)
      join(topic)
    }
    const wait = () => void setTimeout(gone, rest)
    void connected?.removeChannel(channel).then(wait, wait)
  }

  const join = (topic: string) => {
    const followed = topics.get(topic)
    if (!connected || !followed || followed.channel || leaving.has(topic)) return
    const client = connected
    const channel = client.channel(topic, { config: { private: true, broadcast } })
    followed.channel = channel
    channel.on("broadcast", { event: "*" }, ({ event, payload }) => {
      const received = receivedOn(topic, payload)
      if (received === undefined) return
      for (const { onMessage } of [...followed.followers]) onMessage(event, received as never)
    })
    channel.on("system", {}, (said: SystemMessage) => {
      if (isReplicating(said)) for (const { onJoined } of [...followed.followers]) onJoined?.()
    })
    channel.subscribe((status) => {
      if (followed.channel !== channel || client !== connected) return
      followed.joined = status === "SUBSCRIBED"
      if (followed.joined) {
        followed.backoff.joined()
        for (const { onJoined } of [...followed.followers]) onJoined?.()
      } else {
        followed.backoff.left()
        followed.channel = undefined
        part(topic, channel, followed.backoff.next())
      }
    })
  }

  const follow = <Topic extends string>(topic: Topic, follower: Follower<Received<Topic>>): Following => {
    const followed: Followed = topics.get(topic) ?? { followers: new Set(), backoff: openBackoff(followDelay) }
    topics.set(topic, followed)
    followed.followers.add(follower)
    if (followed.joined) follower.onJoined?.()
    else join(topic)
    return {
      send: (event, payload) => {
        if (followed.joined) void followed.channel?.send({ type: "broadcast", event, payload })
      },
      close: () => {
        if (!followed.followers.delete(follower) || followed.followers.size > 0) return
        topics.delete(topic)
        followed.backoff.left()
        const { channel } = followed
        Object.assign(followed, { channel: undefined, joined: false })
        if (channel) part(topic, channel, 0)
      },
    }
  }

  return {
    follow,
    connected: (client: RealtimeClient) => {
      connected = client
      for (const topic of topics.keys()) join(topic)
    },
    disconnected: (client: RealtimeClient | undefined) => {
      if (client !== connected) return
      connected = undefined
      leaving.clear()
      for (const followed of topics.values()) Object.assign(followed, { channel: undefined, joined: false })
    },
    /** Messages may have been missed. */
    missed: () => {
      for (const { followers } of topics.values()) for (const { onJoined } of [...followers]) onJoined?.()
    },
  }
}
