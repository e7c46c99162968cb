// Protocol 1.0.0, malformed input, slow clients, limits, and an unavailable database.
import net from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { until } from "../support/until.ts"
import { anonKey, type Gateway, join, openGateway, stopClock, token } from "./gateway.ts"

let house: Gateway
beforeAll(async () => {
  house = await openGateway({
    limits: { connections: 12, bufferedBytes: 1_000_000, channelsPerConnection: 3, joinsPerSecond: 20 },
  })
  for (const room of ["lab", "b", "c", "d"]) for (const sub of ["1", "2"]) await house.seat(room, sub)
})
afterAll(() => house?.close())

const topic = "realtime:room:lab"
const config = {
  private: true,
  broadcast: { ack: true, self: true },
  presence: { key: "k", enabled: true },
  postgres_changes: [],
}

test("protocol 1.0.0 joins, sends heartbeats, receives, broadcasts, tracks presence and leaves in object frames", async () => {
  const { ws, next } = await house.socket("1.0.0")
  const send = (event: string, payload: unknown, ref: string, to = topic) =>
    ws.send(JSON.stringify({ topic: to, event, payload, ref, join_ref: to === topic ? "1" : null }))
  send("phx_join", { config, access_token: token("1") }, "1")
  expect(await next()).toEqual({
    topic,
    event: "phx_reply",
    ref: "1",
    payload: { status: "ok", response: { postgres_changes: [] } },
  })
  expect(await next()).toEqual({ topic, event: "presence_state", ref: null, payload: {} })
  send("heartbeat", {}, "2", "phoenix")
  expect(await next()).toEqual({
    topic: "phoenix",
    event: "phx_reply",
    ref: "2",
    payload: { status: "ok", response: {} },
  })
  await house.sql`select realtime.send('{"id":1}', 'Sent', 'room:lab')`
  expect(await next()).toMatchObject({
    topic,
    event: "broadcast",
    payload: { type: "broadcast", event: "Sent", payload: { id: 1 } },
  })
  send("broadcast", { type: "broadcast", event: "Mine", payload: { n: 1 } }, "3")
  expect(await next()).toMatchObject({ event: "broadcast", payload: { event: "Mine", payload: { n: 1 } } })
  expect(await next()).toMatchObject({ event: "phx_reply", ref: "3", payload: { status: "ok" } })
  send("presence", { type: "presence", event: "track", payload: { here: true } }, "4")
  expect(await next()).toMatchObject({ event: "phx_reply", ref: "4", payload: { status: "ok" } })
  expect(await next()).toMatchObject({
    event: "presence_diff",
    payload: { joins: { k: { metas: [{ here: true }] } }, leaves: {} },
  })
  send("phx_leave", {}, "5")
  expect(await next()).toMatchObject({ event: "phx_reply", ref: "5", payload: { status: "ok" } })
  expect(await next()).toMatchObject({ event: "phx_close", ref: "1" })
  ws.close()
})

test("protocol 1.0.0 receives JSON sent under 2.0.0 and skips binary messages, which it can't represent", async () => {
  const { ws, next } = await house.socket("1.0.0")
  ws.send(JSON.stringify({ topic, event: "phx_join", payload: { config, access_token: token("1") }, ref: "1" }))
  await next()
  await next()
  const client = await house.client("2")
  const two = await join(client, "room:lab")
  await two.channel.send({ type: "broadcast", event: "Bytes", payload: new ArrayBuffer(8) })
  await two.channel.send({ type: "broadcast", event: "Text", payload: { n: 2 } })
  expect(await next()).toMatchObject({ event: "broadcast", payload: { event: "Text", payload: { n: 2 } } })
  ws.close()
  await client.removeAllChannels()
})

test("protocol 2.0.0 answers unknown messages and distinguishes successive joins of a channel", async () => {
  const { ws, next } = await house.socket("2.0.0")
  const send = (...frame: unknown[]) => ws.send(JSON.stringify(frame))
  send(null, "1", topic, "broadcast", {})
  expect(await next()).toEqual([
    null,
    "1",
    topic,
    "phx_reply",
    { status: "error", response: { reason: "unmatched topic" } },
  ])
  const quiet = { config: { ...config, presence: {} }, access_token: token("1") }
  send("2", "2", topic, "phx_join", quiet)
  expect((await next())[4].status).toBe("ok")
  send("3", "3", topic, "phx_join", quiet)
  expect(await next()).toEqual(["2", "2", topic, "phx_close", {}])
  expect((await next()).slice(0, 2)).toEqual(["3", "3"])
  send("2", "4", topic, "phx_leave", {})
  expect((await next())[1]).toBe("4")
  send("3", "5", topic, "broadcast", { type: "broadcast", event: "Alive", payload: {} })
  expect((await next())[3]).toBe("broadcast")
  expect((await next()).slice(1)).toEqual(["5", topic, "phx_reply", { status: "ok", response: {} }])
  send("3", "6", "realtime:", "phx_join", { config })
  expect((await next())[4].response.reason).toMatch(/TopicNameRequired/)
  ws.close()
})

