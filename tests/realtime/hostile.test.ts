// One client, or one person, never takes what others need.
import net from "node:net"
import type { SupabaseClient } from "@supabase/supabase-js"
import { afterEach, expect, test, vi } from "vitest"
import { until } from "../support/until.ts"
import { type Gateway, join, openGateway, stopClock, token } from "./gateway.ts"

const topic = "realtime:room:hall"

const opened: Gateway[] = []
afterEach(() => Promise.all(opened.splice(0).map((house) => house.close())))

const open = async (options: Parameters<typeof openGateway>[0] = {}) => {
  const house = await openGateway(options)
  opened.push(house)
  for (const sub of ["1", "2", "3"]) await house.seat("hall", sub)
  return house
}

/** A person's own key, as the product hands out. */
const keyOf = (sub: string, claims = {}) => token(sub, { role: "anon", ...claims })

const closing = (ws: { once(event: "close", then: (code: number) => void): unknown }) =>
  new Promise<number>((closed) => ws.once("close", closed))

const joinFrame = (sub: string, { ref = "1", at = topic, claims = {} } = {}) => {
  const config = { private: true, broadcast: { ack: true }, presence: { enabled: true, key: "" } }
  return JSON.stringify([ref, ref, at, "phx_join", { config, access_token: token(sub, claims) }])
}

const enter = async (client: SupabaseClient, key = "") => {
  const channel = client.channel("room:hall", { config: { private: true, presence: { key } } })
  let syncs = 0
  channel.on("presence", { event: "sync" }, () => void syncs++)
  channel.subscribe()
  await until(() => syncs)
  const present = () => channel.presenceState<Record<string, unknown>>()
  return { channel, present }
}

test("presence takes 1 KB; above it the track is refused and the channel stays open", async () => {
  const house = await open()
  const { channel, statuses } = await join(await house.client("1"), "room:hall")
  expect(await channel.track({ at: "x".repeat(1_000) })).toBe("ok")
  expect(await channel.track({ at: "x".repeat(1_100) })).toBe("error")
  expect(await channel.untrack()).toBe("ok")
  expect(statuses).toEqual(["SUBSCRIBED"])
})

test("presence of forty sockets leaves everybody else able to join, and is bounded in all", async () => {
  const house = await open({ limits: { presenceBytesPerTopic: 10_000, connectionsPerPerson: 50 } })
  const crowd = await Promise.all(Array.from({ length: 40 }, async () => join(await house.client("1"), "room:hall")))
  const answers = await Promise.all(crowd.map(({ channel }) => channel.track({ at: "x".repeat(1_000) })))
  expect(answers.filter((answer) => answer === "ok")).toHaveLength(9)
  expect(answers.filter((answer) => answer === "error")).toHaveLength(31)

  const { ws, next, raw } = await house.socket("2.0.0")
  ws.send(joinFrame("2"))
  expect((await next())[4].status).toBe("ok")
  const states = [await raw(), await raw()].map(({ data }) => data.length)
  expect(Math.max(...states)).toBeLessThan(12_000)
})

test("presence has room again once a socket leaves", async () => {
  const house = await open({ limits: { presenceBytesPerTopic: 1_500 } })
  const [one, two] = [
    await join(await house.client("1"), "room:hall"),
    await join(await house.client("2"), "room:hall"),
  ]
  expect(await one.channel.track({ at: "x".repeat(1_000) })).toBe("ok")
  expect(await one.channel.track({ at: "y".repeat(1_000) })).toBe("ok")
  expect(await two.channel.track({ at: "x".repeat(1_000) })).toBe("error")
  void one.channel.socket.disconnect()
  await until(() => house.gateway.counts().channels === 1)
  expect(await two.channel.track({ at: "x".repeat(1_000) })).toBe("ok")
})

