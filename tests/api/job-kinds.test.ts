import { afterAll, beforeAll, expect, test } from "vitest"
import { db } from "~/database/connection.server"
import { enqueue, jobQueue } from "~/database/job.server"
import { openJobs } from "~/outside/jobs.server"
import { type Api, openApi } from "../support/api.ts"

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

test("jobs of a kind that waits for long leave room for the others", async () => {
  const running = new Set<number>()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let most = 0
  let done = () => {}
  const mailed = new Promise<void>((resolve) => {
    done = resolve
  })
  for (let id = 0; id < 20; id++) await enqueue(db(), "test.slow", { id })
  await enqueue(db(), "test.mail", {})
  const close = await openJobs({
    queue: jobQueue,
    handlers: {
      "test.slow": async (input) => {
        const { id } = input as { id: number }
        running.add(id)
        most = Math.max(most, running.size)
        await released
        running.delete(id)
      },
      "test.mail": async () => done(),
    },
    atMost: { "test.slow": 4 },
    log: () => {},
  })
  await mailed
  expect(running.size).toBeLessThanOrEqual(4)
  release()
  await expect
    .poll(async () => (await db()`select 1 from app.job where kind = 'test.slow'`).length, { timeout: 10_000 })
    .toBe(0)
  expect(most).toBe(4)
  await close()
})
