import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { refusal } from "~/contract/problem"
import { reconnectDelay, spread } from "./backoff"
import { crowdedBy, renewIn } from "./connection"
import { openLive } from "./live"
import type { Live, LiveState } from "./live-types"
import { openPresence } from "./presence"

/** Joining, events and reconnecting run against the real gateway in tests/e2e/plan-session.spec.ts. */

let live: Live | undefined
afterEach(() => live?.close())

const open = (ticket: () => Promise<never>) => {
  const waited: number[] = []
  const onRefused = vi.fn()
  const presence = openPresence({ me: { userId: 1, userName: "Ada", connectionId: "tab" }, nameOf: () => undefined })
  live = openLive({
    topic: "plan:7",
    ticket,
    presence,
    onMessage: () => {},
    onJoined: () => {},
    onBlocked: async () => true,
    onRefused,
    delay: (attempt) => {
      waited.push(reconnectDelay(attempt))
      return 1
    },
  })
  return { waited, onRefused, live }
}

test("retries after the delays, then every minute, while there is no answer", async () => {
  const states = new Set<LiveState>()
  const { waited, live } = open(async () => {
    throw Object.assign(new Error("no connection"), { offline: true })
  })
  live.state.subscribe(() => states.add(live.state.get()))
  states.add(live.state.get())
  await expect.poll(() => waited.length, { timeout: 5_000 }).toBeGreaterThan(13)
  expect(waited.slice(0, 13)).toEqual([
    0, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000, 30_000, 40_000, 50_000, 60_000, 60_000,
  ])
  expect([...states]).toEqual(["Connecting", "Reconnecting"])
  live.close()
  const { length } = waited
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(waited).toHaveLength(length)
  expect(live.state.get()).toBe("Disconnected")
})

test.each([403, 404])("a ticket refused with %i ends the connection for good", async (status) => {
  const { waited, onRefused, live } = open(async () => {
    throw refusal(status, "Not yours.")
  })
  await expect.poll(() => onRefused).toHaveBeenCalledTimes(1)
  expect(live.state.get()).toBe("Disconnected")
  expect(waited).toEqual([])
})

test("a ticket refused until a payment is asked for again, and the plan stays", async () => {
  const { waited, onRefused } = open(async () => {
    throw refusal(403, "Your trial has ended.", { requirePayment: true })
  })
  await expect.poll(() => waited.length).toBeGreaterThan(2)
  expect(onRefused).not.toHaveBeenCalled()
})

test("a ticket refused with 401 ends the connection without onRefused", async () => {
  const { onRefused, live } = open(async () => {
    throw refusal(401, "Sign in first.")
  })
  await expect.poll(() => live.state.get()).toBe("Disconnected")
  expect(onRefused).not.toHaveBeenCalled()
})

test("tickets without connections count as blocked; a poll that is answered says so until one is not", async () => {
  const claims = btoa(JSON.stringify({ iat: 0, exp: 3_600 }))
  const onBlocked = vi.fn(async () => onBlocked.mock.calls.length < 2)
  let isDown = false
  const heard = vi.fn()
  live = openLive({
    topic: "plan:7",
    ticket: async () => {
      if (isDown) throw Object.assign(new Error("no connection"), { offline: true })
      return { url: "http://127.0.0.1:9", apiKey: "key", token: `head.${claims}.signature`, expiresAt: "" }
    },
    onMessage: () => {},
    onJoined: () => {},
    onBlocked,
    onRefused: () => {},
    delay: () => 1,
  })
  live.follow("user:1", { onMessage: () => {}, onJoined: heard })
  await expect.poll(() => live?.state.get()).toBe("Polling")
  expect(heard).toHaveBeenCalledTimes(1)
  isDown = true
  await expect.poll(() => live?.state.get()).toBe("Reconnecting")
})

test("without a network, the first retry waits for a second", async () => {
  const page = new EventTarget()
  vi.stubGlobal("window", page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const ticket = vi.fn(() => new Promise<never>(() => {}))
  const { waited, live } = open(ticket)
  await expect.poll(() => ticket).toHaveBeenCalled()
  page.dispatchEvent(new Event("offline"))
  expect(live.state.get()).toBe("Reconnecting")
  expect(waited).toEqual([1_000])
})

test("distinguishes refusals for the person's own connections from those for all connections", () => {
  expect(crowdedBy("ConnectionRateLimitReached: Too many connections of yours: close some tabs")).toBe("own")
  expect(crowdedBy('"ConnectionRateLimitReached: Too many connected users"')).toBe("all")
  expect(crowdedBy("Realtime lost its database connection")).toBe(null)
})

test.each([-86_400_000, 0, 86_400_000])("with a clock off by %i ms, a token is renewed two minutes early", (off) => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00Z") + off, toFake: ["Date"] })
  onTestFinished(() => void vi.useRealTimers())
  const iat = Date.parse("2026-03-01T12:00:00Z") / 1_000
  const token = (seconds: number) => `head.${btoa(JSON.stringify({ iat, exp: iat + seconds }))}.signature`
  expect(renewIn({ token: token(3_600) })).toBe(3_480_000)
  expect(renewIn({ token: token(60) })).toBe(20_000)
})

