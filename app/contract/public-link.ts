import * as z from "zod/mini"
import { visible } from "~/contract/fields/card-fields"
import { coming, flagText, person, planPath, text, time } from "~/contract/fields/field"
import { del, get, post, resource } from "./call"
import { goal } from "./goal"
import { item } from "./item"
import { label } from "./label"
import { task } from "./task"
import { realtimeTicket } from "./ticket"

export const linkPasswordMost = 200

export const publicLink = z.object({
  url: z.string(),
  /** Null: never. A link that has expired stays until it is renewed or ended. */
  expires: z.nullable(time),
  hasPassword: z.boolean(),
})
export type PublicLink = z.output<typeof publicLink>

export const linkCalls = resource({
  link: get("/api/plans/:planId/link", {
    summary: "The plan's public link; null: none.",
    access: "manageLink",
    params: planPath,
    answer: z.nullable(publicLink),
  }),
  makeLink: post("/api/plans/:planId/link", {
    logged: { as: "key changed" },
    summary: "Gives the plan a public link to its board, read only. The one before ends at once.",
    access: "manageLink",
    params: planPath,
    body: z.object({
      expires: z.optional(z.nullable(coming)),
      password: z.optional(z.nullable(text(linkPasswordMost).check(z.minLength(1)))),
    }),
    answer: publicLink,
    status: 201,
  }),
  endLink: del("/api/plans/:planId/link", {
    logged: { as: "key changed" },
    summary: "Ends the plan's public link.",
    access: "manageLink",
    params: planPath,
    status: 204,
  }),
})

/** Visitors learn who owns a card by name and colour alone. `tint`: as of a member; null: of those who have left the plan. */
const owner = z.nullable(z.extend(z.pick(person, { userName: true }), { tint: z.nullable(z.number()) }))

/** The parts of cards that visitors of a public link see. */
export const publicBoard = z.object({
  seq: z.number(),
  plan: z.object({ id: z.number(), name: z.string(), effortAndComplexityVisible: z.boolean() }),
  labels: z.array(z.pick(label, { id: true, name: true, color: true, order: true })),
  goals: z.array(z.pick(goal, visible("goal"))),
  items: z.array(z.extend(z.pick(item, visible("item")), { owner })),
  tasks: z.array(z.extend(z.pick(task, visible("task")), { owner })),
})
export type PublicBoard = z.output<typeof publicBoard>

/** The header that names a visitor: what the page of a public link gives its scripts. */
export const visitHeader = "x-public-link"

/** Calls of a public link's page, with `visitHeader`. */
export const publicCalls = resource({
  board: get("/api/public/board", {
    summary: "The board that a public link shows.",
    access: "visitor",
    answer: publicBoard,
  }),
  realtimeTicket: post("/api/public/realtime-ticket", {
    summary: "What supabase-js needs to hear that the board has changed, for ten minutes.",
    access: "visitor",
    query: z.object({ refused: z.optional(flagText) }),
    answer: realtimeTicket,
  }),
})
