// The clock: what people hear at 8:00 in their mornings, and the mails that follow.
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { keyResultCalls } from "~/contract/key-result"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { summaryFor } from "~/database/letter.server"
import { openProposal } from "~/database/proposal.server"
import { applySet, propose } from "~/domain/agent/proposal.server"
import { commentsOf } from "~/domain/comment.server"
import { type Actor, callerName } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { mailJobs } from "~/domain/mail/mails.server"
import { remind } from "~/domain/notify/reminders.server"
import { actorOf } from "../support/api/change-sets.ts"
import { runJob } from "../support/api/jobs.ts"
import { header, openReminders, stopToken } from "../support/api/reminders.ts"
import { statementsOf } from "../support/database/statements.ts"

let on: Awaited<ReturnType<typeof openReminders>>
beforeEach(async () => {
  on = await openReminders()
})
afterEach(() => on.api.close())

test.each([
  { day: "2026-03-29", early: "05:59", morning: "06:00", due: "2026-03-30", what: "summer time begins" },
  { day: "2026-10-25", early: "06:59", morning: "07:00", due: "2026-10-26", what: "summer time ends" },
])(
  "cards due tomorrow are announced at 8:00 in Berlin, once, on the day $what",
  async ({ day, early, morning, due }) => {
    const { api, ada, grace, own, inZone, owned, told, mailed } = on
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
  const { grace, inZone, owned, told } = on
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

test("what an agent did is told with its name beside its person's, in the reader's language", async () => {
  const { api, ada, grace, own, mailed, wait } = on
  const claude: Actor = { ...actorOf(ada, "changeBoard"), agent: "Claude" }
  const mentions = [{ MentionedUserId: grace.id }]
  const at = { planId: own.plan.id, id: own.task.id }
  const comments = commentsOf("task")
  const newest = async () =>
    (await api.send(notificationCalls.list, { userId: grace.id }, { as: grace })).body[0] ?? { title: "", agent: "" }
  const mention = async (actor: Actor) => {
    await comments.addComment(actor, { ...at, content: "Look", mentions })
    await wait()
    const [mail = ""] = await mailed("mail.mention")
    const { title, agent } = await newest()
    return { title, agent, mail }
  }
  const told = await mention(claude)
  expect([told.title, told.agent]).toEqual([`Claude for ${ada.userName} mentioned you in “Task”`, "Claude"])
  expect(told.mail).toContain(`Claude for ${ada.userName} mentioned you in`)
  expect(await mention(actorOf(ada, "changeBoard"))).toMatchObject({
    title: `${ada.userName} mentioned you in “Task”`,
    agent: null,
  })
  await comments.addComment(claude, { ...at, content: "By the agent", mentions })
  const both = await mention(actorOf(ada, "changeBoard"))
  expect(both.mail).toMatch(new RegExp(`^${ada.userName} mentioned you in`, "m"))

  await api.send(userCalls.update, { id: grace.id, language: "de" }, { as: grace })
  expect((await mention(claude)).title).toBe(`Claude für ${ada.userName}: Erwähnung in „Task“`)
  const change = { op: "update" as const, entity: "task" as const, id: own.task.id, fields: { ownerId: grace.id } }
  const { id } = await propose(claude, own.plan.id, { request: "Give it away", changes: [change] })
  const proposal = await openProposal(await admit(claude, own.plan.id), callerName(claude), id)
  if (!proposal) throw new Error("It is not stored.")
  await applySet(claude, own.plan.id, { proposal, changes: proposal.changes, request: proposal.request })
  expect((await newest()).title).toBe("Neue Zuständigkeit: „Task“")
  await wait()
  const [given = ""] = await mailed("mail.assigned")
  expect(Buffer.from(given, "latin1").toString()).toContain(`gesetzt von: Claude für ${ada.userName}`)
})

test("a new owner is mailed once for all cards of two minutes", async () => {
  const { api, ada, own, owned, set, queued, mailed, wait } = on
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

test("a new owner of goals is mailed with their other cards, in both languages, unless they want no such mail", async () => {
  const { api, ada, grace, own, owned, set, mailed, wait } = on
  const goal = (name: string) => api.goal(ada, own.plan.id, { name, ownerId: grace.id, dueDate: "2026-12-31" })
  const { id } = await goal("Halve repair time")
  await wait()
  const [alone = ""] = await mailed("mail.assigned")
  expect(header(alone, "Subject")).toBe("You are now the owner of a goal on Laneway")
  expect(Buffer.from(alone, "latin1").toString()).toContain(`${ada.userName} made you the owner of “Halve repair time”`)
  expect(alone).toContain(`/plan/${own.plan.id}/goals/${id}`)
  await owned(null, "Order kerbs")
  await goal("Win the renewal")
  const given = await goal("Given away")
  await api.send(goalCalls.update, { planId: own.plan.id, id: given.id, ownerId: null }, { as: ada })
  await api.send(userCalls.update, { id: grace.id, language: "de" }, { as: grace })
  await wait()
  const [both = ""] = await mailed("mail.assigned")
  const text = Buffer.from(both, "latin1").toString()
  expect(text).toContain("Neue Zuständigkeit für 1 Ziel und 1 Aufgabe")
  expect(text).toContain("Win the renewal")
  expect(text).not.toContain("Given away")
  await set({ notifyTaskAssigned: false })
  await goal("Unwanted")
  await wait()
  expect(await mailed("mail.assigned")).toEqual([])
})

test("with a clock set back an hour, what waits to be mailed is mailed once", async () => {
  const { api, owned, queued, mailed, wait } = on
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
  const { api, ada, grace, own, owned, set } = on
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
  expect(weekly).not.toContain("check-in")
  const goal = async (name: string) =>
    (await api.send(goalCalls.create, { planId: own.plan.id, name }, { as: ada })).body.id
  const goalId = await goal("Open twelve docks")
  await goal("Never checked")
  const result = { name: "Docks", unit: "", start: 0, target: 12, current: 3 }
  await api.send(keyResultCalls.create, { planId: own.plan.id, goalId, ...result }, { as: ada })
  await api.send(goalCalls.checkIn, { planId: own.plan.id, id: goalId, status: 1, confidence: 5 }, { as: ada })
  const [measured = ""] = await summary("weekly")
  expect(measured).toContain("Goals with a check-in since last week (1)")
  expect(measured).toContain("Open twelve docks, at risk, 25%")
  expect(measured).not.toContain("Never checked")
  expect((await summary("daily"))[0]).not.toContain("Open twelve docks")
  // Of two plans: one address for all of them in the header, one for each below.
  await set({ emailDailySummary: true }, grace, other.plan.id)
  const [both = ""] = await summary("daily")
  expect(both).toContain("Elsewhere")
  await api.send(notificationCalls.endMails, { token: stopToken(header(both, "List-Unsubscribe") ?? "") })
  expect(await summary("daily")).toEqual([])
  expect(await summary("weekly")).toHaveLength(1)
})

test("the clock queues daily summaries each morning and weekly ones on Mondays, for those who want one", async () => {
  const { grace, set, queued } = on
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
  const { api, ada, queued } = on
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
  const before = api.mails().length
  const { length: count } = await statementsOf(async () => {
    await remind(new Date("2026-06-02T08:00:00Z"))
    const jobs = await queued("mail.summary")
    expect(jobs).toHaveLength(50)
    for (const job of jobs) await runJob(mailJobs, job)
  })
  const mails = api.mails().slice(before)
  expect(mails).toHaveLength(50)
  expect(mails[0]?.split("Overdue (1)").length).toBeGreaterThan(50)
  expect(count).toBeGreaterThan(50)
  expect(count).toBeLessThanOrEqual(200)
})

test("an archived plan reminds nobody and is in no summary", async () => {
  const { api, ada, own, owned, told, set, queued } = on
  const other = await api.filled(ada)
  await api.join(other.plan.id, on.grace)
  await owned("2026-06-02", "Order kerbs")
  await owned("2026-06-02", "Order paint", {}, other)
  await set({ emailWeeklySummary: true, emailDailySummary: true })
  await api.send(planCalls.update, { id: own.plan.id, isArchived: true }, { as: ada })
  await remind(new Date("2026-06-01T06:00:00Z"))
  expect(await told()).toEqual(["“Order paint” is due tomorrow"])
  expect(await queued("mail.summary")).toEqual([])
  await set({ emailDailySummary: true }, on.grace, other.plan.id)
  const job = { personId: on.grace.id, kind: "daily", day: "2026-06-03", since: "2026-06-01T00:00:00Z" } as const
  expect((await summaryFor(job))?.plans.map(({ planId }) => planId)).toEqual([other.plan.id])
})

test("of a task that repeats the open one is announced, on the eve of its own day", async () => {
  const { api, ada, own, owned, told } = on
  const planId = own.plan.id
  const weekly = await owned("2031-03-11", "Water the plants", { recurrence: "FREQ=WEEKLY" })
  await api.send(taskCalls.update, { planId, id: weekly.id, type: 2 }, { as: ada })
  await remind(new Date("2031-03-10T07:00:00Z"))
  expect(await told()).toEqual([])
  await remind(new Date("2031-03-17T07:00:00Z"))
  expect(await told()).toEqual(["“Water the plants” is due tomorrow"])
})
