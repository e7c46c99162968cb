// One Postgres for the whole test run, bootstrapped, migrated and saved as the template that `cloneDatabase` copies.
// Its files, before a test wrote to them, are what `startProduct` starts with.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import postgres from "postgres"
import type { TestProject } from "vitest/node"
import { bootstrap, migrate, supabaseDirectory } from "../../../supabase/embedded/migrate.ts"
import { startPostgres } from "../../../supabase/embedded/postgres.ts"
import { copyCluster } from "./prepared-cluster.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** superuser, database `postgres` */
    postgresSuperUrl: string
    /** role `postgres`, database `postgres` */
    postgresUrl: string
  }
}

const PREFIX = "laneway-test-"

export default async function setup(project: TestProject) {
  await sweep()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`))
  await prepare(dataDir)
  const running = await startPostgres({ dataDir, durable: false })
  const stop = async () => {
    await running.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(running.superUrl)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide("postgresSuperUrl", running.superUrl)
  project.provide("postgresUrl", running.url)
  return stop
}

const prepare = async (dataDir: string) => {
  const { superUrl, url, stop } = await startPostgres({ dataDir, durable: false })
  try {
    const directory = supabaseDirectory()
    await bootstrap(superUrl, fs.readFileSync(path.join(directory, "embedded/bootstrap.sql"), "utf8"))
    await migrate(url, path.join(directory, "migrations"))
  } finally {
    await stop()
  }
  const prepared = path.join(dataDir, "prepared")
  copyCluster(path.join(dataDir, "postgres"), prepared)
  process.env.PREPARED_POSTGRES = prepared
}

const makeTemplate = async (superUrl: string) => {
  const sql = postgres(superUrl, { max: 1, onnotice: () => {} })
  await sql`create database laneway_template owner postgres template postgres strategy file_copy`
  await sql`alter database laneway_template with is_template true allow_connections false`
  await sql.end()
}

// A killed run leaves its Postgres and files behind: the next run removes them.
const sweep = async () => {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (!pid || isRunning(pid)) continue
    const dataDir = path.join(os.tmpdir(), name)
    if (fs.statSync(dataDir).uid !== (process.getuid?.() ?? 0)) continue
    const left = path.join(dataDir, "postgres/data/postmaster.pid")
    if (fs.existsSync(left)) await (await startPostgres({ dataDir, durable: false })).stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
