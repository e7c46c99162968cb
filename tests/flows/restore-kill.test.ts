// kill -9 during the restore of a large version: the board is either entirely unchanged or entirely restored.

import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { type Plan, planCalls } from "~/contract/plan"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { mayFail } from "../support/product/server-faults.ts"

const TASKS = 4_000
const errors = /postgres ended, starting it again/

let product: Product
let person: Person
let planId: number
let version: number

beforeAll(async () => {
  product = await startProduct({ errors })
  person = await signIn(product, "ada@example.org")
  const actions = Array.from({ length: 40 }, (_, action) => {
    const tasks = Array.from({ length: TASKS / 40 }, (_, task) => `  - [ ] Task ${action}.${task}\n`)
    return `- Action ${action}\n${tasks.join("")}`
  })
  const form = new FormData()
  form.set("file", new File([`# Harbour\n## Quay\n${actions.join("")}`], "harbour.md"))
  const imported = await fetch(`${product.url}/api/Plan/import`, {
    method: "POST",
    headers: { cookie: person.cookie, origin: product.url },
    body: form,
  })
  planId = ((await imported.json()) as Plan).id
  version = (await person.send(planCalls.snapshot, { planId })).body.id
})
afterAll(() => product?.remove())
beforeEach(() => mayFail(/^503 /))

const board = async () => {
  const { body } = await person.send(planCalls.board, { planId })
  const { goals, items, tasks } = body
  return {
    seq: body.seq,
    rows: JSON.stringify([
      goals.map(({ modifiedDate, ...goal }) => goal),
      items.map(({ modifiedDate, ...item }) => item),
      tasks.map(({ modified, ...task }) => task),
    ]),
  }
}
const versionsOf = async () => (await person.send(planCalls.revisions, { planId })).body.length
const restore = () => person.send(planCalls.restore, { planId, revisionId: version })

test.each([
  ["the app", 30],
  ["the app", 150],
  ["Postgres", 30],
  ["Postgres", 150],
  ["both", 80],
] as const)("killing %s %i ms after a restore starts", async (whom, after) => {
  const whole = (await board()).rows
  const { body: before } = await person.send(planCalls.board, { planId })
  const [goal] = before.goals
  await person.call("DELETE", `/api/Goal/${goal?.id}?planId=${planId}`)
  await person.send(goalCalls.create, { planId, name: "Since" })
  const changed = await board()
  const kept = await versionsOf()

  const restoring = restore().catch(() => null)
  await sleep(after)
  const killed = product.postgresPid
  if (whom !== "the app" && killed) process.kill(killed, "SIGKILL")
  if (whom !== "Postgres") {
    await product.kill()
    await restoring
    product = await product.startAgain()
  }
  const answered = (await restoring)?.status === 200
  // Backends outlive their killed postmaster for a moment and may still answer.
  if (whom !== "the app") await again(async () => expect(product.postgresPid).not.toBe(killed))
  await again(async () => expect((await fetch(`${product.url}/readyz`)).status).toBe(200))
  const now = await again(board)
  expect([whole, changed.rows]).toContain(now.rows)
  if (answered) expect(now.rows).toBe(whole)
  const done = now.rows === whole
  // The version and the event are written in the same transaction as the board.
  expect(await versionsOf()).toBe(done ? kept + 1 : kept)
  const { body } = await person.send(planCalls.changes, { planId, since: changed.seq })
  expect(body.events.map(({ event }) => event)).toEqual(done ? ["BoardUpdated"] : [])
  if (!done) expect((await restore()).status).toBe(200)
  expect((await board()).rows).toBe(whole)
})

/** Retries until Postgres is back, for three minutes: on a busy machine its processes take long to end. */
const again = async <T>(read: () => Promise<T>): Promise<T> => {
  const given = AbortSignal.timeout(180_000)
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (given.aborted) throw error
      await sleep(50)
    }
  }
}
