// bodiesOf(): what a webhook sends for deliveries: the event as JSON, or its sentence in the form of a chat.
import type { LoggedChange } from "~/contract/audit"
import { deepLinkPath } from "~/contract/shared/deep-link"
import { textOfHtml } from "~/contract/shared/html"
import { type WebhookFormat, webhookEvents } from "~/contract/webhook"
import type { Admission } from "~/database/admission.server"
import { outgoingEntries, type StoredEntry } from "~/database/audit.server"
import type { StoredDelivery, StoredWebhook, Waiting } from "~/database/webhook.server"
import { changeOf, outgoing } from "~/domain/audit.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { speaking } from "~/outside/speaking.server"
import { nameInALine } from "~/rules/line-name"
import { isReorder } from "~/rules/log/audit-message"
import { webhookTexts as texts } from "./texts"

/** Letters of a body, beyond which the values before and after are left out. */
const largest = 262_144

const verbs = { create: "added", update: "updated", delete: "deleted", restore: "restored" } as const

/** Names of entities in events, where they differ from those in the log. */
const entityOf = (entity: string) => (entity === "userplan" ? "member" : entity.toLowerCase())

/** The event that a log entry is; undefined: none that leaves the plan. */
export const eventOf = (entry: StoredEntry): string | undefined => {
  const { entityType, action, after } = entry
  const isWhole = action === "restore" || (entityType === "plan" && after?.restored !== undefined)
  if (isWhole) return "board.updated"
  const entity = entityOf(entityType)
  if (entity === "checkin") return action === "create" ? "goal.checkedin" : undefined
  const event = `${entity}.${verbs[changeOf(entry).op]}`
  return webhookEvents.includes(event) ? event : undefined
}

const isWanted = (events: readonly string[], event: string) => events.includes("*") || events.includes(event)

/** The event, where the webhook sends it. A chat gets no order of cards, and what a check-in changed only once. */
export const sentEvent = ({ events, format }: Pick<StoredWebhook, "events" | "format">, entry: StoredEntry) => {
  const event = eventOf(entry)
  if (event === undefined || !isWanted(events, event)) return undefined
  return format !== "standard" && (isReorder(entry) || entry.along) ? undefined : event
}

/** Of a name that is or contains an address, what is before the @. Addresses themselves are left out. */
const withoutAddresses = (name: string, value: unknown) => {
  if (name === "email") return undefined
  if (typeof value !== "string" || !/name$/i.test(name)) return value
  const at = value.indexOf("@")
  return name === "userName" || name === "ownerName" ? (at > 0 ? value.slice(0, at) : value) : value
}

const eventBody = (planId: number, type: string, change: LoggedChange) => {
  const { at: timestamp, seq, actor, agent, id, before, after } = change
  const { id: actorId, userName } = actor
  const data = { planId, seq, actor: { id: actorId, userName, agent }, entity: entityOf(change.entity), id }
  const whole = JSON.stringify({ type, timestamp, data: { ...data, before, after } }, withoutAddresses)
  if (whole.length <= largest) return whole
  return JSON.stringify({ type, timestamp, data: { ...data, before: null, after: null } }, withoutAddresses)
}

/** The sentence as plain text: names of rows in quotation marks, but for who did it. */
const wordsOf = (html: string) => {
  let isFirst = true
  const quoted = html.replace(/<b>([^<]*)<\/b>/g, (_, name: string) => {
    if (!isFirst) return texts.quoted(name)
    isFirst = false
    return name
  })
  return textOfHtml(quoted.replace(/<\/?(?:ins|del)>/g, ""))
}

const linkOf = ({ planId }: StoredWebhook, change: Pick<LoggedChange, "entity" | "id"> | null) => {
  const type = change && ({ goal: "goal", item: "card", task: "task", note: "note" } as const)[change.entity]
  const path = change && type ? deepLinkPath(planId, { type, id: change.id }) : `/plan/${planId}`
  return `${accountOptions().publicUrl}${path}`
}

const slackText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
/** Signs of Markdown as text, and no @ that would call everybody. */
const markdownText = (text: string) => text.replace(/[\\`*_{}[\]()#+!|~<>-]/g, "\\$&").replace(/@/g, "@\u200b")

type Sent = { body: string; headers: Record<string, string> }

const json = { "content-type": "application/json" }

/** RFC 2047, which ntfy reads: headers hold no other letters than those of English. */
const headerText = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`

const chat: Record<Exclude<WebhookFormat, "standard">, (text: string, link: string, plan: string) => Sent> = {
  slack: (text, link) => ({
    body: JSON.stringify({ text: `${slackText(text)}\n<${link}|${texts.open}>` }),
    headers: json,
  }),
  mattermost: (text, link) => ({
    body: JSON.stringify({ text: `${markdownText(text)}\n[${texts.open}](${link})` }),
    headers: json,
  }),
  teams: (text, link) => ({
    body: JSON.stringify({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            body: [{ type: "TextBlock", text: markdownText(text), wrap: true }],
            actions: [{ type: "Action.OpenUrl", title: texts.open, url: link }],
          },
        },
      ],
    }),
    headers: json,
  }),
  ntfy: (text, link, plan) => ({
    body: text,
    headers: { "content-type": "text/plain; charset=utf-8", title: headerText(plan), click: link },
  }),
}

export type Made = Sent & { sentence: string }

/** What is sent for each delivery, by its id; absent where its log entry is gone. `worded`: with its sentence, which a chat always needs. */
export const bodiesOf = async (
  plan: Admission,
  hook: StoredWebhook,
  deliveries: readonly StoredDelivery[],
  worded: boolean,
): Promise<Map<number, Made>> => {
  const isWorded = worded || hook.format !== "standard"
  const ids = deliveries.flatMap(({ entry }) => entry ?? [])
  const entries = ids.length > 0 ? await outgoingEntries(plan, { ids }) : []
  const changes = await outgoing(plan, entries, isWorded)
  const byEntry = new Map(entries.map(({ id }, at) => [id, changes[at]]))
  const made = new Map<number, Made>()
  for (const delivery of deliveries) {
    const change = delivery.entry === null ? null : byEntry.get(delivery.entry)
    if (change !== undefined) made.set(delivery.id, madeOf(hook, delivery, change, isWorded))
  }
  return made
}

/** The same of one whose entry has been read with it. */
export const bodyOf = async (plan: Admission, hook: StoredWebhook, { delivery, entry, members }: Waiting) => {
  if (!entry) return undefined
  const isWorded = hook.format !== "standard"
  const [change] = await outgoing(plan, [entry], isWorded, members ?? [])
  return change && madeOf(hook, delivery, change, isWorded)
}

type Change = Awaited<ReturnType<typeof outgoing>>[number]

const madeOf = (
  hook: StoredWebhook,
  { type, createdDate }: StoredDelivery,
  change: Change | null,
  isWorded: boolean,
): Made => {
  const words = () =>
    change === null ? texts.ping(nameInALine(hook.name), nameInALine(hook.planName)) : wordsOf(change.sentence())
  const sent =
    hook.format === "standard"
      ? { body: change === null ? pingBody(hook, createdDate) : eventBody(hook.planId, type, change), headers: json }
      : speaking(hook.language, () =>
          chat[hook.format as "slack"](words(), linkOf(hook, change), nameInALine(hook.planName) || "Laneway"),
        )
  return { ...sent, sentence: isWorded ? words() : "" }
}

const pingBody = ({ id: webhookId, planId }: StoredWebhook, timestamp: string) =>
  JSON.stringify({ type: "ping", timestamp, data: { planId, webhookId } })
