// Who gets no mail: those who want none, who ended it by its address, are disabled, or have left the plan.
import { afterEach, beforeEach, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { invitationCalls } from "~/contract/invitation"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { mailJobs } from "~/domain/mail/mails.server"
import { remind } from "~/domain/notify/reminders.server"
import { origin } from "../support/api/api.ts"
import { runJob } from "../support/api/jobs.ts"
import { header, openReminders, type Queued, stopToken } from "../support/api/reminders.ts"

let on: Awaited<ReturnType<typeof openReminders>>
beforeEach(async () => {
  on = await openReminders()
})
afterEach(() => on.api.close())

test("nobody is mailed who wants none or has no card due any more", async () => {
  const { api, ada, own, owned, set, queued } = on
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
  const { api, ada, grace, own, owned, mailed } = on
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

test("no mail of any kind that was queued for a person is sent after they are disabled, nor one of a plan they have left", async () => {
  const { api, ada, grace, own, owned, set, queued, wait } = on
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
  const { api, ada, grace, own, owned, set, mailed, wait } = on
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
