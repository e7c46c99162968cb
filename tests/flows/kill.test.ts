// kill -9 of the app, of Postgres and of both while several connections write: acknowledged writes are stored once.
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import postgres from "postgres"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { aiCalls } from "~/contract/ai"
import type { LoggedEvent } from "~/contract/event-payload"
import { itemCalls } from "~/contract/item"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { type Task, taskCalls } from "~/contract/task"
import {
  allowRequest,
  authorizationOf,
  callback,
  registerProgram,
  requestAt,
} from "../support/product/agent-sign-in.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { mayFail } from "../support/product/server-faults.ts"
import { until as untilReached } from "../support/until.ts"

const WRITERS = 6
const errors = /postgres ended, starting it again/

type Write = {
  method: "POST" | "PUT"
  path: string
  body: { id?: number; itemId?: number; description: string }
  key: string
}
type Acknowledged = Write & { taskId: number }

let product: Product
let person: Person
let planId: number
let itemId: number
let eventsBefore: number
let audited: number

/** Answered with success and never sent again, so that a lost write stays lost. */
const acknowledged: Acknowledged[] = []
/** Writes that had to be sent more than once. */
let repeated = 0
const refusals = new Set<number>()
let writing = false
let failure: unknown

beforeAll(async () => {
  product = await startProduct({ errors })
  person = await signIn(product, "ada@example.org")
  planId = (await person.send(planCalls.create, { name: "Harbour" })).body.id
  itemId = (await person.send(itemCalls.create, { planId, topic: "Quay" })).body.id
  eventsBefore = (await events()).length
  audited = (await audits()).length
})
afterAll(() => product?.remove())
beforeEach(() => mayFail(/^503 /))

test("acknowledged writes survive kill -9 of the app", async () => {
  await duringWrites(async () => {
    await product.kill()
    await restart()
  })
  await checkEverything()
})

test("acknowledged writes survive kill -9 of Postgres", async () => {
  await duringWrites(async () => {
    const before = product.postgresPid
    process.kill(before ?? 0, "SIGKILL")
    await until(() => product.postgresPid !== null && product.postgresPid !== before)
  })
  await checkEverything()
})

test("acknowledged writes survive kill -9 of both", async () => {
  await duringWrites(async () => {
    process.kill(product.postgresPid ?? 0, "SIGKILL")
    await product.kill()
    await restart()
  })
  await checkEverything()
})

test("kill -9 interrupts writes, which are then repeated, and refuses none except with 503", () => {
  expect(repeated).toBeGreaterThanOrEqual(WRITERS)
  expect([...refusals].filter((status) => status !== 503)).toEqual([])
})

test("a clean stop and a restart change nothing, and a preview of the assistant is still carried out", async () => {
  const { id: previewed } = (await person.send(planCalls.create, { name: "Quay" })).body
  const { taskId } = (await person.send(aiCalls.boardPlanner, { planId: previewed, prompt: 'Add a goal "Pier"' })).body
  await expect.poll(async () => (await person.send(aiCalls.status, { taskId })).body.status).toBe("succeeded")
  // Made at the first start: another one would silence every device.
  const pushKey = async () => (await person.send(notificationCalls.pushKey, {})).body.publicKey
  const key = await pushKey()
  expect(key).toMatch(/^[\w-]{87}$/)
  expect(await product.stop()).toBe(0)
  expect(product.postgresPid).toBeNull()
  await restart()
  await checkEverything()
  expect(await pushKey()).toBe(key)
  const { body } = await person.send(aiCalls.saveBoardData, { planId: previewed, taskId })
  expect(body).toMatchObject({ created: 1, updated: 0, deleted: 0 })
})

