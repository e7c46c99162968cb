// What a SystemAdmin sees of the whole installation: accounts, plans without their contents, and jobs.
import {
  type Account,
  type AdministeredPlan,
  type DeadJob,
  adminListRows as pageRows,
  type Queue,
} from "~/contract/admin"
import type { SystemRole } from "~/contract/role"
import { db } from "./connection.server"

type Before = { before?: number | undefined }
type Found = Before & { q?: string | undefined }

type Counted = { total: number }

/** Rows with the number of those on all pages. */
const page = <Row extends Counted>(rows: readonly Row[]) => ({
  rows: rows.slice(0, pageRows).map(({ total: _, ...row }) => row),
  more: rows.length > pageRows,
  total: rows[0]?.total ?? 0,
})

/** A text to find anywhere in a column, as `like` takes it. */
const anywhere = (q: string | undefined) => (q?.trim() ? `%${q.trim().replace(/[\\%_]/g, "\\$&")}%` : "%")

export const accountsFound = async ({ q, role, before }: Found & { role?: SystemRole | undefined }) =>
  page(
    await db()<(Omit<Account, "subscription"> & Counted)[]>`
      with found as (
        select p.* from app.person p
        where (p.user_name ilike ${anywhere(q)} or p.email ilike ${anywhere(q)}) and (${role ?? null}::smallint is null or p.role = ${role ?? null}))
      select p.id, p.user_name as "userName", p.email, p.role, p.enabled, app.iso(p.created_date) as "createdDate",
        app.iso(p.last_seen_at) as "lastSeenAt",
        (select count(*)::int from app.membership m where m.person_id = p.id) as plans,
        (select count(*)::int from found) as total
      from found p where ${before ?? null}::bigint is null or p.id < ${before ?? null}
      order by p.id desc limit ${pageRows + 1}`,
  )

export const plansFound = async ({
  q,
  sort = "newest",
  before,
}: Found & { sort?: "newest" | "lastEdit" | undefined }) =>
  page(
    await db()<(AdministeredPlan & Counted)[]>`
      with found as (
        select p.id, p.name, p.image_key, p.image_version, o.user_name, c.last_edit
        from app.plan p join app.person o on o.id = p.owner_id join app.plan_clock c on c.plan_id = p.id
        where p.name ilike ${anywhere(q)} or o.user_name ilike ${anywhere(q)})
      select p.id, p.name, p.user_name as "ownerName", app.iso(p.last_edit) as "lastEdit",
        case when p.image_key is null then '/plan-pictures/' || p.id % 6 || '.svg'
          else '/api/Plan/' || p.id || '/image?ts=' || p.image_version end as "imageUrl",
        (select count(*)::int from app.membership m where m.plan_id = p.id) as members,
        (select count(*)::int from app.task t where t.plan_id = p.id and t.deletion_id is null) as tasks,
        (select coalesce(sum(u.count), 0)::int from app.usage u where u.plan_id = p.id and u.person_id = 0 and u.kind = 'files') as files,
        (select coalesce(sum(u.bytes), 0)::float8 from app.usage u where u.plan_id = p.id and u.person_id = 0) as bytes,
        (select count(*)::int from found) as total
      from found p
      where ${before ?? null}::bigint is null or case ${sort}::text when 'newest' then p.id < ${before ?? null}
        else (p.last_edit, p.id) < (select c.last_edit, c.plan_id from app.plan_clock c where c.plan_id = ${before ?? null}) end
      order by case ${sort}::text when 'lastEdit' then p.last_edit end desc nulls last, p.id desc limit ${pageRows + 1}`,
  )

export const deadJobs = async ({ before }: Before) =>
  page(
    await db()<(DeadJob & Counted)[]>`
      select j.id, j.kind, j.attempts, j.last_error as error,
        app.iso(j.created_date) as "createdDate", app.iso(j.failed_date) as "failedDate",
        coalesce(j.input ->> 'email', i.email, p.email) as about,
        (select count(*)::int from app.job where failed_date is not null) as total
      from app.job j
        left join app.invitation i on i.id = (j.input ->> 'invitationId')::bigint
        left join app.notification n on n.id = (j.input ->> 'notificationId')::bigint
        left join app.ai_task t on t.id = (j.input ->> 'taskId')::bigint
        left join app.person p on p.id = coalesce((j.input ->> 'personId')::bigint, n.person_id, t.person_id)
      where j.failed_date is not null and (${before ?? null}::bigint is null or j.id < ${before ?? null})
      order by j.id desc limit ${pageRows + 1}`,
  )

export const totals = async () => {
  const [row] = await db()<{ accounts: number; plans: number; deadJobs: number }[]>`
    select (select count(*)::int from app.person) as accounts, (select count(*)::int from app.plan) as plans,
      (select count(*)::int from app.job where failed_date is not null) as "deadJobs"`
  return row ?? { accounts: 0, plans: 0, deadJobs: 0 }
}

/** Kinds of jobs are `queue.work`. */
export const queueFigures = (): PromiseLike<Queue[]> => db()<Queue[]>`
  select q.name, coalesce(j.waiting, 0) as waiting, coalesce(j.scheduled, 0) as scheduled, coalesce(j.running, 0) as running,
    coalesce(d.done, 0) as "doneToday", coalesce(d.failed, 0) as "failedToday", j.oldest as "oldestSeconds"
  from unnest(array['mail', 'push', 'ai', 'file', 'sweep']) with ordinality q(name, place)
    left join lateral (
      select count(*) filter (where not runs and run_at <= now())::int as waiting,
        count(*) filter (where not runs and run_at > now())::int as scheduled,
        count(*) filter (where runs)::int as running,
        extract(epoch from now() - min(run_at) filter (where not runs and run_at <= now()))::float8 as oldest
      from (select run_at, coalesce(held_until > now(), false) as runs from app.job
        where failed_date is null and split_part(kind, '.', 1) = q.name) x) j on true
    left join lateral (
      select sum(done)::int as done, sum(failed)::int as failed from app.job_day
      where day = (now() at time zone 'UTC')::date and split_part(kind, '.', 1) = q.name) d on true
  order by q.place`

export const healthFigures = async () => {
  const [row] = await db()<
    {
      connections: number
      mostConnections: number
      bytes: number
      files: number
      fileBytes: number
      retrying: number
      lastWebhook: string | null
    }[]
  >`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "mostConnections", pg_database_size(current_database())::float8 as bytes,
      (select coalesce(sum(count), 0)::int from app.usage where kind = 'files' and person_id = 0) as files,
      (select coalesce(sum(bytes), 0)::float8 from app.usage where kind = 'files' and person_id = 0) as "fileBytes",
      (select count(*)::int from app.job where kind like 'mail.%' and failed_date is null and last_error is not null) as retrying,
      (select app.iso(max(done_date)) from app.stripe_event) as "lastWebhook"`
  if (!row) throw new Error("no figures")
  return row
}

/** Accounts with an address outside ASCII, up to a hundred. */
export const unusualAddresses = (): PromiseLike<{ id: number; email: string }[]> => db()<
  { id: number; email: string }[]
>`
  select id, email from app.person where email ~ '[^ -~]' order by id limit 100`

export const isDeadJob = async (id: number) => {
  const [row] = await db()`select from app.job where id = ${id} and failed_date is not null`
  return row !== undefined
}
