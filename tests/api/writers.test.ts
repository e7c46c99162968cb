// The statements that app.define_writer generates from the catalogue.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { db } from "~/database/connection.server"
import { migrate, supabaseDirectory } from "../../supabase/embedded/migrate.ts"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
const plan = await api.plan(ada)
afterAll(api.close)

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
  const [began] = await db()<{ at: Date }[]>`select now() as at`
  await write("insert_goal", [{ id: 900_002, ...goal }])
  const made = await stored(900_002)
  expect(made).toMatchObject({ version: 1, created_by: ada.id, icon_name: null })
  expect(Number(made?.created_date)).toBeGreaterThanOrEqual(Number(began?.at))
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

test("a column that a later migration adds is written and restored with a version, until another drops it", async () => {
  const migrations = mkdtempSync(join(tmpdir(), "laneway-migrations-"))
  cpSync(join(supabaseDirectory(), "migrations"), migrations, { recursive: true })
  const { id: planId } = await api.plan(ada)
  const keep = (id: number) =>
    db()`select app.do_keep_version(${planId}, ${ada.id}, ${db().json({ id, automatic: false, description: "" })})`
  const restore = (id: number) => db()`select app.do_restore_version(${planId}, ${ada.id}, ${db().json({ id })})`
  const [old, kept] = [930_001, 930_002]
  await write("insert_goal", [{ id: old, ...goal }], planId)
  await keep(old)
  try {
    const text = "alter table app.goal add column mood text not null default 'calm'"
    writeFileSync(join(migrations, "29990101000000_mood.sql"), text)
    await migrate(api.database.url, migrations)
    await write("insert_goal", [{ id: kept, ...goal }], planId)
    expect(await stored(kept)).toMatchObject({ mood: "calm", created_by: ada.id, version: 1 })
    await write("update_goal", [{ id: kept, mood: "merry" }], planId)
    expect(await stored(kept)).toMatchObject({ mood: "merry", version: 2 })

    await keep(kept)
    await write("update_goal", [{ id: kept, mood: "sad" }], planId)
    await restore(kept)
    expect(await stored(kept)).toMatchObject({ mood: "merry", version: 4 })

    // A version from before the column leaves it as it is.
    await write("update_goal", [{ id: old, mood: "glad" }], planId)
    await restore(old)
    expect(await stored(old)).toMatchObject({ mood: "glad", version: 2 })

    // One that supabase db push has applied: the writers are renewed when the server starts.
    await db()`alter table app.goal add column tide smallint`
    await migrate(api.database.url, migrations)
    await write("update_goal", [{ id: old, tide: 3 }], planId)
    expect(await stored(old)).toMatchObject({ tide: 3 })

    // A column that has gone is left out of the versions that had it.
    await db()`alter table app.goal drop column mood`
    await migrate(api.database.url, migrations)
    await db()`delete from app.goal where id = ${kept}`
    await restore(kept)
    expect(await stored(kept)).toMatchObject({ name: goal.name, deletion_id: null })
  } finally {
    rmSync(migrations, { recursive: true })
  }
})
