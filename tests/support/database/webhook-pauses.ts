// What webhooks wait for happens now, by SQL beside the product: the next tries, and the end of what a killed process holds.
import type { Sql } from "postgres"

/** Kinds of jobs that send in order; `webhook.retry` tries beside them. */
export const inLine = ["webhook.plan", "webhook.send"]
const all = [...inLine, "webhook.retry"]

/** The next try is due of all that waits, or of jobs of these kinds alone. Rows that are at work now stay as they are. */
export const endPauses = async (sql: Sql, kinds = all) => {
  await sql`
    update app.delivery set next_date = now()
    where id in (select id from app.delivery where state = 'waiting' and next_date > now() for update skip locked)`
  await sql`
    update app.webhook set blocked_until = null
    where id in (select id from app.webhook where blocked_until is not null for update skip locked)`
  await sql`
    with due as (
      update app.job set run_at = now() where id in (
        select id from app.job where kind = any (${kinds}) and held_until is null and run_at > now() for update skip locked) returning id)
    select pg_notify('job', '') from due limit 1`
}

/** After a kill: its process holds jobs for a minute, and webhooks for twenty seconds. */
export const endHolds = async (sql: Sql) => {
  await sql`update app.job set run_at = now(), held_until = now() where held_until > now()`
  await sql`update app.webhook set busy_until = now() where busy_until > now()`
}
