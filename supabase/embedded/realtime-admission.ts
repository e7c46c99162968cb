// Who may open another socket or join another channel, counted over the sockets of this process; createEnded().
import type { Connection } from "./realtime-connection.ts"
import type { RealtimeLimits } from "./realtime-limits.ts"

export type Newcomer = { address: string /** of the key, or "" */; person: string }

const ownConnections = "ConnectionRateLimitReached: Too many connections of yours: close some tabs"

/** Why another socket is refused, or null. */
export const refuseSocket = (connections: Set<Connection>, { address, person }: Newcomer, limits: RealtimeLimits) => {
  let [here, waiting, own] = [0, 0, 0]
  for (const connection of connections) {
    if (person !== "" && connection.person === person) own++
    if (connection.address !== address) continue
    here++
    if (connection.channels.size === 0) waiting++
  }
  if (own >= limits.connectionsPerPerson) return ownConnections
  if (here >= limits.connectionsPerAddress) return "ConnectionRateLimitReached: Too many connections from this address"
  if (waiting >= limits.waitingPerAddress) {
    return "ConnectionRateLimitReached: Too many connections from this address have not joined a channel"
  }
  // Sockets without a channel do not count as users but are limited too.
  return connections.size >= limits.connections * 2 ? "ConnectionRateLimitReached: Too many connections" : null
}

/** Why a channel is refused, or null. `person` is the token's. */
export const refuseChannel = (
  connections: Set<Connection>,
  joining: Connection,
  { topic, person }: { topic: string; person: string },
  limits: RealtimeLimits,
) => {
  let [users, sockets, channels, members, visitors, near] = [0, 0, 0, 0, 0, 0]
  for (const connection of connections) {
    if (connection !== joining && connection.channels.size > 0) users++
    if (connection !== joining && connection.channels.size > 0 && connection.person === "") {
      visitors++
      if (connection.address === joining.address) near++
    }
    if (connection !== joining && connection.person === person) sockets++
    if (connection.person === person) channels += connection.channels.size
    if (connection !== joining && connection.channels.has(topic)) members++
  }
  if (users >= limits.connections) return "ConnectionRateLimitReached: Too many connected users"
  if (members >= limits.channelsPerTopic) return "ConnectionRateLimitReached: Too many users in this channel"
  if (person === "" && near >= limits.visitorsPerAddress) {
    return "ConnectionRateLimitReached: Too many visitors from this address"
  }
  if (person === "") return visitors >= limits.visitors ? "ConnectionRateLimitReached: Too many visitors" : null
  if (sockets >= limits.connectionsPerPerson) return ownConnections
  return channels > limits.channelsPerPerson ? "ChannelRateLimitReached: Too many channels of yours" : null
}

/** A key outlives its session by this at most. */
const KEPT_MS = 3_600_000
const KEPT_AT_MOST = 20_000

/** Sessions that ended lately. Their keys open no socket, and a join that is still being checked fails. */
export const createEnded = () => {
  const ended = new Map<string, number>()
  return {
    add(session: string) {
      const now = Date.now()
      ended.set(session, now)
      for (const [oldest, at] of ended) {
        if (ended.size <= KEPT_AT_MOST && now - at < KEPT_MS) break
        ended.delete(oldest)
      }
    },
    has: (session: string) => ended.has(session),
  }
}
