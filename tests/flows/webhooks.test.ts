// kill -9 of the app at any moment, while receivers lose, refuse and delay: each webhook gets its plan's log, whole and in order.
import fc from "fast-check"
import postgres, { type Sql } from "postgres"
import { Webhook as Standard } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { webhookCalls } from "~/contract/webhook"
import type { WebhookEvent } from "../../docs/client/index.js"
import { endHolds, endPauses, inLine } from "../support/database/webhook-pauses.ts"
import { drawnCall } from "../support/model/drawn-call.ts"
import { aboutOf, loggedEvents } from "../support/product/logged-events.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { mayFail } from "../support/product/server-faults.ts"
import { openReceiver, type Received, type Receiver } from "../support/services/receiver.ts"

/** After as many failed tries a delivery holds up others no longer. */
const triesInLine = 3

/** What the first tries of a delivery meet, one each. Later ones are answered with 200 at once, a late one with 200 later. */
const troubles = fc
  .tuple(fc.array(fc.constantFrom("lost", "refused"), { maxLength: 4, size: "max" }), fc.boolean())
  .map(([failures, isLate]) => (isLate ? [...failures, "late"] : failures))
const hook = fc.record({
  plan: fc.constantFrom(0, 1),
  events: fc.constantFrom(["*"], ["task.added", "task.updated"], ["goal.added", "item.updated", "label.added"]),
  /** Of its deliveries in order, over and over. */
  troubles: fc.array(troubles, { minLength: 3, maxLength: 8 }),
})
const change = fc.record({ plan: fc.constantFrom(0, 1), seed: fc.integer() })
const changes = fc.array(change, { minLength: 4, maxLength: 10, size: "max" })
const schedule = fc.record({
  all: hook.map((hook): Given => ({ ...hook, plan: 0, events: ["*"] })),
  others: fc.array(hook, { minLength: 1, maxLength: 2 }),
  kills: fc.array(fc.record({ changes, moment: fc.constantFrom<Moment[]>("saves", "waits", "is answered") }), {
    minLength: 1,
    maxLength: 2,
  }),
  changes,
})
type Moment = "saves" | "waits" | "is answered"
type Given = { plan: 0 | 1; events: readonly string[]; troubles: (readonly string[])[] }

type Message = { id: string; about: string; tries: number; answered: boolean }
type Hook = Given & {
  id: number
  planId: number
  secret: string
  /** The plan's `seq` before it was made. */
  since: number
  received: Received[]
  /** In the order in which they first came. */
  messages: Message[]
  /** Came before their turn. */
  early: Message[]
}

let product: Product
let person: Person
let receiver: Receiver
let sql: Sql
const hooks = new Map<string, Hook>()

const openDatabase = () => {
  sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
}
beforeAll(async () => {
  receiver = await openReceiver()
  receiver.answers(answer)
  product = await startProduct()
  person = await signIn(product, "ada@example.org")
  openDatabase()
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await product?.remove()
  await receiver?.close()
})
beforeEach(() => mayFail(/^503 /))

/** Answers that wait, by what ends them. */
let held: ((answer: 200 | "lose") => void)[] = []
/** Whether late answers wait. */
let delays = true
let awaited: { moment: Moment; isReached: boolean } | undefined

const reach = (moment: Moment) => {
  if (awaited?.moment !== moment || awaited.isReached) return false
  awaited.isReached = true
  return true
}

const answer = async (got: Received) => {
  const hook = hooks.get(got.path) as Hook
  hook.received.push(got)
  const { type, data } = JSON.parse(got.body) as WebhookEvent
  let message = hook.messages.find(({ id }) => id === got.id)
  if (!message) {
    message = { id: got.id, about: aboutOf({ type, data }), tries: 0, answered: false }
    if (hook.messages.some(({ answered, tries }) => !answered && tries < triesInLine)) hook.early.push(message)
    hook.messages.push(message)
  }
  const trouble = troublesOf(hook, message)[message.tries++]
  if (reach("waits") || (trouble === "late" && delays)) {
    const ended = await new Promise<200 | "lose">((resolve) => held.push(resolve))
    if (ended === "lose") return ended
  }
  if (trouble === "refused") return 500
  if (trouble === "lost") return "lose"
  message.answered = true
  setImmediate(() => reach("is answered"))
  return 200
}

