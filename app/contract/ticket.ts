import * as z from "zod/mini"
import { time } from "~/contract/fields/field"

/**
 * What a browser needs to open a socket to realtime. `crowded`: realtime refuses sockets because there are too many. Answered
 * to a browser that reports a refused socket (`refused`), since browsers hide the reason.
 */
export const realtimeTicket = z.object({
  url: z.string(),
  apiKey: z.string(),
  token: z.string(),
  expiresAt: time,
  crowded: z.optional(z.literal(true)),
})