test("presence shows who the token says, whatever the client claims, under a key of its own", async () => {
  const house = await open()
  const as = (sub: string, userName: string) => async () => token(sub, { identity: { userId: Number(sub), userName } })
  const ada = await enter(await house.client("1", as("1", "Ada")), "tab")
  const eve = await enter(await house.client("2", as("2", "Eve")), "tab")
  await ada.channel.track({ userId: 1, userName: "Ada", connectionId: "a" })
  await until(() => eve.present().tab)
  await eve.channel.track({ userId: 1, userName: "Ada", connectionId: "a", phx_ref: "1", phx_ref_prev: "1" })
  await until(() => Object.keys(ada.present()).length === 2)
  const all = Object.values(ada.present()).flat()
  expect(all.map(({ userId, userName, connectionId }) => [userId, userName, connectionId])).toEqual([
    [1, "Ada", "a"],
    [2, "Eve", "a"],
  ])
  expect(ada.present().tab).toMatchObject([{ userName: "Ada" }])
  await eve.channel.untrack()
  await until(() => Object.keys(ada.present()).length === 1)
  expect(ada.present().tab).toMatchObject([{ userName: "Ada" }])
})

const clientEvents = { room: ["Typing"] }

test("broadcasts are the known events of the topic's kind, as objects, from whom the token says", async () => {
  const house = await open({ clientEvents })
  const eve = await join(await house.client("2", async () => token("2", { identity: { userId: 2 } })), "room:hall", {
    broadcast: { ack: true },
  })
  const ada = await join(await house.client("1"), "room:hall")
  const send = (event: string, payload: unknown) => eve.channel.send({ type: "broadcast", event, payload })
  expect(await send("ItemDeleted", { id: 1 })).toBe("error")
  expect(await send("constructor", {})).toBe("error")
  expect(await send("Typing", new Uint8Array(10).buffer)).toBe("error")
  expect(await send("Typing", { userId: 1, conversationId: 5 })).toBe("ok")
  await until(() => ada.heard.length)
  expect(ada.heard.map(({ event, payload }) => [event, payload])).toEqual([
    ["Typing", { userId: 2, conversationId: 5 }],
  ])
})

test("broadcasts over REST pass the same door, and a person's requests are counted", async () => {
  stopClock()
  const house = await open({ clientEvents, limits: { checksPerWindow: 5 } })
  const ada = await join(await house.client("1"), "room:hall")
  const post = async (event: string, payload: object) => {
    const messages = [{ topic: "room:hall", event, payload, private: true }]
    const answer = await fetch(`${house.url}/realtime/v1/api/broadcast`, {
      method: "POST",
      body: JSON.stringify({ messages }),
      headers: { authorization: `Bearer ${token("2", { identity: { userId: 2 } })}` },
    })
    return answer.status
  }
  expect(await post("ItemDeleted", {})).toBe(403)
  expect(await post("Typing", { text: "x".repeat(1_100) })).toBe(413)
  expect(await post("Typing", { userId: 1 })).toBe(202)
  await until(() => ada.heard.length)
  expect(ada.heard[0]?.payload).toEqual({ userId: 2 })
  const statuses = [
    await post("Typing", {}),
    await post("Typing", {}),
    await post("Typing", {}),
    await post("Typing", {}),
  ]
  statuses.push(await post("Typing", {}))
  expect(statuses.slice(0, 4)).toEqual([202, 202, 202, 202])
  expect(statuses[4]).toBe(429)
})

test("sockets without a channel are closed, also when theirs has ended", async () => {
  stopClock()
  const house = await open({ limits: { joinWithinMs: 500 } })
  const left = await house.socket("2.0.0")
  left.ws.send(joinFrame("1"))
  expect((await left.next())[4].status).toBe("ok")
  for (let n = 0; n < 2; n++) {
    const silent = await house.socket("2.0.0")
    const closed = closing(silent.ws)
    vi.advanceTimersByTime(501)
    expect(await closed).toBe(1008)
  }
  expect(left.ws.readyState).toBe(left.ws.OPEN)
  left.ws.send(JSON.stringify(["1", "9", topic, "phx_leave", {}]))
  const answer = await until(() => left.frames.find(({ data }) => data.includes("phx_close")))
  expect(answer.isBinary).toBe(false)
  const closed = closing(left.ws)
  vi.advanceTimersByTime(501)
  expect(await closed).toBe(1008)
})

