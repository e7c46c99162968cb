// openGateway(): a gateway on a real HTTP server over its own database, and clients of every kind for it.
import { createHmac } from "node:crypto"
import http from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js"
import postgres from "postgres"
import { onTestFinished, vi } from "vitest"
import WebSocket from "ws"
import { createRealtimeGateway, type RealtimeOptions } from "../../supabase/embedded/realtime.ts"
import { cloneDatabase } from "../support/database/database.ts"
import { until } from "../support/until.ts"

export const SECRET = "a-secret-of-at-least-thirty-two-characters"

/** Topics `room:<name>`: a seat allows receiving and seeing presence; `may_write` also sending and being present. */
const rooms = `
  create schema room;
  grant usage on schema room to authenticated, postgres;
  create table room.seat (room text, sub text, may_write boolean not null default true, primary key (room, sub));
  grant select on room.seat to authenticated;
  grant all on room.seat to postgres;
  do $$ declare p record; begin
    for p in select policyname from pg_policies where schemaname = 'realtime' and tablename = 'messages' loop
      execute format('drop policy %I on realtime.messages', p.policyname);
    end loop;
  end $$;
  create policy hear on realtime.messages for select to authenticated using (
    exists (select from room.seat s where 'room:' || s.room = (select realtime.topic()) and s.sub = (select auth.jwt() ->> 'sub')));
  create policy speak on realtime.messages for insert to authenticated with check (
    exists (select from room.seat s where 'room:' || s.room = (select realtime.topic()) and s.sub = (select auth.jwt() ->> 'sub') and s.may_write));
`

export type Gateway = Awaited<ReturnType<typeof openGateway>>

export const openGateway = async (options: Partial<RealtimeOptions> = {}) => {
  const database = await cloneDatabase()
  const superuser = postgres(database.superUrl, { max: 1, onnotice: () => {} })
  await superuser.unsafe(rooms)
  const sql = postgres(database.url, { max: 4, onnotice: () => {} })
  const logged: string[] = []
  const gateway = await createRealtimeGateway({
    url: database.url,
    jwtSecret: SECRET,
    log: (_level, message) => logged.push(message),
    ...options,
    // On a busy machine a crowd takes longer to join than people do.
    limits: { joinWithinMs: 600_000, silenceMs: 600_000, ...options.limits },
  })
  const server = http.createServer((req, res) => void answer(gateway, req, res))
  const wires = new Set<Duplex>()
  server.on("upgrade", (req, wire, head) => {
    wires.add(wire)
    gateway.handleUpgrade(req, wire, head, String(req.headers["x-test-address"] ?? "192.0.2.1"))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const port = (server.address() as AddressInfo).port
  const clients: SupabaseClient[] = []
  const sockets: WebSocket[] = []
  let marks = 0

  return {
    gateway,
    sql,
    superuser,
    logged,
    url: `http://127.0.0.1:${port}`,
    port,
    seat: (room: string, sub: string, mayWrite = true) =>
      sql`insert into room.seat values (${room}, ${sub}, ${mayWrite}) on conflict (room, sub) do update set may_write = ${mayWrite}`,

    /** An unmodified supabase-js, signed in as `sub`. */
    async client(sub: string, renewed?: () => Promise<string>) {
      // Another one each second would be sent as renewed, which counts as a message.
      const own = token(sub)
      const accessToken = renewed ?? (async () => own)
      const client = createClient(`http://127.0.0.1:${port}`, anonKey, {
        accessToken,
        realtime: { transport: WebSocket as never, timeout: 60_000 },
      })
      clients.push(client)
      await client.realtime.setAuth()
      return client
    },

    /** What the channel has received of all that the database has sent so far. */
    async heardBy({ channel, heard }: Joined) {
      const mark = `Mark ${++marks}`
      await sql`select realtime.send('{}', ${mark}, ${channel.topic.replace("realtime:", "")})`
      // It is sent after everything else, and a channel's events arrive in order.
      await until(() => heard.some(({ event }) => event === mark))
      return heard.filter(({ event }) => !event.startsWith("Mark "))
    },

    /** A bare socket; `next()` waits for the next text frame. */
    async socket(vsn: string, apikey = anonKey, address = "192.0.2.1") {
      const ws = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${apikey}&vsn=${vsn}`, {
        headers: { "x-test-address": address },
      })
      sockets.push(ws)
      const frames: { data: Buffer; isBinary: boolean }[] = []
      ws.on("message", (data, isBinary) => frames.push({ data: data as Buffer, isBinary }))
      ws.on("error", () => {})
      await new Promise((open, fail) => ws.once("open", open).once("error", fail))
      const raw = () => until(() => frames.shift())
      return { ws, raw, next: async () => JSON.parse((await raw()).data.toString()), frames }
    },

    /** Breaks every connection without a close frame, as a network failure does. */
    cut() {
      for (const wire of wires) wire.destroy()
      wires.clear()
    },

    async close() {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      for (const ws of sockets) ws.terminate()
      await gateway.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await sql.end({ timeout: 1 })
      await superuser.end({ timeout: 1 })
      await database.drop()
    },
  }
}

export const token = (sub: string, claims: Record<string, unknown> = {}, secret = SECRET) => {
  const exp = Math.floor(Date.now() / 1000) + 3_600
  const body = { role: "authenticated", aud: "authenticated", sub, exp, ...claims }
  const signed = [{ alg: "HS256", typ: "JWT" }, body].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  )
  const text = signed.join(".")
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`
}

export const anonKey = token("", { role: "anon" })

export type Joined = {
  channel: RealtimeChannel
  /** SUBSCRIBED, CLOSED, CHANNEL_ERROR: …, in order of arrival */
  statuses: string[]
  /** broadcasts in order of arrival */
  heard: { event: string; payload: unknown }[]
  system: { status: string; message: string }[]
}

/** Joins `name` and waits for the first answer. */
export const join = async (
  client: SupabaseClient,
  name: string,
  config: Record<string, unknown> = {},
): Promise<Joined> => {
  const channel = client.channel(name, { config: { private: true, ...config } })
  const joined: Joined = { channel, statuses: [], heard: [], system: [] }
  channel.on("broadcast", { event: "*" }, ({ event, payload }) => {
    joined.heard.push({ event, payload })
  })
  channel.on("system", {}, (message) => joined.system.push(message))
  channel.subscribe((status, error) => joined.statuses.push(error ? `${status}: ${error.message ?? error}` : status))
  await until(() => joined.statuses[0])
  return joined
}

/** Waits until the client has received what the gateway has written to it: the answer to a join comes after that. */
export const receiveAll = async (client: SupabaseClient) => void (await join(client, "room:nowhere"))

/**
 * Stops the clock of the gateway's limits for the rest of the test, however long a busy machine takes.
 * `vi.advanceTimersByTime` moves it.
 */
export const stopClock = () => {
  const now = performance.now()
  vi.useFakeTimers({ toFake: ["performance"] })
  onTestFinished(() => void vi.useRealTimers())
  // It begins at 0, and frames that wait by a clock that goes back would wait for as long.
  vi.advanceTimersByTime(now - performance.now())
}

const answer = async (
  gateway: { handleRequest(request: Request): Promise<Response> },
  req: http.IncomingMessage,
  res: http.ServerResponse,
) => {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)])
  const init =
    req.method === "GET" ? { headers } : { method: req.method ?? "POST", headers, body: Buffer.concat(chunks) }
  const response = await gateway.handleRequest(new Request(`http://gateway${req.url}`, init))
  res.writeHead(response.status, Object.fromEntries(response.headers))
  res.end(Buffer.from(await response.arrayBuffer()))
}
