// The statements that app.define_writer generates from the catalogue.
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Plan } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { type Api, type Caller, openApi } from "../support/api.ts"

let api: Api
let ada: Caller
let plan: Plan
beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  plan = await api.plan(ada)
})
afterAll(() => api.close())

const write = (name: string, rows: object[], planId = plan.id) =>
  db()`select ${db().unsafe(`app.${name}`)}(${planId}, ${ada.id}, ${JSON.stringify(rows)}::text::jsonb)`
const goal = {
  name: "Docks",
  description: "",
  explanation: "",
  color: "#000000",
  order: 1,
  completed: false,
  type: 0,
  is_draft: false,
}
const stored = async (id: number) => (await db()`select * from app.goal where id = ${id}`)[0]

test("refuses a column the table doesn't have and one that no write sets", async () => {
  await expect(write("insert_goal", [{ id: 900_001, ...goal, colour: "red" }])).rejects.toMatchObject({
    code: "42703",
    message: "app.goal has no column colour to write",
  })
  await write("insert_goal", [{ id: 900_001, ...goal }])
  for (const column of ["nonsense", "plan_id", "version", "deletion_id"]) {
    await expect(write("update_goal", [{ id: 900_001, [column]: 7 }])).rejects.toMatchObject({ code: "42703" })
  }
  expect(await stored(900_001)).toMatchObject({ version: 1, plan_id: plan.id, deletion_id: null })
})

test("an insert takes the default of a column that is absent", async () => {
  await write("insert_goal", [{ id: 900_002, ...goal }])
  const made = await stored(900_002)
  expect(made).toMatchObject({ version: 1, created_by: ada.id, icon_name: null })
  expect(Date.now() - Number(made?.created_date)).toBeLessThan(60_000)
})

test("an update sets null columns and leaves absent ones", async () => {
  await write("insert_goal", [{ id: 900_003, ...goal, icon_name: "anchor", video_link: "https://example.org" }])
  await write("update_goal", [{ id: 900_003, icon_name: null }])
  expect(await stored(900_003)).toMatchObject({ icon_name: null, video_link: "https://example.org", version: 2 })
})

test("a row of another plan is neither changed nor deleted", async () => {
  const other = await api.plan(ada)
  await write("insert_goal", [{ id: 900_004, ...goal }])
  await write("update_goal", [{ id: 900_004, name: "Stolen" }], other.id)
  await write("delete_goal", [{ id: 900_004 }], other.id)
  expect(await stored(900_004)).toMatchObject({ name: "Docks", version: 1 })
})

test("10,000 rows are inserted and updated, each with its own columns", async () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => 910_000 + at)
  await write(
    "insert_goal",
    ids.map((id, at) => ({ id, ...goal, order: at })),
  )
  await write(
    "update_goal",
    ids.map((id, at) => (at % 2 ? { id, name: `Goal ${at}` } : { id, order: -at })),
  )
  const [row] = await db()`
    select count(*)::int as n, count(*) filter (where name = 'Goal ' || "order")::int as renamed,
      count(*) filter (where name = 'Docks' and "order" <= 0)::int as moved from app.goal where id >= 910000 and version = 2`
  expect(row).toEqual({ n: 10_000, renamed: 5_000, moved: 5_000 })
})
