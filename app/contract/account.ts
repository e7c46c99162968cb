import * as z from "zod/mini"
import { email, entityPath, id, idText, text, time } from "~/contract/fields/field"
import { listedAgent } from "./agent"
import { del, get, post, resource } from "./call"
import { planRole, systemRole } from "./role"
import { realtimeTicket } from "./ticket"
import { language, weekStart } from "./user"

export const profile = z.object({
  id: z.number(),
  userName: z.string(),
  email: z.string(),
  role: systemRole,
  avatarUrl: z.nullable(z.string()),
  /** IANA; null: UTC. */
  timeZone: z.nullable(z.string()),
  /** Null: the browser's. */
  language: z.nullable(language),
  /** Of their weeks: 0 Sunday, 1 Monday, 6 Saturday; null: the language's. */
  weekStart: z.nullable(weekStart),
  subscriptionStatus: z.number(),
  /** The end of the trial; absent where billing is off. */
  stripeTrialEnd: z.optional(z.nullable(time)),
  /** Null: not at present. Absent where billing is off. */
  accessEnds: z.optional(z.nullable(time)),
  userPlans: z.array(
    z.object({
      planId: z.number(),
      planRole,
      emailNotifyMentions: z.boolean(),
      notifyTaskAssigned: z.boolean(),
      notifyTaskDueSoon: z.boolean(),
      notifyGoalCheckIn: z.boolean(),
      emailDailySummary: z.boolean(),
      emailWeeklySummary: z.boolean(),
    }),
  ),
})
export type Profile = z.output<typeof profile>

/** What is stored under a quota, by the quota's name in the configuration. */
export const storageEntry = z.object({
  name: z.string(),
  /** Of you in all plans, of the plan, or of you in the plan. */
  scope: z.enum(["person", "plan", "member"]),
  what: z.string(),
  measure: z.enum(["count", "bytes"]),
  used: z.number(),
  most: z.number(),
})
export type StorageEntry = z.output<typeof storageEntry>

export const listedSession = z.object({
  id: z.number(),
  createdDate: time,
  lastSeenAt: time,
  userAgent: z.nullable(z.string()),
  /** The IP address of its last use. */
  address: z.nullable(z.string()),
  /** The session that asks. */
  current: z.boolean(),
})
export type ListedSession = z.output<typeof listedSession>

export const wrongCode = "This code is wrong or has expired."
export const disabledText = "This account is disabled. Ask the administrator of your Laneway to enable it."

/** A program's request for access is one of the long ones. */
const returnUrlMost = 4_000

/** Digits of whatever script the keyboard has, with spaces or dashes between them. */
const signInCode = z.string().check(
  z.overwrite((code) =>
    code
      .slice(0, 100)
      .normalize("NFKC")
      .replace(/[\s\p{Pd}]/gu, "")
      .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15)),
  ),
)