const troublesOf = ({ troubles, messages }: Hook, message: Message) =>
  troubles[messages.indexOf(message) % troubles.length] ?? []

const letGo = (how: 200 | "lose") => {
  for (const end of held) end(how)
  held = []
}

const openPlan = async (name: string) => {
  const planId = (await person.send(planCalls.create, { name })).body.id
  const goalId = (await person.send(goalCalls.create, { planId, name: "Quay" })).body.id
  const itemId = (await person.send(itemCalls.create, { planId, goalId, topic: "Pier" })).body.id
  await person.send(taskCalls.create, { planId, itemId, description: "Lay a stone" })
  return planId
}

const boardOf = async (planId: number) => (await person.send(planCalls.board, { planId })).body

const openHook = async (planId: number, given: Given): Promise<Hook> => {
  const path = `/hook/${hooks.size}`
  const { seq: since } = await boardOf(planId)
  const hook = { ...given, id: 0, planId, secret: "", since, received: [], messages: [], early: [] }
  hooks.set(path, hook)
  const sent = { planId, name: "Ops", url: new URL(path, receiver.url).href, events: [...given.events] }
  const { status, body } = await person.send(webhookCalls.create, sent)
  expect(status).toBe(201)
  return Object.assign(hook, { id: body.id, secret: body.secret })
}

const makeChange = async (planId: number, seed: number) => {
  const drawn = drawnCall(await boardOf(planId), seed)
  if (drawn) await person.send(drawn.call, { planId, ...drawn.input } as never)
}

/** Ends pauses of jobs of these kinds until it is so. */
const skipUntil = (kinds: string[], isSo: () => boolean | Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await endPauses(sql, kinds)
        return isSo()
      },
      { interval: 20 },
    )
    .toBe(true)

const isIdle = async (kinds: string[]) => (await sql`select from app.job where kind = any (${kinds})`).length === 0

const killWhenIt = async (moment: Moment, planId: number) => {
  if (moment === "is answered") letGo(200)
  awaited = { moment, isReached: moment === "waits" && held.length > 0 }
  const saves = ["One", "Two", "Three"].map((name) => person.send(goalCalls.create, { planId, name }))
  const saved = Promise.allSettled(saves)
  if (moment === "saves") await Promise.race(saves)
  else await skipUntil(inLine, () => awaited?.isReached === true)
  await product.kill()
  letGo("lose")
  await saved
  await endHolds(sql)
  await sql.end({ timeout: 1 })
  product = await product.startAgain()
  openDatabase()
}

const expectedOf = async (hook: Hook): Promise<string[]> => (await loggedEvents(person, hook)).map(aboutOf)

test("each change reaches each webhook under one id, signed and in order, whenever the app is killed", async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async ({ all, others, kills, changes: last }) => {
      const plans = [await openPlan("Harbour"), await openPlan("Marina")] as const
      const made: Hook[] = []
      delays = true
      for (const each of [all, ...others]) made.push(await openHook(plans[each.plan], each))
      for (const { changes, moment } of kills) {
        for (const { plan, seed } of changes) await makeChange(plans[plan], seed)
        await killWhenIt(moment, plans[0])
      }
      for (const { plan, seed } of last) await makeChange(plans[plan], seed)
      delays = false
      letGo(200)

      // What failed three times holds up nothing, although it is not tried again here.
      await skipUntil(inLine, () => isIdle(inLine))
      for (const hook of made) {
        expect(hook.messages.map(({ about }) => about)).toEqual(await expectedOf(hook))
        for (const message of hook.messages)
          if (!message.answered) expect(troublesOf(hook, message).length).toBeGreaterThanOrEqual(triesInLine)
      }
      const beside = ["webhook.retry"]
      await skipUntil(beside, () => isIdle(beside))
      for (const { id, planId, secret, messages, early, received } of made) {
        expect(early).toEqual([])
        expect(messages.filter(({ answered }) => !answered)).toEqual([])
        const shown = (await person.send(webhookCalls.deliveries, { planId, id })).body
        expect(shown.map(({ messageId }) => messageId).reverse()).toEqual(messages.map(({ id }) => id))
        expect(shown.filter(({ state }) => state !== "delivered")).toEqual([])
        const signs = new Standard(secret)
        for (const { body, headers } of received) signs.verify(body, headers)
      }
    }),
    // A shorter schedule takes as long, and need not fail as well.
    { numRuns: 3, endOnFailure: true },
  )
})
