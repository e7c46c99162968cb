import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loadConfig } from "~/server/config"
import { openDatabaseServer } from "~/server/database-server"
import { resolveSettings } from "~/server/settings"
import { checkRecord, migrate, readMigrations, supabaseDirectory } from "../../supabase/embedded/migrate.ts"
import { splitStatements } from "../../supabase/embedded/statements.ts"
import { type ClonedDatabase, cloneDatabase } from "../support/database/database.ts"

let database: ClonedDatabase
let sql: postgres.Sql
let directory: string

beforeAll(async () => {
  database = await cloneDatabase()
  sql = postgres(database.url, { max: 2, onnotice: () => {} })
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-migrations-"))
  fs.cpSync(path.join(supabaseDirectory(), "migrations"), directory, { recursive: true })
})

afterAll(async () => {
  await sql.end()
  await database.drop()
  fs.rmSync(directory, { recursive: true, force: true })
})

const write = (file: string, text: string) => {
  fs.writeFileSync(path.join(directory, file), text)
}

const ofEarlierBuild = /^[^\n]+export its plans with that build, then start this one on a new, empty database[^\n]+$/

const withClone = async (work: (clone: { url: string; sql: postgres.Sql }) => Promise<void>) => {
  const clone = await cloneDatabase()
  const sql = postgres(clone.superUrl, { max: 1, onnotice: () => {} })
  try {
    await work({ url: clone.url, sql })
  } finally {
    await sql.end()
    await clone.drop()
  }
}

const contents = async (sql: postgres.Sql) => {
  const objects = await sql`
    select n.nspname, c.relname, c.relkind, c.relfilenode, array(select a.attname from pg_attribute a where a.attrelid = c.oid) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace order by 1, 2`
  const functions = await sql`select p.oid::regprocedure::text as name, p.xmin::text from pg_proc p order by 1`
  const record = await sql`select m.*, m.xmin::text from supabase_migrations.schema_migrations m`
  return { objects: [...objects], functions: [...functions], record: [...record] }
}

test("migrate leaves the record that the Supabase CLI reads", async () => {
  const columns = await sql`
    select column_name as name, data_type as type, is_nullable as nullable from information_schema.columns
    where table_schema = 'supabase_migrations' and table_name = 'schema_migrations' order by ordinal_position`
  expect([...columns]).toEqual([
    { name: "version", type: "text", nullable: "NO" },
    { name: "statements", type: "ARRAY", nullable: "YES" },
    { name: "name", type: "text", nullable: "YES" },
  ])
  const rows = await sql`select version, name, statements from supabase_migrations.schema_migrations order by version`
  const files = readMigrations(path.join(supabaseDirectory(), "migrations"))
  expect(rows.map((row) => `${row.version}_${row.name}.sql`)).toEqual(files.map(({ file }) => file))
  expect(rows[0]?.statements).toEqual(files[0]?.statements().map(({ text }) => text))
  expect(rows.every((row) => row.statements.every((text: string) => !text.endsWith(";")))).toBe(true)
})

test("migrate applies new migrations once, even when two processes start together", async () => {
  write("29990101000000_extra.sql", "create table public.extra (id int);\ninsert into public.extra values (1);")
  const both = await Promise.all([migrate(database.url, directory), migrate(database.url, directory)])
  expect(both.flat()).toEqual(["29990101000000_extra.sql"])
  expect(await migrate(database.url, directory)).toEqual([])
  expect(await sql`select id from public.extra`).toHaveLength(1)
})

test("migrate reports file, line and statement of an error, and rolls that file back", async () => {
  write(
    "29990102000000_broken.sql",
    "create table public.half (id int);\n\n-- wrong\ninsert into\n  public.nowhere values (1);",
  )
  const fault = await migrate(database.url, directory).catch((error: Error) => error.message)
  expect(fault).toContain('29990102000000_broken.sql, line 5: relation "public.nowhere" does not exist')
  expect(fault).toContain("insert into")
  const [half] = await sql`select to_regclass('public.half') as there`
  expect(half?.there).toBeNull()
  expect(await sql`select 1 from supabase_migrations.schema_migrations where name = 'broken'`).toHaveLength(0)
  fs.rmSync(path.join(directory, "29990102000000_broken.sql"))
})

test("migrate refuses a database that a newer version migrated", async () => {
  fs.rmSync(path.join(directory, "29990101000000_extra.sql"))
  await expect(migrate(database.url, directory)).rejects.toThrow(/newer version.*29990101000000 extra/)
})

test("migrate refuses a database of an earlier build with one line, and changes nothing in it", async () => {
  await withClone(async ({ url, sql }) => {
    await sql`drop schema supabase_embedded cascade`
    await sql`drop schema realtime cascade`
    await sql`alter table supabase_migrations.schema_migrations drop column statements`
    await sql`delete from supabase_migrations.schema_migrations`
    await sql`insert into supabase_migrations.schema_migrations values ('20261121000001', 'people')`
    const before = await contents(sql)
    const settings = resolveSettings(loadConfig({ DATABASE_URL: url, DATA_DIR: directory }, directory))
    const fault = await openDatabaseServer(settings, () => {}).catch((error: Error) => error.message)
    expect(fault).toMatch(ofEarlierBuild)
    expect(await contents(sql)).toEqual(before)
  })
})