test("sockets of one person are limited by the key, and by the token where keys are shared; others still connect", async () => {
  const house = await open({ limits: { connectionsPerPerson: 2 } })
  for (let n = 0; n < 2; n++) await house.socket("2.0.0", keyOf("1"))
  const third = await house.socket("2.0.0", keyOf("1"))
  const reason = new Promise((closed) => third.ws.once("close", (code, reason) => closed([code, String(reason)])))
  expect(await reason).toEqual([1008, "ConnectionRateLimitReached: Too many connections of yours: close some tabs"])
  await house.socket("2.0.0", keyOf("2"))

  const shared = await Promise.all([1, 2, 3].map(() => house.socket("2.0.0")))
  const answers: string[] = []
  for (const { ws, next } of shared) {
    ws.send(joinFrame("3"))
    answers.push((await next())[4].status)
  }
  expect(answers).toEqual(["ok", "ok", "error"])
  expect(house.gateway.counts().refused).toBe(2)
})

test("sockets of one address are limited, strictly while they have no channel", async () => {
  const house = await open({ limits: { connectionsPerAddress: 4, waitingPerAddress: 2 } })
  const here = async (n: number) => {
    const { ws, next } = await house.socket("2.0.0", keyOf(`${n}`), "198.51.100.7")
    const enter = async () => {
      ws.send(joinFrame(`${n}`))
      return (await next())[4].status
    }
    return { ws, enter }
  }
  const [one, two] = [await here(1), await here(2)]
  expect(await closing((await here(3)).ws)).toBe(1008)
  await house.socket("2.0.0", keyOf("3"), "198.51.100.8")
  expect([await one.enter(), await two.enter()]).toEqual(["ok", "ok"])
  await here(3)
  await here(4)
  expect(await closing((await here(5)).ws)).toBe(1008)
})

test("sockets that are refused end, though their client leaves its half open", async () => {
  const house = await open({ limits: { connectionsPerPerson: 0 } })
  const handshake = (key: string) =>
    [
      `GET /realtime/v1/websocket?vsn=2.0.0&apikey=${key} HTTP/1.1`,
      "Host: a",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
      "\r\n",
    ].join("\r\n")
  for (const key of ["none", keyOf("1")]) {
    const socket = net.connect({ port: house.port, host: "127.0.0.1", allowHalfOpen: true })
    const gone = new Promise<Error>((resolve) => socket.on("error", resolve))
    socket.resume().write(handshake(key))
    await new Promise((ended) => socket.once("end", ended))
    const writing = setInterval(() => socket.write("x"), 10)
    expect((await gone).message).toMatch(/EPIPE|ECONNRESET/)
    clearInterval(writing)
  }
})

test("sockets of one topic are limited, and one person cannot join with another's token", async () => {
  const house = await open({ limits: { channelsPerTopic: 2 } })
  const sockets = await Promise.all(
    ["1", "2", "3"].map(async (sub) => ({ sub, ...(await house.socket("2.0.0", keyOf(sub))) })),
  )
  const reasons: string[] = []
  for (const { sub, ws, next } of sockets) {
    ws.send(joinFrame(sub))
    const [, , , , { status, response }] = await next()
    reasons.push(status === "ok" ? "ok" : response.reason)
  }
  expect(reasons).toEqual(["ok", "ok", "ConnectionRateLimitReached: Too many users in this channel"])
  const { ws, next } = await house.socket("2.0.0", keyOf("3"))
  ws.send(joinFrame("1"))
  expect((await next())[4].response.reason).toMatch(/different people/)
})

test("sockets that send frames without end are closed, whatever the frames are", async () => {
  stopClock()
  const house = await open()
  const { ws } = await house.socket("2.0.0")
  const code = closing(ws)
  for (let n = 0; n < 150; n++) ws.send(JSON.stringify([null, `${n}`, "phoenix", "heartbeat", {}]))
  expect(await code).toBe(1008)

  const pinging = await house.socket("2.0.0")
  const pinged = closing(pinging.ws)
  pinging.ws.on("pong", () => pinging.ws.ping())
  pinging.ws.ping()
  expect(await pinged).toBe(1008)
})

