// kill -9 of the app while it sends: the receiver, which loses and delays, gets every change, in order, each under one id.
import { Webhook as Standard } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { webhookCalls } from "~/contract/webhook"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { mayFail } from "../support/product/server-faults.ts"
import { openReceiver, type Receiver } from "../support/services/receiver.ts"

let product: Product
let person: Person
let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
  product = await startProduct({})
  person = await signIn(product, "ada@example.org")
})
afterAll(async () => {
  await product?.remove()
  await receiver?.close()
})
beforeEach(() => mayFail(/^503 /))

test("every change arrives once under its id, in order, over two kills", async () => {
  const planId = (await person.send(planCalls.create, { name: "Harbour" })).body.id
  const itemId = (await person.send(itemCalls.create, { planId, topic: "Quay" })).body.id
  const made = await person.send(webhookCalls.create, {
    planId,
    name: "Ops",
    url: receiver.url,
    events: ["task.added"],
  })
  expect(made.status).toBe(201)
  const created: number[] = []
  const add = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const { status, body } = await person.send(taskCalls.create, { planId, itemId, description: `Task ${n}` })
      if (status === 201) created.push(body.id)
    }
  }
  const restart = async () => {
    await product.kill()
    product = await startProduct({ dataDir: product.dataDir, port: product.port })
  }
  const signs = new Standard(made.body.secret)
  const ids = () => receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: number } }).data.id)
  /** The answer of these is on its way when the app is killed. */
  const slow = new Set<number>()
  let isHanging = () => {}
  receiver.answers(async ({ body }) => {
    const { id } = (JSON.parse(body) as { data: { id: number } }).data
    if (!slow.has(id)) return 200
    slow.delete(id)
    isHanging()
    return "hang"
  })
  for (let kill = 0; kill < 2; kill++) {
    await add(10)
    await expect.poll(ids).toContain(created.at(-1))
    const hanging = new Promise<void>((resolve) => {
      isHanging = resolve
    })
    slow.add((created.at(-1) ?? 0) + 5)
    await add(10)
    await hanging
    await restart()
  }
  await add(5)
  await expect.poll(ids).toContain(created.at(-1))
  expect([...new Set(ids())]).toEqual(created)
  for (const { body, headers } of receiver.received) signs.verify(body, headers)
  const byTask = new Map<number, Set<string>>()
  for (const [at, id] of ids().entries())
    byTask.set(id, (byTask.get(id) ?? new Set()).add(receiver.received[at]?.id ?? ""))
  expect([...byTask.values()].every(({ size }) => size === 1)).toBe(true)
  expect(receiver.received.length).toBeGreaterThan(created.length)
})
