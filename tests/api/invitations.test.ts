// Pending invitations: who sees them, and how they end without being accepted.
import { afterAll, expect, test, vi } from "vitest"
import { type Invitation, invitationCalls } from "~/contract/invitation"
import type { Plan } from "~/contract/plan"
import { db } from "~/database/connection.server"
import type { Job } from "~/database/job.server"
import { mailJobs } from "~/domain/mail/mails.server"
import { type Caller, openApi, origin } from "../support/api/api.ts"
import { runJob } from "../support/api/jobs.ts"
import { limitTo } from "../support/api/limits.ts"

let plan: Plan
const api = await openApi()
const owner = await api.person()
const guest = await api.person()
afterAll(api.close)

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

const sendTo = async (as: Caller, planId: number, email: string) => {
  const { status, body } = await api.send(invitationCalls.invite, { email, planId, role: 1 }, { as })
  return body.mailed === false ? `${status} waits` : status
}
const waiting = (count: number, status = 200) => Array(count).fill(`${status} waits`)

test("five mails of a plan to an address a day, ten from one person: past that an invitation is made, and its mail waits", async () => {
  const cannon = await api.person()
  const email = "victim@example.org"
  const sent: unknown[] = []
  for (let plans = 0; plans < 3; plans++) {
    const { id } = await api.plan(cannon)
    for (let n = 0; n < 7; n++) sent.push(await sendTo(cannon, id, email))
  }
  const plan = [201, 200, 200, 200, 200, ...waiting(2)]
  expect(sent).toEqual([...plan, ...plan, ...waiting(1, 201), ...waiting(6)])
  const { id } = await api.plan(cannon)
  const given = { email: email.toUpperCase(), planId: id, role: 1 as const }
  const late = await api.send(invitationCalls.invite, given, { as: cannon })
  expect([late.status, late.body.mailed, late.body.email]).toEqual([201, false, email.toUpperCase()])
  expect(late.body.message).toMatch(/^VICTIM@EXAMPLE.ORG is invited. The email waits, /)
  const listed = await api.send(invitationCalls.pending, { planId: id }, { as: cannon })
  expect(listed.body.map((each) => each.email)).toEqual([email.toUpperCase()])
  expect(await sendTo(cannon, id, "somebody.else@example.org")).toBe(201)
})

test("thirty mails a day to one address, and two hundred from one person", async () => {
  const email = "popular@example.org"
  const sent: unknown[] = []
  for (let senders = 0; senders < 4; senders++) {
    const sender = await api.person()
    for (let n = 0; n < 9; n++) sent.push(await sendTo(sender, (await api.plan(sender)).id, email))
  }
  expect(sent).toEqual([...Array(30).fill(201), ...waiting(6, 201)])

  const sender = await api.person()
  const plans = [(await api.plan(sender)).id, (await api.plan(sender)).id, (await api.plan(sender)).id]
  const many: unknown[] = []
  for (let n = 0; n < 203; n++) many.push(await sendTo(sender, plans[n % 3] ?? 0, `guest${n}@example.org`))
  expect(many).toEqual([...Array(200).fill(201), ...waiting(3, 201)])
})

test("a mail that waited is sent once the limit allows, for the newest renewal only", async () => {
  const [host, other] = [await api.person(), await api.person()]
  const { id } = await api.plan(host)
  const email = "patient@example.org"
  for (let n = 0; n < 7; n++) await sendTo(host, id, email)
  const jobs = await db()<Job[]>`
    select id, kind, input, attempts from app.job where kind = 'mail.invitation' and input ? 'waits' order by id desc limit 2`
  const run = async (job: Job | undefined) => {
    const wait = job && (await runJob(mailJobs, job))
    return wait === undefined ? [] : [wait]
  }
  const queued = async () =>
    (await db()`select from app.job where kind = 'mail.invitation' and not input ? 'waits'`).length
  const before = await queued()
  expect(await run(jobs[1])).toEqual([])
  const [wait = 0] = await run(jobs[0])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(24 * 3_600)
  expect(await queued()).toBe(before)

  const elsewhere = (await api.plan(other)).id
  await db()`update app.invitation set plan_id = ${elsewhere}, invited_by = ${other.id} where email = ${email}`
  expect(await run(jobs[0])).toEqual([])
  expect(await queued()).toBe(before + 1)
})

test("only the limit of invitations refuses one, among invitations at once too", async () => {
  const host = await api.person()
  const { id: planId } = await api.plan(host)
  const hour = 3_600_000
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / hour) * hour })
  await limitTo({ invitations_per_hour: 3 })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      api.send(invitationCalls.invite, { email: `late${n}@example.org`, planId, role: 1 }, { as: host }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429])
  expect(
    answers
      .map(({ headers }) => headers.get("retry-after"))
      .sort()
      .slice(0, 3),
  ).toEqual(["3600", "3600", "3600"])
  await limitTo({})
  vi.useRealTimers()
})

test("an invitation accepted again by the same person leads to its plan, while they are a member", async () => {
  await invite()
  const token = (await mine())?.token ?? ""
  const accepted = await Promise.all(
    Array.from({ length: 5 }, () => api.send(invitationCalls.acceptPosted, { token }, { as: guest })),
  )
  for (const { status, body } of accepted)
    expect([status, body]).toEqual([200, { planId: plan.id, planName: plan.name }])
  expect(await accept(token)).toBe(200)
  const members = await db()`select from app.membership where plan_id = ${plan.id}`
  expect(members).toHaveLength(2)
  const stranger = await api.person()
  expect((await api.send(invitationCalls.acceptPosted, { token }, { as: stranger })).status).toBe(403)
  await db()`delete from app.membership where plan_id = ${plan.id} and person_id = ${guest.id}`
  expect(await accept(token)).toBe(410)
})

test("an invitation's link tells who invites whom to what, and how it stands", async () => {
  const info = async (token: string) =>
    (await api.call("GET", `/api/invitation/info?token=${encodeURIComponent(token)}`)).body
  const { id } = await invite()
  const token = (await mine())?.token ?? ""
  const open = {
    planName: plan.name,
    invitedBy: { id: owner.id, userName: owner.userName },
    email: guest.email,
    role: 1,
    state: "open",
  }
  const gone = { planName: "", invitedBy: null, email: "", role: null, state: "withdrawn" }
  expect(await info(token)).toEqual(open)
  await db()`update app.invitation set renewed_date = now() - interval '15 days' where id = ${id}`
  expect(await info(token)).toEqual({ ...open, state: "expired" })
  await db()`update app.invitation set renewed_date = now() where id = ${id}`
  await accept(token)
  expect(await info(token)).toEqual({ ...open, state: "used" })
  const { id: next } = await invite()
  const withdrawn = (await mine())?.token ?? ""
  await api.send(invitationCalls.withdraw, { id: next }, { as: owner })
  for (const wrong of [withdrawn, "", "x", "'", token.toLowerCase()]) expect(await info(wrong)).toEqual(gone)
})

test("only who may invite uses up mails of an address", async () => {
  const { id } = await api.plan(owner)
  const stranger = await api.person()
  for (let n = 0; n < 12; n++) expect(await sendTo(stranger, id, "spared@example.org")).toBe(404)
  expect(await sendTo(owner, id, "spared@example.org")).toBe(201)
})
