// The list of goals of one plan or of all of a person's plans, and how people look on its page.
import { afterAll, expect, test } from "vitest"
import { goalCalls, type ListedGoal } from "~/contract/goal"
import { userCalls } from "~/contract/user"
import { looksOfGoals } from "~/domain/goal.server"
import { looksOf } from "~/rules/people/person-look"
import { openMeasured } from "../support/api/measured.ts"
import { planOf, statementsWith } from "../support/database/statements.ts"

const { add, api, checkIn, measured, close, owner: ada } = await openMeasured()
afterAll(close)

test("a list of goals has those of one person, or of all plans, with results, pace and tasks", async () => {
  const eva = await api.person()
  const { planId, goalId, first, second, plan } = await measured()
  await api.join(planId, eva, 1)
  const list = async (more: object, as = eva) => (await api.send(goalCalls.mine, more, { as })).body as ListedGoal[]
  expect(await list({})).toEqual([])
  await api.send(
    goalCalls.update,
    { planId, id: goalId, ownerId: eva.id, startDate: "2020-01-01", dueDate: "2020-02-01" },
    { as: ada },
  )
  const [mine] = await list({})
  expect(mine).toMatchObject({ id: goalId, planName: plan.name, pace: 1, progress: 0, tasks: 1, tasksDone: 0 })
  expect(mine?.keyResults).toEqual([first, second])
  expect(mine).not.toHaveProperty("description")
  expect((await list({ all: true })).map(({ id }) => id)).toEqual([goalId])
  expect(await list({ planId }, ada)).toEqual([])
  expect((await list({ planId, all: true }, ada)).map(({ id }) => id)).toEqual([goalId])
  await api.send(goalCalls.update, { planId, id: goalId, completed: true }, { as: ada })
  expect([await list({}), (await list({ completed: true })).length]).toEqual([[], 1])
  const stranger = await api.person()
  expect((await api.send(goalCalls.mine, { planId }, { as: stranger })).status).toBe(404)
})

test("owners and authors of check-ins look as in their plan, to its members alone", async () => {
  const [one, other] = [await measured(), await measured()]
  const eva = await api.person()
  await api.join(one.planId, eva, 1)
  await api.send(goalCalls.update, { planId: one.planId, id: one.goalId, ownerId: eva.id }, { as: ada })
  await checkIn(one.planId, one.goalId)
  const goals = (await api.send(goalCalls.mine, { all: true }, { as: ada })).body as ListedGoal[]
  const members = (await api.send(userCalls.list, { planId: one.planId }, { as: ada })).body
  expect(members.map(({ id }) => id).sort()).toEqual([ada.id, eva.id].sort())
  const looks = await looksOfGoals({ userId: ada.id }, goals)
  expect(new Map(looks[one.planId])).toEqual(looksOf(members))
  expect(looks[other.planId]).toBeUndefined()
  const stranger = await api.person()
  const unseen = await looksOfGoals({ userId: stranger.id }, goals)
  expect(Object.values(unseen).flat()).toEqual([])
})

test("a list of many goals reads what belongs to each by its key, before the tables have statistics", async () => {
  const plan = await api.plan(ada)
  const goals = await Promise.all(Array.from({ length: 60 }, (_, n) => api.goal(ada, plan.id, { name: `Goal ${n}` })))
  for (const { id: goalId } of goals) {
    await add(plan.id, { goalId })
    const item = await api.item(ada, plan.id, { goalId })
    await api.task(ada, plan.id, item.id)
  }
  const [list, ...others] = await statementsWith("keyResults", async () => {
    const { body } = await api.send(goalCalls.mine, { planId: plan.id, all: true }, { as: ada })
    expect(body).toHaveLength(goals.length)
    expect(body[0]).toMatchObject({ tasks: 1, keyResults: [{ name: "Sign-ups" }] })
  })
  expect([others, list]).toEqual([[], expect.anything()])
  const steps = list ? await planOf(list) : []
  // Each goal compared with each other's rows would be 3,540 of them.
  const compared = steps.map((step) => step["Rows Removed by Join Filter"] ?? 0)
  expect(Math.max(...compared)).toBeLessThan(goals.length)
})
