import * as z from "zod/mini"
import { time } from "~/contract/fields/field"
import type { AccessLevel } from "./capability"

/** What an agent may ask for, the least first. */
export const scopes = ["plans:read", "plans:propose", "plans:write"] as const
export type Scope = (typeof scopes)[number]

export const levelOf = (scope: Scope): AccessLevel => scope.slice("plans:".length) as AccessLevel

/** An agent that acts for a person, by their consent. */
export const listedAgent = z.object({
  id: z.number(),
  /** As the agent calls itself. */
  name: z.string(),
  /** Where its sign-in ended: a host with its port, or a program's own scheme, such as `cursor:`. */
  host: z.string(),
  /** Its name comes from a document of that host. */
  verified: z.boolean(),
  scopes: z.array(z.enum(scopes)),
  /** Null: all plans of the person. */
  plans: z.nullable(z.array(z.number())),
  createdDate: time,
  /** Null: never. */
  lastUsedAt: z.nullable(time),
  /** Null: until it is ended. */
  expires: z.nullable(time),
})
export type ListedAgent = z.output<typeof listedAgent>
