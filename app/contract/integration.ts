import * as z from "zod/mini"
import { coming, id, idText, person, personName, planPath, time } from "~/contract/fields/field"
import { del, get, post, resource } from "./call"
import { accessLevels } from "./capability"

const shownOnce = z.object({ apiKey: z.string() })

export const integrationState = z.object({
  enabled: z.boolean(),
  createdDate: z.nullable(time),
  /** To the minute; null: never. */
  lastUsed: z.nullable(time),
})

/** The key named "Integration", which writes. */
export const integrationCalls = resource({
  state: get("/api/plans/:planId/integration", {
    summary: "Whether the plan has a key named Integration, since when, and when it was last used.",
    access: "manageKey",
    params: planPath,
    answer: integrationState,
  }),
  enable: post("/api/plans/:planId/integration/enable", {
    logged: { as: "key changed" },
    summary: "Gives the plan the key named Integration, which writes. It is shown this once.",
    access: "manageKey",
    params: planPath,
    answer: shownOnce,
  }),
  rotate: post("/api/plans/:planId/integration/rotate", {
    logged: { as: "key changed" },
    summary: "Replaces the key named Integration; the old one ends at once.",
    access: "manageKey",
    params: planPath,
    answer: shownOnce,
  }),
  disable: post("/api/plans/:planId/integration/disable", {
    logged: { as: "key changed" },
    summary: "Ends the key named Integration.",
    access: "manageKey",
    params: planPath,
    status: 204,
  }),
})

export const keysPerPlan = 20

const sentKey = z.object({
  /** Recorded in the log for what the key does. */
  name: personName.check(z.refine((value) => value.trim() !== "", { error: "Enter a name." })),
  /** `propose`: over MCP, what it would write waits for review. */
  access: z.enum(accessLevels),
  /** Null: never. */
  expires: z.optional(z.nullable(coming)),
})

export const planKey = z.object({
  id,
  name: z.string(),
  access: z.enum(accessLevels),
  /** Null: never. An expired key stays in the list. */
  expires: z.nullable(time),
  createdDate: time,
  createdBy: z.nullable(person),
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(time),
  /** The one that `integration/rotate` replaces. */
  isIntegration: z.boolean(),
})
export type PlanKey = z.output<typeof planKey>

export const keyCalls = resource({
  keys: get("/api/Plan/:planId/keys", {
    summary: "The plan's API keys, newest first.",
    access: "manageKey",
    params: planPath,
    answer: z.array(planKey),
  }),
  makeKey: post("/api/Plan/:planId/keys", {
    logged: { as: "key changed" },
    summary: "Gives the plan a named API key that reads, proposes or writes. It is shown this once.",
    access: "manageKey",
    params: planPath,
    body: sentKey,
    answer: z.object({
      id,
      name: z.string(),
      access: z.enum(accessLevels),
      expires: z.nullable(time),
      apiKey: z.string(),
    }),
    status: 201,
  }),
  removeKey: del("/api/Plan/:planId/keys/:id", {
    logged: { as: "key changed" },
    summary: "Ends an API key of the plan.",
    access: "manageKey",
    params: z.extend(planPath, { id: idText }),
    status: 204,
  }),
})
