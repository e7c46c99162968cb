// cloneDatabase(): a migrated database for one test file or test.
import { randomBytes } from "node:crypto"
import postgres from "postgres"
import { inject } from "vitest"

export type ClonedDatabase = {
  /** role `postgres`, as the app connects */
  url: string
  /** superuser */
  superUrl: string
  /** Ends its connections and drops it. */
  drop: () => Promise<void>
}

export const cloneDatabase = async (): Promise<ClonedDatabase> => {
  const name = `test_${randomBytes(8).toString("hex")}`
  await asSuperuser((sql) =>
    sql.unsafe(`create database ${name} owner postgres template laneway_template strategy file_copy`),
  )
  return {
    url: withDatabase(inject("postgresUrl"), name),
    superUrl: withDatabase(inject("postgresSuperUrl"), name),
    drop: async () => {
      await asSuperuser((sql) => sql.unsafe(`drop database if exists ${name} with (force)`))
    },
  }
}

export const asSuperuser = async (work: (sql: postgres.Sql) => Promise<unknown>, url = inject("postgresSuperUrl")) => {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const withDatabase = (url: string, name: string) => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
