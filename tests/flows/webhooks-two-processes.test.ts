// Two processes of the app on one database: together they send each change to each webhook once and in order, and after kill -9 of one
// the other sends what waits.
import postgres, { type Sql } from "postgres"
import { Webhook as Standard } from "standardwebhooks"
import { afterAll, beforeAll, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { webhookCalls } from "~/contract/webhook"
import type { WebhookEvent } from "../../docs/client/index.js"
import { endHolds, endPauses } from "../support/database/webhook-pauses.ts"
import { loggedEvents } from "../support/product/logged-events.ts"
import { type Person, type Product, signIn, startProduct, through } from "../support/product/product.ts"
import { ownerOf } from "../support/product/socket-owner.ts"
import { openReceiver, type Received, type Receiver } from "../support/services/receiver.ts"

type Process = "first" | "second"
type Message = { id: string; body: string; tries: number; answered: boolean }
type Plan = { planId: number; itemId: number; taskId: number }
type Hook = {
  id: number
  planId: number
  events: readonly string[]
  secret: string
  /** The plan's `seq` before it was made. */
  since: number
  received: Received[]
  /** In the order in which they first came. */
  messages: Message[]
  /** Came before the one before them was answered. */
  early: Message[]
}

const env = { SESSION_SECRET: "one secret of both processes that is long enough to be one" }
const chosen: readonly (readonly string[])[] = [["*"], ["*"], ["task.updated"]]

let receiver: Receiver
const running = {} as Record<Process, Product>
const ada = {} as Record<Process, Person>
let sql: Sql
const plans: Plan[] = []
const hooks = new Map<string, Hook>()
const senders = new Set<Process>()

beforeAll(async () => {
  receiver = await openReceiver()
  receiver.answers(answer)
  running.first = await startProduct({ env })
  // While only one process runs: with two, the mail might be in the other's directory.
  ada.first = await signIn(running.first, "ada@example.org")
  running.second = await startProduct({ env: { ...env, DATABASE_URL: running.first.databaseUrl } })
  ada.second = through(running.second, ada.first)
  sql = postgres(running.first.databaseUrl, { max: 1, onnotice: () => {} })
  for (const name of ["Harbour", "Marina", "Pier"]) plans.push(await openPlan(name))
  for (const { planId } of plans) for (const events of chosen) await openHook(planId, events)
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await running.second?.remove()
  await running.first?.remove()
  await receiver?.close()
})

const openPlan = async (name: string): Promise<Plan> => {
  const { send } = ada.first
  const planId = (await send(planCalls.create, { name })).body.id
  const goalId = (await send(goalCalls.create, { planId, name: "Quay" })).body.id
  const itemId = (await send(itemCalls.create, { planId, goalId, topic: "Wall" })).body.id
  const taskId = (await send(taskCalls.create, { planId, itemId, description: "Lay a stone" })).body.id
  return { planId, itemId, taskId }
}

const openHook = async (planId: number, events: readonly string[]) => {
  const path = `/hook/${hooks.size}`
  const { seq: since } = (await ada.first.send(planCalls.board, { planId })).body
  const hook: Hook = { id: 0, planId, events, secret: "", since, received: [], messages: [], early: [] }
  hooks.set(path, hook)
  const sent = { planId, name: "Ops", url: new URL(path, receiver.url).href, events: [...events] }
  const { status, body } = await ada.first.send(webhookCalls.create, sent)
  expect(status).toBe(201)
  Object.assign(hook, { id: body.id, secret: body.secret })
}

/** Deliveries of this process are answered once it is killed. */
let victim: Process | undefined
const held: { hook: Hook; message: Message; got: Received; release: () => void }[] = []

const answer = async (got: Received) => {
  const pids = { first: running.first.pid, second: running.second.pid }
  const owner = ownerOf(got.port, Object.values(pids))
  const by = (["first", "second"] as const).find((name) => pids[name] === owner)
  if (by) senders.add(by)
  const hook = hooks.get(got.path) as Hook
  hook.received.push(got)
  let message = hook.messages.find(({ id }) => id === got.id)
  if (!message) {
    message = { id: got.id, body: got.body, tries: 0, answered: false }
    if (hook.messages.some(({ answered }) => !answered)) hook.early.push(message)
    hook.messages.push(message)
  }
  message.tries++
  if (by && by === victim) {
    const waits = { hook, message, got }
    await new Promise<void>((release) => held.push({ ...waits, release }))
  }
  if (got.isClosed()) return "lose"
  message.answered = true
  return 200
}

/** Each process saves in each plan, all at once: a card of its own, and a task that the other one changes too. */
const saveAtBoth = async (words: string) => {
  const saves = plans.flatMap(({ planId, itemId, taskId }) =>
    [ada.first, ada.second].map(async ({ send }, at) => {
      const added = await send(taskCalls.create, { planId, itemId, description: `${words} ${at}` })
      const changed = await send(taskCalls.update, { planId, id: taskId, description: `${words} ${at}` })
      return [added.status, changed.status]
    }),
  )
  for (const statuses of await Promise.all(saves)) expect(statuses).toEqual([201, 200])
}

const jobs = () => sql<{ kind: string; webhook: number | null }[]>`
  select kind, (input ->> 'webhookId')::int as webhook from app.job where kind like 'webhook.%'`

/** Nothing waits but for an answer that is held. What waits for its next try is tried now. */
const isSettled = async () => {
  await endPauses(sql)
  const open = held.filter(({ got }) => !got.isClosed()).map(({ hook }) => hook.id)
  return (await jobs()).every(({ kind, webhook }) => kind === "webhook.send" && open.includes(webhook ?? 0))
}

const eventsOf = (hook: Hook): Promise<WebhookEvent[]> => loggedEvents(ada.second, hook)

const expectWholeLog = async () => {
  for (const hook of hooks.values()) {
    const { secret, received, messages, early } = hook
    expect(messages.map(({ body }) => JSON.parse(body))).toEqual(await eventsOf(hook))
    expect(early).toEqual([])
    expect(messages.filter(({ answered }) => !answered)).toEqual([])
    const signs = new Standard(secret)
    for (const { body, headers, id } of received) {
      signs.verify(body, headers)
      expect(messages.find((message) => message.id === id)?.body).toBe(body)
    }
  }
}

test("two processes send each change to each webhook once and in the log's order", async () => {
  for (let n = 0; n < 10 || senders.size < 2; n++) await saveAtBoth(`Stone ${n}`)
  await expect.poll(async () => (await jobs()).length).toBe(0)
  await expectWholeLog()
  for (const { messages } of hooks.values()) expect(messages.filter(({ tries }) => tries !== 1)).toEqual([])
})

test.each(["second", "first"] as const)(
  "after a kill of the %s process the other one sends what was on its way and what waits behind it, under the same ids",
  async (process) => {
    victim = process
    const behind = async () => {
      await expect.poll(isSettled, { interval: 20 }).toBe(true)
      const lengths = held.map(async ({ hook }) => (await eventsOf(hook)).length - hook.messages.length)
      return Math.max(0, ...(await Promise.all(lengths)))
    }
    for (let n = 0; (await behind()) === 0; n++) await saveAtBoth(`${process} ${n}`)
    const lost = held.filter(({ got }) => !got.isClosed())
    expect(lost.length).toBeGreaterThan(0)
    await running[process].kill()
    await expect.poll(() => lost.every(({ got }) => got.isClosed())).toBe(true)
    victim = undefined
    for (const { release } of held.splice(0)) release()
    await endHolds(sql)

    const other = process === "first" ? "second" : "first"
    ada[process] = ada[other]
    await expect.poll(async () => (await isSettled()) && (await jobs()).length, { interval: 20 }).toBe(0)
    for (const { message } of lost)
      expect(message).toMatchObject({ answered: true, tries: expect.toSatisfy((tries) => tries > 1) })
    await expectWholeLog()
    running[process] = await running[process].startAgain()
    ada[process] = through(running[process], ada[other])
  },
)
