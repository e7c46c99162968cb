// Sweeps: each is one job, whichever process queues it, and its figures are those of all processes.
import { afterAll, expect, test } from "vitest"
import { db } from "~/database/connection.server"
import { jobQueue } from "~/database/job.server"
import { keepWords } from "~/database/search.server"
import { sweepFigures } from "~/database/sweep.server"
import { sweepInTurn, sweepJobs } from "~/domain/core/sweeps.server"
import { openJobs } from "~/outside/jobs.server"
import { renderMetrics } from "~/server/metrics"
import { readSweeps } from "~/server/sweep-figures"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
afterAll(api.close)

const queued = async () =>
  (await db()<{ kind: string }[]>`select kind from app.job where failed_date is null order by kind`).map(
    ({ kind }) => kind,
  )

const runAll = async (handlers = sweepJobs) => {
  const close = await openJobs({ queue: jobQueue, handlers, log: () => {} })
  await expect.poll(queued).toEqual([])
  await close()
}

test("processes that look at once queue each sweep once, and old events, sessions and unused words go", async () => {
  const ada = await api.person()
  const own = await api.filled(ada)
  await db()`update app.goal set name = 'Marsh walk' where id = ${own.goal.id}`
  await keepWords()
  await db()`update app.goal set name = 'Pier' where id = ${own.goal.id}`
  await keepWords()
  const word = () => db()`select from app.search_word where plan_id = ${own.plan.id} and word = 'marsh'`
  expect(await word()).toHaveLength(1)
  const events =
    await db()`update app.event set created_date = now() - interval '9 days' where plan_id = ${own.plan.id}`
  expect(events.count).toBeGreaterThan(0)
  await db()`update app.session set last_used = now() - interval '31 days' where person_id = ${ada.id}`

  const began = Math.floor(Date.now() / 1_000)
  await Promise.all([sweepInTurn(), sweepInTurn(), sweepInTurn()])
  expect(await queued()).toEqual(Object.keys(sweepJobs).sort())
  await runAll()
  expect(await word()).toEqual([])
  expect(await db()`select from app.event where plan_id = ${own.plan.id}`).toEqual([])
  expect(await db()`select from app.session where person_id = ${ada.id}`).toEqual([])
  const removed = new Map((await sweepFigures()).map((each) => [each.name, each]))
  expect(removed.get("rows")?.removed).toBeGreaterThanOrEqual(events.count)
  expect(removed.get("sessions")?.removed).toBeGreaterThanOrEqual(1)
  expect(removed.get("words")?.removed).toBeGreaterThanOrEqual(1)
  expect(removed.get("words")?.done).toBeGreaterThanOrEqual(began)

  await readSweeps()
  const metrics = renderMetrics()
  expect(metrics).toContain(`laneway_swept_rows_total{sweep="rows"} ${removed.get("rows")?.removed}\n`)
  expect(metrics).toMatch(/^laneway_sweep_last_success_timestamp_seconds\{sweep="words"\} \d{10}/m)

  await sweepInTurn()
  expect(await queued()).toEqual([])
  await db()`update app.sweep set queued_date = now() - interval '61 minutes'`
  await sweepInTurn()
  expect(await queued()).toEqual(["sweep.counts", "sweep.manyWords", "sweep.rows", "sweep.sessions"])
  await runAll()
})

test("a sweep that fails for good is a dead letter until it succeeds", async () => {
  await db()`
    insert into app.job (kind, input, attempts, failed_date, last_error) values ('sweep.rows', '{}', 12, now(), 'the disk is full')`
  await db()`update app.sweep set queued_date = now() - interval '2 days'`
  await sweepInTurn()
  await runAll()
  expect(await db()`select from app.job`).toEqual([])
})
