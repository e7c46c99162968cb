// Goals that measure: results, owner, period and outcome of goals, with what everybody else sees of them.
import { afterAll, expect, test } from "vitest"
import { visitBy } from "~/api/visit.server"
import type { AuditEntry } from "~/contract/audit"
import { goalCalls } from "~/contract/goal"
import { keyCalls } from "~/contract/integration"
import { type KeyResult, keyResultCalls } from "~/contract/key-result"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { linkCalls, publicCalls, visitHeader } from "~/contract/public-link"
import { mostKeyResults } from "~/contract/shared/bounds"
import { sweepOld } from "~/database/board.server"
import { db } from "~/database/connection.server"
import { openMeasured } from "../support/api/measured.ts"

const {
  add,
  api,
  boardOf,
  checkIn,
  checkInsOf,
  eventsSince,
  goalOf,
  imported,
  logOf,
  measured,
  out,
  valuesOf,
  close,
  owner: ada,
} = await openMeasured()
afterAll(close)

test("a result begins at its start and is on the board, behind the others of its goal", async () => {
  const { planId, goalId, first, second } = await measured()
  expect(first).toEqual({
    id: expect.any(Number),
    planId,
    goalId,
    name: "Sign-ups",
    unit: "people",
    start: 0,
    target: 400,
    current: 0,
    order: expect.any(Number),
    modifiedDate: expect.any(String),
  })
  expect(second).toMatchObject({ unit: "", current: 8 })
  expect(second.order).toBeGreaterThan(first.order)
  const { keyResults, seq } = await boardOf(planId)
  expect(keyResults).toEqual([first, second])
  expect((await api.send(keyResultCalls.list, { planId }, { as: ada })).body).toEqual([first, second])
  const { body } = await api.send(keyResultCalls.update, { planId, id: second.id, current: 5.25 }, { as: ada })
  expect(body).toMatchObject({ current: 5.25 })
  expect(await eventsSince(planId, seq)).toEqual([{ event: "KeyResultUpdated", data: body }])
  expect(await goalOf(planId, goalId)).toMatchObject({ progress: 0.2292, lastCheckIn: null })
})

test.each([
  [{ target: 0 }, "The target must differ from the start."],
  [{ current: 0.00001 }, "Value has at most 4 decimals."],
  [{ current: 1e308 }, "Value is a number from -100000000000 to 100000000000."],
  [{ start: "1" }, "Start is a number."],
  [{ name: " " }, "Enter a name."],
  [{ unit: "x".repeat(31) }, "Unit has at most 30 characters."],
  [{ goalId: 999_999 }, "There is no goal 999999 in this plan."],
])("%j is refused", async (wrong, message) => {
  const { planId, goalId } = await measured()
  const body = { goalId, name: "A", start: 0, target: 1, ...wrong }
  const refused = await api.call("POST", `/api/KeyResult?planId=${planId}`, { as: ada, body })
  expect([refused.status, refused.body]).toMatchObject([400, { message: expect.stringContaining(message) }])
  expect((await boardOf(planId)).keyResults).toHaveLength(2)
})

test("a number that JSON cannot write is refused", async () => {
  const { planId, first } = await measured()
  const raw = `{"id":${first.id},"current":1e999}`
  const refused = await api.call("PUT", `/api/KeyResult?planId=${planId}`, { as: ada, raw })
  expect(refused.status).toBe(400)
})

test("a change or deletion of an older version of a result is refused with the present one", async () => {
  const { planId, first } = await measured()
  const asOf = (version: string) => ({ as: ada, headers: { "If-Unmodified-Since-Version": version } })
  const change = (current: number, version: string) =>
    api.send(keyResultCalls.update, { planId, id: first.id, current }, asOf(version))
  const changed = await change(1, first.modifiedDate)
  expect(changed.status).toBe(200)
  const refused = await change(2, first.modifiedDate)
  expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ current: changed.body })])
  const removal = await api.send(keyResultCalls.remove, { planId, id: first.id }, asOf(first.modifiedDate))
  expect(removal.status).toBe(409)
  expect((await api.send(keyResultCalls.list, { planId }, { as: ada })).body).toContainEqual(changed.body)
})

