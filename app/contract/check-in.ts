import * as z from "zod/mini"
import { before, entityPath, id, measure, person, planQuery, text, time, whole } from "~/contract/fields/field"
import { limits, mostKeyResults } from "~/contract/shared/bounds"
import { del, get, post } from "./call"

export const goalStatus = z.union([z.literal(0), z.literal(1), z.literal(2)], { error: "is 0, 1 or 2." })
/** 0 on track, 1 at risk, 2 off track. */
export type GoalStatus = z.output<typeof goalStatus>

/** The newest check-in, as its goal shows it. */
export const lastCheckIn = z.object({
  createdDate: time,
  status: goalStatus,
  confidence: z.nullable(z.number()),
  createdBy: person,
})

/** How a goal was at a moment, as somebody said. */
export const checkIn = z.object({
  id: z.number(),
  planId: z.number(),
  goalId: z.number(),
  status: goalStatus,
  confidence: z.nullable(z.number()),
  note: z.string(),
  /** Of every result the goal had, by order; `name` and `unit` are null of one that is gone for good. */
  values: z.array(
    z.object({
      keyResultId: z.number(),
      name: z.nullable(z.string()),
      unit: z.nullable(z.string()),
      before: z.number(),
      current: z.number(),
    }),
  ),
  /** The goal's, after it. */
  progress: z.nullable(z.number()),
  statusBefore: z.nullable(goalStatus),
  createdDate: time,
  createdBy: person,
  agent: z.nullable(z.string()),
  /** The author according to the imported file; `createdBy` is the importer. Null: not imported. */
  importedAuthor: z.optional(z.nullable(person)),
})
export type CheckIn = z.output<typeof checkIn>

/** Check-ins in one answer. */
export const checkInPage = 100

const values = z.array(z.object({ keyResultId: id, current: measure })).check(z.maxLength(mostKeyResults))

const cardsSince = z.object({
  count: z.number(),
  /** The first five. */
  cards: z.array(z.object({ entity: z.enum(["item", "task"]), id: z.number(), name: z.string() })),
})
export type CardsSince = z.output<typeof cardsSince>

/** What happened to a goal's cards since its last check-in, or in the last 7 days without one. */
export const sinceCheckIn = z.object({
  since: time,
  done: cardsSince,
  added: cardsSince,
  /** Due later than then. */
  slipped: z.object({
    count: z.number(),
    cards: z.array(
      z.object({ entity: z.enum(["item", "task"]), id: z.number(), name: z.string(), from: time, to: time }),
    ),
  }),
})
export type SinceCheckIn = z.output<typeof sinceCheckIn>

/** The calls about the check-ins of goals. */
export const checkInCalls = {
  checkIns: get("/api/Goal/:id/checkins", {
    summary: "The check-ins of a goal, newest first.",
    access: "readBoard",
    params: entityPath,
    query: z.extend(planQuery, { before }),
    paged: true,
    answer: z.array(checkIn),
  }),
  sinceCheckIn: get("/api/Goal/:id/checkins/since", {
    summary: "What happened to a goal's cards since its last check-in, from the log: done, added and due later.",
    access: "readBoard",
    params: entityPath,
    query: planQuery,
    answer: sinceCheckIn,
  }),
  checkIn: post("/api/Goal/:id/checkins", {
    summary:
      "Checks a goal in: its status, how confident you are, the values of its results and a note, in one change. `leftOut` names the results sent that have been deleted; the rest is saved.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    body: z.object({
      status: goalStatus,
      confidence: z.optional(z.nullable(whole(0, 10))),
      note: z.optional(text(limits.comment)),
      values: z.optional(values),
    }),
    answer: z.extend(checkIn, { leftOut: z.optional(z.array(z.number())) }),
    status: 201,
  }),
  removeCheckIn: del("/api/Goal/checkins/:id", {
    summary:
      "Takes back a check-in and what it changed in the goal and its results, unless that has been changed since.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    status: 204,
  }),
}
