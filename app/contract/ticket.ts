import * as z from "zod/mini"
import { time } from "./field"

/**
 * What a browser needs to open a socket to realtime. `crowded`: sockets are refused there because there are too many; told
 * a browser whose last one was not opened, as it is not told why (`refused`).
 */
export const realtimeTicket = z.object({
  url: z.string(),
  apiKey: z.string(),
  token: z.string(),
  expiresAt: time,
  crowded: z.optional(z.literal(true)),
})
