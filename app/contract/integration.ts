import * as z from "zod/mini"
import { post, resource } from "./call"
import { planPath } from "./field"

const shownOnce = z.object({ apiKey: z.string() })

export const integrationCalls = resource({
  enable: post("/api/plans/:planId/integration/enable", {
    summary: "Gives the plan an API key, shown this once.",
    role: "admin",
    params: planPath,
    answer: shownOnce,
  }),
  rotate: post("/api/plans/:planId/integration/rotate", {
    summary: "Replaces the plan's API key; the old one ends at once.",
    role: "admin",
    params: planPath,
    answer: shownOnce,
  }),
  disable: post("/api/plans/:planId/integration/disable", {
    summary: "Ends the plan's API key.",
    role: "admin",
    params: planPath,
    status: 204,
  }),
})
