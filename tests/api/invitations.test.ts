// Pending invitations: who sees them, and how they end without being accepted.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Invitation, invitationCalls } from "~/contract/invitation"
import type { Plan } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { type Api, type Caller, openApi, origin } from "../support/api.ts"

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

test("a visit caused by another site, a mail or the address bar accepts nothing; our pages and programs do", async () => {
  await invite()
  const token = (await mine())?.token ?? ""
  const ask = async (method: "GET" | "POST", headers: Record<string, string>) =>
    (await api.call(method, `/api/invitation/accept?token=${token}`, { as: { ...guest }, headers })).status
  const page = { accept: "text/html,*/*;q=0.8" }
  const caused: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "", "sec-fetch-site": "cross-site" },
    { origin, "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" },
  ]
  for (const headers of caused) expect([headers, await ask("GET", headers)]).toEqual([headers, 403])
  const visits: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
    { referer: "https://evil.example/" },
    page,
  ]
  for (const headers of visits) {
    const request = new Request(`${origin}/api/invitation/accept?token=${token}`, {
      headers: { cookie: guest.cookie, ...headers },
    })
    expect([headers, (await api.dispatch(request, { ip: "192.0.2.1" })).status]).toEqual([headers, 403])
  }
  expect(await ask("POST", { origin: "https://evil.example" })).toBe(403)
  expect(await mine()).toBeDefined()
  expect(await ask("POST", {})).toBe(200)
})

test("a program accepts by GET, without any header of a browser", async () => {
  await invite()
  const request = new Request(`${origin}/api/invitation/accept?token=${(await mine())?.token}`, {
    headers: { cookie: guest.cookie },
  })
  expect((await api.dispatch(request, { ip: "192.0.2.1" })).status).toBe(200)
})

const sendTo = async (as: Caller, planId: number, email: string) =>
  (await api.send(invitationCalls.invite, { email, planId, role: 1 }, { as })).status

test("five invitations of an address to one plan a day, ten from one person, in however many plans", async () => {
  const cannon = await api.person()
  const email = "victim@example.org"
  const statuses: number[] = []
  for (let plans = 0; plans < 3; plans++) {
    const { id } = await api.plan(cannon)
    for (let n = 0; n < 7; n++) statuses.push(await sendTo(cannon, id, email))
  }
  const refused = (count: number) => Array(count).fill(429)
  const plan = [201, 200, 200, 200, 200, ...refused(2)]
  expect(statuses).toEqual([...plan, ...plan, ...refused(7)])
  const { id } = await api.plan(cannon)
  const late = await api.send(
    invitationCalls.invite,
    { email: email.toUpperCase(), planId: id, role: 1 },
    { as: cannon },
  )
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await sendTo(cannon, id, "somebody.else@example.org")).toBe(201)
})

test("thirty mails a day to one address, and two hundred from one person", async () => {
  const email = "popular@example.org"
  const statuses: number[] = []
  for (let senders = 0; senders < 4; senders++) {
    const sender = await api.person()
    for (let n = 0; n < 9; n++) statuses.push(await sendTo(sender, (await api.plan(sender)).id, email))
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(30)
  expect(statuses.slice(30)).toEqual(Array(6).fill(429))

  const sender = await api.person()
  const plans = [(await api.plan(sender)).id, (await api.plan(sender)).id, (await api.plan(sender)).id]
  const sent: number[] = []
  for (let n = 0; n < 203; n++) sent.push(await sendTo(sender, plans[n % 3] ?? 0, `guest${n}@example.org`))
  expect(sent.filter((status) => status === 201)).toHaveLength(200)
  expect(sent.slice(200)).toEqual(Array(3).fill(429))
})

test("only who may invite uses up mails of an address", async () => {
  const { id } = await api.plan(owner)
  const stranger = await api.person()
  for (let n = 0; n < 12; n++) expect(await sendTo(stranger, id, "spared@example.org")).toBe(404)
  expect(await sendTo(owner, id, "spared@example.org")).toBe(201)
})
