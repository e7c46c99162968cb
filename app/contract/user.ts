import * as z from "zod/mini"
import { entityPath, id, idText, personName, planPath, time } from "~/contract/fields/field"
import { isTimeZone } from "~/contract/shared/time-zone"
import { del, get, post, put, resource } from "./call"
import { planRole, systemRole } from "./role"

export const listedUser = z.object({
  id: z.number(),
  userName: z.string(),
  avatarUrl: z.nullable(z.string()),
  lastSeenAt: z.nullable(time),
  lastSeenInPlanAt: z.nullable(time),
  /** Place in the order of the colours that members get as they join, from 0. */
  tint: z.number(),
})

export const member = z.extend(listedUser, { planRole, email: z.optional(z.string()) })
export type Member = z.output<typeof member>

/** A member with their account, for people who may enable accounts. */
export const listedMember = z.extend(member, { role: z.optional(systemRole), enabled: z.optional(z.boolean()) })
export type ListedMember = z.output<typeof listedMember>

export const userName = personName.check(z.refine((value) => value.trim() !== "", { error: "Enter a name." }))

export const timeZone = z
  .string()
  .check(z.refine(isTimeZone, { error: "is a name such as Europe/Berlin, or null for UTC." }))

/** 0 Sunday, 1 Monday, 6 Saturday. */
export const weekStart = z.union([z.literal(0), z.literal(1), z.literal(6)], {
  error: "is 0 (Sunday), 1 (Monday) or 6 (Saturday), or null for the language’s.",
})

export const language = z.enum(["en", "de"], { error: "is en or de, or null for the browser’s language." })

/** A member's notification preferences for one plan. */
export const planPreferences = z.object({
  emailNotifyMentions: z.boolean(),
  notifyTaskAssigned: z.boolean(),
  notifyTaskDueSoon: z.boolean(),
  notifyGoalCheckIn: z.boolean(),
  emailDailySummary: z.boolean(),
  emailWeeklySummary: z.boolean(),
})
export type PlanPreferences = z.output<typeof planPreferences>

/** All that a member sets in one plan for themselves. */
const ownInPlan = z.extend(planPreferences, { starred: z.boolean() })
export type OwnInPlan = z.output<typeof ownInPlan>

export const userCalls = resource({
  setPlanPreferences: put("/api/Users/:id/plan-prefs/:planId", {
    summary: "What you want to be told of in a plan, and whether you starred it: send one of the flags, or more.",
    access: "takePart",
    self: "id",
    params: z.object({ id: idText, planId: idText }),
    body: z
      .partial(ownInPlan)
      .check(z.refine((flags) => Object.keys(flags).length > 0, { error: "Send one of the flags." })),
    answer: ownInPlan,
  }),
  list: get("/api/Users", {
    summary: "The people of a plan.",
    access: "takePart",
    query: z.object({ planId: idText }),
    answer: z.array(listedUser),
  }),
  listOfPlan: get("/api/Users/plan/:planId", {
    summary: "The members of a plan with their roles; addresses for admins, accounts for those who may enable them.",
    access: "takePart",
    params: planPath,
    answer: z.array(listedMember),
  }),
  update: put("/api/Users/:id", {
    logged: { as: "role changed", with: "role" },
    summary:
      "Changes your name, time zone, language and the first day of your week; a SystemAdmin changes anybody's system role.",
    access: "user",
    unpaid: "open",
    params: entityPath,
    body: z.object({
      userName: z.optional(userName),
      role: z.optional(systemRole),
      timeZone: z.optional(z.nullable(timeZone)),
      language: z.optional(z.nullable(language)),
      weekStart: z.optional(z.nullable(weekStart)),
    }),
    answer: z.object({
      id: z.number(),
      userName: z.string(),
      email: z.string(),
      role: systemRole,
      avatarUrl: z.nullable(z.string()),
      /** Your own only. */
      timeZone: z.optional(z.nullable(z.string())),
      language: z.optional(z.nullable(language)),
      weekStart: z.optional(z.nullable(weekStart)),
    }),
  }),
  enable: post("/api/Users/enable", {
    logged: { as: "role changed" },
    summary: "Enables or disables an account; disabling ends its sessions and live connections.",
    access: "enableAccounts",
    body: z.object({ userId: id, enabled: z.boolean() }),
    status: 204,
  }),
  avatar: get("/api/Users/:id/avatar", {
    summary: "A person's picture, for who shares a plan; 404: show the letter.",
    access: "user",
    params: entityPath,
    query: z.object({ ts: z.optional(z.string()) }),
  }),
  setAvatar: post("/api/Users/:id/avatar", {
    summary: "Your picture, cut to a square.",
    access: "user",
    unpaid: "open",
    self: "id",
    params: entityPath,
    form: true,
    rate: "upload",
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
  removeAvatar: del("/api/Users/:id/avatar", {
    summary: "Back to the letter.",
    access: "user",
    unpaid: "open",
    self: "id",
    params: entityPath,
    status: 204,
  }),
})
