// A call decides from cached cards. Whoever else wrote them meanwhile, the result is that of a decision from the
// database.
import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import { auditCalls } from "~/contract/audit"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { type Caller, openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
afterAll(api.close)

/** Runs calls while reading cards fails. */
const withoutReading = async (work: () => Promise<void>) => {
  const rename = (from: string, to: string) => db().unsafe(`alter function app.${from} rename to ${to}`)
  await rename("rows", "rows_away")
  await work().finally(() => rename("rows_away", "rows"))
}

type Fields = Omit<Parameters<typeof api.send<typeof taskCalls.update>>[1], "planId">

const save = (planId: number, fields: Fields, { as = ada, key }: { as?: Caller; key?: string } = {}) =>
  api.send(taskCalls.update, { planId, ...fields }, { as, ...(key ? { headers: { "idempotency-key": key } } : {}) })
const rowOf = async (planId: number, id: number) => (await api.send(taskCalls.get, { planId, id }, { as: ada })).body

/** A plan whose only task is cached, because the call before read or wrote it. */
const cached = async () => {
  const { plan, item, task } = await api.filled(ada)
  await save(plan.id, { id: task.id, description: "Cached" })
  return { plan, item, task }
}

/** What other processes write. */
const elsewhere = {
  describe: (id: number) => db()`update app.task set description = 'Theirs', version = version + 1 where id = ${id}`,
  type: (id: number) => db()`update app.task set type = 1, version = version + 1 where id = ${id}`,
  complete: (id: number) => db()`update app.item set completed_date = now(), version = version + 1
    where id = (select item_id from app.task where id = ${id})`,
}

test("a cached card is saved without reading it", async () => {
  const { plan, item, task } = await cached()
  await withoutReading(async () => {
    expect((await save(plan.id, { id: task.id, description: "Again" })).status).toBe(200)
    await api.send(itemCalls.update, { planId: plan.id, id: item.id, topic: "Renamed" }, { as: ada })
    expect((await save(plan.id, { id: task.id, type: 1 })).status).toBe(200)
  })
  expect(await rowOf(plan.id, task.id)).toMatchObject({ description: "Again", type: 1 })
})

test("a card of a cached board is saved without reading it", async () => {
  const { plan, task } = await api.filled(ada)
  await elsewhere.describe(task.id)
  await api.send(planCalls.board, { planId: plan.id }, { as: ada })
  await withoutReading(async () => {
    expect((await save(plan.id, { id: task.id, type: 1 })).status).toBe(200)
  })
  expect(await rowOf(plan.id, task.id)).toMatchObject({ description: "Theirs", type: 1 })
})

test("a card is moved without reading it, unless another has its order", async () => {
  const { plan, item, task } = await cached()
  const other = await api.task(ada, plan.id, item.id, { order: 50 })
  const move = (order: number) =>
    api.send(taskCalls.updateOrders, { planId: plan.id, orders: [{ id: task.id, order, type: 0 }] }, { as: ada })
  await withoutReading(async () => {
    expect((await move(40)).status).toBe(204)
    expect((await move(60)).status).toBe(204)
  })
  expect((await move(50)).status).toBe(204)
  const { order } = await rowOf(plan.id, task.id)
  expect((await rowOf(plan.id, other.id)).order).toBeGreaterThan(order)
})

test("a card that another process changed is read again, and nothing of that change is lost", async () => {
  const { plan, task } = await cached()
  await elsewhere.type(task.id)
  const { status, body } = await save(plan.id, { id: task.id, description: "Mine" })
  expect(status).toBe(200)
  expect(body).toMatchObject({ description: "Mine", type: 1 })
  const { body: log } = await api.send(auditCalls.ofTask, { planId: plan.id, id: task.id }, { as: ada })
  expect(log[0]?.message).toContain("from <del>Cached</del> to <ins>Mine</ins>")

  await elsewhere.describe(task.id)
  expect((await save(plan.id, { id: task.id, description: "Mine" })).body.description).toBe("Mine")
  expect((await rowOf(plan.id, task.id)).description).toBe("Mine")
})

test("a task of an action that another process completed is refused", async () => {
  const { plan, task } = await cached()
  await elsewhere.complete(task.id)
  expect((await save(plan.id, { id: task.id, description: "Too late" })).status).toBe(409)
  expect((await rowOf(plan.id, task.id)).description).toBe("Cached")
})

test("an action's new state and a goal's new colour count for its cached tasks", async () => {
  const { plan, item, task } = await cached()
  const planId = plan.id
  const setItem = (completed: boolean) => api.send(itemCalls.update, { planId, id: item.id, completed }, { as: ada })
  await setItem(true)
  expect((await save(planId, { id: task.id, description: "Closed" })).status).toBe(409)
  await setItem(false)
  await api.send(goalCalls.update, { planId, id: item.goalId ?? 0, color: "#a8660a" }, { as: ada })
  // The colour shown already, so the task keeps having none of its own.
  await save(plan.id, { id: task.id, color: "#a8660a", description: "Open" })
  expect(await rowOf(plan.id, task.id)).toMatchObject({ description: "Open", ownColor: null, color: "#a8660a" })
})

test("a cached card opens no plan: the role is that of the moment", async () => {
  const { plan, task } = await cached()
  const [ben, eva, zoe] = [await api.person(), await api.person(), await api.person()]
  await api.join(plan.id, ben, 1)
  await api.join(plan.id, eva, 1)
  expect((await save(plan.id, { id: task.id, description: "Ben's" }, { as: ben })).status).toBe(200)
  await db()`update app.membership set role = 2 where plan_id = ${plan.id} and person_id = ${ben.id}`
  await db()`delete from app.membership where plan_id = ${plan.id} and person_id = ${eva.id}`
  const refused = async (as: Caller, body: object) => (await save(plan.id, { id: task.id, ...body }, { as })).status
  expect(await refused(ben, { description: "No" })).toBe(403)
  expect(await refused(eva, { description: "No" })).toBe(404)
  expect(await refused(zoe, { description: "No" })).toBe(404)
  // Neither what is refused nor what changes nothing tells that the card exists.
  expect(await refused(zoe, { description: "Ben's" })).toBe(404)
  expect(await refused(zoe, { ownerId: zoe.id })).toBe(404)
  const other = await api.filled(zoe)
  expect((await save(other.plan.id, { id: task.id, description: "No" }, { as: zoe })).status).toBe(404)
  expect((await rowOf(plan.id, task.id)).description).toBe("Ben's")
})

test("a repeat under the same key changes nothing, and the next call does not build on it", async () => {
  const { plan, task } = await cached()
  await save(plan.id, { id: task.id, description: "First" }, { key: "one" })
  await save(plan.id, { id: task.id, type: 1 })
  const repeat = await save(plan.id, { id: task.id, description: "First" }, { key: "one" })
  expect(repeat.body).toMatchObject({ description: "First", type: 0 })
  await elsewhere.describe(task.id)
  await save(plan.id, { id: task.id, type: 0 })
  expect(await rowOf(plan.id, task.id)).toMatchObject({ description: "Theirs", type: 0 })
})

test("a cached card that was deleted is not found", async () => {
  const { plan, task } = await cached()
  await api.send(taskCalls.remove, { planId: plan.id, id: task.id }, { as: ada })
  expect((await save(plan.id, { id: task.id, description: "Gone" })).status).toBe(404)
})

test("any calls and direct writes of others leave what each of them wrote", async () => {
  const step = fc.record({
    who: fc.constantFrom("call", "call", "others"),
    field: fc.constantFrom("description", "type", "dueDate"),
    value: fc.nat({ max: 2 }),
  })
  const values = {
    description: ["a", "b", "c"],
    type: [0, 1, 0],
    dueDate: [null, "2027-01-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z"],
  } as const
  const columns = { description: "description", type: "type", dueDate: "due_date" } as const
  const { plan, task } = await cached()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const expected: Record<string, unknown> = {}
      for (const { who, field, value } of steps) {
        const next = values[field][value] as never
        if (who === "call") expect((await save(plan.id, { id: task.id, [field]: next })).status).toBe(200)
        else {
          await db()`update app.task set ${db()({ [columns[field]]: next })}, version = version + 1 where id = ${task.id}`
        }
        expected[field] = next
      }
      expect(await rowOf(plan.id, task.id)).toMatchObject(expected)
    }),
    { numRuns: 40 },
  )
})