type Told = { topic: string; event: string; payload: { config: { broadcast: unknown } } }
/** Sends an event to the page. */
type Tell = (event: string, payload: object) => void

/** A fake WebSocket: `hear` receives each frame and returns whether to answer it with ok. */
const serve = (hear: (told: Told, tell: Tell, socket: number) => boolean, refuses = () => false) => {
  vi.useFakeTimers()
  vi.stubGlobal("window", new EventTarget())
  onTestFinished(() => {
    live?.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  let sockets = 0
  class Answering extends EventTarget {
    readyState = 0
    onopen?: (event: Event) => void
    onmessage?: (event: MessageEvent) => void
    onclose?: (event: Event) => void
    onerror?: (event: Event) => void
    private readonly number = ++sockets
    constructor() {
      super()
      setTimeout(() => {
        this.readyState = refuses() ? 3 : 1
        if (refuses()) return this.onclose?.(Object.assign(new Event("close"), { code: 1006, reason: "" }))
        this.dispatchEvent(new Event("open"))
        this.onopen?.(new Event("open"))
      })
    }
    send(text: string) {
      const told = JSON.parse(text)
      const isList = Array.isArray(told)
      const [join_ref, ref, topic, event, payload] = isList
        ? told
        : [told.join_ref, told.ref, told.topic, told.event, told.payload]
      const tell: Tell = (event, payload) => {
        const answer = isList ? [join_ref, ref, topic, event, payload] : { join_ref, ref, topic, event, payload }
        setTimeout(() => this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(answer) })))
      }
      if (hear({ topic, event, payload }, (event, payload) => setTimeout(() => tell(event, payload), 20), this.number))
        tell("phx_reply", { status: "ok", response: {} })
    }
    close() {
      this.readyState = 3
    }
  }
  vi.stubGlobal("WebSocket", Answering)
  return () => sockets
}
const ticket = { token: `a.${btoa(JSON.stringify({ iat: 0, exp: 3_600 }))}.c`, url: "http://localhost", apiKey: "k" }

test("a silently dead connection is replaced within a minute", async () => {
  const sockets = serve(({ event }, _tell, socket) => socket > 1 || event !== "heartbeat")
  const { live } = open((async () => ticket) as never)
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(live.state.get()).toBe("Connected"))
  expect(sockets()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets()).toBe(2)
  await vi.waitFor(() => expect(live.state.get()).toBe("Connected"))
})

/** As Realtime does once a limit is reached: it accepts the join, says so, and closes the channel. */
const limited =
  (message: string, isReached = () => true) =>
  ({ event }: Told, tell: Tell) => {
    if (event === "phx_join") {
      joins++
      if (isReached()) {
        tell("system", { channel: "plan:7", extension: "system", message, status: "error" })
        tell("phx_close", {})
      }
    }
    return true
  }
let joins = 0

const openHere = (
  more: { onJoined?: () => void; onBlocked?: () => Promise<boolean>; ticket?: (refused: boolean) => object } = {},
) => {
  joins = 0
  let tickets = 0
  const presence = openPresence({ me: { userId: 1, userName: "Ada", connectionId: "tab" }, nameOf: () => undefined })
  live = openLive({
    topic: "plan:7",
    ticket: async (refused) => {
      tickets++
      return { ...ticket, expiresAt: "", ...more.ticket?.(refused) }
    },
    presence,
    onMessage: () => {},
    onJoined: more.onJoined ?? (() => {}),
    onBlocked: more.onBlocked ?? (async () => true),
    onRefused: () => {},
  })
  return { live, tickets: () => tickets }
}

test.each([
  ["MessagePerSecondRateLimitReached: Too many messages per second", 2, "all"],
  ["Too many presence messages per second", 2, "all"],
  ["Realtime was unable to connect to the project database", 6, null],
] as const)(
  "a channel that ends with %j right after its join is joined again ever more slowly",
  async (why, most, crowded) => {
    serve(limited(why))
    const { live, tickets } = openHere()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(joins).toBeGreaterThan(1)
    expect(joins).toBeLessThanOrEqual(most)
    expect(live.crowded.get()).toBe(crowded)
    await vi.advanceTimersByTimeAsync(110_000)
    const { length } = [5, 8, 13, 21, 30, 40]
    expect(joins).toBeLessThanOrEqual(length + most)
    expect(tickets()).toBe(joins)
  },
)

