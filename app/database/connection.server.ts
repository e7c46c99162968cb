import postgres from "postgres"

export type Sql = postgres.Sql<Record<string, never>>
export type DatabaseOptions = {
  url: string
  /** Path of the server's Unix socket, used instead of the address in `url`: half the round-trip time. */
  socket: string | null
  /** Connections for calls; few, since postgres.js pipelines many requests over each. */
  max: number
  /** False behind a transaction pooler. */
  prepare: boolean
}

let pool: Sql | undefined

/** Opens the pool once for the process; a second call replaces it after closing the first. */
export const openDatabase = async (options: DatabaseOptions) => {
  await pool?.end({ timeout: 1 })
  pool = postgres(options.url, {
    ...(options.socket ? { path: options.socket } : {}),
    max: options.max,
    prepare: options.prepare,
    // The app.* functions find rows by id: one query plan serves every call, and planning costs more than running.
    connection: { application_name: "laneway", TimeZone: "UTC", plan_cache_mode: "force_generic_plan" },
    connect_timeout: 5,
    // Seconds. The driver's defaults grow to 20, and a call that gets such a connection waits that long.
    backoff: (attempt: number) => Math.min(0.5, 0.05 * 2 ** attempt),
    onnotice: () => {},
    types: {
      // bigint ids are far below 2^53.
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
    },
  }) as unknown as Sql
  return pool
}

export const closeDatabase = async () => {
  await pool?.end({ timeout: 2 })
  pool = undefined
}

/** The process's pool. */
export const db = (): Sql => {
  if (!pool) throw new Error("the database is not open")
  return pool
}
