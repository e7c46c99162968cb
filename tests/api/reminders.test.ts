// The clock: what people are told at 8:00 of their mornings, and the mails that follow.
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { accountCalls } from "~/contract/account"
import { invitationCalls } from "~/contract/invitation"
import { itemCalls } from "~/contract/item"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { mailJobs } from "~/domain/mail-jobs.server"
import { remind } from "~/domain/reminders.server"
import { type Api, type Caller, openApi, origin } from "../support/api.ts"
import { runJob } from "../support/jobs.ts"

let api: Api
let ada: Caller
let grace: Caller
let own: Awaited<ReturnType<Api["filled"]>>
beforeEach(async () => {
  api = await openApi()
  ada = await api.person()
  grace = await api.person()
  own = await api.filled(ada)
  await api.join(own.plan.id, grace)
  await inZone(grace, "Europe/Berlin")
})
afterEach(() => api.close())

const inZone = (who: Caller, timeZone: string) => api.send(userCalls.update, { id: who.id, timeZone }, { as: who })
const owned = (day: string | null, description: string, more: object = {}, plan = own) =>
  api.task(ada, plan.plan.id, plan.item.id, {
    ownerId: grace.id,
    dueDate: day && `${day}T00:00:00Z`,
    description,
    ...more,
  })
const told = async () =>
  (await api.send(notificationCalls.list, { userId: grace.id }, { as: grace })).body
    .filter(({ kind }) => kind === "dueSoon")
    .map(({ title }) => title)
const set = (flags: object, who = grace, planId = own.plan.id) =>
  api.send(userCalls.setPlanPreferences, { id: who.id, planId, ...flags }, { as: who })
type Queued = { id: number; kind: string; input: unknown }
const queued = (kind: string) =>
  db()<Queued[]>`delete from app.job where kind = ${kind} returning id, kind, input`.then((jobs) =>
    [...jobs].sort((a, b) => a.id - b.id),
  )
/** Runs the waiting jobs of a kind; returns the mails they sent. */
const mailed = async (kind: string) => {
  const before = api.mails().length
  for (const job of await queued(kind)) await runJob(mailJobs, job)
  return api.mails().slice(before)
}
const header = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, "im")
    .exec(mail)?.[1]
    ?.replace(/\r\n[ \t]/g, "")
    .trim()
/** The address of the header, as the outbox's decoding of quoted-printable leaves it. */
const stopToken = (mail: string) => /unsubscribe\?token=?([\w.-]+)/.exec(mail)?.[1] ?? ""

/** Counts what is sent to Postgres from now on. */
const countStatements = () => {
  let count = 0
  const options = db().options as unknown as { debug?: () => void }
  options.debug = () => {
    count++
  }
  return () => {
    delete options.debug
    return count
  }
}

test.each([
  { day: "2026-03-29", early: "05:59", morning: "06:00", due: "2026-03-30", what: "summer time begins" },
  { day: "2026-10-25", early: "06:59", morning: "07:00", due: "2026-10-26", what: "summer time ends" },
])(
  "cards due tomorrow are announced at 8:00 in Berlin, once, on the day $what",
  async ({ day, early, morning, due }) => {
    await owned(due, "Order kerbs")
    await owned(due, "A draft", { isDraft: true })
    await owned(day, "Due today")
    const done = await owned(due, "Done")
    const mine = await api.task(ada, own.plan.id, own.item.id, { ownerId: ada.id, dueDate: `${due}T00:00:00Z` })
    await api.send(taskCalls.update, { planId: own.plan.id, id: done.id, type: 2 }, { as: ada })
    await api.send(
      itemCalls.update,
      { planId: own.plan.id, id: own.item.id, ownerId: grace.id, dueDate: `${due}T00:00:00Z` },
      { as: ada },
    )
    const at = (time: string) => remind(new Date(`${day}T${time}:00Z`))
    await at(early)
    expect(await told()).toEqual([])
    expect((await Promise.all([at(morning), at(morning), at(morning)])).filter((begun) => begun)).toHaveLength(1)
    expect(await told()).toEqual(["“Order kerbs” is due tomorrow", "“Action” is due tomorrow"])
    // A clock that is set back an hour, and a new zone where it is still yesterday.
    await at(early)
    await at(morning)
    await inZone(grace, "Pacific/Pago_Pago")
    await remind(new Date(`${day}T19:30:00Z`))
    expect(await told()).toHaveLength(2)
    const mails = await mailed("mail.dueSoon")
    const [mail = "", ...others] = mails.filter((each) => header(each, "To")?.includes(grace.email))
    expect(others).toEqual([])
    expect(header(mail, "Subject")).toBe("1 task and 1 action are due tomorrow")
    for (const name of ["Order kerbs", "Action"]) expect(mail).toContain(name)
    for (const name of ["A draft", "Due today", "Done"]) expect(mail).not.toContain(`- ${name}`)
    expect(mine.id).toBeGreaterThan(0)
  },
)

