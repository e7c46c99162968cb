// Disabling and enabling accounts.

import { afterAll, beforeAll, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { planCalls } from "~/contract/plan"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { personChanged, startSession } from "~/domain/sign-in/session.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let admin: Caller

beforeAll(async () => {
  api = await openApi()
  admin = await api.person({ role: 0 })
})
afterAll(() => api.close())

const enable = (as: Caller, userId: number, enabled: boolean) => api.send(userCalls.enable, { userId, enabled }, { as })
const profile = async (as: Caller) => (await api.send(accountCalls.userProfile, {}, { as })).status

test("disabling an account ends its sessions; enabling it allows a new sign-in", async () => {
  const person = await api.person()
  expect(await profile(person)).toBe(200)
  expect((await enable(admin, person.id, false)).status).toBe(204)
  expect(await profile(person)).toBe(401)
  expect((await enable(admin, person.id, false)).status).toBe(204)
  expect((await enable(admin, person.id, true)).status).toBe(204)
  expect(await profile(person)).toBe(401)
})

test("a system Administrator manages Facilitators and Users; no other role manages anybody", async () => {
  const administrator = await api.person({ role: 1 })
  const peer = await api.person({ role: 1 })
  const facilitator = await api.person({ role: 2 })
  const user = await api.person()
  expect((await enable(administrator, facilitator.id, false)).status).toBe(204)
  expect((await enable(administrator, user.id, false)).status).toBe(204)
  expect((await enable(administrator, peer.id, false)).status).toBe(403)
  expect((await enable(administrator, admin.id, false)).status).toBe(403)
  const other = await api.person()
  expect((await enable(other, user.id, true)).status).toBe(403)
  expect((await enable(other, 987_654, true)).status).toBe(403)
  expect((await enable(admin, 987_654, true)).status).toBe(404)
})

test("one System Admin remains when two demote or disable each other at once", async () => {
  const second = await api.person({ role: 0 })
  const demote = (as: Caller, { id }: Caller) => api.send(userCalls.update, { id, role: 3 }, { as })
  const admins = async () => (await db()`select id from app.person where role = 0 and enabled`).length
  for (let round = 0; round < 5; round++) {
    const statuses = (await Promise.all([demote(admin, second), demote(second, admin)])).map(({ status }) => status)
    expect(await admins(), String(statuses)).toBe(1)
    await db()`update app.person set role = 0 where id in ${db()([admin.id, second.id])}`
    await Promise.all([personChanged(admin.id), personChanged(second.id)])
    await Promise.all([enable(admin, second.id, false), demote(second, admin)])
    expect(await admins()).toBe(1)
    await db()`update app.person set role = 0, enabled = true where id in ${db()([admin.id, second.id])}`
    second.cookie = `laneway_session=${await startSession(second.id)}`
    await Promise.all([personChanged(admin.id), personChanged(second.id)])
  }
  await demote(admin, second)
})

test("the last System Admin can't be disabled", async () => {
  expect((await enable(admin, admin.id, false)).status).toBe(409)
  const second = await api.person({ role: 0 })
  expect((await enable(second, admin.id, false)).status).toBe(204)
  expect((await enable(second, second.id, false)).status).toBe(409)
  await enable(second, admin.id, true)
})

test("the owner stays admin of a plan: nobody, including the owner, removes the role or the membership", async () => {
  const owner = await api.person()
  const other = await api.person()
  const plan = await api.plan(owner)
  await api.join(plan.id, other, 0)
  for (const as of [owner, other, await api.person({ role: 0 })]) {
    for (const role of [1, 2]) {
      const body = { planId: plan.id, userId: owner.id, role }
      expect((await api.call("POST", "/api/Plan/user", { as, body })).status).toBe(409)
    }
    expect((await api.send(planCalls.removeMember, { planId: plan.id, userId: owner.id }, { as })).status).toBe(409)
  }
  // Any other admin may leave or be removed.
  expect((await api.send(planCalls.removeMember, { planId: plan.id, userId: other.id }, { as: other })).status).toBe(
    204,
  )
  const { body } = await api.send(userCalls.listOfPlan, { planId: plan.id }, { as: owner })
  expect(body.map(({ id, planRole }) => [id, planRole])).toEqual([[owner.id, 0]])
})

test("members' system roles and disabled accounts are visible only to those who may enable accounts", async () => {
  const { plan } = await api.filled(await api.person())
  const member = await api.person({ role: 2 })
  await api.join(plan.id, member)
  const root = await api.person({ role: 0 })
  const told = async (as: Caller) =>
    (await api.send(userCalls.listOfPlan, { planId: plan.id }, { as })).body.find(({ id }) => id === member.id)
  expect(await told(root)).toMatchObject({ role: 2, enabled: true })
  expect(await told(member)).not.toHaveProperty("role")
  expect((await enable(root, member.id, false)).status).toBe(204)
  expect(await told(root)).toMatchObject({ role: 2, enabled: false })
})

test("a name of several lines or with turned text is refused wherever a person types one, and an equal name is not", async () => {
  const [ada, ben] = [await api.person(), await api.person()]
  const plan = await api.plan(ada)
  await api.join(plan.id, ben)
  for (const name of ["Ada\nLind", "Ada \u202edniL", "Ada\u200b"]) {
    const renamed = await api.send(userCalls.update, { id: ben.id, userName: name }, { as: ben })
    expect(renamed.status).toBe(400)
    expect(renamed.text).toContain("Name may not contain line breaks, control characters")
    const body = { email: "cleo@example.org", planId: plan.id, role: 1, userName: name }
    expect((await api.call("POST", "/api/invitation/invite", { as: ada, body })).status).toBe(400)
  }
  expect((await api.send(userCalls.update, { id: ben.id, userName: ada.userName }, { as: ben })).status).toBe(200)
})

test("a person's time zone, language and week are their own, checked, and part of their profile", async () => {
  const [ada, ben] = [await api.person(), await api.person()]
  await api.join((await api.plan(ada)).id, ben)
  const own = async () => (await api.send(accountCalls.userProfile, {}, { as: ada })).body
  expect(await own()).toMatchObject({ timeZone: null, language: null, weekStart: null })
  const set = (as: Caller, fields: object) => api.send(userCalls.update, { id: ada.id, ...fields }, { as })
  const answer = await set(ada, { timeZone: "America/St_Johns", language: "de" })
  expect(answer.body).toMatchObject({ timeZone: "America/St_Johns", language: "de", userName: ada.userName })
  expect(await own()).toMatchObject({ timeZone: "America/St_Johns", language: "de" })
  for (const weekStart of [0, 6, 1]) {
    expect((await set(ada, { weekStart })).body).toMatchObject({ weekStart, language: "de" })
    expect(await own()).toMatchObject({ weekStart, timeZone: "America/St_Johns" })
  }
  for (const weekStart of [2, "1", 7, -1]) {
    const refused = await set(ada, { weekStart })
    expect([weekStart, refused.status]).toEqual([weekStart, 400])
    expect(refused.text).toContain(
      "First day of the week is 0 (Sunday), 1 (Monday) or 6 (Saturday), or null for the language’s.",
    )
  }
  for (const timeZone of ["Mars/Olympus", "+01:00", "", "Europe/Berlin; drop", 1, "x".repeat(5_000)]) {
    const refused = await set(ada, { timeZone })
    expect([timeZone, refused.status]).toEqual([timeZone, 400])
  }
  expect((await set(ada, { timeZone: "Mars/Olympus" })).text).toContain("Time zone is a name such as Europe/Berlin")
  expect((await set(ada, { language: "fr" })).status).toBe(400)
  expect((await set(ben, { timeZone: "UTC" })).status).toBe(404)
  const root = await api.person({ role: 0 })
  expect((await set(root, { timeZone: "UTC" })).status).toBe(400)
  expect((await set(root, { weekStart: 1 })).status).toBe(400)
  expect((await set(root, { role: 3 })).body).not.toHaveProperty("timeZone")
  expect((await set(root, { role: 3 })).body).not.toHaveProperty("weekStart")
  await set(ada, { timeZone: null, language: null, weekStart: null })
  expect(await own()).toMatchObject({ timeZone: null, language: null, weekStart: null })
})

test("members get the first free colour as they join, and keep it", async () => {
  const owner = await api.person()
  const [second, third, late] = [await api.person(), await api.person(), await api.person()]
  const { id: planId } = await api.plan(owner)
  const tints = async () =>
    Object.fromEntries(
      (await api.send(userCalls.listOfPlan, { planId }, { as: owner })).body.map(({ id, tint }) => [id, tint]),
    )
  await api.join(planId, second)
  await api.join(planId, third)
  expect(await tints()).toEqual({ [owner.id]: 0, [second.id]: 1, [third.id]: 2 })
  await api.send(planCalls.removeMember, { planId, userId: second.id }, { as: owner })
  await api.join(planId, late)
  expect(await tints()).toEqual({ [owner.id]: 0, [third.id]: 2, [late.id]: 1 })
  const { body: board } = await api.send(planCalls.board, { planId }, { as: owner })
  expect(board.members.map(({ tint }) => tint).sort()).toEqual([0, 1, 2])
})
