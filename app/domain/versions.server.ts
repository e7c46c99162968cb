import type { planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import type { Revision } from "~/contract/revision"
import { nextIds, planFor } from "~/database/plan.server"
import {
  type AuditedChange,
  auditSince,
  deletionsOf,
  newestRevision,
  planSeq,
  revisionsOf,
} from "~/database/revision.server"
import type { Change, Entity } from "~/rules/rule"
import type { Handlers } from "./actor"
import { admit, readAs } from "./admission.server"
import { carryOut, type PlanChange } from "./work.server"

type VersionCalls = Pick<typeof planCalls, "revisions" | "removeRevisions" | "snapshot" | "restore" | "revert">

const keep = (id: number, automatic: boolean, description = "", before = false): PlanChange => ({
  entity: "revision",
  op: "insert",
  id,
  fields: { automatic, description, before },
})

/** A version of what there is before a call that changes the board, with one event. */
export const keepBefore = async (description = "") => keep(await newId(), true, description, true)

const newId = async () => (await nextIds("revision", 1))[0] as number

export const versions: Handlers<VersionCalls> = {
  revisions: async (actor, { planId }) => revisionsOf(await admit(actor, planId)),
  removeRevisions: async (actor, { planId }) => {
    await carryOut(actor, planId, async () => {
      await admit(actor, planId)
      return {
        planChanges: [{ entity: "revision", op: "delete", id: planId }],
        audits: [{ entity: "plan", id: planId, action: "update", after: { versions: "deleted" } }],
        events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
        status: 204,
      }
    })
  },
  snapshot: async (actor, { planId, force = true, description }) => {
    const plan = await admit(actor, planId)
    const newest = force ? undefined : await newestRevision(plan)
    if (newest?.current) {
      const same = (await revisionsOf(plan)).find(({ id }) => id === newest.id)
      if (same) {
        if (actor.caused) actor.caused.status = 200
        return same
      }
    }
    const id = await newId()
    const kept = (await carryOut(actor, planId, async () => ({
      planChanges: [keep(id, false, description ?? "")],
      audits: [{ entity: "plan", id: planId, action: "update", after: { snapshot: description ?? "" } }],
      // Without an event the seq stays that of the board kept, by which an unchanged plan is known.
      events: [],
      answer: { entity: "revision", id },
      status: 201,
    }))) as Revision & { planId?: number }
    const { planId: _, ...answer } = kept
    return answer
  },
  restore: async (actor, { planId, revisionId }) => {
    await carryOut(actor, planId, async () => {
      const wanted = (await revisionsOf(await admit(actor, planId))).find(({ id }) => id === revisionId)
      if (!wanted) throw notFound()
      return {
        planChanges: [await keepBefore(), { entity: "restoration", op: "update", id: revisionId }],
        audits: [{ entity: "plan", id: planId, action: "update", after: { restored: wanted.createdDate } }],
        events: [{ event: "BoardUpdated", data: null }],
        status: 200,
      }
    })
    return (await readAs(actor, planId, planFor)).plan
  },
  revert: async (actor, { planId, auditId }) => {
    const counts = { created: 0, updated: 0, deleted: 0 }
    const revisionId = await newId()
    await carryOut({ ...actor, idempotency: null }, planId, async () => {
      const plan = await admit(actor, planId)
      const seq = await planSeq(plan)
      const entries = await auditSince(plan, auditId)
      if (entries.at(-1)?.id !== auditId) throw notFound()
      if (entries.some(({ entity, after }) => entity === "plan" && after !== null && "restored" in after)) {
        throw refusal(409, "A version was restored after that change. Restore a version from before it instead.")
      }
      const undone = inverseOf(entries)
      const bin = await deletionsOf(plan)
      const undeletions = undone.restored.flatMap(({ entity, id }): PlanChange[] => {
        const found = bin.find((deletion) => deletion.entity === entity && deletion.entityId === id)
        return found ? [{ entity: "undeletion", op: "update", id: found.id }] : []
      })
      counts.created = undeletions.length
      counts.updated = undone.changes.filter(({ op }) => op === "update").length
      counts.deleted = undone.changes.length - counts.updated
      return {
        planChanges: [
          { entity: "moment", op: "update", id: planId, fields: { seq: seq + 1 } },
          ...undeletions,
          { entity: "reversion", op: "update", id: planId, fields: { changes: undone.changes } },
          keep(revisionId, false, "Reverted"),
        ],
        audits: [{ entity: "plan", id: planId, action: "update", after: { restored: `before change ${auditId}` } }],
        events: [{ event: "BoardUpdated", data: null }],
        status: 200,
      }
    })
    return { revisionId, ...counts }
  },
}

const onBoard = (entity: string): entity is Entity => ["goal", "item", "task"].includes(entity)

/** What brings the board back to before the oldest of these entries, which come newest first. */
export const inverseOf = (entries: AuditedChange[]) => {
  type Row = {
    entity: Entity
    id: number
    fields: Record<string, unknown>
    made?: AuditedChange
    gone?: boolean
    back?: boolean
  }
  const rows = new Map<string, Row>()
  for (const entry of entries) {
    if (!onBoard(entry.entity)) continue
    const key = `${entry.entity} ${entry.entityId}`
    const row = rows.get(key) ?? { entity: entry.entity, id: entry.entityId, fields: {} }
    rows.set(key, row)
    if (entry.action === "create") row.made = entry
    // A deletion and a return of the same row undo each other.
    const undone = entry.action === "delete" ? row.back : row.gone
    if (entry.action === "delete") [row.gone, row.back] = [!undone, false]
    if (entry.action === "restore") [row.gone, row.back] = [false, !undone]
    if (entry.action === "update") Object.assign(row.fields, entry.before)
  }
  const isMade = (entity: Entity, id: unknown) => rows.get(`${entity} ${id}`)?.made !== undefined
  // Deleting what stands above takes those below along.
  const goesAlong = ({ entity, made }: Row) =>
    (entity === "item" && isMade("goal", made?.after?.goalId)) ||
    (entity === "task" && (isMade("item", made?.after?.itemId) || isMade("goal", made?.after?.goalId)))
  const all = [...rows.values()]
  const changes = all.flatMap((row): Change[] => {
    const { entity, id, fields } = row
    if (row.made) return row.gone || goesAlong(row) ? [] : [{ op: "delete", entity, id } as Change]
    if (row.back) return [{ op: "delete", entity, id } as Change]
    return Object.keys(fields).length > 0 ? [{ op: "update", entity, id, fields } as Change] : []
  })
  return { changes, restored: all.filter(({ gone, made }) => gone && !made) }
}
