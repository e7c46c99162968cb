// Copies of whole plans: what comes along, as what, and what is left when something is in the way.
import { strFromU8, unzipSync } from "fflate"
import { afterAll, afterEach, expect, test } from "vitest"
import { aiCalls } from "~/contract/ai"
import type { FileEntry } from "~/contract/file"
import { goalCalls } from "~/contract/goal"
import { invitationCalls } from "~/contract/invitation"
import { itemCalls } from "~/contract/item"
import { labelCalls } from "~/contract/label"
import { type Note, noteCalls } from "~/contract/note"
import { type Plan, planCalls } from "~/contract/plan"
import { copiedAtOnce } from "~/contract/shared/bounds"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { aiJobs } from "~/domain/agent/ai-jobs.server"
import { runJob } from "../support/api/jobs.ts"
import { limitTo } from "../support/api/limits.ts"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
const api = t.api
const ada = t.owner
afterEach(() => limitTo({}))
afterAll(t.close)

const unzipped = (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content, name !== "plan.json")]),
  )

type Options = Partial<Record<"tasks" | "notes" | "files" | "comments" | "owners" | "completed", boolean>> & {
  name?: string
  firstDay?: string | null
}
const copyOf = (planId: number, options: Options = {}, as = ada) =>
  api.send(planCalls.copy, { planId, name: "Copy", ...options }, { as })
const copied = async (planId: number, options: Options = {}, as = ada) => {
  const answer = await copyOf(planId, options, as)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Plan
}
const everything = { notes: true, files: true, comments: true, owners: true, completed: true }
const notesOf = async (planId: number) => (await api.send(noteCalls.list, { planId }, { as: ada })).body as Note[]
const filesOf = async (planId: number) =>
  (await api.call<FileEntry[]>("GET", `/api/File/ListFiles?planId=${planId}`, { as: ada })).body
const plansOf = async (as = ada) => (await api.send(planCalls.list, {}, { as })).body.length

test("a copy of everything exports as its original does, files and notes included", async () => {
  const plan = await t.withFiles()
  const copy = await copied(plan.id, { ...everything, name: plan.name })
  expect(copy).toMatchObject({ planRole: 0, ownerId: ada.id, starred: false, isTemplate: false, isArchived: false })
  const [first, second] = [await t.out(plan.id, "zip"), await t.out(copy.id, "zip")]
  expect(unzipped(second.bytes)).toEqual(unzipped(first.bytes))
  const { items, tasks } = await t.boardOf(copy.id)
  expect([items[0]?.attachmentCount, tasks[0]?.attachmentCount]).toEqual([1, 1])
  const [own] = (await filesOf(copy.id)).filter(({ noteId }) => noteId !== null)
  const [note] = (await notesOf(copy.id)).filter(({ title }) => title === "Kerbs")
  expect(note?.content).toContain(`laneway-file:${copy.id}:${own?.uniqueFileName}`)
  expect(note?.content).not.toContain(`laneway-file:${plan.id}:`)
})

