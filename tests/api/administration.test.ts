// Administration: what only a SystemAdmin sees of accounts, plans and dead jobs.
import { afterAll, expect, test } from "vitest"
import { everyCall } from "~/contract"
import { accountCalls } from "~/contract/account"
import { account, adminCalls, administeredPlan, deadJob, health, mailFile } from "~/contract/admin"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { jobQueue } from "~/database/job.server"
import { aiJobs } from "~/domain/agent/ai-jobs.server"
import { sweepJobs } from "~/domain/core/sweeps.server"
import { fileJobs } from "~/domain/file.server"
import { mailJobs } from "~/domain/mail/mails.server"
import { pushJobs } from "~/domain/notify/push-jobs.server"
import { webhookJobs } from "~/domain/webhook/send.server"
import { adminTexts as german } from "~/languages/de/admin"
import { sendMail } from "~/outside/mail.server"
import { adminTexts } from "~/ui/admin/texts"
import { type Caller, openApi, origin } from "../support/api/api.ts"

const api = await openApi()
const chief = await api.person({ role: 0 })
const ada = await api.person()
afterAll(api.close)

test("accounts are found by a part of the name or address, with how many plans each has", async () => {
  await api.plan(ada)
  await api.plan(ada)
  const found = async (q: string) => (await api.send(adminCalls.accounts, { q }, { as: chief })).body
  const [only, ...others] = await found(ada.email.toUpperCase())
  expect(others).toEqual([])
  expect(account.parse(only)).toEqual(only)
  expect(only).toMatchObject({
    id: ada.id,
    userName: ada.userName,
    role: 3,
    enabled: true,
    plans: 2,
    subscription: null,
  })
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
  expect(found).toMatchObject({ name: own.plan.name, ownerName: ada.userName, members: 2, tasks: 1, files: 1 })
  expect(found?.imageUrl).toMatch(/^\/plan-pictures\/\d\.svg$/)
  expect(found?.bytes).toBeGreaterThanOrEqual(5_000)
  expect(text).not.toContain(own.goal.name)
})

test("lists continue in pages of 50 and tell how many rows there are", async () => {
  await db()`insert into app.person (email, user_name, role) select 'bulk' || n || '@example.net', 'Bulk', n % 2 + 2 from generate_series(1, 75) n`
  const page = (before?: number) =>
    api.send(adminCalls.accounts, { q: "@example.net", ...(before ? { before } : {}) }, { as: chief })
  const first = await page()
  expect(first.body).toHaveLength(50)
  expect(first.headers.get("link")).toContain(`before=${first.body.at(-1)?.id}`)
  expect(first.headers.get("x-total-count")).toBe("75")
  const rest = await page(first.body.at(-1)?.id)
  expect(rest.body).toHaveLength(25)
  expect(rest.headers.get("link")).toBeNull()
  expect(rest.headers.get("x-total-count")).toBe("75")
  const users = await api.send(adminCalls.accounts, { q: "@example.net", role: "3" }, { as: chief })
  expect(users.headers.get("x-total-count")).toBe("38")
  expect(new Set(users.body.map(({ role }) => role))).toEqual(new Set([3]))
  const wrong = await api.call("GET", "/api/Admin/accounts?role=4", { as: chief })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain("Role is 0, 1, 2 or 3.")
})

test("plans are sorted by their last edit, page by page", async () => {
  const owner = await api.person()
  await db()`insert into app.plan (name, owner_id) select 'Sorted ' || n, ${owner.id} from generate_series(1, 60) n`
  await db()`
    update app.plan_clock c set last_edit = now() - (p.id * 7919 % 60) * interval '1 minute'
    from app.plan p where p.id = c.plan_id and p.name like 'Sorted %'`
  const page = async (before?: number) =>
    (await api.send(adminCalls.plans, { q: "Sorted", sort: "lastEdit", ...(before && { before }) }, { as: chief })).body
  const first = await page()
  const all = [...first, ...(await page(first.at(-1)?.id))]
  expect(new Set(all.map(({ id }) => id)).size).toBe(60)
  const edits = all.map(({ lastEdit }) => lastEdit)
  expect(edits).toEqual(edits.toSorted().reverse())
  const newest = (await api.send(adminCalls.plans, { q: "Sorted" }, { as: chief })).body.map(({ id }) => id)
  expect(newest).toEqual(newest.toSorted((x, y) => y - x))
})