test("an agent's sign-in goes on over a restart at each of its steps", async () => {
  const { url: issuer } = product
  const resource = `http://localhost:${product.mcpPort}/mcp`
  const clientId = await registerProgram(issuer)
  const browser = { cookie: person.cookie, origin: issuer }
  const { address, verifier } = authorizationOf(issuer, clientId, resource)
  const again = async () => {
    expect(await product.stop()).toBe(0)
    await restart()
  }
  const token = async (more: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: clientId, ...more })
    const answer = await fetch(`${issuer}/oauth/token`, { method: "POST", body })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { refresh_token: string }
  }
  const request = await requestAt(address, browser)
  await again()
  const answered = await allowRequest(address, request, browser)
  const code = new URL(answered.headers.get("location") ?? issuer).searchParams.get("code") ?? ""
  await again()
  const exchange = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: callback }
  const { refresh_token } = await token(exchange)
  await again()
  await token({ grant_type: "refresh_token", refresh_token })
  expect((await person.send(accountCalls.agents, {})).body).toMatchObject([{ name: "Harbour pilot", plans: null }])
})

const restart = async () => {
  product = await product.startAgain()
}

/** Lets the writers write, runs `harm`, and waits until all writes are acknowledged. */
const duringWrites = async (harm: () => Promise<void>) => {
  writing = true
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)))
  writers.catch((error: unknown) => {
    failure = error
  })
  await moreAcknowledged(60)
  await harm()
  await moreAcknowledged(60)
  writing = false
  await writers
}

const moreAcknowledged = async (count: number) => {
  const wanted = acknowledged.length + count
  await until(() => acknowledged.length >= wanted)
}

/** Adds tasks and renames every second one after its acknowledgement; an interrupted call is repeated under its key. */
const write = async (writer: number) => {
  const path = `/api/Task?planId=${planId}`
  while (writing) {
    const description = `${writer} ${randomUUID()}`
    const added = await send({ method: "POST", path, body: { itemId, description }, key: randomUUID() })
    if (acknowledged.length % 2) continue
    const body = { id: added.taskId, description: `${description} renamed` }
    await send({ method: "PUT", path, body, key: randomUUID() })
  }
}

const send = async (write: Write): Promise<Acknowledged> => {
  const given = AbortSignal.timeout(180_000)
  for (let attempt = 1; ; attempt++) {
    const answer = await person
      .call<Task>(write.method, write.path, { body: write.body, headers: { "idempotency-key": write.key } })
      .catch(() => null)
    if (answer && answer.status < 300) {
      const done = { ...write, taskId: answer.body.id }
      acknowledged.push(done)
      return done
    }
    if (answer) refusals.add(answer.status)
    if (attempt === 1) repeated++
    if (given.aborted) throw new Error(`Never acknowledged: ${JSON.stringify(write)} ${answer?.text}`)
    await sleep(50)
  }
}

const checkEverything = async () => {
  const created = acknowledged.filter(({ method }) => method === "POST")
  const renamed = new Map(acknowledged.flatMap((w) => (w.method === "PUT" ? [[w.taskId, w.body.description]] : [])))
  const { body: tasks } = await person.send(taskCalls.list, { planId })
  expect(tasks.map(({ id, description }) => `${id} ${description}`).sort()).toEqual(
    created.map(({ taskId, body }) => `${taskId} ${renamed.get(taskId) ?? body.description}`).sort(),
  )

  const logged = await events()
  expect(logged.map(({ seq }) => seq)).toEqual(logged.map((_, index) => index + 1))
  const wrote = acknowledged.map(({ method, taskId, body }) => [method === "POST", taskId, body.description].join(" "))
  const told = logged.slice(eventsBefore).map(({ event, payload }) => {
    const { id, description } = payload.data as Task
    return [event === "TaskAdded", id, description].join(" ")
  })
  expect(told.sort()).toEqual(wrote.sort())

  const kept = (await audits()).slice(audited)
  expect(
    kept.map(({ action, entity_id, after }) => [action === "create", entity_id, after.description].join(" ")).sort(),
  ).toEqual(wrote)
}

const events = async (): Promise<LoggedEvent[]> => {
  const { body } = await person.send(planCalls.changes, { planId, since: 0 })
  expect(body.events.length).toBe(body.seq)
  return body.events
}

const audits = async () => {
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await sql<{ action: string; entity_id: string; after: { description: string } }[]>`
      select action, entity_id, after from app.audit where plan_id = ${planId} order by id`
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const until = (reached: () => boolean) =>
  untilReached(() => {
    if (failure) throw failure
    return reached()
  }, 20)
