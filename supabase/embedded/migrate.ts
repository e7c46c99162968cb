// bootstrap(superUrl, sqlText): the initial contents of hosted Supabase. migrate(url, dir): the product's own schema.
import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import postgres from "postgres"
import { recordParts, refuseIncomplete } from "./parts.ts"
import { type Statement, splitStatements } from "./statements.ts"

export type Migration = { version: string; name: string; file: string; text: string; statements: () => Statement[] }

/** By version; text null: the Supabase CLI has recorded none. */
type Applied = ReadonlyMap<string, { name: string | null; text: string | null }>

/** The advisory lock under which processes on one database take turns. */
const LOCK = 7_263_401

/** The project's `supabase/` directory, also when this code runs from a bundle below `build/server`. */
export const supabaseDirectory = () => {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const bases = [process.cwd(), ...[1, 2, 3].map((levels) => path.resolve(here, "../".repeat(levels)))]
  const found = bases
    .map((base) => path.join(base, "supabase"))
    .find((dir) => fs.existsSync(path.join(dir, "migrations")))
  if (!found) throw new Error(`No supabase/migrations directory in ${bases.join(", ")}`)
  return found
}

/**
 * Runs `sqlText` as the superuser, all or nothing, unless exactly this text has run before; `sqlText` must be
 * idempotent. If it creates the role `postgres`, that role gets the superuser's password. Returns whether it ran.
 */
export const bootstrap = async (superUrl: string, sqlText: string): Promise<boolean> => {
  const sql = open(superUrl)
  try {
    return await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK})`
      await tx`create schema if not exists supabase_embedded`
      await tx`create table if not exists supabase_embedded.bootstrap (sha256 text not null, applied_at timestamptz not null default now())`
      const hash = createHash("sha256").update(sqlText).digest("hex")
      const [done] = await tx`select 1 from supabase_embedded.bootstrap where sha256 = ${hash}`
      if (done) return false
      await run(tx, "bootstrap.sql", splitStatements(sqlText))
      await tx`reset role`
      const [role] = await tx`select 1 from pg_roles where rolname = 'postgres' and rolname <> current_user`
      const password = decodeURIComponent(new URL(superUrl).password)
      if (role && password)
        await tx.unsafe(`alter role postgres with login password '${password.replaceAll("'", "''")}'`)
      await tx`insert into supabase_embedded.bootstrap (sha256) values (${hash})`
      return true
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * Applies the migrations of `dir` that the database lacks, in order, each in one transaction with its record in
 * supabase_migrations.schema_migrations as the Supabase CLI writes it. Returns the files applied.
 */
