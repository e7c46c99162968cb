// loggedEvents(person, webhook): the events that a plan's webhook gets, from the log as data.
import { auditCalls } from "~/contract/audit"
import type { WebhookEvent } from "../../../docs/client/index.js"
import type { Person } from "./product.ts"

const verbs = { create: "added", update: "updated", delete: "deleted", restore: "restored" }

/** Of goals, actions, tasks and labels, after the plan's `since`. */
export const loggedEvents = async (
  person: Person,
  { planId, since, events }: { planId: number; since: number; events: readonly string[] },
): Promise<WebhookEvent[]> => {
  const log = (await person.send(auditCalls.changes, { planId, since: String(since) })).body
  return log.flatMap(({ seq, at: timestamp, actor, agent, entity, id, op, before, after }) => {
    const type = `${entity}.${verbs[op]}`
    const { id: actorId, userName } = actor
    const data = { planId, seq, actor: { id: actorId, userName, agent }, entity, id, before, after }
    return events.includes("*") || events.includes(type) ? [{ type, timestamp, data }] : []
  })
}

/** Without texts, which the log has no longer once a row is deleted. */
export const aboutOf = ({ type, data: { seq, entity, id } }: Pick<WebhookEvent, "type" | "data">) =>
  `${seq} ${type} ${entity} ${id}`