test("sockets of visitors leave room for members, and those of one address for visitors elsewhere", async () => {
  const house = await open({ limits: { visitors: 3, visitorsPerAddress: 2 } })
  await house.seat("hall", "")
  const claims = { session_id: "link:7" }
  const enter = async (address: string, sub = "") => {
    const { ws, next } = await house.socket("2.0.0", keyOf(sub, claims), address)
    ws.send(joinFrame(sub, { claims }))
    const { status, response } = (await next())[4]
    return status === "ok" ? "ok" : response.reason
  }
  const tooMany = "ConnectionRateLimitReached: Too many visitors"
  expect([await enter("198.51.100.7"), await enter("198.51.100.7")]).toEqual(["ok", "ok"])
  expect(await enter("198.51.100.7")).toBe(`${tooMany} from this address`)
  expect([await enter("198.51.100.8"), await enter("198.51.100.9")]).toEqual(["ok", tooMany])
  expect([await enter("198.51.100.7", "1"), await enter("198.51.100.9", "2")]).toEqual(["ok", "ok"])
})

test("sockets of one visitor do not stop visitors at other addresses from joining", async () => {
  stopClock()
  const house = await open({ limits: { checksPerWindow: 5 } })
  await house.seat("hall", "")
  const claims = { session_id: "link:7" }
  const visitorAt = async (address: string) => {
    const { ws, next } = await house.socket("2.0.0", keyOf("", claims), address)
    return async (ref: number) => {
      ws.send(joinFrame("", { ref: `${ref}`, claims }))
      for (;;) {
        const [, , , event, { status, response }] = await next()
        if (event === "phx_reply") return status === "ok" ? "ok" : response.reason
      }
    }
  }
  const eager = await visitorAt("198.51.100.7")
  const answers: string[] = []
  for (let n = 0; n < 6; n++) answers.push(await eager(n))
  expect(answers.at(-1)).toBe("ClientJoinRateLimitReached: Too many joins of yours")
  expect(await (await visitorAt("198.51.100.8"))(0)).toBe("ok")
})

test("sockets of one person cannot make the database check rights without end", async () => {
  stopClock()
  const house = await open({ limits: { checksPerWindow: 10 } })
  const { ws, next } = await house.socket("2.0.0", keyOf("1"))
  const answers: string[] = []
  for (let n = 0; n < 12; n++) {
    ws.send(joinFrame("1", { ref: `${n}`, at: `realtime:room:${n}` }))
    answers.push((await next())[4].response.reason)
  }
  expect(answers.slice(0, 10).every((reason) => reason.startsWith("Unauthorized"))).toBe(true)
  expect(answers.slice(10)).toEqual(Array(2).fill("ClientJoinRateLimitReached: Too many joins of yours"))
})

const claims = { session_id: "6f1c" }

test("an ended session closes its sockets at once, and its key and token work no more; another session of the person stays", async () => {
  const house = await open()
  const [ended, other] = [
    await house.socket("2.0.0", keyOf("1", claims)),
    await house.socket("2.0.0", keyOf("1", { session_id: "77aa" })),
  ]
  ended.ws.send(joinFrame("1", { claims }))
  other.ws.send(joinFrame("1", { claims: { session_id: "77aa" } }))
  expect([(await ended.next())[4].status, (await other.next())[4].status]).toEqual(["ok", "ok"])
  const code = closing(ended.ws)
  await house.sql`select realtime.end_session('6f1c')`
  expect(await code).toBe(1008)
  expect(other.ws.readyState).toBe(other.ws.OPEN)

  await expect(house.socket("2.0.0", keyOf("1", claims))).rejects.toThrow("401")
  const again = await house.socket("2.0.0", keyOf("1", { session_id: "77aa" }))
  again.ws.send(joinFrame("1", { claims }))
  expect((await again.next())[4].response.reason).toMatch(/session of this token has ended/)
})

test("an ended session closes sockets that share a key, by their channels' tokens", async () => {
  const house = await open()
  const { ws, next } = await house.socket("2.0.0")
  ws.send(joinFrame("1", { claims }))
  expect((await next())[4].status).toBe("ok")
  const code = closing(ws)
  await house.sql`select realtime.end_session('6f1c')`
  expect(await code).toBe(1008)
})
