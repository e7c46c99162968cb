import { db } from "./connection.server"

/**
 * Listens to a channel over the driver's one listening connection, which reconnects by itself. `onConnected` runs on
 * every connect, also the first: notices may have been missed before. Resolves to a function that stops listening.
 */
export const listen = async (channel: string, onNotice: (payload: string) => void, onConnected?: () => void) => {
  const { unlisten } = await db().listen(channel, onNotice, onConnected)
  return unlisten
}
