import * as z from "zod/mini"
import { before, entityPath, text, time } from "~/contract/fields/field"
import { del, get, post, resource } from "./call"
import { subscription } from "./payment"
import { type SystemRole, systemRole } from "./role"

/** Rows of a page of the lists below. */
export const adminListRows = 50

export const account = z.object({
  id: z.number(),
  userName: z.string(),
  email: z.string(),
  role: systemRole,
  enabled: z.boolean(),
  createdDate: time,
  lastSeenAt: z.nullable(time),
  /** How many plans they are a member of. */
  plans: z.number(),
  /** Null where billing is off. */
  subscription: z.nullable(z.pick(subscription, { status: true, stripeTrialEnd: true })),
})
export type Account = z.output<typeof account>

export const administeredPlan = z.object({
  id: z.number(),
  name: z.string(),
  imageUrl: z.string(),
  ownerName: z.string(),
  members: z.number(),
  tasks: z.number(),
  files: z.number(),
  /** What it stores, files included. */
  bytes: z.number(),
  lastEdit: time,
})
export type AdministeredPlan = z.output<typeof administeredPlan>

export const deadJob = z.object({
  id: z.number(),
  kind: z.string(),
  /** The recipient's address; null without a recipient, or once they are gone. */
  about: z.nullable(z.string()),
  attempts: z.number(),
  error: z.nullable(z.string()),
  createdDate: time,
  failedDate: time,
})
export type DeadJob = z.output<typeof deadJob>

/** Jobs of one kind of work. Days are those of UTC. */
export const queue = z.object({
  name: z.enum(["mail", "push", "ai", "file", "sweep"]),
  /** Due, and not taken yet. */
  waiting: z.number(),
  /** Due later, a retry among them. */
  scheduled: z.number(),
  running: z.number(),
  doneToday: z.number(),
  /** Given up. */
  failedToday: z.number(),
  /** How long the oldest has been due, in seconds; null: none waits. */
  oldestSeconds: z.nullable(z.number()),
})
export type Queue = z.output<typeof queue>

/** Milliseconds of the last hundred calls; null before the first. */
const latency = { p50: z.nullable(z.number()), p95: z.nullable(z.number()) }
/** A part that is checked; `fault`: null when it answers. */
const checked = { fault: z.nullable(z.string()), ...latency }

export const health = z.object({
  version: z.string(),
  started: time,
  checked: time,
  database: z.object({ ...checked, connections: z.number(), mostConnections: z.number(), bytes: z.number() }),
  /** Null where another server has the sockets. */
  realtime: z.object({ ...checked, sockets: z.nullable(z.number()), channels: z.nullable(z.number()) }),
  /** `fullPercent`: of the disk; null where the files are elsewhere. */
  storage: z.object({ ...checked, files: z.number(), bytes: z.number(), fullPercent: z.nullable(z.number()) }),
  /** `retrying`: mails that were not accepted so far. */
  mail: z.object({ server: z.boolean(), retrying: z.number() }),
  /** Null: the assistant works by rules. */
  model: z.nullable(z.string()),
  /** Null where billing is off. */
  billing: z.nullable(z.object({ ...latency, lastWebhook: z.nullable(time) })),
  /**
   * Accounts whose address, in the form in which addresses are stored now, another account has: their sign-in mails lead to
   * that one. Absent where there are none.
   */
  doubles: z.optional(
    z.array(z.object({ id: z.number(), email: z.string(), has: z.object({ id: z.number(), email: z.string() }) })),
  ),
})
export type Health = z.output<typeof health>

/** A mail that is a file, without its content: anybody who has its links can sign in. */
export const mailFile = z.object({ id: z.number(), to: z.string(), subject: z.string(), createdDate: time })

const roleText = z.pipe(
  z.enum(["0", "1", "2", "3"], { error: "is 0, 1, 2 or 3." }),
  z.transform((value) => Number(value) as SystemRole),
)
const q = z.optional(text(200))

export const adminCalls = resource({
  accounts: get("/api/Admin/accounts", {
    summary: "All accounts, the newest first; q: part of a name or an address; role: those of a system role.",
    access: "administer",
    query: z.object({ q, role: z.optional(roleText), before }),
    paged: true,
    counted: true,
    answer: z.array(account),
  }),
  plans: get("/api/Admin/plans", {
    summary:
      "All plans, without their contents; q: part of a name or of the owner's; sort: newest (default) or lastEdit.",
    access: "administer",
    query: z.object({ q, sort: z.optional(z.enum(["newest", "lastEdit"])), before }),
    paged: true,
    counted: true,
    answer: z.array(administeredPlan),
  }),
  jobs: get("/api/Admin/jobs", {
    summary: "Jobs that have failed for good, such as mails that were refused, the newest first.",
    access: "administer",
    query: z.object({ state: z.optional(z.literal("dead")), before }),
    paged: true,
    counted: true,
    answer: z.array(deadJob),
  }),
  mails: get("/api/Admin/mails", {
    summary: "Mails that are files, the newest first, without their contents; none where a mail server sends them.",
    access: "administer",
    query: z.object({ before }),
    paged: true,
    answer: z.array(mailFile),
  }),
  totals: get("/api/Admin/totals", {
    summary: "How many accounts, plans and dead jobs there are.",
    access: "administer",
    answer: z.object({ accounts: z.number(), plans: z.number(), deadJobs: z.number() }),
  }),
  queues: get("/api/Admin/queues", {
    summary: "Jobs that wait, run, and ended today, by kind of work.",
    access: "administer",
    answer: z.array(queue),
  }),
  health: get("/api/Admin/health", {
    summary: "What the product depends on, and how it answers.",
    access: "administer",
    answer: health,
  }),
  endSessions: post("/api/Admin/accounts/:id/end-sessions", {
    logged: { as: "session ended" },
    summary: "Signs a person out on all devices.",
    access: "administer",
    params: entityPath,
    status: 204,
  }),
  retryJobs: post("/api/Admin/jobs/retry-all", {
    summary: "Tries all dead jobs again.",
    access: "administer",
    status: 204,
  }),
  retryJob: post("/api/Admin/jobs/:id/retry", {
    summary: "Tries a dead job again.",
    access: "administer",
    params: entityPath,
    status: 204,
  }),
  dropJob: del("/api/Admin/jobs/:id", {
    summary: "Gives a dead job up.",
    access: "administer",
    params: entityPath,
    status: 204,
  }),
})
