// What a SystemAdmin sees of the whole installation: accounts, plans without their contents, and dead jobs.
import type { Account, AdministeredPlan, DeadJob } from "~/contract/admin"
import { db } from "./connection.server"

const pageRows = 100

type Which = { q?: string | undefined; before?: number | undefined }

const page = <Row>(rows: readonly Row[]) => ({ rows: rows.slice(0, pageRows), more: rows.length > pageRows })

/** A text to find anywhere in a column, as `like` takes it. */
const anywhere = (q: string | undefined) => (q?.trim() ? `%${q.trim().replace(/[\\%_]/g, "\\$&")}%` : "%")

export const accountsFound = async ({ q, before }: Which) =>
  page(
    await db()<Account[]>`
      select p.id, p.user_name as "userName", p.email, p.role, p.enabled, app.iso(p.created_date) as "createdDate",
        app.iso(p.last_seen_at) as "lastSeenAt",
        (select count(*)::int from app.membership m where m.person_id = p.id) as plans
      from app.person p
      where (p.user_name ilike ${anywhere(q)} or p.email ilike ${anywhere(q)}) and (${before ?? null}::bigint is null or p.id < ${before ?? null})
      order by p.id desc limit ${pageRows + 1}`,
  )

export const plansFound = async ({ q, before }: Which) =>
  page(
    await db()<AdministeredPlan[]>`
      select p.id, p.name, o.user_name as "ownerName", app.iso(c.last_edit) as "lastEdit",
        (select count(*)::int from app.membership m where m.plan_id = p.id) as members,
        (select count(*)::int from app.task t where t.plan_id = p.id and t.deletion_id is null) as tasks,
        (select coalesce(sum(u.bytes), 0)::float8 from app.usage u where u.plan_id = p.id and u.person_id = 0) as bytes
      from app.plan p join app.person o on o.id = p.owner_id join app.plan_clock c on c.plan_id = p.id
      where (p.name ilike ${anywhere(q)} or o.user_name ilike ${anywhere(q)}) and (${before ?? null}::bigint is null or p.id < ${before ?? null})
      order by p.id desc limit ${pageRows + 1}`,
  )

export const deadJobs = async (before: number | undefined) =>
  page(
    await db()<DeadJob[]>`
      select j.id, j.kind, j.attempts, j.last_error as error,
        app.iso(j.created_date) as "createdDate", app.iso(j.failed_date) as "failedDate",
        coalesce(j.input ->> 'email', i.email, p.email) as about
      from app.job j
        left join app.invitation i on i.id = (j.input ->> 'invitationId')::bigint
        left join app.notification n on n.id = (j.input ->> 'notificationId')::bigint
        left join app.ai_task t on t.id = (j.input ->> 'taskId')::bigint
        left join app.person p on p.id = coalesce((j.input ->> 'personId')::bigint, n.person_id, t.person_id)
      where j.failed_date is not null and (${before ?? null}::bigint is null or j.id < ${before ?? null})
      order by j.id desc limit ${pageRows + 1}`,
  )

export const isDeadJob = async (id: number) => {
  const [row] = await db()`select from app.job where id = ${id} and failed_date is not null`
  return row !== undefined
}
