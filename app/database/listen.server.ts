import { db } from "./connection.server"

/**
 * Hears a channel's notices over the one connection kept for listening, which comes back by itself.
 * `onConnected` runs each time it is up, also the first: notices may have been missed before. Answers how to stop.
 */
export const listen = async (channel: string, onNotice: (payload: string) => void, onConnected?: () => void) => {
  const { unlisten } = await db().listen(channel, onNotice, onConnected)
  return unlisten
}
