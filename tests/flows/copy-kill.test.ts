// kill -9 of the app while a worker copies a plan of more than 2,000 cards: there is one whole copy afterwards, and nothing half.
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aiCalls } from "~/contract/ai"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { mayFail } from "../support/product/server-faults.ts"

const TASKS = 4_000

let product: Product
let person: Person
beforeAll(async () => {
  product = await startProduct()
  person = await signIn(product, "ada@example.org")
})
afterAll(() => product?.remove())

test("a copy whose process is killed is made once by the next one", async () => {
  mayFail(/^503 /)
  const planId = (await person.send(planCalls.create, { name: "Harbour" })).body.id
  const { id: itemId } = (await person.send(itemCalls.create, { planId, topic: "Quay" })).body
  const { id } = (await person.send(taskCalls.create, { planId, itemId, description: "Lay a stone" })).body
  let sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await sql`
    insert into app.task
    select (jsonb_populate_record(t, jsonb_build_object('id', nextval(pg_get_serial_sequence('app.task', 'id')), 'order', t."order" + n))).*
    from app.task t, generate_series(2, ${TASKS}::int) n where t.id = ${id}`
  const asked = await person.send(planCalls.copy, { planId, name: "Harbour again" })
  expect(asked.status).toBe(202)
  const { taskId } = asked.body as unknown as { taskId: string }
  const begun = async () => (await sql`select 1 from app.ai_task where progress > 0`).length
  await expect.poll(begun, { interval: 5 }).toBe(1)
  await product.kill()
  await sql.end({ timeout: 1 })

  product = await product.startAgain()
  sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  const copies = () => sql`
    select p.id, (select count(*)::int from app.task t where t.plan_id = p.id) as tasks from app.plan p where p.name = 'Harbour again'`
  // Killed before its end.
  expect(await copies()).toHaveLength(0)
  // A job that the killed process had taken is due after a minute.
  await sql`update app.job set run_at = now() where kind = 'plan.copy'`
  await expect
    .poll(async () => (await person.send(aiCalls.status, { taskId })).body)
    .toMatchObject({ status: "succeeded" })
  expect(await copies()).toEqual([{ id: expect.anything(), tasks: TASKS }])
  const [rows] = await sql`select count(*)::int as tasks from app.task`
  expect(rows?.tasks).toBe(2 * TASKS)
  await sql.end({ timeout: 1 })
})