test("by default all that is open comes along: its columns, colours, orders, labels, Focus and what it waits for", async () => {
  const { plan, goal, item, task } = await api.filled(ada)
  const planId = plan.id
  const label = (await api.send(labelCalls.create, { planId, name: "Roads", color: "#123456" }, { as: ada })).body
  const done = await api.task(ada, planId, item.id, { description: "Done", type: 2 })
  const first = await api.task(ada, planId, item.id, { description: "First", type: 1, color: "#abcdef" })
  const closed = await api.item(ada, planId, { topic: "Closed", completed: true })
  expect(closed.completed).toBe(true)
  await api.task(ada, planId, item.id, { description: "Draft", isDraft: true })
  await api.send(goalCalls.create, { planId, name: "Reached", completed: true }, { as: ada })
  const waits = { blockedByIds: [first.id, done.id], labelIds: [label.id], ownerId: ada.id }
  await api.send(taskCalls.update, { planId, id: task.id, ...waits }, { as: ada })
  await api.send(itemCalls.update, { planId, id: item.id, focus: true, labelIds: [label.id] }, { as: ada })
  await api.call("POST", `/api/Task/${task.id}/comments?planId=${planId}`, { as: ada, body: { content: "Said" } })

  const before = await t.boardOf(planId)
  const copy = await copied(planId)
  const after = await t.boardOf(copy.id)
  expect(after.goals.map(({ name, color, order }) => [name, color, order])).toEqual(
    before.goals.filter(({ id }) => id === goal.id).map(({ name, color, order }) => [name, color, order]),
  )
  expect(after.labels).toEqual([{ ...label, id: after.labels[0]?.id, planId: copy.id }])
  const [copiedItem, ...others] = after.items
  expect(others).toEqual([])
  const [original] = before.items.filter(({ id }) => id === item.id)
  expect(copiedItem).toMatchObject({
    topic: item.topic,
    focus: true,
    order: original?.order,
    focusOrder: original?.focusOrder,
    goalId: after.goals[0]?.id,
    labelIds: after.labels.map(({ id }) => id),
  })
  const byText = new Map(after.tasks.map((each) => [each.description, each]))
  expect([...byText.keys()].sort()).toEqual(["First", task.description].sort())
  expect(byText.get("First")).toMatchObject({ type: 1, color: "#abcdef", ownColor: "#abcdef" })
  expect(byText.get(task.description)).toMatchObject({
    blockedByIds: [byText.get("First")?.id],
    blocked: true,
    labelIds: after.labels.map(({ id }) => id),
    ownerId: null,
  })
  expect((await api.call("GET", `/api/Threads/tree?planId=${copy.id}`, { as: ada })).text).not.toContain("Said")
  // The original is as it was.
  expect(await t.boardOf(planId)).toEqual(before)
  const without = await t.boardOf((await copied(planId, { tasks: false })).id)
  expect([without.items.length, without.tasks.length]).toEqual([1, 0])
})

test("with a first day, all dates move as one, over the end of a month and a leap day", async () => {
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  const day = (text: string) => `${text}T00:00:00.000Z`
  await api.send(itemCalls.update, { planId, id: item.id, dueDate: day("2026-03-29") }, { as: ada })
  await api.send(taskCalls.update, { planId, id: task.id, dueDate: day("2026-01-30") }, { as: ada })
  const dated = async (firstDay: string | null) => {
    const { items, tasks } = await t.boardOf((await copied(planId, { firstDay })).id)
    return [tasks[0]?.dueDate, items[0]?.dueDate]
  }
  expect(await dated("2028-01-01")).toEqual([day("2028-01-01"), day("2028-02-28")])
  expect(await dated("2025-01-01T00:00:00.000Z")).toEqual([day("2025-01-01"), day("2025-02-28")])
  expect(await dated(null)).toEqual([day("2026-01-30"), day("2026-03-29")])
  expect((await copyOf(planId, { firstDay: "soon" })).status).toBe(400)
  const recurrence = "FREQ=WEEKLY;BYDAY=FR;UNTIL=20260228"
  await api.send(taskCalls.update, { planId, id: task.id, recurrence }, { as: ada })
  const { tasks } = await t.boardOf((await copied(planId, { firstDay: "2026-01-31" })).id)
  expect(tasks[0]?.recurrence).toBe("FREQ=WEEKLY;BYDAY=FR;UNTIL=20260301")
})

