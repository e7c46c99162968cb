// The gateway's limits and createRate(), which counts against one.

export type RealtimeLimits = {
  /** sockets with a channel; joins of further sockets are refused */
  connections: number
  channelsPerConnection: number
  /** of one broadcast or tracked presence, in bytes */
  payloadBytes: number
  /** of one socket */
  joinsPerSecond: number
  /** broadcasts and presence changes one socket sends */
  messagesPerSecond: number
  /** presence changes one channel sends in 30 s */
  presencePerWindow: number
  /** bytes a socket may leave unread */
  bufferedBytes: number
  /** milliseconds after which a silent socket is dropped */
  silenceMs: number
}

/** The limits of a Supabase Pro project where it has them; messages and joins count per socket, not per project. */
export const defaultLimits: RealtimeLimits = {
  connections: 500,
  channelsPerConnection: 100,
  payloadBytes: 256 * 1024,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  presencePerWindow: 5,
  bufferedBytes: 4 * 1024 * 1024,
  silenceMs: 60_000,
}

export const PRESENCE_WINDOW_MS = 30_000

/** Answers whether one more is allowed in the window that the first one opened. */
export function createRate(limit: number, windowMs: number) {
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
