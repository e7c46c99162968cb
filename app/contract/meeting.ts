import * as z from "zod/mini"
import { id, planPath, time, whole } from "~/contract/fields/field"
import { get, put, resource } from "./call"

/** Longest countdown, in minutes. */
export const countdownLimits = { least: 1, most: 120, usual: 10 } as const

/** Running while `endsAt` is set, paused while `left` is. */
export const countdown = z.object({
  minutes: z.number(),
  endsAt: z.nullable(time),
  /** Milliseconds left while paused. */
  left: z.nullable(z.number()),
  startedAt: time,
  startedById: z.number(),
})
export type Countdown = z.output<typeof countdown>

/** One spin, decided at its start, so that everybody sees the same. */
export const wheel = z.object({
  people: z.array(z.object({ id: z.number(), userName: z.string() })),
  /** Index of the winner among the people. */
  winner: z.number(),
  /** Degrees the wheel turns, starting with its first segment at the pointer. */
  angle: z.number(),
  startedAt: time,
  startedById: z.number(),
})
export type Wheel = z.output<typeof wheel>

export const meeting = z.object({
  id: z.number(),
  planId: z.number(),
  countdown: z.nullable(countdown),
  wheel: z.nullable(wheel),
  modifiedDate: z.nullable(time),
  /** The server's clock at the answer; the other times use the same clock. */
  now: time,
})
export type Meeting = z.output<typeof meeting>

export const countdownAction = z.union([
  z.object({
    do: z.literal("start"),
    minutes: whole(countdownLimits.least, countdownLimits.most),
  }),
  z.object({ do: z.enum(["pause", "resume"]) }),
])
export type CountdownAction = z.output<typeof countdownAction>

export const wheelSpin = z.object({
  memberIds: z.array(id).check(z.minLength(1), z.maxLength(200)),
  winner: z.int().check(z.gte(0)),
  angle: z.number().check(z.gte(0), z.lte(100_000)),
})
export type WheelSpin = z.output<typeof wheelSpin>

export const meetingCalls = resource({
  get: get("/api/Meeting/:planId", {
    summary: "The countdown and the wheel that everybody on the plan sees.",
    access: "takePart",
    params: planPath,
    answer: meeting,
  }),
  update: put("/api/Meeting/:planId", {
    summary: "Starts, pauses, resumes or (null) ends the countdown; spins or (null) closes the wheel.",
    access: "runMeeting",
    params: planPath,
    body: z.object({
      countdown: z.optional(z.nullable(countdownAction)),
      wheel: z.optional(z.nullable(wheelSpin)),
    }),
    answer: meeting,
  }),
})
