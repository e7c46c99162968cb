// The backup that docs/deploy.md describes for a hosted database: pg_dump of one Postgres 15, restored into another.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { linkCalls } from "~/contract/public-link"
import { startSession } from "~/domain/sign-in/session.server"
import { findPostgres15 } from "../../scripts/steps/postgres-15.mjs"
import { bootstrap, checkRecord, migrate, readMigrations, supabaseDirectory } from "../../supabase/embedded/migrate.ts"
import { openApi } from "../support/api/api.ts"
import { stocked } from "../support/api/every-call.ts"
import { type Postgres15, startPostgres15 } from "../support/database/postgres-15.ts"
import { findPostgresClient } from "../support/database/postgres-client.ts"

const root = await findPostgres15()
const client = root ? findPostgresClient() : null
const migrations = path.join(supabaseDirectory(), "migrations")
const deploy = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/deploy.md"), "utf8")

let source: Postgres15
let target: Postgres15
let directory: string

beforeAll(async () => {
  if (!root || !client) return
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-hosted-backup-"))
  ;[source, target] = await Promise.all([startPostgres15(root), startPostgres15(root)])
  await migrate(source.url, migrations)
})
afterAll(async () => {
  await Promise.all([source?.stop(), target?.stop()])
  if (directory) fs.rmSync(directory, { recursive: true, force: true })
})

/** The page's command with its words in capitals replaced. */
const asWritten = (program: "pg_dump" | "psql", values: Record<string, string>) => {
  const [, line = ""] = new RegExp(`^ {4}${program} (.+)$`, "m").exec(deploy) ?? []
  const args = line.split(" ").map((arg) => arg.replace(/\b[A-Z]{3,}\b/, (word) => values[word] ?? word))
  if (!client || args.length < 3) throw new Error(`docs/deploy.md has no ${program} command`)
  return client(program, args)
}

const opened = (url: string) => postgres(url, { max: 1, onnotice: () => {} })
const withDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
const apiOn = (database: Postgres15) => openApi({ database: { ...database, drop: async () => {} } })

const waysIn = ["session", "sign_in_link", "mcp_ticket", "public_link", "plan_key", "agent_grant", "feed"]

