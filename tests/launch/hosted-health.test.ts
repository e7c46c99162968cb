// /readyz with realtime and storage elsewhere: it asks with the keys, and the log says what they are answered.
import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { withCrowd } from "~/domain/sign-in/realtime-ticket.server"
import { openRealtime } from "~/outside/realtime.server"
import { checkRealtime, forgetJoin, isCrowded } from "~/outside/realtime-check.server"
import { checkStorage, openStorage, putObject } from "~/outside/storage.server"
import { createHealth } from "~/server/health"
import type { Settings } from "~/server/settings"
import { type ClonedDatabase, cloneDatabase } from "../support/database/database.ts"
import { openSupabase } from "../support/product/gateway-process.ts"

let database: ClonedDatabase
let supabase: Awaited<ReturnType<typeof openSupabase>>

beforeAll(async () => {
  database = await cloneDatabase()
  supabase = await openSupabase(database.url)
})
afterAll(async () => {
  await supabase.close()
  await database.drop()
})
beforeEach(forgetJoin)

type Logged = { message: string; part?: unknown; error?: Error & { code?: string } }

const healthWith = (more: Partial<Record<"url" | "anonKey" | "serviceRoleKey" | "jwtSecret", string>> = {}) => {
  const { env } = supabase
  const given = {
    url: env.SUPABASE_URL,
    anonKey: env.SUPABASE_ANON_KEY,
    serviceRoleKey: env.SUPABASE_SERVICE_ROLE_KEY,
    jwtSecret: env.SUPABASE_JWT_SECRET,
    ...more,
  }
  const logged: Logged[] = []
  const log = (_level: string, message: string, fields = {}) => void logged.push({ message, ...fields })
  openRealtime(given)
  openStorage({ ...given, warn: (message, fields) => log("warn", message, fields) })
  const settings = { hosted: true, supabase: given } as unknown as Settings
  const pings = { pingDatabase: async () => {}, pingRealtime: checkRealtime, pingStorage: checkStorage }
  return {
    logged,
    health: () => createHealth({ settings, gateway: null, log, ...pings }).check(),
    pings,
    settings,
    log,
  }
}

test("with the right keys all is well: one channel is joined, once", async () => {
  const before = supabase.upgrades()
  const { health, logged } = healthWith()
  for (const _ of [1, 2, 3])
    expect(await health()).toEqual({ ready: true, parts: { database: "ok", realtime: "ok", storage: "ok" } })
  expect(supabase.upgrades() - before).toBe(1)
  expect(logged).toEqual([])
})

test.each([
  [{ jwtSecret: "another secret of the project that is long enough" }, "realtime", "401", /JWT signature/],
  [{ serviceRoleKey: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln" }, "storage", "403", /JWT|signature/],
] as const)("wrong keys are not ready, and the log says what was answered: %o", async (keys, part, code, reason) => {
  const { health, logged } = healthWith(keys)
  expect(await health()).toMatchObject({ ready: false, parts: { database: "ok", [part]: `failed (${code})` } })
  expect(logged).toMatchObject([
    { message: "a part is not ready", part, error: { code, message: expect.stringMatching(reason) } },
  ])
})

test("a key for browsers that no socket is opened with is not ready", async () => {
  const { health, logged } = healthWith({ anonKey: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln" })
  expect(await health()).toMatchObject({ ready: false, parts: { realtime: "failed (socket)", storage: "ok" } })
  expect(logged).toMatchObject([{ part: "realtime", error: { message: expect.stringContaining("socket") } }])
})

test("the log names a lasting fault once, and its end", async () => {
  const { logged, pings, settings, log } = healthWith()
  let fault: Error | null = new Error("Invalid API key")
  const ping = async () => {
    if (fault) throw fault
  }
  const health = createHealth({
    settings,
    gateway: null,
    log,
    ...pings,
    pingRealtime: ping,
    pingStorage: ping,
    freshMs: -1,
  })
  for (const _ of [1, 2]) expect((await health.check()).ready).toBe(false)
  fault = null
  for (const _ of [1, 2]) expect((await health.check()).ready).toBe(true)
  expect(logged.map(({ message, part }) => `${part}: ${message}`).sort()).toEqual([
    "realtime: a part is not ready",
    "realtime: a part is ready again",
    "storage: a part is not ready",
    "storage: a part is ready again",
  ])
})

test("sockets that are refused for their number leave the process ready", async () => {
  const server = http.createServer((request, response) => {
    request.resume()
    response.statusCode = request.url?.includes("/api/broadcast") ? 202 : 429
    response.end("Too many connected users")
  })
  server.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  expect(await isCrowded()).toBe(false)
  forgetJoin()
  healthWith({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  await checkRealtime()
  // A browser that was refused a socket learns why with its next ticket.
  expect(await withCrowd({ token: "t" }, true)).toEqual({ token: "t", crowded: true })
  expect(await withCrowd({ token: "t" }, false)).toEqual({ token: "t" })
  forgetJoin()
  server.close()
  expect(await withCrowd({ token: "t" }, true)).toEqual({ token: "t" })
})

test("an upload that storage refuses logs the status and the reason", async () => {
  const { logged } = healthWith({ serviceRoleKey: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln" })
  const put = putObject("1/a", new Uint8Array([1]), "text/plain").catch((error) => error.problem.status)
  expect(await put).toBe(503)
  expect(logged).toEqual([
    {
      message: "storage has failed a call",
      during: "bucket",
      status: "403",
      reason: expect.any(String),
      error: undefined,
    },
  ])
})
