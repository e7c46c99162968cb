import type { Revision } from "~/contract/revision"
import type { Admission } from "./admission.server"
import { backgroundDb, db } from "./connection.server"

export const revisionsOf = async ({ planId }: Admission): Promise<Revision[]> => {
  const rows = await db()<{ revision: Revision }[]>`
    select to_jsonb(v) - 'planId' as revision from api.revision v where v."planId" = ${planId} order by v.id desc`
  return rows.map(({ revision }) => revision)
}

/** The newest version, and whether the plan is unchanged since. */
export const newestRevision = async ({ planId }: Admission) => {
  const [row] = await db()<{ id: number; current: boolean }[]>`
    select r.id, r.seq = c.seq as current from app.revision r join app.plan_clock c on c.plan_id = r.plan_id
    where r.plan_id = ${planId} order by r.id desc limit 1`
  return row
}

export const planSeq = async ({ planId }: Admission): Promise<number> => {
  const [row] = await db()<{ seq: number }[]>`select seq from app.plan_clock where plan_id = ${planId}`
  return row?.seq ?? 0
}

export type AuditedChange = {
  id: number
  entity: string
  entityId: number
  action: "create" | "update" | "delete" | "restore"
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** A log entry and all later ones of the plan, newest first. */
export const auditSince = ({ planId }: Admission, auditId: number): Promise<AuditedChange[]> =>
  db()<AuditedChange[]>`
  select id, entity, entity_id as "entityId", action, before, after from app.audit
  where plan_id = ${planId} and id >= ${auditId} order by id desc`.then((rows) => [...rows])

/** The plan's bin: every deletion, with the card it deleted. */
export const deletionsOf = async ({ planId }: Admission) =>
  db()<{ id: number; entity: string; entityId: number }[]>`
    select id, entity, entity_id as "entityId" from app.deletion where plan_id = ${planId}`

/** Stores a version of each plan edited recently, at most one an hour, and thins old ones. */
export const keepHourly = async () => {
  await backgroundDb()`select app.keep_hourly()`
}
