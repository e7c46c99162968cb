// The gateway's limits and createRate(), which counts against one.

/** Those of connections and channels hold for one process. */
export type RealtimeLimits = {
  /** sockets with a channel; joins of further sockets are refused */
  connections: number
  connectionsPerPerson: number
  /** Generous: a whole office may share one address. */
  connectionsPerAddress: number
  /** of those, for callers without a person: visitors of public links */
  visitors: number
  visitorsPerAddress: number
  /** of an address, sockets that have not joined a channel yet */
  waitingPerAddress: number
  /** milliseconds a socket may be without a channel */
  joinWithinMs: number
  channelsPerConnection: number
  channelsPerPerson: number
  channelsPerTopic: number
  /** of one broadcast from the database, in bytes */
  payloadBytes: number
  /** of one broadcast or tracked presence of a client, in bytes */
  sentBytes: number
  /** of one frame of a client, in bytes */
  frameBytes: number
  /** of a topic's whole presence, in bytes: each newcomer is sent all of it */
  presenceBytesPerTopic: number
  /** of one socket */
  joinsPerSecond: number
  /** broadcasts, presence changes and renewed tokens of one socket */
  messagesPerSecond: number
  /** of any kind, of one socket */
  framesPerSecond: number
  /** questions to the database that one person, or one address by one link, causes in 10 s by joining, renewing a token or posting */
  checksPerWindow: number
  /** presence changes one channel sends in 30 s */
  presencePerWindow: number
  /** bytes a socket may leave unread */
  bufferedBytes: number
  /** milliseconds after which a silent socket is dropped */
  silenceMs: number
}

/** For a team of 200 behind one address; at most those of a Supabase Pro project where it has them. */
export const defaultLimits: RealtimeLimits = {
  connections: 2_000,
  connectionsPerPerson: 20,
  connectionsPerAddress: 1_000,
  visitors: 1_000,
  visitorsPerAddress: 100,
  waitingPerAddress: 400,
  joinWithinMs: 5_000,
  channelsPerConnection: 20,
  channelsPerPerson: 100,
  channelsPerTopic: 1_000,
  payloadBytes: 256 * 1024,
  sentBytes: 1024,
  frameBytes: 8 * 1024,
  presenceBytesPerTopic: 256 * 1024,
  joinsPerSecond: 20,
  messagesPerSecond: 20,
  framesPerSecond: 100,
  checksPerWindow: 200,
  presencePerWindow: 5,
  bufferedBytes: 1024 * 1024,
  silenceMs: 60_000,
}

export const PRESENCE_WINDOW_MS = 30_000
const CHECK_WINDOW_MS = 10_000

/** Returns whether one more is allowed in the window that the first one opened. */
export const createRate = (limit: number, windowMs: number) => {
  let began = 0
  let used = 0
  return () => {
    const now = performance.now()
    if (used === 0 || now - began >= windowMs) {
      began = now
      used = 0
    }
    return ++used <= limit
  }
}

/** Counts a caller's checks. All windows begin together, so nothing is left of callers who are gone. */
export const createCheckRate = (limit: number) => {
  const used = new Map<string, number>()
  let began = performance.now()
  return (caller: string) => {
    const now = performance.now()
    if (now - began >= CHECK_WINDOW_MS) {
      began = now
      used.clear()
    }
    const count = (used.get(caller) ?? 0) + 1
    used.set(caller, count)
    return count <= limit
  }
}
