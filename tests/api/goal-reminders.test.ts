// Reminders to check goals in: at 8:00 of the owner after 7 days without one, once a week at most.
import { afterEach, beforeEach, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { keyResultCalls } from "~/contract/key-result"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { remind } from "~/domain/notify/reminders.server"
import { header, openReminders, stopToken } from "../support/api/reminders.ts"

let on: Awaited<ReturnType<typeof openReminders>>
beforeEach(async () => {
  on = await openReminders()
})
afterEach(() => on.api.close())

/** A goal of grace's with a result, last checked in at a time; null: never, and made then. */
const measured = async (at: string, name = "Halve repair time", checkedIn = true, plan = on.own.plan.id) => {
  const { api, ada, grace } = on
  const goal = await api.goal(ada, plan, { name, ownerId: grace.id })
  await api.send(
    keyResultCalls.create,
    { planId: plan, goalId: goal.id, name: "Days", start: 8, target: 4 },
    { as: ada },
  )
  if (checkedIn) {
    await api.send(goalCalls.checkIn, { planId: plan, id: goal.id, status: 1, confidence: 6 }, { as: grace })
    await db()`update app.check_in set created_date = ${at} where goal_id = ${goal.id}`
  }
  await db()`update app.goal set created_date = ${at} where id = ${goal.id}`
  await db()`update app.key_result set created_date = ${at} where goal_id = ${goal.id}`
  return goal
}
const told = async () =>
  (await on.api.send(notificationCalls.list, { userId: on.grace.id }, { as: on.grace })).body.filter(
    ({ kind }) => kind === "checkIn",
  )
const at = (time: string) => remind(new Date(time))
const mailsTo = async (email: string) =>
  (await on.mailed("mail.checkIn")).filter((mail) => header(mail, "To")?.includes(email))

test.each([
  ["summer time begins", "2026-03-23T20:30:00Z", "2026-03-30T05:59:00Z", "2026-03-30T06:00:00Z"],
  ["summer time ends", "2026-10-19T21:30:00Z", "2026-10-26T06:59:00Z", "2026-10-26T07:00:00Z"],
])("a goal is named at 8:00 on the seventh day, once, in the week when %s", async (_, checkedIn, early, morning) => {
  await measured(checkedIn)
  await at(new Date(Date.parse(early) - 86_400_000).toISOString())
  await at(early)
  expect(await told()).toEqual([])
  expect((await Promise.all([at(morning), at(morning)])).filter(Boolean)).toHaveLength(1)
  const [one, ...others] = await told()
  expect([one?.title, one?.actor, others]).toEqual(["Time to check in: Halve repair time", null, []])
})

test("once a week at most, and once after a month without the clock", async () => {
  await measured("2026-06-01T10:00:00Z")
  for (const day of ["08", "09", "14"]) await at(`2026-06-${day}T06:00:00Z`)
  expect(await told()).toHaveLength(1)
  await at("2026-06-15T06:00:00Z")
  expect(await told()).toHaveLength(2)
  await at("2026-07-20T06:00:00Z")
  await at("2026-07-21T06:00:00Z")
  expect(await told()).toHaveLength(3)
})

test("several goals are one mail, with how each stands, and its link opens the page of goals", async () => {
  const { api, ada, grace, own } = on
  const goal = await measured("2026-06-01T10:00:00Z")
  await api.send(
    goalCalls.update,
    { planId: own.plan.id, id: goal.id, startDate: "2026-05-01", dueDate: "2026-07-01" },
    { as: ada },
  )
  await api.item(ada, own.plan.id, { topic: "Compare the offers", goalId: goal.id })
  await db()`update app.audit set created_date = '2026-06-03' where entity = 'item'`
  await measured("2026-06-01T10:00:00Z", "Open twelve stations", false)
  const { plan: other } = await api.filled(ada)
  await api.join(other.id, grace)
  await measured("2026-06-01T10:00:00Z", "Win the renewal", true, other.id)
  await at("2026-06-08T06:00:00Z")
  expect((await told()).map(({ title }) => title).sort()).toEqual([
    "Time to check in: Halve repair time and 1 more goal",
    "Time to check in: Win the renewal",
  ])
  const [mail = "", ...others] = await mailsTo(grace.email)
  expect([header(mail, "Subject"), others]).toEqual(["Time to check in: 3 goals", []])
  expect(mail).toContain("had its last check-in on Monday, 1 June 2026")
  expect(mail).toContain("It was at risk, with a confidence of 6.")
  expect(mail).toContain("It has reached 0%; a steady pace would be at 62%.")
  expect(mail).toContain("Added: Compare the offers")
  expect(mail).toContain("has had no check-in yet")
  expect(mail).toMatch(/http:\/\/[^/\s]+\/goals\s/)
})

test("one goal's mail is about it alone, in the owner's language, and can be ended", async () => {
  const { api, grace, own } = on
  await api.send(userCalls.update, { id: grace.id, language: "de" }, { as: grace })
  await measured("2026-06-01T10:00:00Z")
  await at("2026-06-08T06:00:00Z")
  expect((await told())[0]?.title).toBe("Zeit für den Check-in: Halve repair time")
  const [mail = ""] = await mailsTo(grace.email)
  expect(mail).toContain("mit einer Zuversicht von 6. Erreicht sind 0")
  await api.call("POST", `/api/notification/unsubscribe?token=${stopToken(mail)}`)
  const [prefs] = (
    await api.call<{ userPlans: { planId: number; notifyGoalCheckIn: boolean }[] }>("GET", "/api/Account/UserProfile", {
      as: grace,
    })
  ).body.userPlans
  expect(prefs).toMatchObject({ planId: own.plan.id, notifyGoalCheckIn: false })
  await at("2026-06-15T06:00:00Z")
  expect([(await told()).length, await mailsTo(grace.email)]).toEqual([2, []])
})

test("goals without anything to check in, completed ones, drafts and those of viewers and archived plans are not named", async () => {
  const { api, ada, grace, own } = on
  const old = "2026-06-01T10:00:00Z"
  const planId = own.plan.id
  const plain = await api.goal(ada, planId, { name: "Plain", ownerId: grace.id })
  await db()`update app.goal set created_date = ${old} where id = ${plain.id}`
  const done = await measured(old, "Done")
  await api.send(goalCalls.update, { planId, id: done.id, completed: true, outcome: "achieved" }, { as: ada })
  const later = await measured(old, "Later", false)
  await api.send(goalCalls.update, { planId, id: later.id, startDate: "2026-07-01" }, { as: ada })
  const draft = await measured(old, "Draft")
  await api.send(goalCalls.update, { planId, id: draft.id, isDraft: true }, { as: ada })
  const { plan: archived } = await api.filled(ada)
  await api.join(archived.id, grace)
  await measured(old, "Archived", true, archived.id)
  await api.send(planCalls.update, { id: archived.id, isArchived: true } as never, { as: ada })
  const { plan: watched } = await api.filled(ada)
  await api.join(watched.id, grace)
  await measured(old, "Watched", true, watched.id)
  await api.send(planCalls.setMemberRole, { planId: watched.id, userId: grace.id, role: 2 }, { as: ada })
  await at("2026-06-08T06:00:00Z")
  expect(await told()).toEqual([])
  await at("2026-07-08T06:00:00Z")
  expect((await told()).map(({ title }) => title)).toEqual(["Time to check in: Later"])
})
