// openDatabaseServer(settings, log): the embedded Postgres or the one of DATABASE_URL, migrated.

import fs from "node:fs"
import path from "node:path"
import { codeOf, messageOf } from "~/contract/problem"
import {
  bootstrap,
  checkRecord,
  migrate,
  needsBootstrap,
  readMigrations,
  supabaseDirectory,
} from "../../supabase/embedded/migrate"
import { startPostgres } from "../../supabase/embedded/postgres"
import type { Database } from "./app"
import { unverifiedDatabase } from "./database-tls"
import type { Log } from "./log"
import { endRestoredAccess } from "./restored"
import type { Settings } from "./settings"

export type DatabaseServer = { database: Database; stop: () => Promise<void> }

export const openDatabaseServer = async (settings: Settings, log: Log): Promise<DatabaseServer> =>
  settings.database ? openGiven(settings, settings.database, log) : openEmbedded(settings, log)

const openEmbedded = async ({ dataDir }: Settings, log: Log): Promise<DatabaseServer> => {
  const running = await startPostgres({ dataDir, log })
  try {
    await checkRecord(running.superUrl, readMigrations(migrationsDirectory()))
    if (await bootstrap(running.superUrl, bootstrapText())) log("info", "database bootstrapped")
    await bringUpToDate(running.url, log)
    if (await endRestoredAccess(dataDir, running.url))
      log("info", "a backup was restored: the sessions, links and keys in it have ended")
  } catch (error) {
    await running.stop()
    throw error
  }
  return { database: { url: running.url, socket: running.socket, prepare: true }, stop: running.stop }
}

// A hosted Supabase has everything but the product's own schema; any other Postgres lacks what bootstrap.sql makes.
const openGiven = async (
  { hosted }: Settings,
  database: Omit<Database, "socket">,
  log: Log,
): Promise<DatabaseServer> => {
  const warning = unverifiedDatabase(database.url)
  if (warning) log("warn", warning)
  try {
    await checkRecord(database.url, readMigrations(migrationsDirectory()))
    if (!hosted && (await needsBootstrap(database.url))) {
      await bootstrap(database.url, bootstrapText())
      log("info", "database bootstrapped")
    }
    await bringUpToDate(database.url, log)
  } catch (cause) {
    if (isForbidden(cause))
      throw new Error(
        "DATABASE_URL: its user may not prepare the database. Give it the rights, or run supabase/embedded/bootstrap.sql " +
          "as a superuser (not on Supabase) and `supabase db push` yourself.",
        { cause },
      )
    throw new Error(`DATABASE_URL: the database cannot be used. ${messageOf(cause)}`, { cause })
  }
  return { database: { ...database, socket: null }, stop: async () => {} }
}

const bringUpToDate = async (url: string, log: Log) => {
  const files = await migrate(url, migrationsDirectory())
  if (files.length > 0) log("info", "database migrated", { files })
}

const migrationsDirectory = () => path.join(supabaseDirectory(), "migrations")

const bootstrapText = () => fs.readFileSync(path.join(supabaseDirectory(), "embedded/bootstrap.sql"), "utf8")

const isForbidden = (error: unknown): boolean =>
  codeOf(error) === "42501" || (error instanceof Error && error.cause != null && isForbidden(error.cause))