test("a zone is told once a day and has one clock, however its name is written", async () => {
  await owned("2026-06-02", "Order kerbs")
  await remind(new Date("2026-06-01T06:00:00Z"))
  const made = vi.spyOn(Intl, "DateTimeFormat")
  for (const name of ["europe/berlin", "EUROPE/BERLIN", "eUROPE/bERLIN"]) {
    await inZone(grace, name)
    made.mockClear()
    await remind(new Date("2026-06-01T06:05:00Z"))
    expect(made).not.toHaveBeenCalled()
  }
  made.mockRestore()
  expect(await told()).toHaveLength(1)
})

test("nobody is mailed who wants none or has no card due any more", async () => {
  const task = await owned("2026-06-02", "Order kerbs")
  await remind(new Date("2026-06-01T06:00:00Z"))
  const [job] = await queued("mail.dueSoon")
  if (!job) throw new Error("no mail was queued")
  const sent = async () => {
    const before = api.mails().length
    await runJob(mailJobs, job)
    return api.mails().length - before
  }
  expect(await sent()).toBe(1)
  await set({ notifyTaskDueSoon: false })
  expect(await sent()).toBe(0)
  await set({ notifyTaskDueSoon: true })
  await api.send(taskCalls.update, { planId: own.plan.id, id: task.id, type: 2 }, { as: ada })
  expect(await sent()).toBe(0)
  await api.send(taskCalls.update, { planId: own.plan.id, id: task.id, type: 0 }, { as: ada })
  expect(await sent()).toBe(1)
})

