import * as z from "zod/mini"
import { before, idText } from "~/contract/fields/field"
import { get, resource } from "./call"
import { comment } from "./comment"

const comments = z.array(comment)

export const threads = z.object({
  goals: z.array(
    z.object({
      /** Null: actions without a goal. */
      id: z.nullable(z.number()),
      name: z.string(),
      totalCommentsCount: z.number(),
      comments,
      items: z.array(
        z.object({
          id: z.number(),
          topic: z.string(),
          totalCommentsCount: z.number(),
          comments,
          tasks: z.array(z.object({ id: z.number(), description: z.string(), comments })),
        }),
      ),
    }),
  ),
})
export type Threads = z.output<typeof threads>

export const threadsCalls = resource({
  tree: get("/api/Threads/tree", {
    summary:
      "The plan's comments by goal, action and task, newest first; with search, those that say it. A page holds the newest.",
    access: "readBoard",
    query: z.object({ planId: idText, search: z.optional(z.string().check(z.maxLength(2_000))), before }),
    paged: true,
    answer: threads,
  }),
})