test("migrate refuses a database that another text of a file has migrated, and changes nothing in it", async () => {
  await withClone(async ({ url, sql }) => {
    await sql`update supabase_migrations.schema_migrations
      set statements = array_append(statements, 'create table app.gone ()') where name = 'prompts'`
    const before = await contents(sql)
    await expect(migrate(url, directory)).rejects.toThrow(ofEarlierBuild)
    expect(await contents(sql)).toEqual(before)
  })
})

test("migrate refuses a database with a file that is no longer among the others", async () => {
  await withClone(async ({ url, sql }) => {
    await sql`insert into supabase_migrations.schema_migrations (version, name) values ('202611220000025', 'between')`
    await expect(migrate(url, directory)).rejects.toThrow(ofEarlierBuild)
  })
})

test.each([
  ["drop view api.meeting", /lacks what its migrations made: .*view api\.meeting\. It was not changed/],
  ["drop policy visible on app.plan", /: policy visible on app\.plan for authenticated\. /],
  [
    'drop policy "hear own topics" on realtime.messages',
    /: policy "hear own topics" on realtime\.messages for authenticated\. /,
  ],
  ["alter table app.goal disable row level security", /: row security of app\.goal\. /],
  ["drop index app.event_of_note", /: index app\.event_of_note\. /],
  ["drop schema api cascade", /: .*; .*; .*; .*; .* and \d+ more\. /],
])("a database with a table of others is used; after %s it is refused, by name", async (statement, fault) => {
  await withClone(async ({ url, sql }) => {
    const settings = resolveSettings(loadConfig({ DATABASE_URL: url, DATA_DIR: directory }, directory))
    const start = () => openDatabaseServer(settings, () => {}).catch((error: Error) => error.message)
    await sql`create table app.theirs (id int)`
    expect(await start()).toMatchObject({ database: { url } })
    await sql.unsafe(statement)
    const before = await contents(sql)
    expect(await start()).toMatch(fault)
    expect(await contents(sql)).toEqual(before)
  })
})

test("the seed of a local project renews the functions that write tables", async () => {
  await withClone(async ({ url, sql }) => {
    await sql`alter table app.goal add column mood text`
    const seed = fs.readFileSync(path.join(supabaseDirectory(), "seed.sql"), "utf8")
    const asOwner = postgres(url, { max: 1, onnotice: () => {} })
    for (const text of splitStatements(seed)) await asOwner.unsafe(text.text)
    await asOwner.end()
    const [writer] = await sql`select prosrc from pg_proc where oid = 'app.insert_goal'::regproc`
    expect(writer?.prosrc).toContain("mood")
  })
})

test("parts that a later migration drops are not missed", async () => {
  await withClone(async ({ url, sql }) => {
    write("29990103000000_less.sql", "drop view api.meeting;")
    expect(await migrate(url, directory)).toEqual(["29990103000000_less.sql"])
    await checkRecord(url, readMigrations(directory))
    const [record] = await sql`select 'view api.meeting' = any (parts) as has, migrations from app.made`
    await sql`delete from app.made`
    await checkRecord(url, readMigrations(directory), { whole: true })
    expect(await sql`select from app.made`).toHaveLength(1)
    expect(record).toMatchObject({ has: false, migrations: expect.arrayContaining(["29990103000000"]) })
  })
  fs.rmSync(path.join(directory, "29990103000000_less.sql"))
})

test("migrate takes a record that differs in comments, white space and where statements end", async () => {
  await withClone(async ({ url, sql }) => {
    await sql`update supabase_migrations.schema_migrations
      set statements = array['-- a comment; another one' || chr(13) || chr(10) || array_to_string(statements, '; ' || chr(10)) || ';']`
    await sql`update supabase_migrations.schema_migrations set statements = null where name = 'prompts'`
    expect(await migrate(url, directory)).toEqual([])
  })
})

test("migrate refuses a file name without a version", () => {
  write("oops.sql", "select 1")
  expect(() => readMigrations(directory)).toThrow("oops.sql")
  fs.rmSync(path.join(directory, "oops.sql"))
})

const texts = (source: string) => splitStatements(source).map(({ text }) => text)

test("splitStatements doesn't split inside quotes, comments, dollar quotes and atomic bodies", () => {
  expect(texts("select ';'; select E'it\\';'; select \"a;b\"")).toEqual([
    "select ';'",
    "select E'it\\';'",
    'select "a;b"',
  ])
  expect(texts("do $a$ begin; $$;$$ end $a$; select 1")).toEqual(["do $a$ begin; $$;$$ end $a$", "select 1"])
  expect(texts("/* ; /* ; */ ; */ select 1 -- ;\n; select 2")).toEqual(["/* ; /* ; */ ; */ select 1 -- ;", "select 2"])
  const atomic = "create function f() returns int begin atomic select case when true then 1 end; select 2; end"
  expect(texts(`${atomic}; select 3`)).toEqual([atomic, "select 3"])
})

test("splitStatements drops parts without a statement and counts lines", () => {
  expect(splitStatements("\n-- nothing\n;;\n select 1;\n-- end\n")).toEqual([{ text: "select 1", line: 4 }])
})