test("the unsubscribe address shows a page, ends one kind of one plan by POST signed out, and takes no other token", async () => {
  const other = await api.filled(ada)
  await api.join(other.plan.id, grace)
  await owned("2026-06-02", "Order kerbs")
  await remind(new Date("2026-06-01T06:00:00Z"))
  const [mail = ""] = await mailed("mail.dueSoon")
  expect(header(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click")
  const address = /^<(.+)>$/.exec(header(mail, "List-Unsubscribe") ?? "")?.[1] ?? ""
  expect(address.startsWith(`${origin}/api/notification/unsubscribe?token`)).toBe(true)
  const path = `/api/notification/unsubscribe?token=${stopToken(mail)}`
  const flags = async () =>
    await db()`select plan_id as "planId" from app.membership where person_id = ${grace.id} and not notify_task_due_soon`
  const page = await api.call("GET", path)
  expect(page.status).toBe(200)
  expect(page.text).toContain('<form method="post"')
  expect(page.text).toContain("You will get no more emails about tasks and actions due tomorrow in “Plan”.")
  expect(await flags()).toEqual([])
  const wrong = [
    path.slice(0, -2),
    `${path.slice(0, -40)}${"A".repeat(40)}`,
    "/api/notification/unsubscribe",
    `${path.replace(/=(\d+)\./, "=1$1.")}`,
  ]
  for (const each of wrong) {
    expect([each, (await api.call("GET", each)).status]).toEqual([each, 400])
    expect([each, (await api.call("POST", each)).status]).toEqual([each, 400])
  }
  expect(await flags()).toEqual([])
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  for (let times = 0; times < 2; times++) {
    const answer = await api.call("POST", path, { raw: "List-Unsubscribe=One-Click", headers })
    expect([answer.status, answer.text.includes("<form")]).toEqual([200, false])
  }
  expect(await flags()).toEqual([{ planId: own.plan.id }])
})

/** Two minutes pass for what is not mailed. */
const wait = () =>
  db()`update app.notification set created_date = created_date - interval '2 minutes' where mailed_date is null`

test("no mail of any kind that was queued for a person is sent after they are disabled, nor one of a plan they have left", async () => {
  await set({ emailDailySummary: true, emailWeeklySummary: true })
  await owned("2026-06-02", "Order kerbs")
  const mention = { content: "Look", mentions: [{ MentionedUserId: grace.id }] }
  await api.call("POST", `/api/Item/${own.item.id}/comments?planId=${own.plan.id}`, { as: ada, body: mention })
  await wait()
  // A Monday.
  await remind(new Date("2026-06-01T06:00:00Z"))
  const { body: invitation } = await api.send(
    invitationCalls.invite,
    { planId: (await api.filled(ada)).plan.id, email: grace.email, role: 1 },
    { as: ada },
  )
  await db()`delete from app.job where kind = 'mail.invitation'`
  const added = await db()<Queued[]>`
    insert into app.job (kind, input) values
      ('mail.newDevice', ${JSON.stringify({ personId: grace.id, at: "2026-06-01T06:00:00Z", address: null, userAgent: null })}::text::jsonb),
      ('mail.providerJoined', ${JSON.stringify({ personId: grace.id, issuer: "https://id.example.org" })}::text::jsonb),
      ('mail.invitation', ${JSON.stringify({ invitationId: invitation.id })}::text::jsonb) returning id, kind, input`
  const ofPlan = ["mail.mention", "mail.assigned", "mail.dueSoon", "mail.summary"]
  const jobs = [...(await Promise.all(ofPlan.map(queued))).flat(), ...added]
  const sent = async () => {
    const kinds: string[] = []
    for (const job of jobs) {
      const before = api.mails().length
      await runJob(mailJobs, job)
      if (
        api
          .mails()
          .slice(before)
          .some((mail) => header(mail, "To")?.includes(grace.email))
      )
        kinds.push(job.kind)
    }
    return kinds
  }
  const all = [...ofPlan, "mail.summary", "mail.newDevice", "mail.providerJoined", "mail.invitation"]
  expect(await sent()).toEqual(all)
  await db()`update app.person set enabled = false where id = ${grace.id}`
  expect(await sent()).toEqual([])
  await db()`update app.person set enabled = true where id = ${grace.id}`
  await api.send(planCalls.removeMember, { planId: own.plan.id, userId: grace.id }, { as: ada })
  expect(await sent()).toEqual(added.map(({ kind }) => kind))
})

test("each of the five kinds of mail has an address that ends it, signed out, and leaves the other four", async () => {
  const all = {
    emailNotifyMentions: true,
    notifyTaskAssigned: true,
    notifyTaskDueSoon: true,
    emailDailySummary: true,
    emailWeeklySummary: true,
  }
  await set(all)
  await owned("2026-06-02", "Order kerbs")
  const mention = { content: "Look", mentions: [{ MentionedUserId: grace.id }] }
  await api.call("POST", `/api/Item/${own.item.id}/comments?planId=${own.plan.id}`, { as: ada, body: mention })
  await wait()
  // A Monday.
  await remind(new Date("2026-06-01T06:00:00Z"))
  const mails: string[] = []
  for (const kind of ["mail.mention", "mail.assigned", "mail.dueSoon", "mail.summary"])
    mails.push(...(await mailed(kind)).filter((mail) => header(mail, "To")?.includes(grace.email)))
  expect(mails).toHaveLength(5)
  const ended: string[] = []
  for (const mail of mails) {
    expect(header(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click")
    const path = `/api/notification/unsubscribe?token=${stopToken(header(mail, "List-Unsubscribe") ?? "")}`
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    expect((await api.call("POST", path, { raw: "List-Unsubscribe=One-Click", headers })).status).toBe(200)
    const { body } = await api.send(accountCalls.userProfile, {}, { as: grace })
    const now = body.userPlans.find(({ planId }) => planId === own.plan.id)
    const off = Object.keys(all).filter((flag) => now?.[flag as keyof typeof all] === false)
    expect(off).toHaveLength(1)
    ended.push(...off)
    await set(all)
  }
  expect(ended.sort()).toEqual(Object.keys(all).sort())
})

test("a new owner is mailed once for all cards of two minutes", async () => {
  await owned(null, "First")
  const [first] = await queued("mail.assigned")
  if (!first) throw new Error("no mail was queued")
  const left = (await runJob(mailJobs, first)) ?? 0
  expect(left).toBeGreaterThan(60)
  expect(left).toBeLessThanOrEqual(120)
  expect(api.mails()).toEqual([])
  await wait()
  await runJob(mailJobs, first)
  const [mail = ""] = api.mails()
  expect(header(mail, "Subject")).toBe("You are now the owner of a task on Laneway")
  expect(mail).toContain(`${ada.userName} made you the owner of `)
  expect(mail).toContain("First")
  const second = await owned(null, "Second")
  await owned(null, "Third")
  const given = await owned(null, "Given away")
  await api.send(taskCalls.update, { planId: own.plan.id, id: given.id, ownerId: ada.id }, { as: ada })
  const later = await queued("mail.assigned")
  for (const job of later) expect(await runJob(mailJobs, job)).toBeGreaterThan(60)
  expect(api.mails()).toHaveLength(1)
  await wait()
  await Promise.all(later.map((job) => runJob(mailJobs, job)))
  const [, both = "", ...others] = api.mails()
  expect(others).toEqual([])
  for (const name of ["Second", "Third"]) expect(both).toContain(name)
  expect(both).not.toContain("Given away")
  expect(both).not.toContain("- First")
  // The process died before it marked the job: the same mail again, with the same Message-ID.
  for (const job of later) await runJob(mailJobs, job)
  expect(api.mails()).toHaveLength(3)
  const again = api.mails().at(-1) ?? ""
  expect(header(again, "Message-ID")).toBe(header(both, "Message-ID"))
  expect(header(again, "Message-ID")).not.toBe(header(mail, "Message-ID"))
  expect(header(mail, "Message-ID")).toMatch(/^<[\w.-]+@example\.org>$/)
  await set({ notifyTaskAssigned: false })
  await owned(null, "Unwanted")
  await wait()
  expect(await mailed("mail.assigned")).toEqual([])
  expect(second.id).toBeGreaterThan(0)
})

test("with a clock set back an hour, what waits to be mailed is mailed once", async () => {
  await owned(null, "Before")
  // An hour back for the clock is an hour ahead for all that is stored.
  await db()`update app.notification set created_date = created_date + interval '1 hour'`
  await owned(null, "After")
  const jobs = await queued("mail.assigned")
  expect(await Promise.all(jobs.map((job) => runJob(mailJobs, job)))).toEqual([expect.any(Number), expect.any(Number)])
  await wait()
  for (const job of jobs) await runJob(mailJobs, job)
  const [mail = "", ...more] = api.mails()
  expect(more).toEqual([])
  for (const name of ["Before", "After"]) expect(mail).toContain(name)
  await db()`update app.notification set created_date = created_date + interval '1 hour', mailed_date = mailed_date + interval '1 hour'`
  await owned(null, "Alone")
  await wait()
  expect(await mailed("mail.assigned")).toHaveLength(1)
})

test("summaries tell of each plan that wants one what is overdue, due, done and new, and are not sent when that is nothing", async () => {
  const other = await api.filled(ada)
  await api.join(other.plan.id, grace)
  await set({ emailDailySummary: true, emailWeeklySummary: true })
  const now = new Date(Date.now() + 60_000)
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(now)
  const plus = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
  const summary = async (kind: "daily" | "weekly") => {
    const before = api.mails().length
    const since = new Date(now.getTime() - 86_400_000 * (kind === "daily" ? 1 : 7)).toISOString()
    await runJob(mailJobs, { kind: "mail.summary", input: { personId: grace.id, kind, day, since } })
    return api.mails().slice(before)
  }
  expect(await summary("daily")).toEqual([])
  await owned(plus(-3), "Late")
  await owned(day, "For today")
  await owned(plus(3), "In three days")
  await owned(plus(-1), "A draft", { isDraft: true })
  const done = await api.task(ada, own.plan.id, own.item.id, { description: "Finished" })
  await api.send(taskCalls.update, { planId: own.plan.id, id: done.id, type: 2 }, { as: ada })
  const note = { content: "Look", mentions: [{ MentionedUserId: grace.id }] }
  await api.send(taskCalls.addComment, { id: done.id, planId: own.plan.id, ...note }, { as: ada })
  await owned(day, "Elsewhere", {}, other)
  const [daily = ""] = await summary("daily")
  for (const text of [
    "Overdue (1)",
    "Late",
    "Due today (1)",
    "For today",
    "Done since yesterday (1)",
    "Finished",
    "New mentions (1)",
  ]) {
    expect(daily).toContain(text)
  }
  for (const text of ["A draft", "In three days", "Elsewhere"]) expect(daily).not.toContain(text)
  const [weekly = ""] = await summary("weekly")
  expect(weekly).toContain("Due this week (2)")
  // Of two plans: one address for all of them in the header, one for each below.
  await set({ emailDailySummary: true }, grace, other.plan.id)
  const [both = ""] = await summary("daily")
  expect(both).toContain("Elsewhere")
  await api.send(notificationCalls.endMails, { token: stopToken(header(both, "List-Unsubscribe") ?? "") })
  expect(await summary("daily")).toEqual([])
  expect(await summary("weekly")).toHaveLength(1)
})

test("the clock queues daily summaries each morning and weekly ones on Mondays, for those who want one", async () => {
  await set({ emailDailySummary: true, emailWeeklySummary: true })
  const kinds = async (time: string) => {
    await remind(new Date(time))
    return (await queued("mail.summary")).map(({ input }) => input)
  }
  const daily = { personId: grace.id, kind: "daily", day: "2026-03-29", since: "2026-03-28T06:00:00.000Z" }
  expect(await kinds("2026-03-29T06:00:00Z")).toEqual([daily])
  expect(await kinds("2026-03-29T21:00:00Z")).toEqual([])
  expect(await kinds("2026-03-30T05:59:00Z")).toEqual([])
  expect(await kinds("2026-03-30T06:00:00Z")).toMatchObject([{ kind: "daily" }, { kind: "weekly", day: "2026-03-30" }])
})

test("summaries of 50 people in 50 plans take at most 200 statements", async () => {
  await db()`
    insert into app.person (email, user_name) select 'crowd' || n || '@example.org', 'Crowd ' || n from generate_series(1, 50) n`
  await db()`
    with plans as (insert into app.plan (name, owner_id) select 'Plan ' || n, ${ada.id} from generate_series(1, 50) n returning id),
    members as (
      insert into app.membership (plan_id, person_id, role, email_daily_summary)
      select l.id, p.id, 1, true from plans l, app.person p where p.email like 'crowd%' returning 1),
    items as (
      insert into app.item (plan_id, topic, description, "order", business_value, effort_and_complexity, focus_order, dot_voting, type, is_draft)
      select id, 'Action', '', 1, 5, 3, 0, 0, 0, false from plans returning id, plan_id)
    insert into app.task (plan_id, item_id, description, type, due_date, "order", owner_id, is_draft)
    select i.plan_id, i.id, 'Task ' || n, 0, '2026-05-30', n, p.id, false
    from items i, generate_series(1, 1) n, app.person p where p.email like 'crowd%'`
  await db()`analyze`
  await queued("mail.summary")
  const statements = countStatements()
  await remind(new Date("2026-06-02T08:00:00Z"))
  const jobs = await queued("mail.summary")
  const before = api.mails().length
  for (const job of jobs) await runJob(mailJobs, job)
  const count = statements()
  expect(jobs).toHaveLength(50)
  const mails = api.mails().slice(before)
  expect(mails).toHaveLength(50)
  expect(mails[0]?.split("Overdue (1)").length).toBeGreaterThan(50)
  expect(count).toBeGreaterThan(50)
  expect(count).toBeLessThanOrEqual(200)
})
