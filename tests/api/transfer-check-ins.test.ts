// Check-ins in exports and imports.
import { afterAll, beforeAll, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { keyResultCalls } from "~/contract/key-result"
import { db } from "~/database/connection.server"
import { openTransfer, type Transfer } from "../support/api/transfer.ts"

let t: Transfer
let api: Transfer["api"]
let ada: Transfer["owner"]
beforeAll(async () => {
  t = await openTransfer()
  api = t.api
  ada = t.owner
})
afterAll(() => t.close())

const add = async (planId: number, goalId: number, name: string, start: number, target: number) =>
  (await api.send(keyResultCalls.create, { planId, goalId, name, start, target }, { as: ada })).body
const checkIn = (planId: number, id: number, more: object, as = ada) =>
  api.send(goalCalls.checkIn, { planId, id, status: 1, ...more }, { as })
const checkInsOf = async (planId: number, id: number) =>
  (await api.send(goalCalls.checkIns, { planId, id }, { as: ada })).body
const noticesOf = async (id: number) =>
  (await db()`select count(*)::int as count from app.notification where person_id = ${id}`)[0]?.count

test("check-ins of an imported plan have their values, date and author, and do not notify it", async () => {
  const grace = await api.person()
  const { plan, goal: measured } = await api.filled(ada)
  const [planId, goalId] = [plan.id, measured.id]
  const first = await add(planId, goalId, "Sign-ups", 0, 400)
  const second = await add(planId, goalId, "Failures", 8, 2)
  await api.join(planId, grace)
  await checkIn(planId, goalId, { note: "One\nline", values: [{ keyResultId: first.id, current: 100 }] }, grace)
  const values = [
    { keyResultId: first.id, current: 250.5 },
    { keyResultId: second.id, current: 4 },
  ]
  await checkIn(planId, goalId, { status: 2, confidence: 3, values })
  const gone = await add(planId, goalId, "Gone", 0, 1)
  await checkIn(planId, goalId, { status: 0, values: [{ keyResultId: gone.id, current: 1 }] })
  await api.send(keyResultCalls.remove, { planId, id: gone.id }, { as: ada })
  const said = await checkInsOf(planId, goalId)
  const zip = (await t.out(planId, "zip")).bytes
  const json = (await t.out(planId, "json")).text
  const markdown = (await t.out(planId, "md")).text
  expect(markdown).toContain(`at risk, ${grace.userName}: One&#10;line`)
  const before = await noticesOf(grace.id)
  for (const [content, name] of [
    [json, "p.json"],
    [zip as Uint8Array<ArrayBuffer>, "p.zip"],
  ] as const) {
    const copy = await t.imported(content, name)
    expect(copy.leftOut).toEqual([])
    expect((await t.out(copy.id, "json")).text).toBe(json)
    const { goals, keyResults } = await t.boardOf(copy.id)
    const ids = new Map([first, second].map(({ id, name }) => [id, keyResults.find((each) => each.name === name)?.id]))
    const goal = goals.find(({ lastCheckIn }) => lastCheckIn)
    const id = goal?.id as number
    expect(goal?.lastCheckIn).toEqual({
      createdDate: said[0]?.createdDate,
      status: 0,
      confidence: null,
      createdBy: { id: null, userName: ada.userName },
    })
    const found = await checkInsOf(copy.id, id)
    expect(found).toEqual(
      said.map(({ createdBy, ...each }) => ({
        ...each,
        id: expect.any(Number),
        planId: copy.id,
        goalId: id,
        values: each.values
          .filter(({ keyResultId }) => ids.has(keyResultId))
          .map((value) => ({ ...value, keyResultId: ids.get(value.keyResultId) })),
        createdBy: { id: ada.id, userName: ada.userName },
        importedAuthor: { id: expect.any(Number), userName: createdBy.userName },
      })),
    )
    const [newest] = found
    await api.send(goalCalls.removeCheckIn, { planId: copy.id, id: newest?.id as number }, { as: ada })
    const left = (await t.boardOf(copy.id)).goals.find((each) => each.id === id)
    expect(left?.lastCheckIn).toMatchObject({ confidence: 3 })
  }
  const copy = await t.imported(markdown, "p.md")
  expect((await t.out(copy.id, "md")).text).toBe(markdown)
  expect(await noticesOf(grace.id)).toBe(before)
})
