import { type Limits, labelOf, type QuotaName, quotaNames, quotas, shareOf } from "~/contract/limits"
import { backgroundDb, db } from "./connection.server"

/** A quota, or a member's share of a plan's. */
export type StoredQuota = { name: QuotaName; isShare: boolean }

/** As migrations name it. */
const storedName = ({ name, isShare }: StoredQuota) => `QUOTA_${name.toUpperCase()}${isShare ? " share" : ""}`

const byStoredName = new Map<string, StoredQuota>(
  quotaNames.flatMap((name) => [false, true].map((isShare) => [storedName({ name, isShare }), { name, isShare }])),
)

/** The quota that the database names when it refuses a write. */
export const quotaStored = (name: string) => byStoredName.get(name)

/** Stores the quotas, which the database checks with every write. */
export const storeQuotas = async (most: Limits) => {
  const rows = quotaNames.flatMap((name) => {
    const { kind, scope, measure, thins, shared } = quotas[name]
    const whole = {
      name: storedName({ name, isShare: false }),
      kind,
      scope,
      measure,
      most: most[name],
      refuses: thins === undefined,
    }
    const share = { ...whole, name: storedName({ name, isShare: true }), scope: "member", most: shareOf(most[name]) }
    return shared ? [whole, share] : [whole]
  })
  await db()`
    insert into app.quota (name, kind, scope, measure, most, refuses)
    select name, kind, scope, measure, most, refuses
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as q(name text, kind text, scope text, measure text, most bigint, refuses boolean)
    order by name
    on conflict (name) do update set kind = excluded.kind, scope = excluded.scope, measure = excluded.measure,
      most = excluded.most, refuses = excluded.refuses`
}

export type Used = StoredQuota & { used: number; most: number }

/** What a person stores and, with `planId`, a plan and the person in it, by quota. `person` null: the plan's API key. */
export const usedBy = async (person: number | null, planId: number | null): Promise<Used[]> => {
  const holder = person ?? -1
  const rows = await db()<{ name: string; used: number; most: number }[]>`
    select q.name, coalesce(case q.measure when 'count' then u.count else u.bytes end, 0)::bigint as used, q.most
    from app.quota q left join app.usage u on u.kind = q.kind
      and u.plan_id = case q.scope when 'person' then 0 else ${planId}::bigint end
      and u.person_id = case q.scope when 'plan' then 0 else ${holder}::bigint end
    where q.refuses and (q.scope = 'person' or ${planId}::bigint is not null)
    order by q.scope, q.name`
  return rows.flatMap(({ name, used, most }) => {
    const quota = quotaStored(name)
    return quota ? [{ ...quota, used, most }] : []
  })
}

export type Totals = { kind: string; scope: string; count: number; bytes: number }
export type NearLimit = { name: string; holders: number }

/** All that is stored, events as the statistics estimate them, and how many people, plans and members have used nine tenths of a quota. */
export const usageTotals = async (): Promise<{ totals: Totals[]; near: NearLimit[] }> => {
  const totals = await backgroundDb()<Totals[]>`
    select kind, case when plan_id = 0 then 'person' when person_id = 0 then 'plan' else 'member' end as scope,
      sum(count)::bigint as count, sum(bytes)::bigint as bytes
    from app.usage group by 1, 2
    union all select 'events', 'plan', s.n_live_tup, pg_total_relation_size(s.relid) from pg_stat_user_tables s
      where s.schemaname = 'app' and s.relname = 'event'
    order by 1, 2`
  const near = await backgroundDb()<NearLimit[]>`
    with used as (
      select kind, case when plan_id = 0 then 'person' when person_id = 0 then 'plan' else 'member' end as scope, count, bytes from app.usage
      union all select 'log', split_part(kind, ' ', 2), 0, calls from app.rate where kind in ('log member', 'log person') and ends > now())
    select q.name, count(u.kind)::bigint as holders from app.quota q left join used u on u.kind = q.kind and q.scope = u.scope
      and case q.measure when 'count' then u.count else u.bytes end >= 0.9 * q.most
    group by q.name order by q.name`
  const named = near.flatMap(({ name, holders }) => {
    const quota = quotaStored(name)
    return quota ? [{ name: `${labelOf(quota.name)}${quota.isShare ? " share" : ""}`, holders }] : []
  })
  return { totals: [...totals], near: named }
}
