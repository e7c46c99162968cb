// measureSummaries(bench): how long the daily summaries of many people in many plans take until their mails are written.
import postgres from "postgres"
import type { Bench } from "./bench.ts"
import { pause } from "./load.ts"

const COUNT = 50
const POLL_MS = 10

export const measureSummaries = async ({ figures, product, people }: Bench) => {
  const [owner, ...ids] = people.slice(0, COUNT + 1).map(({ id }) => id) as [number, ...number[]]
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await sql`
    with plans as (
      insert into app.plan (name, owner_id) select 'Summary ' || n, ${owner} from generate_series(1, ${COUNT}::int) n returning id),
    members as (
      insert into app.membership (plan_id, person_id, role, email_daily_summary)
      select plans.id, p.id, 1, true from plans, unnest(${ids}::bigint[]) p(id) returning 1),
    items as (
      insert into app.item (plan_id, topic, description, "order", business_value, effort_and_complexity, focus_order, dot_voting, type, is_draft)
      select id, 'Action', '', 1, 5, 3, 0, 0, 0, false from plans returning id, plan_id)
    insert into app.task (plan_id, item_id, description, type, due_date, "order", owner_id, is_draft)
    select i.plan_id, i.id, 'Task', 0, now() - interval '2 days', 1, p.id, false from items i, unnest(${ids}::bigint[]) p(id)`
  await sql`analyze`
  const summarize = async (of: number[]) => {
    await sql`
      with added as (
        insert into app.job (kind, input)
        select 'mail.summary', jsonb_build_object('personId', p.id, 'kind', 'daily', 'day', to_char(now(), 'YYYY-MM-DD'),
          'since', app.iso(now() - interval '1 day'))
        from unnest(${of}::bigint[]) p(id))
      select pg_notify('job', 'mail.summary')`
    const began = performance.now()
    const waiting = () => sql`select from app.job where kind = 'mail.summary' and failed_date is null`
    while ((await waiting()).length > 0) await pause(POLL_MS)
    return performance.now() - began
  }
  // The first one loads what renders mails.
  await summarize(ids.slice(0, 1))
  figures.atMost(`Daily summaries of ${COUNT} people in ${COUNT} plans`, "s", (await summarize(ids)) / 1_000, 2)
  const [failed] = await sql`select last_error from app.job where kind = 'mail.summary'`
  if (failed) throw new Error(`A summary failed: ${failed.last_error}`)
  await sql.end()
}
