import { db } from "./connection.server"

/** Queues a job `sweep.<name>` for each sweep that was not queued for so many seconds; one process wins. */
export const queueSweeps = async (sweeps: { name: string; seconds: number }[]) => {
  const queued = await db()`
    with due as (
      insert into app.sweep as s (name, queued_date)
      select n.name, now() from jsonb_to_recordset(${JSON.stringify(sweeps)}::text::jsonb) as n(name text, seconds integer)
      where not exists (select from app.sweep o where o.name = n.name and o.queued_date > now() - make_interval(secs => n.seconds))
        and not exists (select from app.job j where j.kind = 'sweep.' || n.name and j.failed_date is null)
      order by n.name
      on conflict (name) do update set queued_date = now() where s.queued_date < now() - interval '30 seconds'
      returning name)
    insert into app.job (kind, input) select 'sweep.' || name, '{}' from due returning id`
  return queued.length
}

/** Its dead letters have no meaning once it has succeeded. */
export const finishSweep = async (name: string, removed: number) => {
  await db()`
    with done as (update app.sweep set done_date = now(), removed = removed + ${removed} where name = ${name})
    delete from app.job where kind = ${`sweep.${name}`} and failed_date is not null`
}

export type SweepFigures = { name: string; removed: number; done: number }

/** `done`: Unix seconds of the last success; 0: none yet. */
export const sweepFigures = async (): Promise<SweepFigures[]> => [
  ...(await db()<SweepFigures[]>`
    select name, removed::float8 as removed, coalesce(extract(epoch from done_date), 0)::float8 as done
    from app.sweep order by name`),
]
