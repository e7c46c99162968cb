import { afterAll, expect, test } from "vitest"
import { db } from "~/database/connection.server"
import { enqueue, jobQueue } from "~/database/job.server"
import { openJobs, pokeJobs } from "~/outside/jobs.server"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
afterAll(api.close)

test("jobs of a kind that waits for long leave room for the others", async () => {
  const running = new Set<number>()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let done = () => {}
  const mailed = new Promise<void>((resolve) => {
    done = resolve
  })
  for (let id = 0; id < 20; id++) await enqueue(db(), id % 2 ? "test.slow" : "test.slower", { id })
  const slow = async (input: unknown) => {
    const { id } = input as { id: number }
    running.add(id)
    await released
    running.delete(id)
  }
  const close = await openJobs({
    queue: jobQueue,
    handlers: {
      "test.slow": slow,
      "test.slower": slow,
      "test.mail": async () => done(),
    },
    shares: [{ kinds: ["test.slow", "test.slower"], atMost: 4 }],
    log: () => {},
  })
  await expect.poll(() => running.size).toBe(4)
  await enqueue(db(), "test.mail", {})
  pokeJobs()
  await mailed
  expect(running.size).toBe(4)
  release()
  await expect.poll(async () => (await db()`select 1 from app.job where kind like 'test.slow%'`).length).toBe(0)
  await close()
})

test("one person's jobs of a kind that waits for long leave places of their share to others", async () => {
  for (let id = 0; id < 10; id++) await enqueue(db(), "test.asked", { personId: 1, id })
  await enqueue(db(), "test.asked", { personId: 2, id: 10 })
  await enqueue(db(), "test.asked", { id: 11 })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const started: number[] = []
  const handler = async (input: unknown) => {
    started.push((input as { id: number }).id)
    await released
  }
  const handlers = { "test.asked": handler }
  const shares = [{ kinds: ["test.asked"], atMost: 4, ofOne: 2 }]
  const close = await openJobs({ queue: jobQueue, handlers, shares, log: () => {} })
  await expect.poll(() => started).toEqual([0, 1, 10, 11])
  release()
  await expect.poll(() => started.length).toBe(12)
  await expect.poll(async () => (await db()`select 1 from app.job where kind = 'test.asked'`).length).toBe(0)
  await close()
})

test("one person's jobs are taken together, as many as the person may have at once", async () => {
  for (let id = 0; id < 10; id++) await enqueue(db(), "test.together", { personId: 1 })
  for (let id = 0; id < 2; id++) await enqueue(db(), "test.together", { personId: 2 })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const taken: number[] = []
  const take = async (...asked: Parameters<typeof jobQueue.take>) => {
    const jobs = await jobQueue.take(...asked)
    if (jobs.length > 0) taken.push(jobs.length)
    return jobs
  }
  const handlers = { "test.together": () => released }
  const shares = [{ kinds: ["test.together"], atMost: 12, ofOne: 5 }]
  const close = await openJobs({ queue: { ...jobQueue, take }, handlers, shares, log: () => {} })
  await expect.poll(() => taken).toEqual([5, 2])
  release()
  await expect.poll(async () => (await db()`select 1 from app.job where kind = 'test.together'`).length).toBe(0)
  await close()
})

test("closing does not wait for a job that takes long, and leaves it to the next process if it then fails", async () => {
  let fail = (_error: Error) => {}
  const failed = new Promise<void>((_, reject) => {
    fail = reject
  })
  let started = () => {}
  const running = new Promise<void>((resolve) => {
    started = resolve
  })
  await enqueue(db(), "test.endless", {})
  const handlers = {
    "test.endless": () => {
      started()
      return failed
    },
  }
  const logged: unknown[][] = []
  const close = await openJobs({ queue: jobQueue, handlers, log: (...entry) => logged.push(entry) })
  await running
  await close()
  // Its connection is closed under it.
  fail(new Error("CONNECTION_ENDED"))
  await expect
    .poll(() => logged)
    .toMatchObject([["warn", "a job is left to the next process", { kind: "test.endless" }]])
  const left = await db()`select attempts, last_error, failed_date from app.job where kind = 'test.endless'`
  expect(left).toEqual([{ attempts: 1, last_error: null, failed_date: null }])
})

test("passing failures are retried for a day at least, with pauses of an hour at most, and others twelve times", async () => {
  const fail = async (error: Error) => {
    const job = { id: 1, kind: "test.failing", input: {}, attempts: 0 }
    const pauses: number[] = []
    let dead = false
    let due = true
    const queue = {
      ...jobQueue,
      take: async () => {
        if (!due || dead) return []
        due = false
        return [{ ...job, attempts: ++job.attempts }]
      },
      putOff: async (_job: unknown, seconds: number) => {
        pauses.push(seconds)
        due = true
      },
      giveUp: async () => {
        dead = true
      },
      listen: async () => async () => {},
    }
    const handlers = { "test.failing": () => Promise.reject(error) }
    const close = await openJobs({ queue, handlers, log: () => {} })
    pokeJobs()
    await expect.poll(() => dead).toBe(true)
    await close()
    return pauses
  }
  const passing = await fail(Object.assign(new Error("connection refused"), { passing: true }))
  expect(passing.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(24 * 3_600)
  expect(Math.max(...passing)).toBe(3_600)
  expect(await fail(new Error("a fault of the handler"))).toHaveLength(11)
  expect(await fail(Object.assign(new Error("no such mailbox"), { permanent: true }))).toEqual([])
})

test("with a clock set back an hour, jobs start at once, wait or are held no longer than they would have before", async () => {
  for (const n of [1, 2, 3, 4]) await enqueue(db(), "test.clock", { n })
  const take = async (most: number) => await jobQueue.take(["test.clock"], most)
  const [held, late] = await take(2)
  if (!held || !late) throw new Error("two jobs were due")
  await jobQueue.putOff(late, 30, "451 later")
  await db()`update app.job set run_at = run_at + interval '10 minutes' where input ->> 'n' = '3'`
  // An hour back for the clock is an hour ahead for all that is stored.
  await db()`
    update app.job set run_at = run_at + interval '1 hour', created_date = created_date + interval '1 hour',
      timed_date = timed_date + interval '1 hour', held_until = held_until + interval '1 hour'
    where kind = 'test.clock'`
  let started: unknown
  const handlers = {
    "test.clock": async (input: unknown) => {
      started = input
    },
  }
  const close = await openJobs({ queue: jobQueue, handlers, log: () => {} })
  await expect.poll(() => started).toEqual({ n: 4 })
  await close()
  const left = await db()`
    select (input ->> 'n')::int as n, extract(epoch from run_at - now())::int as seconds, held_until = run_at as held
    from app.job where kind = 'test.clock' order by 1`
  const seconds = (most: number) => expect.toSatisfy((given: number) => given > most - 10 && given <= most)
  expect(left).toEqual([
    { n: 1, seconds: seconds(60), held: true },
    { n: 2, seconds: seconds(30), held: null },
    { n: 3, seconds: seconds(600), held: null },
  ])
  // A process that is at work holds its job as before.
  await jobQueue.hold([held.id])
  await jobQueue.followClock()
  expect(await take(10)).toEqual([])
})
