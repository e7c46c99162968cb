// What tries that fail cost, as counts of statements.
import postgres from "postgres"
import { afterAll, expect, test } from "vitest"
import { taskCalls } from "~/contract/task"
import { type WebhookFormat, webhookCalls } from "~/contract/webhook"
import { backgroundDb, boardDb, db } from "~/database/connection.server"
import { jobQueue } from "~/database/job.server"
import { mostWebhookJobs, webhookJobs, webhookShares } from "~/domain/webhook/send.server"
import { openJobs, pokeJobs } from "~/outside/jobs.server"
import { openApi } from "../support/api/api.ts"
import { planOf, statementsOf } from "../support/database/statements.ts"
import { endPauses } from "../support/database/webhook-pauses.ts"
import { addFault } from "../support/faults.ts"
import { openReceiver } from "../support/services/receiver.ts"

const api = await openApi()
/** Not counted. */
const beside = postgres(api.database.url, { max: 1, onnotice: () => {} })
const receiver = await openReceiver()
receiver.answers(() => 503)
const close = await openJobs({
  queue: jobQueue,
  handlers: webhookJobs,
  most: mostWebhookJobs,
  shares: webhookShares,
  log: (_, message, fields) => addFault(`${message} ${fields.error}`),
})
afterAll(async () => {
  await close()
  await receiver.close()
  await beside.end()
  await api.close()
})

/** Those of the job table, which are sent each second. */
const isLook = (query: string) => query.includes("with due as") || query.includes("timed_date > now()")
const running = async () =>
  (await beside`select from app.job where kind like 'webhook.%' and held_until is not null`).length
const planned = async () => (await beside`select from app.job where kind = 'webhook.plan'`).length

test.each<{ format: WebhookFormat; more: number }>([
  { format: "standard", more: 0 },
  // Names of the time, for the sentence.
  { format: "slack", more: 1 },
])(
  "a failed try takes a statement to read and one to write, with format $format $more more",
  async ({ format, more }) => {
    const ada = await api.person()
    const { plan, task } = await api.filled(ada)
    const planId = plan.id
    const sent = { planId, name: "Ops", url: receiver.url, events: ["task.updated"], format }
    await api.send(webhookCalls.create, sent, { as: ada })
    pokeJobs()
    await expect.poll(async () => (await beside`select from app.job where kind like 'webhook.%'`).length).toBe(0)
    receiver.received.length = 0
    const tried = async (tries: number, work: () => Promise<unknown>) => {
      const all = await statementsOf(async () => {
        await work()
        pokeJobs()
        await expect.poll(() => receiver.received.length).toBe(tries)
        await expect.poll(async () => (await running()) + (await planned())).toBe(0)
      }, [db(), boardDb(), backgroundDb()])
      return all.filter(({ query }) => !isLook(query)).length
    }
    const skipAhead = () => endPauses(beside)
    await tried(1, () => api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada }))
    // In line, a statement has the webhook for this job alone.
    expect(await tried(2, skipAhead)).toBe(3 + more)
    // Then what follows is looked for, and the webhook given back.
    expect(await tried(3, skipAhead)).toBe(7 + more)
    for (let tries = 4; tries < 10; tries++) expect(await tried(tries, skipAhead)).toBe(2 + more)
    await tried(10, skipAhead)
    await expect.poll(async () => (await beside`select from app.job where kind like 'webhook.%'`).length).toBe(0)
  },
)

test("a delivery is read by keys, also as Postgres plans it while the tables are small", async () => {
  const ada = await api.person()
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  await api.send(webhookCalls.create, { planId, name: "Ops", url: receiver.url, events: ["task.updated"] }, { as: ada })
  receiver.received.length = 0
  const sent = await statementsOf(async () => {
    await api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada })
    pokeJobs()
    await expect.poll(() => receiver.received.length).toBe(1)
  }, [boardDb()])
  const reading = sent.find(({ query }) => query.includes("app.delivery"))
  const steps = reading ? await planOf(reading) : []
  const indexesOf = (table: string) =>
    steps.flatMap((step) => (step["Relation Name"] === table ? step["Index Name"] : []))
  expect(indexesOf("audit")).toEqual(["audit_pkey"])
  expect(new Set(indexesOf("person"))).toEqual(new Set(["person_pkey"]))
})
