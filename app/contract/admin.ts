import * as z from "zod/mini"
import { del, get, post, resource } from "./call"
import { before, entityPath, text, time } from "./field"
import { systemRole } from "./role"

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
})
export type Account = z.output<typeof account>

export const administeredPlan = z.object({
  id: z.number(),
  name: z.string(),
  ownerName: z.string(),
  members: z.number(),
  tasks: z.number(),
  /** What it stores, files included. */
  bytes: z.number(),
  lastEdit: time,
})
export type AdministeredPlan = z.output<typeof administeredPlan>

export const deadJob = z.object({
  id: z.number(),
  kind: z.string(),
  /** The address of whom it is for; null where it is for nobody, or they are gone. */
  about: z.nullable(z.string()),
  attempts: z.number(),
  error: z.nullable(z.string()),
  createdDate: time,
  failedDate: time,
})
export type DeadJob = z.output<typeof deadJob>

/** A mail in the outbox, without its content: anybody who has its links can sign in. */
export const outboxMail = z.object({ id: z.number(), to: z.string(), subject: z.string(), createdDate: time })

const found = z.object({ q: z.optional(text(200)), before })

export const adminCalls = resource({
  accounts: get("/api/Admin/accounts", {
    summary: "All accounts, the newest first; q: part of a name or an address.",
    access: "administer",
    query: found,
    paged: true,
    answer: z.array(account),
  }),
  plans: get("/api/Admin/plans", {
    summary: "All plans, the newest first, without their contents; q: part of a name or of the owner's.",
    access: "administer",
    query: found,
    paged: true,
    answer: z.array(administeredPlan),
  }),
  jobs: get("/api/Admin/jobs", {
    summary: "Jobs that have failed for good, such as mails that were refused, the newest first.",
    access: "administer",
    query: z.object({ state: z.optional(z.literal("dead")), before }),
    paged: true,
    answer: z.array(deadJob),
  }),
  mails: get("/api/Admin/mails", {
    summary: "Mails in the outbox, the newest first, without their contents; none where a mail server sends them.",
    access: "administer",
    query: z.object({ before }),
    paged: true,
    answer: z.array(outboxMail),
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
