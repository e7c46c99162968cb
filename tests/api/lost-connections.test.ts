// A connection to the database that ends at any moment fails the statement it carries, and nothing else.
import net from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { closeDatabase, type DatabaseOptions, db, openDatabase, wholePlanDb } from "~/database/connection.server"
import { transaction } from "~/database/transaction.server"
import { type ClonedDatabase, cloneDatabase } from "../support/database/database.ts"

let database: ClonedDatabase
let proxy: net.Server
/** What clients send that ends their connection, as often as given. */
let fatal: { text: string; times: number } | undefined
const seen: string[] = []
const sockets = new Set<net.Socket>()
const unhandled: unknown[] = []
let options: DatabaseOptions
beforeEach(async () => {
  fatal = undefined
  unhandled.length = 0
  await openDatabase(options)
})
const note = (error: unknown) => unhandled.push(error)

beforeAll(async () => {
  database = await cloneDatabase()
  const { hostname, port } = new URL(database.url)
  proxy = net.createServer((client) => {
    const server = net.connect(Number(port), hostname)
    sockets.add(client)
    client.on("data", (bytes) => {
      const text = bytes.toString("latin1")
      seen.push(text)
      if (fatal && fatal.times > 0 && text.includes(fatal.text)) {
        fatal.times--
        return client.destroy()
      }
      server.write(bytes)
    })
    server.on("data", (bytes) => client.write(bytes))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on("error", () => {})
      one.on("close", () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  const url = new URL(database.url)
  url.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`
  options = { url: url.href, socket: null, max: 2, prepare: true }
  process.on("unhandledRejection", note)
  process.on("uncaughtException", note)
})
afterAll(async () => {
  process.off("unhandledRejection", note)
  process.off("uncaughtException", note)
  await closeDatabase()
  proxy.close()
  for (const socket of sockets) socket.destroy()
  await database.drop()
})

const numbers = () => wholePlanDb()`select ${[1, 2, 3]}::bigint[] as numbers, ${["a", "b, c"]}::text[] as texts`
const both = [{ numbers: [1, 2, 3], texts: ["a", "b, c"] }]

test("arrays are sent and read on each pool, also after a reconnect, without asking for types again", async () => {
  expect([...(await numbers())]).toEqual(both)
  seen.length = 0
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(() =>
      numbers()
        .then((rows) => [...rows])
        .catch(() => null),
    )
    .toEqual(both)
  expect(seen.some((text) => text.includes("select "))).toBe(true)
  expect(seen.filter((text) => text.includes("typarray"))).toEqual([])
})

const inTransaction = () =>
  transaction(async (tx) => {
    await tx`select 1 as first`
    await tx`select 2 as second`
  }).then(
    () => true,
    () => false,
  )

test.each(["begin", "as first", "as second", "commit"])(
  "a transaction whose connection ends at %j fails alone",
  async (text) => {
    await db()`select 8`
    fatal = { text, times: 4 }
    const running = Array.from({ length: 4 }, inTransaction)
    await Promise.all(running)
    fatal = undefined
    await expect.poll(inTransaction).toBe(true)
    expect(unhandled).toEqual([])
  },
)

test.each(["typarray", "select 7"])("an end at %j leaves no rejection unhandled", async (text) => {
  for (const socket of sockets) socket.destroy()
  fatal = { text, times: 3 }
  const asked = Array.from({ length: 20 }, () => db()`select 7 as seven`.then(() => true).catch(() => false))
  await Promise.all(asked)
  fatal = undefined
  await expect.poll(() => db()`select 8`.then(() => true).catch(() => false)).toBe(true)
  expect(unhandled).toEqual([])
})
