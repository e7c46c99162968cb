import type { CardChange, PlanVersion, VersionEffect } from "~/contract/plan-version"
import type { Admission } from "./admission.server"
import { backgroundDb, db, wholePlanDb } from "./connection.server"

export const versionsOf = async ({ planId }: Admission): Promise<PlanVersion[]> => {
  const rows = await db()<{ version: PlanVersion }[]>`
    select to_jsonb(v) - 'planId' as version from api.plan_version v where v."planId" = ${planId} order by v.id desc`
  return rows.map(({ version }) => version)
}

type Compared = {
  counts: Partial<Record<VersionEffect | "reordered", number>>
  /** Of each effect and entity the first ones, by their number. */
  first: (CardChange & { nth: number })[]
}

/** What restoring a version would change; undefined: there is no such version. */
export const compareVersion = async ({ planId }: Admission, id: number): Promise<Compared | undefined> => {
  const [row] = await wholePlanDb()<{ compared: Compared | null }[]>`
    select app.compare_version(${planId}, ${id}) as compared`
  return row?.compared ?? undefined
}

/** The newest version, and whether the plan is unchanged since. */
export const newestVersion = async ({ planId }: Admission) => {
  const [row] = await db()<{ id: number; current: boolean }[]>`
    select r.id, r.seq = c.seq as current from app.plan_version r join app.plan_clock c on c.plan_id = r.plan_id
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

/** Entries of the log read at once: the log never expires, and all that is read is in memory. */
const logAtOnce = { entries: 20_000, bytes: 8 * 1_048_576 }

/** A log entry and all later ones of the plan, newest first; undefined when they are too many or too long. */
export const auditSince = async (
  { planId }: Admission,
  auditId: number,
  { entries, bytes } = logAtOnce,
): Promise<AuditedChange[] | undefined> => {
  const since = db()`from app.audit where plan_id = ${planId} and id >= ${auditId} order by id desc limit ${entries + 1}`
  // Stored sizes first: they are known without reading the texts, which are at least as long.
  const [stored] = await db()<{ count: number; bytes: number }[]>`
    select count(*)::int as count, coalesce(sum(coalesce(pg_column_size(a.before), 0) + coalesce(pg_column_size(a.after), 0)), 0)::float8 as bytes
    from (select before, after ${since}) a`
  if (!stored || stored.count > entries || stored.bytes > bytes) return undefined
  const rows = await db()<AuditedChange[]>`
    with entry as materialized (select id, entity, entity_id, action, before, after ${since})
    select id, entity, entity_id as "entityId", action, before, after from entry
    where (select sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)) from entry) <= ${bytes}
    order by id desc`
  return rows.length === stored.count ? [...rows] : undefined
}

/** The plan's bin: every deletion, with the card it deleted. */
export const deletionsOf = async ({ planId }: Admission) =>
  db()<{ id: number; entity: string; entityId: number }[]>`
    select id, entity, entity_id as "entityId" from app.deletion where plan_id = ${planId}`

/** Stores a version of each plan edited recently, at most one an hour, and thins old ones. One plan's failure keeps no other from its own. */
export const keepHourly = async () => {
  const plans = await backgroundDb()<{ id: number }[]>`
    select c.plan_id as id from app.plan_clock c where app.lacks_version(c) order by c.last_edit`
  let failure: unknown
  for (const { id } of plans) {
    await backgroundDb()`select app.keep_hourly(${id})`.catch((error: unknown) => {
      failure = error
    })
  }
  await backgroundDb()`select app.thin_versions()`
  if (failure) throw failure
}