/** Rows of every table of `app`, except those with credentials, and the number of keys. */
const contents = async ({ url }: Postgres15) => {
  const sql = opened(url)
  const left = ["ended_session", "rate", "made", ...waysIn]
  const tables = await sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'app' order by 1`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.filter(({ name }) => !left.includes(name)))
    rows[name] = (
      await sql<{ row: string }[]>`
        select to_jsonb(t)::text as row from ${sql(`app.${name}`)} t order by 1`
    ).flatMap(({ row }) => (row.includes('"kind": "keys"') ? [] : row))
  await sql.end()
  return rows
}

test.skipIf(!client)(
  "a dump made as the page says comes back whole, and every way in of that time has ended",
  async () => {
    const from = await apiOn(source)
    const ada = await from.person()
    const { plan } = await stocked(from, ada)
    const key = await from.key(plan.id)
    await from.send(linkCalls.makeLink, { planId: plan.id }, { as: ada })
    const board = (await from.send(planCalls.board, { planId: plan.id }, { as: ada })).body
    const notes = (await from.send(noteCalls.list, { planId: plan.id }, { as: ada })).body
    await from.call("POST", "/api/Account/RequestEmailSignIn", { body: { email: ada.email } })
    await from.close()
    const platform = opened(source.url)
    await platform`alter table supabase_migrations.schema_migrations
      add column created_by text, add column idempotency_key text unique, add column rollback text[]`
    await platform`create table supabase_migrations.seed_files (path text primary key, hash text not null)`
    await platform`insert into supabase_migrations.seed_files values ('supabase/seed.sql', 'x')`
    await platform.end()
    const before = await contents(source)
    expect(Object.values(before).flat().length).toBeGreaterThan(60)

    const file = path.join(directory, "laneway.sql")
    expect(asWritten("pg_dump", { ADDRESS: source.url, FILE: file })).toMatchObject({ status: 0, stderr: "" })
    // Started once, and used since.
    await migrate(target.url, migrations)
    const used = await apiOn(target)
    await used.plan(await used.person())
    await used.close()
    const restored = asWritten("psql", { ADDRESS: target.url, FILE: file })
    expect(restored).toMatchObject({ status: 0, stderr: "" })
    await checkRecord(target.url, readMigrations(migrations), { whole: true })
    expect(await migrate(target.url, migrations)).toEqual([])
    expect(await contents(target)).toEqual(before)

    const to = await apiOn(target)
    expect((await to.send(planCalls.board, { planId: plan.id }, { as: ada })).status).toBe(401)
    const headers = { "x-api-key": key, authorization: `Bearer ${key}` }
    expect((await to.send(planCalls.board, { planId: plan.id }, { headers })).status).toBe(401)
    const sql = opened(target.url)
    for (const table of waysIn) expect([table, ...(await sql`select from ${sql(`app.${table}`)}`)]).toEqual([table])
    await sql.end()

    const again = { ...ada, cookie: `laneway_session=${await startSession(ada.id)}` }
    expect((await to.send(accountCalls.userProfile, {}, { as: again })).body.email).toBe(ada.email)
    const shown = (await to.send(planCalls.board, { planId: plan.id }, { as: again })).body
    expect(shown).toEqual({ ...board, plan: { ...board.plan, integrationEnabled: false } })
    expect((await to.send(noteCalls.list, { planId: plan.id }, { as: again })).body).toEqual(notes)
    // Ids go on where they ended.
    expect((await to.filled(again)).plan.id).toBeGreaterThan(plan.id)
    await to.close()
  },
)

test.skipIf(!client)("a backup of another version is refused, and changes nothing", async () => {
  const file = path.join(directory, "older.sql")
  const sql = opened(source.url)
  const [last] = await sql`select * from supabase_migrations.schema_migrations order by version desc limit 1`
  await sql`delete from supabase_migrations.schema_migrations where version = ${last?.version}`
  expect(asWritten("pg_dump", { ADDRESS: source.url, FILE: file }).status).toBe(0)
  await sql`insert into supabase_migrations.schema_migrations ${sql(last as never)}`
  await sql.end()
  const before = await contents(target)
  const { status, stderr } = asWritten("psql", { ADDRESS: target.url, FILE: file })
  expect(status).not.toBe(0)
  expect(stderr).toContain("The backup is of another version of Laneway")
  expect(stderr).toContain(`only in the database: ${last?.version}`)
  expect(await contents(target)).toEqual(before)
  await checkRecord(target.url, readMigrations(migrations), { whole: true })
})

test.skipIf(!client)(
  "a database restored from a dump of the schemas lacks what is outside of them, and is not started",
  async () => {
    const file = path.join(directory, "schemas.sql")
    const schemas = ["--schema=app", "--schema=supabase_migrations", "--no-owner", `--file=${file}`]
    expect(client?.("pg_dump", [...schemas, source.url])).toMatchObject({ status: 0 })
    const name = "from_schemas"
    const sql = opened(target.superUrl)
    await sql.unsafe(`create database ${name} owner postgres`)
    await sql.end()
    const url = withDatabase(target.url, name)
    const text = fs.readFileSync(path.join(supabaseDirectory(), "embedded/bootstrap.sql"), "utf8")
    await bootstrap(withDatabase(target.superUrl, name), text)
    client?.("psql", ["--no-psqlrc", `--file=${file}`, url])
    const fault = await checkRecord(url, readMigrations(migrations)).catch((error: Error) => error.message)
    expect(fault).toMatch(
      /^The database lacks what its migrations made: .* more\. It was not changed\. docs\/deploy\.md/,
    )
  },
)