test("protocol 2.0.0 answers a request for database changes with ids, then that they are not supported", async () => {
  const { ws, next } = await house.socket("2.0.0")
  const wanted = [{ event: "*", schema: "public", table: "t" }]
  ws.send(
    JSON.stringify([
      "1",
      "1",
      topic,
      "phx_join",
      { config: { ...config, postgres_changes: wanted }, access_token: token("1") },
    ]),
  )
  expect((await next())[4].response).toEqual({ postgres_changes: [{ ...wanted[0], id: 0 }] })
  expect(await next()).toMatchObject(["1", null, topic, "system", { extension: "postgres_changes", status: "error" }])
  ws.close()
})

const frames: (string | Buffer)[] = [
  "",
  "{",
  "null",
  "[]",
  "[1,2,3,4,5]",
  "[null,null,null,null,null]",
  '{"topic":"a"}',
  '"text"',
  "[".repeat(100_000),
  Buffer.alloc(0),
  Buffer.from([3]),
  Buffer.from([3, 255, 255, 255, 255, 255, 1]),
  Buffer.from([4, 0, 0, 0, 1]),
  Buffer.from([3, 0, 0, 1, 1, 0, 1, 97, 98, 123]),
  Buffer.from([3, 0, 0, 1, 1, 0, 9, 97, 98]),
  Buffer.alloc(5_000, 255),
]
const known = [
  [null, "1", "phoenix", "heartbeat", null],
  ["1", "1", topic, "phx_join", null],
  ["1", "1", topic, "phx_join", { config: 1, access_token: {} }],
  [
    "1",
    "1",
    topic,
    "phx_join",
    { config: { private: true, presence: [], broadcast: "x", postgres_changes: {} }, access_token: token("1") },
  ],
  ["1", "2", topic, "presence", { event: { a: 1 } }],
  ["1", "2", topic, "presence", { event: "track", payload: [1] }],
  ["1", "2", topic, "presence", { event: "track" }],
  ["1", "3", topic, "broadcast", { event: 7 }],
  ["1", "3", topic, "broadcast", { event: "e" }],
  ["1", "4", topic, "access_token", { access_token: 5 }],
  ["1", "5", topic, "phx_leave", "x"],
  [{}, [], topic, "__proto__", { __proto__: 1 }],
]

test("malformed input closes at most the socket it arrived on", async () => {
  const witness = await join(await house.client("2"), "room:lab")
  for (const vsn of ["1.0.0", "2.0.0"]) {
    /** The gateway has read what was sent before. */
    const isRead = async ({ ws, frames: answers }: Awaited<ReturnType<Gateway["socket"]>>) => {
      const [ref, beat] = ["read", "heartbeat"]
      const asked = { topic: "phoenix", event: beat, payload: {}, ref, join_ref: null }
      ws.send(JSON.stringify(vsn === "2.0.0" ? [null, ref, "phoenix", beat, {}] : asked))
      await until(() => ws.readyState === ws.CLOSED || answers.some(({ data }) => data.includes(`"${ref}"`)))
    }
    for (const frame of frames) {
      const socket = await house.socket(vsn)
      socket.ws.send(frame)
      await isRead(socket)
      socket.ws.terminate()
    }
    const socket = await house.socket(vsn)
    const { ws, frames: answers } = socket
    for (const [join_ref, ref, to, event, payload] of known) {
      ws.send(
        JSON.stringify(
          vsn === "2.0.0" ? [join_ref, ref, to, event, payload] : { join_ref, ref, topic: to, event, payload },
        ),
      )
      await isRead(socket)
    }
    await until(() => answers.length > 5)
    ws.terminate()
  }
  await house.sql`select realtime.send('{}', 'StillHere', 'room:lab')`
  await until(() => witness.heard.some(({ event }) => event === "StillHere"))
  expect(witness.statuses).toEqual(["SUBSCRIBED"])
  expect(witness.heard.map(({ event }) => event)).not.toContain("b")
})

