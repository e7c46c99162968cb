// listenForNotices(options): the database's notices to the gateway, over a dedicated connection that is reopened
// whenever it is lost.
import { setTimeout as sleep } from "node:timers/promises"
import postgres from "postgres"
import { type Broadcast, isObject } from "./realtime-frames.ts"

export type NoticeHandlers = {
  onEmit(topic: string, broadcast: Broadcast): void
  /** `sub` is null for everybody */
  onRevoked(topic: string, sub: string | null): void
  onSessionEnded(session: string): void
  /** From now on notices may be lost, until `onUp`. */
  onDown(): void
  onUp(): void
}

export type NoticeOptions = NoticeHandlers & {
  url: string
  log: (level: "info" | "warn", message: string, fields?: Record<string, unknown>) => void
}

export type Notices = { close(): Promise<void> }

const RETRY_MS = 250
const PROBE_EVERY_MS = 5_000
const PROBE_LIMIT_MS = 3_000

/** Resolves when the first connection listens; rejects when it cannot. */
export const listenForNotices = async (options: NoticeOptions): Promise<Notices> => {
  const { onDown, onUp, log } = options
  let current: postgres.Sql | null = null
  let closing = false

  const connect = async () => {
    const parts = createAssembler(options.onEmit)
    // postgres.js' own listen() is built on onnotify, but reconnects without reporting it.
    const handlers = {
      onnotify: (channel: string, payload: string) => {
        if (channel === "realtime_emit") parts(payload)
        else handleRevoked(payload, options)
      },
      onclose: () => {
        if (current === sql) lost()
      },
    }
    const sql: postgres.Sql = postgres(options.url, {
      ...handlers,
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      fetch_types: false,
      connection: {
        application_name: "laneway realtime notices",
        statement_timeout: 5_000,
        lock_timeout: 2_500,
        idle_in_transaction_session_timeout: 5_000,
      },
    })
    try {
      await sql`listen realtime_emit`
      await sql`listen realtime_revoked`
      current = sql
    } catch (error) {
      await sql.end({ timeout: 0 }).catch(() => {})
      throw error
    }
  }

  const lost = () => {
    const gone = current
    current = null
    void gone?.end({ timeout: 0 }).catch(() => {})
    if (closing) return
    log("warn", "realtime lost its notices; reconnecting")
    onDown()
    void reconnect()
  }

  const reconnect = async () => {
    while (!closing && !current) {
      await sleep(RETRY_MS)
      await connect().catch(() => {})
    }
    if (closing) return void current?.end({ timeout: 0 }).catch(() => {})
    log("info", "realtime hears notices again")
    onUp()
  }

  // A hanging connection (a stopped Postgres, a cut network) never closes, so it is probed.
  const probe = setInterval(async () => {
    const asked = current
    if (!asked) return
    const answered = asked`select 1`.then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([answered, sleep(PROBE_LIMIT_MS, false)])) && current === asked) lost()
  }, PROBE_EVERY_MS)
  probe.unref()

  try {
    await connect()
  } catch (error) {
    clearInterval(probe)
    throw error
  }
  return {
    async close() {
      closing = true
      clearInterval(probe)
      await current?.end({ timeout: 1 })
    },
  }
}

/** Reads realtime_emit notices as `realtime.send` writes them and joins the parts of large ones. */
export const createAssembler = (onEmit: NoticeHandlers["onEmit"]) => {
  // The parts of one event arrive in order, uninterrupted: Postgres delivers a transaction's notices together.
  let open: { id: string; texts: string[] } | null = null

  return (notice: string) => {
    const end = notice.indexOf("\n")
    const head = parse(notice.slice(0, end))
    if (end < 0 || !Array.isArray(head)) return
    const [id, topic, event, part, isLast] = head
    if (typeof id !== "string" || typeof topic !== "string" || typeof event !== "string") return
    const text = notice.slice(end + 1)
    if (typeof part !== "number") return onEmit(topic, { event, payload: text, id })
    if (part === 0) open = { id, texts: [] }
    if (open?.id !== id || open.texts.length !== part) {
      open = null
      return
    }
    open.texts.push(text)
    if (!isLast) return
    const payload = open.texts.join("")
    open = null
    onEmit(topic, { event, payload, id })
  }
}

const handleRevoked = (notice: string, { onRevoked, onSessionEnded }: NoticeHandlers) => {
  const message = parse(notice)
  if (!isObject(message)) return
  if (typeof message.session === "string") return onSessionEnded(message.session)
  if (typeof message.topic === "string") onRevoked(message.topic, message.sub == null ? null : String(message.sub))
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
