// The payloads of events, which a browser checks too: they come over a connection that others may send on.
import * as z from "zod/mini"

export const eventPayload = z.object({
  planId: z.number(),
  clientId: z.nullable(z.string()),
  actorId: z.nullable(z.number()),
  /** The agent that acted for that person, or the key, whose `actorId` is null; absent in older events. */
  agent: z.optional(z.nullable(z.string())),
  at: z.string(),
  seq: z.number(),
  /**
   * The entity as the API answers it; `{id}` for deletions, `{id,userName}`… for members, the order array for
   * …OrderUpdated; null when large.
   */
  data: z.unknown(),
  /** The entity to fetch when `data` is null. A string is realtime.send's own message id. */
  id: z.catch(z.optional(z.number()), undefined),
})
export type EventPayload = z.output<typeof eventPayload>

export const event = z.object({ seq: z.number(), event: z.string(), payload: eventPayload })
export type LoggedEvent = z.output<typeof event>

/** Of an event on `user:{userId}`. */
export const userEventPayload = z.object({
  planId: z.nullable(z.number()),
  clientId: z.nullable(z.string()),
  actorId: z.nullable(z.number()),
  /** The agent that acted for that person, or the key, whose `actorId` is null; absent in older events. */
  agent: z.optional(z.nullable(z.string())),
  at: z.string(),
  data: z.unknown(),
})
export type UserEventPayload = z.output<typeof userEventPayload>
