import * as z from "zod/mini"
import { entityPath, id, time } from "~/contract/fields/field"
import { del, get, post, resource } from "./call"

export const feed = z.object({
  id: z.number(),
  /** Null: of all plans. */
  planId: z.nullable(z.number()),
  /** Null once the installation's secret that it was made with is gone. */
  url: z.nullable(z.string()),
  createdDate: time,
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(time),
})
export type Feed = z.output<typeof feed>

export const feedCalls = resource({
  list: get("/api/Feed", {
    summary: "Your calendar feeds. Whoever has an address reads your dated cards.",
    access: "user",
    answer: z.array(feed),
  }),
  create: post("/api/Feed", {
    logged: { as: "key changed" },
    summary:
      "An address for calendar apps with your dated tasks and actions, of all plans or of one. It replaces the one that there was. Agents are refused.",
    access: "user",
    inPlan: "readBoard",
    body: z.object({ planId: z.optional(id) }),
    answer: z.object({ id, url: z.string() }),
    status: 201,
  }),
  remove: del("/api/Feed/:id", {
    logged: { as: "key changed" },
    summary: "Ends one of your calendar feeds.",
    access: "user",
    unpaid: "open",
    params: entityPath,
    status: 204,
  }),
})