test("connections that a proxy cuts soon after each join count as blocked until one lasts", async () => {
  let isCut = true
  serve(({ event }, tell) => {
    if (event === "phx_join" && isCut) tell("phx_close", {})
    return true
  })
  const onBlocked = vi.fn(async () => true)
  const { live } = openHere({ onBlocked })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onBlocked.mock.calls.length).toBeGreaterThan(6)
  expect([live.state.get(), live.crowded.get()]).toEqual(["Polling", null])
  isCut = false
  await vi.advanceTimersByTimeAsync(60_000)
  const polls = onBlocked.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect([live.state.get(), onBlocked.mock.calls.length]).toEqual(["Connected", polls])
})

test("a topic that is followed, and ends right after each join, is joined again ever more slowly", async () => {
  let followed = 0
  serve(({ topic, event }, tell) => {
    if (event === "phx_join" && topic === "realtime:conversation:3") {
      followed++
      tell("system", { extension: "system", message: "Too many messages per second", status: "error" })
      tell("phx_close", {})
    }
    return true
  })
  const { live } = openHere()
  live.follow("conversation:3", { onMessage: () => {} })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(live.state.get()).toBe("Connected")
  expect(followed).toBeGreaterThan(4)
  expect(followed).toBeLessThan(16)
})

test("a limit that is reached later also gets time, and delays restart once a connection has lasted", async () => {
  let isReached = false
  const reach = limited("Too many messages per second", () => isReached)
  let tellFirst: Tell = () => {}
  serve((told, tell, socket) => {
    if (socket === 1 && told.event === "phx_join") tellFirst = tell
    return reach(told, tell)
  })
  const { live } = openHere()
  await vi.advanceTimersByTimeAsync(60_000)
  isReached = true
  tellFirst("system", { extension: "system", message: "Too many messages per second", status: "error" })
  await vi.advanceTimersByTimeAsync(4_900)
  expect([joins, live.state.get(), live.crowded.get()]).toEqual([1, "Reconnecting", "all"])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(joins).toBeGreaterThan(2)
  isReached = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect([live.state.get(), live.crowded.get()]).toEqual(["Connected", null])
  const before = joins
  window.dispatchEvent(new Event("offline"))
  await vi.advanceTimersByTimeAsync(1_600)
  expect(joins).toBe(before + 1)
})

test("a channel catches up once it knows that the database's messages arrive, since earlier ones are lost", async () => {
  const asked: unknown[] = []
  let ready: Tell = () => {}
  serve(({ topic, event, payload }, tell) => {
    if (event !== "phx_join") return true
    asked.push(payload.config.broadcast)
    if (topic === "realtime:plan:7") ready = tell
    else tell("system", { extension: "system", message: "Replication connection established", status: "ok" })
    return true
  })
  const onJoined = vi.fn()
  const { live } = openHere({ onJoined })
  const conversation = { onMessage: () => {}, onJoined: vi.fn() }
  live.follow("conversation:3", conversation)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([
    expect.objectContaining({ replication_ready: true }),
    expect.objectContaining({ replication_ready: true }),
  ])
  expect(onJoined).toHaveBeenCalledTimes(1)
  expect(conversation.onJoined).toHaveBeenCalledTimes(2)
  ready("system", { extension: "postgres_changes", message: "Subscribed to PostgreSQL", status: "ok" })
  ready("system", { extension: "system", message: "Replication connection established", status: "ok" })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onJoined).toHaveBeenCalledTimes(2)
  expect(live.state.get()).toBe("Connected")
})

test("a socket that is not opened is reported with the next ticket, whose answer says that there are too many", async () => {
  let isFull = true
  const refusals: boolean[] = []
  const sockets = serve(
    () => true,
    () => isFull,
  )
  const { live } = openHere({
    ticket: (refused) => {
      refusals.push(refused)
      return isFull && refused ? { crowded: true } : {}
    },
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([live.state.get(), live.crowded.get()]).toEqual(["Reconnecting", "all"])
  expect(refusals).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(live.crowded.get()).toBe("all")
  expect(sockets()).toBeLessThan(6)
  isFull = false
  await vi.advanceTimersByTimeAsync(90_000)
  expect([live.state.get(), live.crowded.get()]).toEqual(["Connected", null])
  window.dispatchEvent(new Event("offline"))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(refusals.at(-1)).toBe(false)
})

test("tabs that lose their connections together come back one after another", () => {
  expect([0, 0.5, 1].map((random) => spread(0, () => random))).toEqual([0, 250, 500])
  expect([0, 0.5, 1].map((random) => spread(60_000, () => random))).toEqual([60_000, 75_000, 90_000])
})