test("an administrator signs a person out everywhere", async () => {
  const grace = await api.person()
  const profile = () => api.send(accountCalls.userProfile, {}, { as: grace })
  expect((await profile()).status).toBe(200)
  const end = (id: number) => api.send(adminCalls.endSessions, { id }, { as: chief })
  expect((await end(grace.id)).status).toBe(204)
  expect((await profile()).status).toBe(401)
  expect((await end(999_999)).status).toBe(404)
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

test("the page has a name for every kind of job, in each language", () => {
  const kinds = Object.keys({ ...webhookJobs, ...mailJobs, ...fileJobs, ...aiJobs, ...pushJobs, ...sweepJobs })
  for (const { jobKinds } of [adminTexts, german]) expect(Object.keys(jobKinds).sort()).toEqual(kinds.sort())
})

test("all dead jobs are tried again at once, and the queues tell what waits, runs and ended today", async () => {
  await db()`delete from app.job`
  await db()`delete from app.job_day`
  await db()`
    insert into app.job (kind, input, attempts, failed_date) select 'mail.test', '{}', 12, now() from generate_series(1, 60)`
  expect((await api.send(adminCalls.totals, {}, { as: chief })).body.deadJobs).toBe(60)
  expect((await api.send(adminCalls.retryJobs, {}, { as: chief })).status).toBe(204)
  const jobs = await api.send(adminCalls.jobs, {}, { as: chief })
  expect([jobs.body, jobs.headers.get("x-total-count")]).toEqual([[], "0"])
  await db()`update app.job set run_at = now() - interval '10 seconds'`
  const [done, failed, late, running] = await jobQueue.take(["mail.test"], 4)
  if (!done || !failed || !late || !running) throw new Error("four jobs were due")
  await jobQueue.finish(done)
  await jobQueue.giveUp(failed, "550 no such mailbox")
  await jobQueue.putOff(late, 60, "451 later")
  const { body } = await api.send(adminCalls.queues, {}, { as: chief })
  const nothing = { waiting: 0, scheduled: 0, running: 0, doneToday: 0, failedToday: 0, oldestSeconds: null }
  expect(body).toEqual([
    {
      name: "mail",
      waiting: 56,
      scheduled: 1,
      running: 1,
      doneToday: 1,
      failedToday: 1,
      oldestSeconds: expect.any(Number),
    },
    ...["push", "ai", "file", "sweep"].map((name) => ({ ...nothing, name })),
  ])
  expect(body[0]?.oldestSeconds).toBeGreaterThanOrEqual(10)
  // A process that took a job and died holds it for a minute.
  await db()`update app.job set run_at = now(), held_until = now() where id = ${running.id}`
  expect((await api.send(adminCalls.queues, {}, { as: chief })).body[0]).toMatchObject({ waiting: 57, running: 0 })
})

test("health names each part with its fault, its latency and its figures", async () => {
  const { body } = await api.send(adminCalls.health, {}, { as: chief })
  expect(health.parse(body)).toEqual(body)
  expect(body.storage).toMatchObject({ fault: "failed (EACCES)", p50: 1.5, p95: 20, fullPercent: 98 })
  expect(body.storage.files).toBeGreaterThanOrEqual(1)
  expect(body.storage.bytes).toBeGreaterThanOrEqual(5_000)
  expect(body.database.connections).toBeGreaterThanOrEqual(1)
  expect(body.database.mostConnections).toBeGreaterThan(body.database.connections)
  expect(body.mail).toEqual({ server: false, retrying: 1 })
  expect([body.model, body.billing]).toEqual([null, null])
})

test("mails that are files are listed in pages, newest first, without what the mails say", async () => {
  const german = "Neue Zuständigkeit für eine Aufgabe und eine Aktion auf Laneway, 100 % davon im Juni"
  const sendTo = (n: number) =>
    sendMail({
      job: { id: n, kind: "mail.test", input: {}, attempts: 1 },
      kind: "mention",
      to: `reader${n}@example.org`,
      subject: n === 119 ? german : "You were mentioned on Laneway",
      text: "The secret of the harbour",
      html: "<p>The secret of the harbour</p>",
      link: `${origin}/plan/1?secret`,
    })
  for (let n = 1; n <= 120; n++) await sendTo(n)
  const page = (before?: number) => api.send(adminCalls.mails, before ? { before } : {}, { as: chief })
  const first = await page()
  expect(first.body).toHaveLength(100)
  expect(mailFile.parse(first.body[0])).toEqual(first.body[0])
  expect(first.body[0]).toMatchObject({ to: "reader120@example.org", subject: "You were mentioned on Laneway" })
  expect(first.body[1]?.subject).toBe(german)
  expect(first.text).not.toContain("secret")
  const last = first.body.at(-1)?.id
  expect(first.headers.get("link")).toContain(`before=${last}`)
  const rest = (await page(last)).body
  const all = [...first.body, ...rest].map(({ to }) => to).filter((to) => to.startsWith("reader"))
  expect(all).toEqual(Array.from({ length: 120 }, (_, n) => `reader${120 - n}@example.org`))
})

test("nobody but a SystemAdmin administers, and only while their account is enabled; of ids that do not exist they learn just that", async () => {
  const calls = everyCall().filter((each) => each.resource === "Admin")
  const statuses = async (as: Caller, id: string) => {
    const made = calls.map(({ call }) => api.call(call.method, call.path.replace(":id", id), { as }))
    return new Set((await Promise.all(made)).map(({ status }) => status))
  }
  const [disabled, other] = [await api.person({ role: 0 }), await api.person({ role: 1 })]
  await db()`update app.person set enabled = false where id = ${disabled.id}`
  for (const as of [ada, other, await api.person({ role: 2 })]) expect(await statuses(as, "1")).toEqual(new Set([403]))
  expect(await statuses(disabled, "1")).toEqual(new Set([401]))
  for (const { call } of calls.filter(({ call }) => call.path.includes(":id"))) {
    for (const [id, status] of Object.entries({ 999999999999999: 404, 0: 400, "-1": 400, "1%00": 400 })) {
      const path = call.path.replace(":id", id)
      expect([path, (await api.call(call.method, path, { as: chief })).status]).toEqual([path, status])
    }
  }
  const enable = (as: Caller, userId: number) => api.send(userCalls.enable, { userId, enabled: true }, { as })
  expect((await enable(disabled, disabled.id)).status).toBe(401)
  expect((await enable(chief, Number.MAX_SAFE_INTEGER)).status).toBe(404)
  expect((await api.send(adminCalls.accounts, {})).status).toBe(401)
})
