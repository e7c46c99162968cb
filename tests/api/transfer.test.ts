// All formats: an import is one change, whatever the file.
import ICAL from "ical.js"
import Papa from "papaparse"
import { afterAll, expect, test } from "vitest"
import { planCalls } from "~/contract/plan"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
afterAll(t.close)

test("an import is one event, with a version from before it that undoes it", async () => {
  const plan = await t.imported("# P\n## G\n- A\n  - [ ] T\n")
  const { body } = await t.api.send(planCalls.changes, { planId: plan.id, since: 0 }, { as: t.owner })
  expect(body.events.map(({ event }) => event)).toEqual(["BoardUpdated"])
  const versions = async () => (await t.api.send(planCalls.revisions, { planId: plan.id }, { as: t.owner })).body
  const [before] = await versions()
  expect(before).toMatchObject({ createdBy: null, goals: 0, items: 0, tasks: 0, description: "Before the import" })
  expect((await t.api.call("POST", `/api/Plan/${plan.id}/restore/${before?.id}`, { as: t.owner })).status).toBe(200)
  expect((await t.boardOf(plan.id)).goals).toEqual([])
  expect((await versions())[0]).toMatchObject({ goals: 1, items: 1, tasks: 1 })
})

test("the sample fills an empty plan in one change, and is refused by a plan with cards or to who may not change it", async () => {
  const plan = await t.api.plan(t.owner)
  const fill = (as: typeof t.owner) => t.api.send(planCalls.createSample, { planId: plan.id }, { as })
  expect((await fill(await t.api.person())).status).toBe(404)
  const answers = await Promise.all([fill(t.owner), fill(t.owner)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const made = answers.find(({ status }) => status === 201)?.body
  expect([made?.id, made?.name]).toEqual([plan.id, plan.name])
  const { body } = await t.api.send(planCalls.changes, { planId: plan.id, since: 0 }, { as: t.owner })
  expect(body.events.map(({ event }) => event)).toEqual(["BoardUpdated"])
  const { goals, items, tasks } = await t.boardOf(plan.id)
  const { body: sample } = await t.api.send(planCalls.createSample, {}, { as: t.owner })
  const other = await t.boardOf(sample.id)
  expect([goals.length, items.length, tasks.length]).toEqual([
    other.goals.length,
    other.items.length,
    other.tasks.length,
  ])
  expect((await fill(t.owner)).status).toBe(409)
})

test("the sample plan exported as calendar and spreadsheet is complete", async () => {
  const { body: sample } = await t.api.send(planCalls.createSample, {}, { as: t.owner })
  const { goals, items, tasks } = await t.boardOf(sample.id)
  const calendar = new ICAL.Component(ICAL.parse((await t.out(sample.id, "ics")).text))
  const due = [
    ...items.map(({ topic, dueDate }) => [topic, dueDate]),
    ...tasks.map((task) => [task.description, task.dueDate]),
  ]
  const events = calendar.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each))
  expect(events.map(({ summary, startDate }) => [summary, `${startDate}T00:00:00.000Z`]).sort()).toEqual(
    due.filter(([, day]) => day !== null).sort(),
  )
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
  const { data, errors } = Papa.parse<Record<string, string>>((await t.out(sample.id, "csv")).text, {
    header: true,
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  expect(
    data
      .map(({ task }) => task)
      .filter(Boolean)
      .sort(),
  ).toEqual(tasks.map(({ description }) => description).sort())
  expect(new Set(data.map(({ goal }) => goal))).toEqual(new Set(goals.map(({ name }) => name)))
  expect(new Set(data.map(({ action }) => action))).toEqual(new Set(items.map(({ topic }) => topic)))
})

test("refuses what is not text with the reason, and creates no plan", () =>
  t.refused(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), /not plain text/))

test("refuses a form without the file, another type and too large a body", async () => {
  expect((await t.send("# P", { field: "other" })).status).toBe(400)
  const raw = (headers: Record<string, string>) =>
    t.api.call("POST", "/api/Plan/import", { as: t.owner, raw: "# P", headers })
  expect((await raw({ "content-type": "text/plain" })).status).toBe(415)
  expect((await raw({ "content-type": "multipart/form-data; boundary=x", "content-length": "62914560" })).status).toBe(
    413,
  )
  expect((await raw({ "content-type": "multipart/form-data; boundary=x" })).status).toBe(400)
  expect((await t.out((await t.api.plan(t.owner)).id, "pdf")).status).toBe(400)
})

test("concurrent imports run one after another, whether they succeed or fail", async () => {
  const plan = (name: string) => `# ${name}\n\n## Goal\n\n- Action\n`
  const sent = [plan("One"), "nothing", plan("Two"), "{", plan("Three")]
  const answers = await Promise.all(sent.map((content) => t.send(content, { name: "plan.md" })))
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 201, 400, 201])
  const ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))
  expect(ids).toEqual([...ids].sort((one, other) => one - other))
})

test("a person's exports run in turn, and too many of them are refused; others' are not", async () => {
  const plan = await t.imported("# P\n## G\n- A\n")
  const other = await t.api.person()
  const { body: theirs } = await t.api.send(planCalls.createSample, {}, { as: other })
  const out = (as: typeof other, id: number) => t.api.send(planCalls.export, { planId: id, format: "md" }, { as })
  const own = Array.from({ length: 40 }, () => out(t.owner, plan.id))
  const [another, ...answers] = await Promise.all([out(other, theirs.id), ...own])
  expect(another?.status).toBe(200)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(5)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers } of refused) expect([status, headers.get("retry-after")]).toEqual([429, "5"])
})

test("one person's imports don't keep another's waiting until all of them are done", async () => {
  const other = await t.api.person()
  const plan = `# P\n\n## G\n\n${"- Action\n".repeat(300)}`
  const own = Array.from({ length: 8 }, () => t.send(plan, { name: "plan.md" }))
  const [theirs, ...ours] = await Promise.all([...own, t.send("# Theirs\n## G\n", { as: other })].reverse())
  const last = ours.map(({ body }) => body.id).sort((one, other) => other - one)[0] ?? 0
  expect([theirs?.status, ...new Set(ours.map(({ status }) => status))]).toEqual([201, 201])
  expect(theirs?.body.id).toBeLessThan(last)
})
