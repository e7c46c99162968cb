import { db, listen } from "./connection.server"
import type { SqlOrTx } from "./transaction.server"

export type Job = { id: number; kind: string; input: unknown; attempts: number }

const channel = "job"

/** Adds a job, which starts once the transaction has committed. */
export const enqueue = async (sql: SqlOrTx, kind: string, input: Record<string, unknown>) => {
  await sql`
    with added as (insert into app.job (kind, input) values (${kind}, ${JSON.stringify(input)}::text::jsonb))
    select pg_notify(${channel}, ${kind})`
}

export const jobCounts = async () => {
  const [row] = await db()<{ waiting: number; dead: number }[]>`
    select count(*) filter (where failed_date is null)::int as waiting, count(*) filter (where failed_date is not null)::int as dead
    from app.job`
  return row ?? { waiting: 0, dead: 0 }
}

const inAMinute = () =>
  db()`run_at = now() + interval '1 minute', held_until = now() + interval '1 minute', timed_date = now()`

/** Of a statement: the job is due again in so many seconds, unless another process has taken it since. */
export const puttingOff = ({ id, attempts }: Pick<Job, "id" | "attempts">, seconds: number, error: string | null) =>
  db()`update app.job set run_at = now() + make_interval(secs => ${seconds}), held_until = null, timed_date = now(), last_error = ${error}
    where id = ${id} and attempts = ${attempts}`

/** The table `app.job` as a queue. A taken job is due again after a minute unless it is held, finished or postponed. */
export const jobQueue = {
  take: (kinds: string[], most: number, except: number[] = []) =>
    db()<Job[]>`
      with due as (
        select id from app.job where failed_date is null and run_at <= now() and kind = any (${kinds})
          and ((input ->> 'personId')::bigint = any (${except}::bigint[])) is not true
        order by run_at, id limit ${most} for update skip locked
      )
      update app.job j set attempts = j.attempts + 1, ${inAMinute()}
      from due where j.id = due.id returning j.id, j.kind, j.input, j.attempts`,

  hold: async (ids: number[]) => {
    await db()`update app.job set ${inAMinute()} where id = any (${ids}::bigint[])`
  },

  /** After the clock was set back: what waits or is held does so for as long again, instead of until the old clock's time. */
  followClock: async () => {
    await db()`
      update app.job set run_at = now() + (run_at - timed_date), held_until = now() + (held_until - timed_date), timed_date = now()
      where id in (select id from app.job where failed_date is null and timed_date > now() and run_at > now() for update skip locked)`
  },

  finish: async ({ id, attempts }: Job) => {
    await db()`
      with gone as (delete from app.job where id = ${id} and attempts = ${attempts} returning kind)
      select app.count_job(kind, 1, 0) from gone`
  },

  putOff: async (job: Job, seconds: number, error: string | null) => {
    await puttingOff(job, seconds, error)
  },

  giveUp: async ({ id, attempts }: Job, error: string) => {
    await db()`
      with dead as (
        update app.job set failed_date = now(), held_until = null, last_error = ${error}
        where id = ${id} and attempts = ${attempts} returning kind)
      select app.count_job(kind, 0, 1) from dead`
  },

  /** Calls `wake` when there may be a job to take. Resolves to a function that stops listening. */
  listen: (wake: () => void) => listen(channel, wake, wake),
}
