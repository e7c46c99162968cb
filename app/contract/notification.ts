import * as z from "zod/mini"
import { before, entityPath, idText, planQuery, text } from "~/contract/fields/field"
import { isLoopback } from "~/contract/shared/loopback"
import { del, get, post, put, resource } from "./call"
import { notification } from "./notification-row"

const isPushEndpoint = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username } = new URL(value)
  return username === "" && (protocol === "https:" || (protocol === "http:" && isLoopback(hostname)))
}

/** Printable ASCII, as browsers serialize addresses. */
const isPlain = (value: string) => /^[!-~]*$/.test(value)

const endpoint = text(2_000).check(
  z.refine((value) => isPlain(value) && isPushEndpoint(value), {
    error: "Send the https address that the browser’s push service gave.",
  }),
)
const bytesOf = (bytes: number, error: string) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), { error }))

/** As a browser's PushSubscription serializes: base64url of an uncompressed P-256 point, and of 16 bytes. */
export const pushSubscription = z.object({
  endpoint,
  keys: z.object({
    p256dh: bytesOf(65, "Send the subscription’s public key as base64url."),
    auth: bytesOf(16, "Send the subscription’s secret as base64url."),
  }),
})
export type PushSubscription = z.output<typeof pushSubscription>

export const notificationCalls = resource({
  list: get("/api/notification/:userId", {
    summary: "Your notifications, of one plan or of all, newest first.",
    access: "user",
    inPlan: "takePart",
    self: "userId",
    params: z.object({ userId: idText }),
    query: z.object({ planId: z.optional(idText), before }),
    paged: true,
    answer: z.array(notification),
  }),
  unread: get("/api/notification/:userId/unread", {
    summary: "How many of your notifications are unread, in all plans and in each.",
    access: "user",
    self: "userId",
    params: z.object({ userId: idText }),
    answer: z.object({ total: z.number(), byPlan: z.record(z.string(), z.number()) }),
  }),
  read: put("/api/notification/:id/read", {
    summary: "Marks one of your notifications read.",
    access: "takePart",
    params: entityPath,
    query: planQuery,
    status: 204,
  }),
  readAll: put("/api/notification/read-all", {
    summary: "Marks all of your notifications in a plan read.",
    access: "takePart",
    query: planQuery,
    status: 204,
  }),
  pushKey: get("/api/notification/push-key", {
    summary: "The public key that a browser subscribes to web push with.",
    access: "user",
    answer: z.object({ publicKey: z.string() }),
  }),
  subscribe: post("/api/notification/subscriptions", {
    uncommitted: "plain",
    summary: "Sends your notifications to this device too, until it is signed out.",
    access: "user",
    body: pushSubscription,
    answer: z.object({ endpoint: z.string() }),
    status: 201,
  }),
  mailsPage: get("/api/notification/unsubscribe", {
    summary: "A mail's unsubscribe address: a page whose button ends that kind of mail.",
    access: "public",
    query: z.object({ token: text(300) }),
  }),
  endMails: post("/api/notification/unsubscribe", {
    summary: "Ends one kind of mail, signed out too; what mail programs post with one click.",
    access: "public",
    query: z.object({ token: text(300) }),
    unread: true,
  }),
  unsubscribe: del("/api/notification/subscriptions", {
    uncommitted: "plain",
    summary: "Sends no more notifications to this device.",
    access: "user",
    // A device signs out also while its person must pay.
    unpaid: "open",
    query: z.object({ endpoint: text(2_000) }),
    status: 204,
  }),
})
