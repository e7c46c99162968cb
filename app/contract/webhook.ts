import * as z from "zod/mini"
import { entityPath, id, idText, planQuery, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"

export const webhooksPerPlan = 20

const eventEntities = [
  "goal",
  "item",
  "task",
  "comment",
  "note",
  "file",
  "label",
  "keyresult",
  "member",
  "plan",
] as const
const eventVerbs = ["added", "updated", "deleted"] as const

/** Everything that a webhook may be sent. `board.updated`: more than one entry says, such as a restored version; read the board. */
export const webhookEvents: readonly string[] = [
  ...eventEntities.flatMap((entity) => eventVerbs.map((verb) => `${entity}.${verb}`)),
  "goal.checkedin",
  "board.updated",
]

export const webhookFormats = ["standard", "slack", "teams", "mattermost", "ntfy"] as const
export type WebhookFormat = (typeof webhookFormats)[number]

export const webhook = z.object({
  id: z.number(),
  planId: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  format: z.enum(webhookFormats),
  active: z.boolean(),
  createdDate: time,
  /** When the signing secret was made, and by whom. */
  secretDate: time,
  secretBy: z.nullable(z.string()),
  /** Of the last try; null: none yet, or no answer. */
  lastStatus: z.nullable(z.number()),
  lastDate: z.nullable(time),
  failingSince: z.nullable(time),
  /** When the delivery that holds up later ones is tried again. */
  nextTry: z.nullable(time),
  /** It was switched off by itself: the receiver answered 410, or failed for five days. */
  off: z.nullable(z.object({ date: time, reason: z.enum(["gone", "failing"]) })),
})
export type Webhook = z.output<typeof webhook>

export const delivery = z.object({
  id: z.number(),
  /** The header `webhook-id`, the same at each try. */
  messageId: z.string(),
  /** The event's name, or `ping`. */
  type: z.string(),
  /** What it is about, as the log says it. */
  sentence: z.string(),
  /** failed: given up after the last try. */
  state: z.enum(["waiting", "delivered", "failed"]),
  tries: z.number(),
  /** Of the last try; null: none yet, or no answer. */
  status: z.nullable(z.number()),
  ms: z.nullable(z.number()),
  /** How the answer of a failure begins, or why there was none. */
  answer: z.nullable(z.string()),
  createdDate: time,
  lastDate: z.nullable(time),
  nextDate: z.nullable(time),
  /** As it is sent now. Texts deleted since are withheld. */
  body: z.string(),
})
export type Delivery = z.output<typeof delivery>

const name = text(limits.name).check(z.refine((value) => value.trim() !== "", { error: "Enter a name." }))

/** Whether the text is an address that a webhook may have, as far as its form says. */
export const isWebhookAddress = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hostname } = new URL(value)
  return /^https?:$/.test(protocol) && hostname !== "" && username === "" && password === ""
}

const url = text(2_000).check(
  z.refine(isWebhookAddress, { error: "Use an address that begins with https:// and is reachable from the internet." }),
)
const eventName = z.string().check(
  z.refine((name) => name === "*" || webhookEvents.includes(name), {
    error: `is "*" or one of ${webhookEvents.join(", ")}.`,
  }),
)
const events = z.array(eventName).check(z.minLength(1), z.maxLength(webhookEvents.length))
const format = z.enum(webhookFormats)

const deliveryPath = z.extend(entityPath, { delivery: idText })

export const webhookCalls = resource({
  list: get("/api/Webhook", {
    summary: "The plan's webhooks, oldest first.",
    access: "manageKey",
    query: planQuery,
    answer: z.array(webhook),
  }),
  create: post("/api/Webhook", {
    logged: { as: "key changed" },
    summary:
      "Sends the plan's changes to an address, each signed with the secret, which is shown this once. `events`: names, or all by `*`. Formats other than `standard` send a sentence.",
    access: "manageKey",
    query: planQuery,
    body: z.object({
      name,
      url,
      events: z.optional(events),
      format: z.optional(format),
      active: z.optional(z.boolean()),
    }),
    answer: z.extend(webhook, { secret: z.string() }),
    status: 201,
  }),
  update: put("/api/Webhook", {
    logged: { as: "key changed" },
    summary: "Changes the fields sent. Switched on again, a webhook sends what happens from then on.",
    access: "manageKey",
    query: planQuery,
    body: z.object({
      id,
      name: z.optional(name),
      url: z.optional(url),
      events: z.optional(events),
      format: z.optional(format),
      active: z.optional(z.boolean()),
    }),
    answer: webhook,
  }),
  remove: del("/api/Webhook/:id", {
    logged: { as: "key changed" },
    summary: "Deletes a webhook with its deliveries.",
    access: "manageKey",
    params: entityPath,
    query: planQuery,
    status: 204,
  }),
  rotate: post("/api/Webhook/:id/rotate", {
    logged: { as: "key changed" },
    summary: "Gives a webhook another secret, shown this once. Deliveries that wait are signed with it.",
    access: "manageKey",
    params: entityPath,
    query: planQuery,
    answer: z.object({ secret: z.string() }),
  }),
  deliveries: get("/api/Webhook/:id/deliveries", {
    summary: "A webhook's last 100 deliveries, newest first.",
    access: "manageKey",
    params: entityPath,
    query: planQuery,
    answer: z.array(delivery),
  }),
  resend: post("/api/Webhook/:id/deliveries/:delivery/resend", {
    summary: "Sends a delivery now, under its id, and answers how it went.",
    access: "manageKey",
    params: deliveryPath,
    query: planQuery,
    answer: delivery,
    uncommitted: "plain",
  }),
  test: post("/api/Webhook/:id/test", {
    summary: "Sends an event `ping` now, and answers how it went.",
    access: "manageKey",
    params: entityPath,
    query: planQuery,
    answer: delivery,
    uncommitted: "plain",
  }),
})