test("others own no card of the copy before they join it, and are named without their address", async () => {
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  const [grace, member] = [await api.person(), await api.person()]
  await api.join(planId, grace)
  await api.join(planId, member)
  await api.send(taskCalls.update, { planId, id: task.id, ownerId: grace.id }, { as: ada })
  await api.send(itemCalls.update, { planId, id: item.id, ownerId: member.id }, { as: ada })
  const comment = { content: `See @[Grace](${grace.id}) and @[Me](${member.id})` }
  await api.call("POST", `/api/Task/${task.id}/comments?planId=${planId}`, { as: grace, body: comment })
  const copy = await copied(planId, { owners: true, comments: true }, member)
  const read = () => t.boardOf(copy.id, member)
  const shown = await read()
  expect(shown.items[0]?.owner).toMatchObject({ id: member.id })
  expect(shown.tasks[0]).toMatchObject({ ownerId: null, awaitedOwner: { userName: grace.userName } })
  expect((await t.out(copy.id, "json", member)).text).not.toContain(grace.email)
  const { body: said } = await api.call<{ importedAuthor: object; createdById: number; content: string }[]>(
    "GET",
    `/api/Task/${shown.tasks[0]?.id}/comments?planId=${copy.id}`,
    { as: member },
  )
  expect(said).toMatchObject([{ importedAuthor: { userName: grace.userName }, createdById: member.id }])
  expect(said[0]?.content).toBe(`See @Grace and @[Me](${member.id})`)
  await api.send(invitationCalls.invite, { email: grace.email, planId: copy.id, role: 1 }, { as: member })
  const { body: pending } = await api.send(invitationCalls.pendingOfUser, { userId: grace.id }, { as: grace })
  const { token = "" } = pending.find((each) => each.planId === copy.id) ?? {}
  expect((await api.send(invitationCalls.accept, { token }, { as: grace })).status).toBe(200)
  expect((await read()).tasks[0]).toMatchObject({ ownerId: grace.id })
})

test("only members who change the plan copy it, an archived one too; the copy is open", async () => {
  const { plan } = await api.filled(ada)
  const [viewer, stranger, member] = [await api.person(), await api.person(), await api.person()]
  await api.join(plan.id, viewer, 2)
  await api.join(plan.id, member)
  const key = await api.key(plan.id)
  await api.send(planCalls.update, { id: plan.id, isArchived: true, isTemplate: true }, { as: ada })
  expect((await copyOf(plan.id, {}, viewer)).status).toBe(403)
  expect((await copyOf(plan.id, {}, stranger)).status).toBe(404)
  const byKey = { headers: { "x-api-key": key }, body: { name: "X" } }
  expect((await api.call("POST", `/api/Plan/${plan.id}/copy`, byKey)).status).toBe(403)
  expect((await api.call("POST", `/api/Plan/${plan.id}/copy`, { as: ada, body: {} })).status).toBe(400)
  expect(await copied(plan.id, {}, member)).toMatchObject({ isArchived: false, isTemplate: false, ownerId: member.id })
})

test("a plan is made with the settings that a change of it takes", async () => {
  const settings = { name: "Made", isTemplate: true, isArchived: true, snapshotDescription: "First", aiEnabled: false }
  const made = await api.send(planCalls.create, settings, { as: ada })
  expect([made.status, made.body]).toEqual([201, expect.objectContaining(settings)])
  expect((await api.send(goalCalls.create, { planId: made.body.id, name: "Goal" }, { as: ada })).status).toBe(409)
})

test("private notes of others and files that are not asked for stay behind; texts name those files", async () => {
  const plan = await t.withFiles()
  const copy = await copied(plan.id, { notes: true })
  const notes = await notesOf(copy.id)
  expect(notes.map(({ title }) => title).sort()).toEqual(["Kerbs", "Open"])
  expect(notes.find(({ title }) => title === "Kerbs")?.content).toBe("See\nkerb.txt\nüberblick.bin")
  expect(await filesOf(copy.id)).toEqual([])
})

test("beyond a quota nothing is made and no bytes are left", async () => {
  const plan = await t.withFiles()
  const before = [await plansOf(), t.stored()]
  await limitTo({ files_per_plan: 5 })
  expect((await copyOf(plan.id, everything)).status).toBe(409)
  await limitTo({ notes_per_member: 1 })
  expect((await copyOf(plan.id, everything)).status).toBe(409)
  await limitTo({ plans_per_person: 1 })
  expect((await copyOf(plan.id, everything)).status).toBe(409)
  expect([await plansOf(), t.stored()]).toEqual(before)
})

