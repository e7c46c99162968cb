import postgres from "postgres"

export type Sql = postgres.Sql<Record<string, never>>
export type DatabaseOptions = {
  url: string
  /** Path of the server's Unix socket, used instead of the address in `url`: half the round-trip time. */
  socket: string | null
  /** Connections for calls; few, since postgres.js pipelines many requests over each. With 1, all work shares it. */
  max: number
  /** Connections for each of the four kinds of other work; 0: it shares those of calls. 2 by default. */
  others?: number
  /** False behind a transaction pooler. */
  prepare: boolean
  /** The longest that a call's statement and a search take. */
  callMs?: number
  searchMs?: number
  /** Hears warnings of the database, each text at most once a minute. */
  warn?: (message: string, fields: Record<string, unknown>) => void
}

/** Each has connections of its own, so that none waits for another's. */
type Pools = { calls: Sql; searches: Sql; boards: Sql; wholePlans: Sql; background: Sql }

let pools: Pools | undefined

/** Longest time of a statement that moves a whole plan, and of background work. */
const longMs = 180_000
const idleMs = 15_000
const repeatMs = 60_000
const mostHeard = 100

/** Warnings come with any statement: hosted `realtime.send` warns where it can't store a message, and every write sends some. */
const warnedOf = (warn: NonNullable<DatabaseOptions["warn"]>) => {
  const heard = new Map<string, number>()
  return ({ severity, message = "" }: postgres.Notice) => {
    const now = performance.now()
    if (severity !== "WARNING" || now - (heard.get(message) ?? Number.NEGATIVE_INFINITY) < repeatMs) return
    if (heard.size >= mostHeard) heard.clear()
    heard.set(message, now)
    warn("the database warns", { warning: message.slice(0, 500) })
  }
}

const openPool = ({ url, socket, prepare, warn }: DatabaseOptions, max: number, statementMs: number, keep = false) =>
  postgres(url, {
    ...(socket ? { path: socket } : {}),
    max,
    prepare,
    // Seconds after which an unused connection is closed; calls keep theirs, with its prepared statements.
    ...(keep ? {} : { idle_timeout: 120 }),
    connection: {
      application_name: "laneway",
      TimeZone: "UTC",
      // The app.* functions find rows by id: one query plan serves every call, and planning costs more than running.
      plan_cache_mode: "force_generic_plan",
      statement_timeout: statementMs,
      // Shorter than the statement's: a refusal that names the wait, while the work before it is small.
      lock_timeout: Math.min(10_000, Math.ceil(statementMs / 2)),
      idle_in_transaction_session_timeout: idleMs,
    },
    connect_timeout: 5,
    // Seconds. The driver's defaults grow to 20, and a call that gets such a connection waits that long.
    backoff: (attempt: number) => Math.min(0.5, 0.05 * 2 ** attempt),
    onnotice: warn ? warnedOf(warn) : () => {},
    types: {
      // bigint ids are far below 2^53.
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
    },
  }) as unknown as Sql

/** Opens the pools once for the process; a second call replaces them after closing the first. Connections are made when needed. */
export const openDatabase = async (options: DatabaseOptions) => {
  await closeDatabase(1)
  const calls = openPool(options, options.max, options.callMs ?? 30_000, true)
  const others = options.max === 1 ? 0 : (options.others ?? 2)
  const more = (ms: number) => (others === 0 ? calls : openPool(options, others, ms))
  pools = {
    calls,
    searches: more(options.searchMs ?? 2_000),
    boards: more(options.callMs ?? 30_000),
    wholePlans: more(longMs),
    background: more(longMs),
  }
  await readTypesOnce(Object.values(pools))
  return calls
}

/**
 * The driver reads how arrays are written on every new connection, where a failure becomes an unhandled rejection. It is the
 * same for all connections.
 */
const readTypesOnce = async ([first, ...others]: Sql[]) => {
  if (!first) return
  try {
    await first`select 1`
  } catch {
    // The first statement of each connection reads it, once the database is there.
    return
  }
  for (const pool of [first, ...others]) {
    for (const name of ["parsers", "serializers"] as const) Object.assign(pool.options[name], first.options[name])
    Object.assign(pool.options, { fetch_types: false })
  }
}

export const closeDatabase = async (seconds = 2) => {
  const open = pools
  pools = undefined
  if (open) await Promise.all(Object.values(open).map((pool) => pool.end({ timeout: seconds })))
}

const opened = () => {
  if (!pools) throw new Error("the database is not open")
  return pools
}

/** The connections of calls. */
export const db = (): Sql => opened().calls
export const searchDb = (): Sql => opened().searches
/** For large boards and pages of long texts: what is sent on a connection waits for the answer before it. */
export const boardDb = (): Sql => opened().boards
/** For imports, restores and versions. */
export const wholePlanDb = (): Sql => opened().wholePlans
/** For work that no call waits for: indexing, sweeps, hourly versions. */
export const backgroundDb = (): Sql => opened().background

/**
 * Listens to a channel over the driver's one listening connection, which reconnects by itself. `onConnected` runs on
 * every connect, also the first: notices may have been missed before. Resolves to a function that stops listening.
 */
export const listen = async (channel: string, onNotice: (payload: string) => void, onConnected?: () => void) => {
  const { unlisten } = await db().listen(channel, onNotice, onConnected)
  return unlisten
}
