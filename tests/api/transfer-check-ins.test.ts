// Check-ins in exports and imports.
import { afterAll, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { keyResultCalls } from "~/contract/key-result"
import { db } from "~/database/connection.server"
import { openMeasured } from "../support/api/measured.ts"

const { add, api, boardOf, checkIn, checkInsOf, imported, out, close, owner: ada } = await openMeasured()
afterAll(close)

const noticesOf = async (id: number) =>
  (await db()`select count(*)::int as count from app.notification where person_id = ${id}`)[0]?.count

test("check-ins of an imported plan have their values, date and author, and do not notify it", async () => {
  const grace = await api.person()
  const { plan, goal: measured } = await api.filled(ada)
  const [planId, goalId] = [plan.id, measured.id]
  const first = await add(planId, { goalId, name: "Sign-ups", start: 0, target: 400 })
  const second = await add(planId, { goalId, name: "Failures", start: 8, target: 2 })
  await api.join(planId, grace)
  await checkIn(planId, goalId, { note: "One\nline", values: [{ keyResultId: first.id, current: 100 }] }, grace)
  const values = [
    { keyResultId: first.id, current: 250.5 },
    { keyResultId: second.id, current: 4 },
  ]
  await checkIn(planId, goalId, { status: 2, confidence: 3, values })
  const gone = await add(planId, { goalId, name: "Gone", start: 0, target: 1 })
  await checkIn(planId, goalId, { status: 0, values: [{ keyResultId: gone.id, current: 1 }] })
  await api.send(keyResultCalls.remove, { planId, id: gone.id }, { as: ada })
  const said = await checkInsOf(planId, goalId)
  const zip = (await out(planId, "zip")).bytes
  const json = (await out(planId, "json")).text
  const markdown = (await out(planId, "md")).text
  expect(markdown).toContain(`at risk, ${grace.userName}: One&#10;line`)
  const before = await noticesOf(grace.id)
  for (const [content, name] of [
    [json, "p.json"],
    [zip as Uint8Array<ArrayBuffer>, "p.zip"],
  ] as const) {
    const copy = await imported(content, name)
    expect(copy.leftOut).toEqual([])
    expect((await out(copy.id, "json")).text).toBe(json)
    const { goals, keyResults } = await boardOf(copy.id)
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
    const left = (await boardOf(copy.id)).goals.find((each) => each.id === id)
    expect(left?.lastCheckIn).toMatchObject({ confidence: 3 })
  }
  const copy = await imported(markdown, "p.md")
  expect((await out(copy.id, "md")).text).toBe(markdown)
  expect(await noticesOf(grace.id)).toBe(before)
})