test("malformed input survives bytes that are no WebSocket, bad addresses and frames over the limit", async () => {
  const upgrade = (target: string) =>
    `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
  const first = async (text: string, then: (socket: net.Socket) => void = (socket) => socket.destroy()) => {
    const socket = net.connect(house.port, "127.0.0.1")
    socket.on("error", () => {})
    socket.write(text)
    const answer = await new Promise<string>((got) =>
      socket.once("data", (data) => got(data.toString().split("\r\n")[0] ?? "")).once("close", () => got("closed")),
    )
    then(socket)
    return answer
  }
  expect(await first(upgrade("//?vsn=2.0.0"))).toContain("404")
  expect(await first(upgrade("/realtime/v1/websocket?apikey=%E0%A4%A&vsn=2.0.0"))).toContain("401")
  const good = upgrade(`/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`)
  expect(await first(good, (socket) => socket.end(Buffer.alloc(300, 0xff)))).toContain("101")
  expect(await first(good, (socket) => socket.resetAndDestroy())).toContain("101")
  const { ws } = await house.socket("2.0.0")
  const code = new Promise((closed) => ws.once("close", closed))
  ws.send("x".repeat(10_000))
  expect(await code).toBe(1009)
  await until(() => house.gateway.counts().connections <= 4)
})

test("disconnects a client that doesn't read, and only that one", async () => {
  const { ws, next } = await house.socket("2.0.0")
  ws.send(JSON.stringify(["1", "1", topic, "phx_join", { config, access_token: token("1") }]))
  await next()
  const two = await join(await house.client("2"), "room:lab")
  ws.pause()
  const text = "x".repeat(200_000)
  for (let n = 0; n < 80; n++) await house.sql`select realtime.send(${house.sql.json({ n, text })}, 'Big', 'room:lab')`
  await until(() => house.logged.includes("realtime socket dropped: it does not read"))
  await until(() => two.heard.length === 80)
  expect(two.statuses).toEqual(["SUBSCRIBED"])
  ws.terminate()
})

test("refuses a fourth channel of three, and a flood of joins", async () => {
  stopClock()
  const client = await house.client("1")
  for (const room of ["b", "c", "lab"]) expect((await join(client, `room:${room}`)).statuses[0]).toBe("SUBSCRIBED")
  expect((await join(client, "room:d")).statuses[0]).toMatch(/ChannelRateLimitReached/)
  await client.removeAllChannels()
  const { ws, frames } = await house.socket("2.0.0")
  const code = new Promise((closed) => ws.once("close", closed))
  for (let n = 0; n < 30; n++) ws.send(JSON.stringify([`${n}`, `${n}`, "realtime:x", "phx_join", { config }]))
  expect(await code).toBe(1008)
  expect(frames.some(({ data }) => data.includes("ClientJoinRateLimitReached"))).toBe(true)
})

test("refuses users over the limit until one leaves", async () => {
  const small = await openGateway({ limits: { connections: 2 } })
  await small.seat("lab", "1")
  const enter = async () => join(await small.client("1"), "room:lab")
  const [first, second, late] = [await enter(), await enter(), await enter()]
  expect([first.statuses, second.statuses]).toEqual([["SUBSCRIBED"], ["SUBSCRIBED"]])
  expect(late.statuses[0]).toMatch(/ConnectionRateLimitReached/)
  void first.channel.socket.disconnect()
  await until(() => late.statuses.includes("SUBSCRIBED"))
  await small.close()
})

test("an unavailable database closes the sockets when notices are lost; clients reconnect and receive again", async () => {
  const shaken = await openGateway()
  await shaken.seat("lab", "1")
  const one = await join(await shaken.client("1"), "room:lab")
  const kill = () =>
    shaken.superuser`select count(pg_terminate_backend(pid)) from pg_stat_activity
      where application_name = 'laneway realtime notices' and datname = current_database()`
  await kill()
  await until(() => one.statuses.length > 1)
  expect(one.statuses[1]).toMatch(/CHANNEL_ERROR/)
  await until(() => one.statuses.at(-1) === "SUBSCRIBED")
  expect(shaken.gateway.ready()).toBe(true)
  await shaken.sql`select realtime.send('{}', 'Back', 'room:lab')`
  await until(() => one.heard.length)
  await shaken.close()
})

test("an unavailable database refuses joins until the database is back", async () => {
  const shaken = await openGateway()
  await shaken.seat("lab", "1")
  const one = await join(await shaken.client("1"), "room:lab")
  const [row] = await shaken.superuser`select current_database() as name`
  const name = String(row?.name)
  await shaken.superuser.unsafe(`alter database ${name} with connection limit 0`)
  await shaken.superuser`select count(pg_terminate_backend(pid)) from pg_stat_activity
    where application_name like 'laneway realtime%' and datname = current_database()`
  await until(() => !shaken.gateway.ready())
  await until(() => one.statuses.filter((status) => status !== "SUBSCRIBED").length > 1)
  const late = await join(await shaken.client("1"), "room:lab")
  expect(late.statuses[0]).toMatch(/InitializingProjectConnection/)
  await shaken.superuser.unsafe(`alter database ${name} with connection limit -1`)
  await until(() => late.statuses.at(-1) === "SUBSCRIBED" && one.statuses.at(-1) === "SUBSCRIBED")
  await shaken.close()
})
