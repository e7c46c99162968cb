import * as z from "zod/mini"
import { get, post, resource } from "./call"
import { planPath, time } from "./field"

const shownOnce = z.object({ apiKey: z.string() })

export const integrationState = z.object({
  enabled: z.boolean(),
  createdDate: z.nullable(time),
  /** To the minute; null: never. */
  lastUsed: z.nullable(time),
})
export type IntegrationState = z.output<typeof integrationState>

export const integrationCalls = resource({
  state: get("/api/plans/:planId/integration", {
    summary: "Whether the plan has an API key, since when, and when it was last used.",
    access: "manageKey",
    params: planPath,
    answer: integrationState,
  }),
  enable: post("/api/plans/:planId/integration/enable", {
    logged: { as: "key changed" },
    summary: "Gives the plan an API key, shown this once.",
    access: "manageKey",
    params: planPath,
    answer: shownOnce,
  }),
  rotate: post("/api/plans/:planId/integration/rotate", {
    logged: { as: "key changed" },
    summary: "Replaces the plan's API key; the old one ends at once.",
    access: "manageKey",
    params: planPath,
    answer: shownOnce,
  }),
  disable: post("/api/plans/:planId/integration/disable", {
    logged: { as: "key changed" },
    summary: "Ends the plan's API key.",
    access: "manageKey",
    params: planPath,
    status: 204,
  }),
})
