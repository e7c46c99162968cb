// Pending invitations: who sees them, and how they end without being accepted.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Invitation, invitationCalls } from "~/contract/invitation"
import type { Plan } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { type Api, type Caller, openApi } from "../support/api.ts"

let api: Api
let owner: Caller
let guest: Caller
let plan: Plan
beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
  guest = await api.person()
})
afterAll(() => api.close())

const invite = async () => {
  plan = await api.plan(owner)
  const body = { email: guest.email, planId: plan.id, role: 1 }
  return (await api.call<Invitation>("POST", "/api/invitation/invite", { as: owner, body })).body
}
const pending = async () => (await api.send(invitationCalls.pending, { planId: plan.id }, { as: owner })).body
const mine = async () => {
  const { body } = await api.send(invitationCalls.pendingOfUser, { userId: guest.id }, { as: guest })
  return body.find(({ planId }) => planId === plan.id)
}
const accept = async (token = "") => (await api.send(invitationCalls.accept, { token }, { as: guest })).status

test("a pending invitation is listed for admins and the invited person, and for nobody once accepted", async () => {
  const made = await invite()
  expect(await pending()).toEqual([made])
  expect(JSON.stringify(await pending())).not.toContain((await mine())?.token)
  expect(await accept((await mine())?.token)).toBe(200)
  expect([await pending(), await mine()]).toEqual([[], undefined])
})

test("an invitation expires after 14 days; renewing it invalidates the older link", async () => {
  const { id } = await invite()
  const old = (await mine())?.token
  await db()`update app.invitation set renewed_date = now() - interval '14 days 1 second' where id = ${id}`
  expect(await accept(old)).toBe(410)
  expect(await mine()).toBeUndefined()
  expect(await pending()).toHaveLength(1)
  const again = { email: guest.email, planId: plan.id, role: 2 }
  expect((await api.call("POST", "/api/invitation/invite", { as: owner, body: again })).status).toBe(200)
  expect(await accept(old)).toBe(404)
  expect(await accept((await mine())?.token)).toBe(200)
})

test.each(["owner", "guest"] as const)("an invitation withdrawn by its %s is no longer listed", async (who) => {
  const { id } = await invite()
  const token = (await mine())?.token
  const stranger = await api.person()
  expect((await api.send(invitationCalls.withdraw, { id }, { as: stranger })).status).toBe(404)
  expect((await api.send(invitationCalls.withdraw, { id }, { as: who === "owner" ? owner : guest })).status).toBe(204)
  expect([await pending(), await mine(), await accept(token)]).toEqual([[], undefined, 404])
})