test("a copy while others write is of one moment", async () => {
  const { plan, item } = await api.filled(ada)
  const planId = plan.id
  const pair = async (n: number) => {
    // Whoever sees the second of a pair sees the first.
    await api.task(ada, planId, item.id, { description: `a${n}` })
    const { body } = await api.send(itemCalls.create, { planId, topic: `b${n}` }, { as: ada })
    await api.task(ada, planId, body.id, { description: `c${n}` })
  }
  const writing = (async () => {
    for (let n = 0; n < 30; n++) await pair(n)
  })()
  const copies: Plan[] = []
  for (let n = 0; n < 6; n++) copies.push(await copied(planId))
  await writing
  for (const copy of copies) {
    const { items, tasks } = await t.boardOf(copy.id)
    const texts = new Set([...items.map(({ topic }) => topic), ...tasks.map(({ description }) => description)])
    for (let n = 0; n < 30; n++) {
      expect(texts.has(`c${n}`) && !texts.has(`b${n}`)).toBe(false)
      expect(texts.has(`b${n}`) && !texts.has(`a${n}`)).toBe(false)
    }
  }
})

const large = async (count: number) => {
  const made = await api.filled(ada)
  await db()`
    insert into app.task (plan_id, item_id, description, type, "order", is_draft, created_by)
    select ${made.plan.id}, ${made.item.id}, 'Task ' || n, 0, n, false, ${ada.id} from generate_series(1, ${count}::int) n`
  return made.plan
}
const statusOf = async (taskId: number) => (await api.send(aiCalls.status, { taskId }, { as: ada })).body
const run = (taskId: number, attempts = 1) =>
  runJob(aiJobs, { kind: "plan.copy", input: { taskId, personId: ada.id }, attempts })

test("2,000 cards are copied at once, more in the background: once, whole, and with the plan as the result", async () => {
  const few = await large(copiedAtOnce - 3)
  expect((await t.boardOf((await copied(few.id)).id)).tasks).toHaveLength(copiedAtOnce - 2)
  const plan = await large(copiedAtOnce - 2)
  const answer = await copyOf(plan.id, { name: "Large" })
  expect(answer.status).toBe(202)
  const { taskId } = answer.body as { taskId: number }
  expect(await statusOf(taskId)).toEqual({ taskId, status: "queued" })
  const before = await plansOf()
  // Begun, and killed before its end: the job is taken again.
  await db()`update app.ai_task set status = 'running' where id = ${taskId}`
  await run(taskId, 2)
  const ended = await statusOf(taskId)
  expect(ended).toMatchObject({ status: "succeeded", result: { name: "Large", planRole: 0 } })
  const made = ended.result as Plan
  expect((await t.boardOf(made.id)).tasks).toHaveLength(copiedAtOnce - 1)
  // Killed after the plan was made, before that was noted.
  await db()`update app.ai_task set status = 'running', result = null where id = ${taskId}`
  await run(taskId, 3)
  expect((await statusOf(taskId)).result).toMatchObject({ id: made.id })
  expect(await plansOf()).toBe(before + 1)
})

test("a stopped copy makes nothing, also when it is stopped at its end", async () => {
  const plan = await large(copiedAtOnce)
  const before = await plansOf()
  const { taskId } = (await copyOf(plan.id)).body as { taskId: number }
  const running = run(taskId)
  expect((await api.send(aiCalls.stop, { taskId }, { as: ada })).status).toBe(204)
  await running
  expect(await statusOf(taskId)).toMatchObject({ status: "failed" })
  expect(await plansOf()).toBe(before)
})

test("a background copy says why it was refused", async () => {
  const plan = await large(copiedAtOnce)
  const { taskId } = (await copyOf(plan.id)).body as { taskId: number }
  await limitTo({ plans_per_person: 1 })
  await run(taskId)
  expect(await statusOf(taskId)).toMatchObject({ status: "failed", error: { status: 409 } })
})

test("a repeat under an idempotency key answers the first copy", async () => {
  const plan = await t.withFiles()
  const body = { name: "Once", ...everything }
  const make = () =>
    api.call<Plan>("POST", `/api/Plan/${plan.id}/copy`, { as: ada, body, headers: { "Idempotency-Key": "copy" } })
  const [first, second] = await Promise.all([make(), make()])
  const third = await make()
  expect([second.body.id, third.body.id]).toEqual([first.body.id, first.body.id])
  expect(await filesOf(first.body.id)).toHaveLength(6)
})