export const migrate = async (url: string, dir: string): Promise<string[]> => {
  const migrations = readMigrations(dir)
  const sql = open(url)
  try {
    refuseOther(await readRecord(sql), migrations)
    await prepareRecord(sql)
    const recorded = await readRecord(sql)
    const applied: string[] = []
    for (const migration of migrations) {
      if (!recorded.has(migration.version) && (await applyOne(sql, migration))) applied.push(migration.file)
    }
    // `supabase db push` may have added columns.
    await sql.begin(renewWriters)
    await sql.begin(recordParts)
    return applied
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * Refuses a database whose record isn't a part of `migrations`, and one that lacks what recorded ones made. Changes nothing.
 * `whole`: refuses one that lacks any migration, too, and records the parts of one that has them all.
 */
export const checkRecord = async (url: string, migrations: Migration[], { whole = false } = {}): Promise<void> => {
  const sql = open(url)
  try {
    const recorded = await readRecord(sql)
    refuseOther(recorded, migrations)
    const missing = whole ? migrations.filter(({ version }) => !recorded.has(version)) : []
    if (missing.length > 0)
      throw new Error(`The database lacks migrations: ${missing.map(({ file }) => file).join(", ")}. Apply them first.`)
    await refuseIncomplete(sql)
    // Here others apply the migrations, and record no parts.
    if (whole) await sql.begin(recordParts)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Whether a database lacks the initial contents of hosted Supabase. */
export const needsBootstrap = async (url: string): Promise<boolean> => {
  const sql = open(url)
  try {
    const [row] = await sql`select to_regclass('realtime.messages') is null as missing`
    return row?.missing === true
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export const readMigrations = (dir: string): Migration[] => {
  const files = fs.readdirSync(dir).filter((file) => file.endsWith(".sql"))
  return migrationsOf(Object.fromEntries(files.map((file) => [file, fs.readFileSync(path.join(dir, file), "utf8")])))
}

/** `texts`: by the name of their file. */
export const migrationsOf = (texts: Record<string, string>): Migration[] => {
  const migrations = Object.keys(texts)
    .sort()
    .map((file) => {
      const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
      if (!version || !name) throw new Error(`Migration ${file}: the name must be <timestamp>_<name>.sql`)
      const text = texts[file] ?? ""
      return { version, name, file, text, statements: () => splitStatements(text) }
    })
  const twice = migrations.find((migration, index) => migrations[index - 1]?.version === migration.version)
  if (twice) throw new Error(`Migration ${twice.file}: another file has the version ${twice.version}`)
  return migrations
}

const open = (url: string) =>
  postgres(url, {
    max: 1,
    prepare: false,
    onnotice: () => {},
    connection: {
      application_name: "laneway migrate",
      lock_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  })

const prepareRecord = async (sql: postgres.Sql) => {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK})`
    await tx`create schema if not exists supabase_migrations`
    await tx`create table if not exists supabase_migrations.schema_migrations (version text not null primary key)`
    await tx`alter table supabase_migrations.schema_migrations add column if not exists statements text[]`
    await tx`alter table supabase_migrations.schema_migrations add column if not exists name text`
  })
}

const readRecord = async (sql: postgres.Sql): Promise<Applied> => {
  const [found] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as there`
  if (!found?.there) return new Map()
  const rows = await sql<{ version: string; name: string | null; statements: string[] | null }[]>`
    select version, to_jsonb(m) ->> 'name' as name, to_jsonb(m) -> 'statements' as statements
    from supabase_migrations.schema_migrations m order by version`
  return new Map(rows.map(({ version, name, statements }) => [version, { name, text: statements?.join("\n") ?? null }]))
}

const refuseOther = (recorded: Applied, migrations: Migration[]) => {
  const last = migrations.at(-1)?.version ?? ""
  const texts = new Map(migrations.map(({ version, text }) => [version, text]))
  const unknown = [...recorded].filter(([version]) => !texts.has(version))
  const isOther = [...recorded].some(([version, { text }]) => {
    const known = texts.get(version)
    return known === undefined ? version < last : text !== null && withoutLayout(text) !== withoutLayout(known)
  })
  if (isOther)
    throw new Error(
      "The database was made by an earlier build and can't be used by this one. It was not changed: " +
        "export its plans with that build, then start this one on a new, empty database or DATA_DIR and import them.",
    )
  if (unknown.length === 0) return
  const names = unknown.map(([version, { name }]) => `${version} ${name ?? ""}`.trim())
  throw new Error(`The database was migrated by a newer version of the product (${names.join(", ")}): start that one.`)
}

/** Without comments and white space; without semicolons, since the Supabase CLI may split statements elsewhere. */
const withoutLayout = (text: string) => text.replace(/--.*/g, "").replace(/[\s;]+/g, "")

// The lock belongs to the transaction because a transaction pooler loses session locks.
const applyOne = (sql: postgres.Sql, { version, name, file, statements }: Migration) =>
  sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK})`
    const [done] = await tx`select 1 from supabase_migrations.schema_migrations where version = ${version}`
    if (done) return false
    const all = statements()
    await run(tx, file, all)
    await renewWriters(tx)
    await tx`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${version}, ${name}, ${all.map((statement) => statement.text)})`
    return true
  })

/** The functions that write a table name its columns: they follow whatever a migration changed. */
const renewWriters = async (tx: postgres.TransactionSql) => {
  await tx`select pg_advisory_xact_lock(${LOCK})`
  const [found] = await tx`select to_regproc('app.define_writers') is not null as there`
  if (found?.there) await tx`select app.define_writers()`
}

const run = async (tx: postgres.TransactionSql, file: string, statements: Statement[]) => {
  for (const { text, line } of statements) {
    try {
      await tx.unsafe(text)
    } catch (error) {
      const { message, position } = error as { message: string; position?: string }
      const before = position ? text.slice(0, Number(position) - 1).split("\n").length - 1 : 0
      throw new Error(`${file}, line ${line + before}: ${message}\n${shorten(text)}`, { cause: error })
    }
  }
}

const shorten = (statement: string) => (statement.length > 400 ? `${statement.slice(0, 400)}…` : statement)
