// Accounts enabled and disabled.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Api, type Caller, openApi } from "../support/api.ts"

let api: Api
let admin: Caller

beforeAll(async () => {
  api = await openApi()
  admin = await api.person({ role: 0 })
})
afterAll(() => api.close())

const enable = (as: Caller, userId: number, enabled: boolean) =>
  api.call("POST", "/api/Users/enable", { as, body: { userId, enabled } })
const profile = async (as: Caller) => (await api.call("GET", "/api/Account/UserProfile", { as })).status

test("a disabled account has no session; enabled again it signs in anew", async () => {
  const person = await api.person()
  expect(await profile(person)).toBe(200)
  expect((await enable(admin, person.id, false)).status).toBe(204)
  expect(await profile(person)).toBe(401)
  expect((await enable(admin, person.id, false)).status).toBe(204)
  expect((await enable(admin, person.id, true)).status).toBe(204)
  expect(await profile(person)).toBe(401)
})

test("a system Administrator sees to Facilitators and Users, nobody else to anybody", async () => {
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

test("the last System Admin can't be disabled", async () => {
  expect((await enable(admin, admin.id, false)).status).toBe(409)
  const second = await api.person({ role: 0 })
  expect((await enable(second, admin.id, false)).status).toBe(204)
  expect((await enable(second, second.id, false)).status).toBe(409)
  await enable(second, admin.id, true)
})
