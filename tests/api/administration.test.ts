// Administration: what a SystemAdmin sees of accounts, plans and dead jobs, and what nobody else does.
import { afterAll, beforeAll, expect, test } from "vitest"
import { account, adminCalls, administeredPlan, deadJob, outboxMail } from "~/contract/admin"
import { db } from "~/database/connection.server"
import { jobQueue } from "~/database/job.server"
import { sendMail } from "~/outside/mail.server"
import { type Api, type Caller, openApi, origin } from "../support/api.ts"

let api: Api
let chief: Caller
let ada: Caller
beforeAll(async () => {
  api = await openApi()
  chief = await api.person({ role: 0 })
  ada = await api.person()
})
afterAll(() => api.close())

test("accounts are found by a part of the name or address, with how many plans each has", async () => {
  await api.plan(ada)
  await api.plan(ada)
  const found = async (q: string) => (await api.send(adminCalls.accounts, { q }, { as: chief })).body
  const [only, ...others] = await found(ada.email.toUpperCase())
  expect(others).toEqual([])
  expect(account.parse(only)).toEqual(only)
  expect(only).toMatchObject({ id: ada.id, userName: ada.userName, role: 3, enabled: true, plans: 2 })
  expect(await found("%")).toEqual([])
  expect(await found("_")).toEqual([])
  expect((await found("")).length).toBeGreaterThanOrEqual(2)
  expect((await found("  ")).length).toBeGreaterThanOrEqual(2)
})

test("plans are listed with members, tasks, bytes and last edit, and none of their contents", async () => {
  const own = await api.filled(ada)
  await api.join(own.plan.id, await api.person())
  const form = new FormData()
  form.set("file", new File(["x".repeat(5_000)], "kerbs.txt"))
  await api.upload(ada, own.plan.id, form)
  const { body, text } = await api.send(adminCalls.plans, { q: own.plan.name }, { as: chief })
  const found = body.find(({ id }) => id === own.plan.id)
  expect(administeredPlan.parse(found)).toEqual(found)
  expect(found).toMatchObject({ name: own.plan.name, ownerName: ada.userName, members: 2, tasks: 1 })
  expect(found?.bytes).toBeGreaterThanOrEqual(5_000)
  expect(text).not.toContain(own.goal.name)
})

test("lists continue in pages", async () => {
  await db()`insert into app.person (email, user_name) select 'bulk' || n || '@example.net', 'Bulk' from generate_series(1, 150) n`
  const page = (before?: number) =>
    api.send(adminCalls.accounts, { q: "@example.net", ...(before ? { before } : {}) }, { as: chief })
  const first = await page()
  expect(first.body).toHaveLength(100)
  expect(first.headers.get("link")).toContain(`before=${first.body.at(-1)?.id}`)
  const rest = await page(first.body.at(-1)?.id)
  expect(rest.body).toHaveLength(50)
  expect(rest.headers.get("link")).toBeNull()
})

test("a dead job is listed with its error, and is tried again or dropped", async () => {
  const dead = async (input: { email?: string; personId?: number }) => {
    const [row] = await db()<{ id: number }[]>`
      insert into app.job (kind, input, attempts, created_date, failed_date, last_error)
      values ('mail.test', ${db().json(input)}, 12, '2026-11-18T09:00:00Z', '2026-11-19T10:11:00Z', '550 no such mailbox')
      returning id`
    return row?.id ?? 0
  }
  const [one, two] = [await dead({ email: "gone@example.org" }), await dead({ personId: ada.id })]
  const { body } = await api.send(adminCalls.jobs, { state: "dead" }, { as: chief })
  expect(body.map(({ id }) => id)).toEqual([two, one])
  expect(deadJob.parse(body[0])).toEqual(body[0])
  expect(body[0]).toMatchObject({ kind: "mail.test", attempts: 12, error: "550 no such mailbox" })
  expect(body[0]).toMatchObject({ createdDate: "2026-11-18T09:00:00.000Z", failedDate: "2026-11-19T10:11:00.000Z" })
  expect(body.map(({ about }) => about)).toEqual([ada.email, "gone@example.org"])
  const headers = { "Idempotency-Key": "again" }
  for (const status of [204, 204])
    expect((await api.send(adminCalls.retryJob, { id: one }, { as: chief, headers })).status).toBe(status)
  expect((await api.send(adminCalls.retryJob, { id: one }, { as: chief })).status).toBe(404)
  expect(await jobQueue.take(["mail.test"], 10)).toMatchObject([{ id: one, attempts: 1 }])
  expect((await api.send(adminCalls.dropJob, { id: two }, { as: chief })).status).toBe(204)
  expect((await api.send(adminCalls.jobs, {}, { as: chief })).body).toEqual([])
})

test("the outbox is listed in pages, newest first, without what the mails say", async () => {
  const sendTo = (n: number) =>
    sendMail({
      job: { id: n, kind: "mail.test", input: {}, attempts: 1 },
      kind: "mention",
      to: `reader${n}@example.org`,
      subject: "You were mentioned on Laneway",
      text: "The secret of the harbour",
      html: "<p>The secret of the harbour</p>",
      link: `${origin}/plan/1?secret`,
    })
  for (let n = 1; n <= 120; n++) await sendTo(n)
  const page = (before?: number) => api.send(adminCalls.mails, before ? { before } : {}, { as: chief })
  const first = await page()
  expect(first.body).toHaveLength(100)
  expect(outboxMail.parse(first.body[0])).toEqual(first.body[0])
  expect(first.body[0]).toMatchObject({ to: "reader120@example.org", subject: "You were mentioned on Laneway" })
  expect(first.text).not.toContain("secret")
  const last = first.body.at(-1)?.id
  expect(first.headers.get("link")).toContain(`before=${last}`)
  const rest = (await page(last)).body
  const all = [...first.body, ...rest].map(({ to }) => to).filter((to) => to.startsWith("reader"))
  expect(all).toEqual(Array.from({ length: 120 }, (_, n) => `reader${120 - n}@example.org`))
})

test("nobody but a SystemAdmin administers", async () => {
  const others = [ada, await api.person({ role: 1 }), await api.person({ role: 2 })]
  for (const as of others) {
    for (const call of [adminCalls.accounts, adminCalls.plans, adminCalls.jobs, adminCalls.mails])
      expect((await api.send(call, {}, { as })).status).toBe(403)
    expect((await api.send(adminCalls.dropJob, { id: 1 }, { as })).status).toBe(403)
  }
  expect((await api.send(adminCalls.accounts, {})).status).toBe(401)
})