/** Calls that answer with a redirect or a page declare no `answer`. */
export const accountCalls = resource({
  userProfile: get("/api/Account/UserProfile", {
    summary: "The person signed in.",
    access: "user",
    unpaid: "refused",
    answer: profile,
  }),
  storage: get("/api/Account/storage", {
    summary: "How much you store and may store; with planId, the plan and you in it too.",
    access: "user",
    inPlan: "takePart",
    query: z.object({ planId: z.optional(idText) }),
    answer: z.array(storageEntry),
  }),
  sessions: get("/api/Account/sessions", {
    summary: "Where you are signed in: this session first, then the newest.",
    access: "user",
    answer: z.array(listedSession),
  }),
  endSession: del("/api/Account/sessions/:id", {
    uncommitted: "plain",
    logged: { as: "session ended" },
    summary: "Signs one of your sessions out.",
    access: "user",
    unpaid: "open",
    params: entityPath,
    status: 204,
  }),
  endOtherSessions: del("/api/Account/sessions", {
    uncommitted: "plain",
    logged: { as: "session ended" },
    summary: "Signs out all your sessions but this one.",
    access: "user",
    unpaid: "open",
    status: 204,
  }),
  agents: get("/api/Account/agents", {
    summary: "The agents that act for you, the newest first.",
    access: "user",
    answer: z.array(listedAgent),
  }),
  endAgent: del("/api/Account/agents/:id", {
    uncommitted: "plain",
    logged: { as: "agent ended" },
    summary: "Ends an agent's access; its tokens and connections end within five seconds.",
    access: "user",
    unpaid: "open",
    params: entityPath,
    status: 204,
  }),
  login: get("/api/Account/Login", {
    summary: "Goes to a sign-in provider.",
    access: "public",
    query: z.object({
      provider: z.optional(z.string()),
      returnUrl: z.optional(z.string()),
      token: z.optional(z.string()),
    }),
  }),
  callback: get("/api/Account/Callback/:provider", {
    summary: "Where a sign-in provider sends the browser back to.",
    access: "public",
    params: z.object({ provider: z.string() }),
  }),
  requestEmailSignIn: post("/api/Account/RequestEmailSignIn", {
    summary: "Sends a sign-in link by mail.",
    access: "public",
    body: z.object({
      email,
      returnUrl: z.optional(z.nullable(text(returnUrlMost))),
      invitationToken: z.optional(z.nullable(text(200))),
      /** The page runs as an installed app: the mail begins with its code. */
      installed: z.optional(z.boolean()),
    }),
    bodyBytes: 16_384,
    status: 202,
  }),
  signInCode: post("/api/Account/SignInCode", {
    summary:
      "Signs in with the code of a sign-in mail, in the browser that asked for it: ten minutes, five tries a mail.",
    access: "public",
    body: z.object({ email, code: signInCode }),
    bodyBytes: 4_096,
    answer: z.object({ returnUrl: z.string() }),
  }),
  magicLinkPage: get("/api/Account/MagicLink", {
    summary: "A page that signs in by posting to the same address.",
    access: "public",
    query: z.object({ token: z.optional(z.string()) }),
  }),
  magicLink: post("/api/Account/MagicLink", {
    summary: "Signs in, once, in any browser.",
    access: "public",
    query: z.object({ token: z.optional(z.string()) }),
  }),
  newestMail: get("/api/Account/NewestMail", {
    summary: "The newest sign-in mail that is a file; only on the embedded default at a loopback address.",
    access: "public",
    query: z.object({ email }),
    answer: z.object({ subject: z.string(), link: z.string() }),
  }),
})

const invitationQuery = z.object({ token: z.optional(text(200)), returnUrl: z.optional(text(returnUrlMost)) })

export const authCalls = resource({
  logoff: get("/api/auth/logoff", { summary: "Ends the session.", access: "public" }),
  logoffPosted: post("/api/auth/logoff", { summary: "Ends the session.", access: "public" }),
  switchAccount: get("/api/auth/switch-account", {
    summary:
      "Ends the session; the next sign-in asks which account, and keeps the invitation whose token is given, and where to go then.",
    access: "public",
    query: invitationQuery,
  }),
  switchAccountPosted: post("/api/auth/switch-account", {
    summary:
      "Ends the session; the next sign-in asks which account, and keeps the invitation whose token is given, and where to go then.",
    access: "public",
    query: invitationQuery,
  }),
  mcpTicket: post("/api/auth/mcp-ticket", {
    uncommitted: "sealed",
    summary: "Opens one connection to the MCP server, within a minute: connect to `url` with `?token=`.",
    access: "user",
    answer: z.object({ token: z.string(), url: z.string(), expiresAt: time }),
  }),
  realtimeTicket: post("/api/auth/realtime-ticket", {
    uncommitted: "sealed",
    summary: "What supabase-js needs to follow a plan's events, for ten minutes.",
    access: "user",
    inPlan: "readBoard",
    body: z.object({ planId: z.optional(z.nullable(id)), refused: z.optional(z.boolean()) }),
    answer: realtimeTicket,
  }),
})
