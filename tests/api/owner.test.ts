// Handing a plan over to another owner.
import postgres from "postgres"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { auditCalls } from "~/contract/audit"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { type Caller, openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
const grace = await api.person()
const admin = await api.person()
const system = await api.person({ role: 0 })
afterAll(api.close)

const shared = async () => {
  const plan = await api.plan(ada, "Docks")
  await api.join(plan.id, grace, 2)
  await api.join(plan.id, admin, 0)
  return plan.id
}
const handOver = (planId: number, to: Caller, as: Caller) =>
  api.send(planCalls.setOwner, { planId, userId: to.id }, { as })
const plansOf = async ({ id }: Caller) => {
  const [row] = await db()<{ count: number }[]>`
    select count::int from app.usage where kind = 'plans' and plan_id = 0 and person_id = ${id}`
  return row?.count ?? 0
}

test("the owner hands a plan over to a member, stays an admin and cannot take it back", async () => {
  const planId = await shared()
  const before = [await plansOf(ada), await plansOf(grace)]
  const { body: board } = await api.send(planCalls.board, { planId }, { as: ada })
  const answer = await handOver(planId, grace, ada)
  expect([answer.status, answer.body.ownerId, answer.body.planRole]).toEqual([200, grace.id, 0])
  expect([await plansOf(ada), await plansOf(grace)]).toEqual([(before[0] ?? 0) - 1, (before[1] ?? 0) + 1])

  const { body: members } = await api.send(planCalls.board, { planId }, { as: grace })
  expect(Object.fromEntries(members.members.map(({ id, planRole }) => [id, planRole]))).toEqual({
    [ada.id]: 0,
    [grace.id]: 0,
    [admin.id]: 0,
  })
  const { body: changes } = await api.send(planCalls.changes, { planId, since: board.seq }, { as: ada })
  expect(changes.events.map(({ event }) => event)).toEqual(["PlanUpdated", "MemberUpdated"])
  const { body: log } = await api.send(auditCalls.ofPlan, { planId }, { as: ada })
  expect(log[0]?.message.replace(/<[^>]*>/g, "")).toBe(
    "Person 1 changed the owner of the plan from Person 1 to Person 2",
  )
  const { body: notices } = await api.send(notificationCalls.list, { userId: grace.id, planId }, { as: grace })
  expect(notices[0]).toMatchObject({ kind: "transferred", title: "Person 1 made you the owner of “Docks”" })
  expect(
    await db()`select from app.job where kind = 'mail.transferred' and input ->> 'personId' = ${String(grace.id)}`,
  ).toHaveLength(1)

  expect((await handOver(planId, ada, ada)).status).toBe(403)
  expect((await api.send(planCalls.removeMember, { planId, userId: grace.id }, { as: ada })).status).toBe(409)
  expect((await api.send(planCalls.removeMember, { planId, userId: ada.id }, { as: grace })).status).toBe(204)
  expect((await handOver(planId, ada, grace)).status).toBe(404)
})

test("only the owner and a System Admin hand a plan over, and to an enabled member", async () => {
  const planId = await shared()
  const stranger = await api.person()
  expect((await handOver(planId, admin, admin)).status).toBe(403)
  expect((await handOver(planId, grace, grace)).status).toBe(403)
  expect((await handOver(planId, stranger, stranger)).status).toBe(404)
  expect((await handOver(planId, stranger, ada)).status).toBe(404)
  expect((await handOver(planId, system, system)).status).toBe(404)
  expect((await api.call("POST", "/api/Plan/owner", { as: ada, body: { planId, userId: "grace" } })).status).toBe(400)
  await db()`update app.person set enabled = false where id = ${admin.id}`
  expect((await handOver(planId, admin, ada)).status).toBe(409)
  await db()`update app.person set enabled = true where id = ${admin.id}`
  const { body: before } = await api.send(planCalls.board, { planId }, { as: ada })
  expect((await handOver(planId, ada, ada)).status).toBe(200)
  expect((await api.send(planCalls.board, { planId }, { as: ada })).body.seq).toBe(before.seq)
  expect((await handOver(planId, admin, system)).body.ownerId).toBe(admin.id)
})

test("of hand-overs at once one succeeds, and the former owner is refused the others", async () => {
  const planId = await shared()
  const answers = await Promise.all([grace, admin].map((to) => handOver(planId, to, ada)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  const { body } = await api.send(planCalls.get, { planId }, { as: ada })
  expect([body.ownerId]).toEqual(answers.flatMap(({ status, body }) => (status === 200 ? [body.ownerId] : [])))
})

test("a new owner is an admin of the plan, whatever is decided about them meanwhile", async () => {
  const outside = postgres(api.database.superUrl, { max: 2, onnotice: () => {} })
  onTestFinished(() => outside.end())
  const waiting = async () => {
    const [row] = await outside<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return row?.n
  }
  const demote = (planId: number) =>
    api.send(planCalls.setMemberRole, { planId, userId: grace.id, role: 2 }, { as: admin })
  const remove = (planId: number) => api.send(planCalls.removeMember, { planId, userId: grace.id }, { as: admin })
  for (const decide of [demote, remove]) {
    const planId = await shared()
    const answers = await outside.begin(async (sql) => {
      await sql`select from app.plan_clock where plan_id = ${planId} for update`
      const handing: Promise<{ status: number }> = handOver(planId, grace, ada)
      await expect.poll(waiting).toBe(1)
      const deciding: Promise<{ status: number }> = decide(planId)
      // More reads than the decision takes.
      for (let n = 0; n < 20; n++) await api.send(planCalls.get, { planId }, { as: admin })
      return [handing, deciding]
    })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 409])
    const { body: board } = await api.send(planCalls.board, { planId }, { as: grace })
    expect(board.members.find(({ id }) => id === grace.id)?.planRole).toBe(0)
  }
})

test("a member whose plans are full cannot be given another", async () => {
  const planId = await shared()
  await db()`update app.quota set most = 0 where kind = 'plans'`
  const answer = await handOver(planId, grace, ada)
  await db()`update app.quota set most = 500 where kind = 'plans'`
  expect([answer.status, (await api.send(planCalls.get, { planId }, { as: ada })).body.ownerId]).toEqual([409, ada.id])
})