test("a result stays with its goal", async () => {
  const { planId, goalId, first } = await measured()
  const other = await api.goal(ada, planId)
  const move = (to: number) =>
    api.send(keyResultCalls.update, { planId, id: first.id, goalId: to, name: "Moved" }, { as: ada })
  for (const to of [other.id, 999_999]) {
    const { status, body } = await move(to)
    expect([status, (body as unknown as Problem).errors?.[0]?.path]).toEqual([400, "goalId"])
  }
  expect((await boardOf(planId)).keyResults).toContainEqual(first)
  expect((await move(goalId)).body).toMatchObject({ goalId, name: "Moved" })
})

test("a goal has at most ten results", async () => {
  const { planId, goalId } = await measured()
  const made = await Promise.all(
    Array.from({ length: mostKeyResults }, (_, at) =>
      api.send(keyResultCalls.create, { planId, goalId, name: `${at}`, start: 0, target: 1 }, { as: ada }),
    ),
  )
  expect(made.map(({ status }) => status).sort()).toEqual([...Array(8).fill(201), 409, 409])
  expect((await boardOf(planId)).keyResults).toHaveLength(mostKeyResults)
})

test("results and check-ins of other plans are not found", async () => {
  const { planId, first, goalId } = await measured()
  const other = await measured()
  const { body: theirs } = await checkIn(other.planId, other.goalId)
  const answers = await Promise.all([
    api.send(keyResultCalls.update, { planId, id: other.first.id, current: 1 }, { as: ada }),
    api.send(keyResultCalls.remove, { planId, id: other.first.id }, { as: ada }),
    api.send(goalCalls.checkIns, { planId, id: other.goalId }, { as: ada }),
    checkIn(planId, other.goalId),
    api.send(goalCalls.removeCheckIn, { planId, id: theirs.id }, { as: ada }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  const values = [{ keyResultId: other.first.id, current: 1 }]
  const wrong = await checkIn(planId, goalId, { values })
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { message: `There is no result ${other.first.id} of this goal.` },
  ])
  const orders = [{ id: other.first.id, order: 1 }]
  expect((await api.send(keyResultCalls.updateOrders, { planId, orders }, { as: ada })).status).toBe(400)
  const twice = await checkIn(planId, goalId, {
    values: [first, first].map(({ id }) => ({ keyResultId: id, current: 1 })),
  })
  expect(twice.status).toBe(400)
  expect(await checkInsOf(planId, goalId)).toEqual([])
})

test("a key sets values, and is told what is wrong with them", async () => {
  const { planId, goalId, first } = await measured()
  const made = { planId, name: "Sheet", access: "write" as const }
  const { apiKey = "" } = (await api.send(keyCalls.makeKey, made, { as: ada })).body
  const put = (body: object) =>
    api.call<KeyResult & { message: string }>("PUT", `/api/KeyResult?planId=${planId}`, {
      headers: { "x-api-key": apiKey },
      body,
    })
  expect((await put({ id: first.id, current: 420.25 })).body).toMatchObject({ id: first.id, current: 420.25, goalId })
  expect(await valuesOf(planId)).toMatchObject({ "Sign-ups": 420.25 })
  const range = "Value is a number from -100000000000 to 100000000000."
  for (const [current, message] of [
    ["420", "Value is a number."],
    [null, "Value is a number."],
    [1.23456, "Value has at most 4 decimals."],
    [100_000_000_001, range],
    [1e308, range],
  ]) {
    const { status, body } = await put({ id: first.id, current })
    expect([current, status, body.message]).toEqual([current, 400, expect.stringContaining(`${message}`)])
  }
  expect((await put({ id: first.id + 1_000, current: 1 })).status).toBe(404)
  expect(await valuesOf(planId)).toMatchObject({ "Sign-ups": 420.25 })
  const [entry] = await logOf(planId)
  expect(entry).toContain("Sheet")
})

test("a deleted result returns under its id, and its check-ins name it again", async () => {
  const { planId, goalId, second } = await measured()
  await checkIn(planId, goalId, { values: [{ keyResultId: second.id, current: 5 }] })
  expect((await goalOf(planId, goalId))?.progress).toBe(0.25)
  await api.send(keyResultCalls.remove, { planId, id: second.id }, { as: ada })
  expect((await goalOf(planId, goalId))?.progress).toBe(0)
  const { modifiedDate, ...fields } = second
  const back = await api.send(keyResultCalls.restore, { ...fields, current: 5 }, { as: ada })
  expect([back.status, back.body]).toMatchObject([200, { ...fields, current: 5 }])
  expect((await goalOf(planId, goalId))?.progress).toBe(0.25)
  expect((await checkInsOf(planId, goalId))[0]?.values[1]).toMatchObject({ keyResultId: second.id, name: "Failures" })
  const never = await api.send(keyResultCalls.restore, { ...fields, id: 999_999 }, { as: ada })
  expect(never.status).toBe(404)
  await api.send(keyResultCalls.remove, { planId, id: second.id }, { as: ada })
  await db()`update app.key_result set deleted_date = now() - interval '31 days' where id = ${second.id}`
  await sweepOld()
  expect((await api.send(keyResultCalls.restore, fields, { as: ada })).status).toBe(404)
  expect((await checkInsOf(planId, goalId))[0]?.values[1]).toMatchObject({ name: null, current: 5 })
})

test("a deleted goal returns with its results and check-ins", async () => {
  const { planId, goalId, first } = await measured()
  await checkIn(planId, goalId, { values: [{ keyResultId: first.id, current: 5 }] })
  const before = await boardOf(planId)
  const had = await checkInsOf(planId, goalId)
  await api.send(goalCalls.remove, { planId, id: goalId }, { as: ada })
  expect((await boardOf(planId)).keyResults).toEqual([])
  const gone = await api.send(keyResultCalls.update, { planId, id: first.id, current: 1 }, { as: ada })
  expect(gone.status).toBe(404)
  await api.send(planCalls.restoreDeleted, { planId, entity: "goal", id: goalId }, { as: ada })
  const after = await boardOf(planId)
  expect([after.keyResults, after.goals]).toEqual([before.keyResults, before.goals])
  expect(await checkInsOf(planId, goalId)).toEqual(had)
})

test("a version and a revert bring back results and their values, and leave check-ins alone", async () => {
  const { planId, goalId, first, second } = await measured()
  await checkIn(planId, goalId, { status: 0, values: [{ keyResultId: first.id, current: 100 }] })
  const { body: version } = await api.send(planCalls.snapshot, { planId }, { as: ada })
  const before = await boardOf(planId)
  const change = async () => {
    await checkIn(planId, goalId, { status: 2, values: [{ keyResultId: first.id, current: 50 }] })
    await api.send(keyResultCalls.update, { planId, id: first.id, name: "Customers", target: 500 }, { as: ada })
    await api.send(keyResultCalls.remove, { planId, id: second.id }, { as: ada })
    await add(planId, { goalId, name: "Newer" })
  }
  const same = async () => {
    const { keyResults, goals } = await boardOf(planId)
    const plain = (rows: KeyResult[]) => rows.map(({ modifiedDate, ...row }) => row)
    expect(plain(keyResults)).toEqual(plain(before.keyResults))
    expect(goals[0]).toMatchObject({ status: 0, progress: before.goals[0]?.progress })
  }
  await change()
  const [, , , checked] = (await api.call<AuditEntry[]>("GET", `/api/Audit/unified/plan/${planId}`, { as: ada })).body
  await api.send(planCalls.restore, { planId, revisionId: version.id }, { as: ada })
  await same()
  expect(await checkInsOf(planId, goalId)).toHaveLength(2)
  expect(checked?.entityType).toBe("checkIn")
  await change()
  const [, , , again] = (await api.call<AuditEntry[]>("GET", `/api/Audit/unified/plan/${planId}`, { as: ada })).body
  await api.send(planCalls.revert, { planId, auditId: again?.id ?? 0 }, { as: ada })
  await same()
})

test("owner, period and outcome of a goal fit the plan and each other", async () => {
  const { planId, goalId } = await measured()
  const eva = await api.person()
  const set = (fields: object) =>
    api.call("PUT", `/api/Goal?planId=${planId}`, { as: ada, body: { id: goalId, ...fields } })
  const refused = await Promise.all([
    set({ ownerId: eva.id }),
    set({ startDate: "2026-12-02", dueDate: "2026-12-01" }),
    set({ outcome: "missed" }),
    set({ outcome: "won", completed: true }),
    set({ status: 3 }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  await api.join(planId, eva, 1)
  const period = { startDate: "2026-12-01T23:00:00+02:00", dueDate: "2026-12-01" }
  const done = await set({ ownerId: eva.id, ...period, completed: true, outcome: "achieved" })
  expect([done.status, done.body]).toMatchObject([
    200,
    {
      owner: { id: eva.id, userName: eva.userName },
      ownerId: eva.id,
      startDate: "2026-12-01T00:00:00.000Z",
      dueDate: "2026-12-01T00:00:00.000Z",
      outcome: "achieved",
    },
  ])
  expect((await set({ startDate: "2026-12-02" })).status).toBe(400)
  expect((await set({ completed: false })).body).toMatchObject({ completed: false, outcome: null })
  await api.send(planCalls.removeMember, { planId, userId: eva.id }, { as: ada })
  expect(await goalOf(planId, goalId)).toMatchObject({ owner: null, ownerId: null })
})

test("a copy of a plan has the results at their start, with days moved, and no status or check-ins", async () => {
  const { planId, goalId, first } = await measured()
  const period = { startDate: "2026-10-01", dueDate: "2026-12-31" }
  await api.send(goalCalls.update, { planId, id: goalId, ownerId: ada.id, ...period }, { as: ada })
  await checkIn(planId, goalId, { values: [{ keyResultId: first.id, current: 100 }] })
  const { body } = await api.send(
    planCalls.copy,
    { planId, name: "Copy", firstDay: "2027-01-01", owners: true } as never,
    { as: ada },
  )
  const copy = await boardOf((body as { id: number }).id)
  expect(copy.goals).toMatchObject([
    {
      ownerId: ada.id,
      startDate: "2027-01-01T00:00:00.000Z",
      dueDate: "2027-04-02T00:00:00.000Z",
      status: null,
      progress: 0,
      lastCheckIn: null,
    },
  ])
  expect(copy.keyResults).toMatchObject([
    { goalId: copy.goals[0]?.id, name: "Sign-ups", unit: "people", start: 0, target: 400, current: 0 },
    { name: "Failures", start: 8, target: 2, current: 8 },
  ])
})

test.each(["json", "md"] as const)(
  "an export as %s and its import keep results, owner, period, status and outcome",
  async (format) => {
    const { planId, goalId, first } = await measured()
    const period = { startDate: "2026-10-01", dueDate: "2026-12-31" }
    await checkIn(planId, goalId, { status: 2, values: [{ keyResultId: first.id, current: 100.25 }] })
    await api.send(
      goalCalls.update,
      { planId, id: goalId, ownerId: ada.id, ...period, completed: true, outcome: "missed" },
      { as: ada },
    )
    const before = await boardOf(planId)
    const file = (await out(planId, format)).text
    const after = await boardOf((await imported(file, `plan.${format}`)).id)
    const of = ({ goals, keyResults }: typeof before) => [
      goals.map(({ name, ownerId, startDate, dueDate, status, outcome, progress, completed }) => ({
        name,
        ownerId,
        startDate,
        dueDate,
        status,
        outcome,
        progress,
        completed,
      })),
      keyResults.map(({ name, unit, start, target, current }) => ({ name, unit, start, target, current })),
    ]
    expect(of(after)).toEqual(of(before))
  },
)

test("visitors see status and progress, and no values", async () => {
  const { planId, goalId, first } = await measured()
  await checkIn(planId, goalId, { note: "Hidden note", values: [{ keyResultId: first.id, current: 100 }] })
  const { body: link } = await api.send(linkCalls.makeLink, { planId }, { as: ada })
  const visit = await visitBy(new Request(link.url), link.url.split("/public/")[1] ?? "")
  const headers = { [visitHeader]: visit.state === "open" ? visit.visitKey : "" }
  const { body, text } = await api.send(publicCalls.board, {}, { headers })
  expect(body.goals[0]).toMatchObject({ id: goalId, status: 1, progress: 0.125 })
  expect(text).not.toMatch(/Hidden|Sign-ups|keyResults|lastCheckIn|"owner":\{"id"/)
})
