import type { RealtimeChannel, RealtimeClient } from "@supabase/realtime-js"
import { isRefusal } from "~/contract/problem"
import { isOutOfReach } from "../api"
import { type Observable, observable } from "../observable"
import { openBackoff } from "./backoff"
import { openPoll } from "./poll"
import type { Presence } from "./presence"
import type { Received } from "./received"
import { broadcast, type Follower, type Following, isReplicating, openTopics, type SystemMessage } from "./topics"

/** "Polling": there is no connection, but changes are asked for instead. */
export type LiveState = "Disconnected" | "Connecting" | "Connected" | "Reconnecting" | "Polling"
/** Whether changes of others arrive. */
export const isUp = (state: LiveState) => state === "Connected" || state === "Polling"
export type Ticket = { url: string; apiKey: string; token: string; expiresAt: string; crowded?: true }
/** Why the server takes no more connections: the person has too many, or all together have. */
export type Crowded = "own" | "all" | null
export type Live = {
  state: Observable<LiveState>
  /** Null once there is a connection. */
  crowded: Observable<Crowded>
  /** Subscribes to another topic over this connection and each later one. */
  follow<Topic extends string>(topic: Topic, follower: Follower<Received<Topic>>): Following
  close(): void
}
type Options<Topic extends string> = {
  /** The topic of the connection's own channel; the connection is up while this channel is joined. */
  topic: Topic
  /** Presence in that topic, under the tab's id. */
  presence?: Presence
  /** Connects when this is settled: earlier events would be of no use. */
  after?: Promise<unknown>
  /** A 403 or 404 means that the person has lost access to the topic. `refused`: the last socket was not opened. */
  ticket(refused: boolean): Promise<Ticket>
  onMessage(event: string, payload: Received<Topic>): void
  /** After every join, and once messages of the database arrive: some may have been missed. */
  onJoined(): void
  /**
   * Every few seconds while tickets are answered but no connection comes about; `all`: now and then, to load whole lists.
   * Resolves to whether the server has answered.
   */
  onBlocked(all: boolean): Promise<boolean>
  onRefused(): void
  /** Milliseconds before the `attempt`th try to connect again. */
  delay?(attempt: number): number
}

const joinLimit = 15_000
/** So many attempts in a row that got a ticket and nothing else are blocked; one that got no answer at all counts double. */
const blockedAfter = 2
const renewEarly = 120_000
const renewAgain = 20_000
/** The reasons of refused joins, ended channels and closed sockets are worded as hosted Supabase's. */
export const crowdedBy = (reason: string): Crowded => {
  if (!/RateLimitReached|\btoo many\b/i.test(reason)) return null
  return reason.includes("of yours") ? "own" : "all"
}

/**
 * Subscribes to a topic. A lost connection is opened again with a fresh ticket after the delay, at once when
 * the browser is back online; a refused ticket ends it for good.
 */
export const openLive = <Topic extends string>(options: Options<Topic>): Live => {
  const { topic, presence } = options
  const state = observable<LiveState>("Disconnected")
  const crowded = observable<Crowded>(null)
  const blocked = observable(false)
  let failures = 0
  /** Whether the last poll was answered. */
  let isAnswered = false
  const ended = new AbortController()
  const backoff = openBackoff(options.delay)
  let hangUp: () => void = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const topics = openTopics()
  let isUnopened = false

  const showDown = () => state.set(isAnswered && blocked.get() ? "Polling" : "Reconnecting")
  const endPoll = openPoll(blocked, async (all) => {
    isAnswered = await options.onBlocked(all)
    if (ended.signal.aborted || !blocked.get()) return
    showDown()
    if (all && isAnswered) topics.missed()
  })
  const count = (failed: number) => {
    failures = failed === 0 ? 0 : failures + failed
    blocked.set(failures >= blockedAfter)
  }

  const stop = () => {
    ended.abort()
    endPoll()
    clearTimeout(timer)
    hangUp()
    presence?.clear()
    state.set("Disconnected")
  }

  const refused = (thrown: unknown) => {
    const gone = isOutOfReach(thrown)
    if (!gone && !(isRefusal(thrown) && thrown.problem.status === 401)) return false
    stop()
    if (gone) options.onRefused()
    return true
  }

  const again = () => {
    hangUp()
    if (ended.signal.aborted) return
    presence?.clear()
    showDown()
    clearTimeout(timer)
    timer = setTimeout(connect, backoff.next())
  }

  const connect = async () => {
    clearTimeout(timer)
    hangUp()
    if (state.get() === "Disconnected") state.set("Connecting")
    let over = false
    let client: RealtimeClient | undefined
    let isTicketed = false
    let isJoined = false
    let renewal: ReturnType<typeof setTimeout> | undefined
    const limit = setTimeout(() => fail(blockedAfter), joinLimit)
    const leave = () => {
      if (over) return
      over = true
      backoff.left()
      clearTimeout(limit)
      clearTimeout(renewal)
      topics.disconnected(client)
      for (const channel of client?.getChannels() ?? []) channel.teardown()
      void client?.disconnect()
    }
    const fail = (weight = 1) => {
      if (over) return
      count(isTicketed && !isJoined && !crowded.get() ? weight : 0)
      leave()
      again()
    }
    hangUp = leave

    try {
      const [{ RealtimeClient }, { receivedOn }, first] = await Promise.all([
        import("@supabase/realtime-js"),
        import("./received"),
        options.ticket(isUnopened),
      ])
      if (over) return
      if (isUnopened) crowded.set(first.crowded ? "all" : null)
      if (first.crowded) backoff.limited()
      isUnopened = true
      isTicketed = true
      let { token } = first
      client = new RealtimeClient(`${first.url.replace(/^http/, "ws")}/realtime/v1`, {
        params: { apikey: first.apiKey },
        transport: reportingWebSocket(
          (reason) => {
            crowded.set(crowdedBy(reason))
            if (crowded.get()) backoff.limited()
          },
          () => {
            isUnopened = false
          },
        ),
        accessToken: async () => token,
        // Disables the client's own reconnecting, which would use the old ticket.
        reconnectAfterMs: () => 2 ** 31 - 1,
        heartbeatCallback: (status) => {
          if (status === "timeout" || status === "disconnected") fail()
        },
      })
      // Without this the first join has no token.
      await client.setAuth()
      if (over) return

      const renew = async () => {
        try {
          const next = await options.ticket(false)
          if (over) return
          token = next.token
          await client?.setAuth()
          renewal = setTimeout(renew, renewIn(next))
        } catch (thrown) {
          if (!over && !refused(thrown)) renewal = setTimeout(renew, renewAgain)
        }
      }
      renewal = setTimeout(renew, renewIn(first))

      const channel: RealtimeChannel = client.channel(topic, {
        config: { private: true, broadcast, ...(presence ? { presence: { key: presence.key } } : {}) },
      })
      channel.on("broadcast", { event: "*" }, ({ event, payload }) => {
        const received = receivedOn(topic, payload)
        if (received !== undefined) options.onMessage(event, received)
      })
      presence?.attach(channel)
      const end = (why: string) => {
        if (over) return
        const reason = crowdedBy(why)
        if (reason) {
          crowded.set(reason)
          backoff.limited()
        }
        fail()
      }
      // The server says so of a channel that it has accepted and is about to close.
      channel.on("system", {}, (said: SystemMessage) => {
        if (said.status === "error") end(String(said.message))
        else if (!over && isReplicating(said)) options.onJoined()
      })
      channel.subscribe((status, error) => {
        if (over) return
        // A closed socket is an error of the channel too, without the reason.
        if (status !== "SUBSCRIBED") return end(error?.message ?? "")
        clearTimeout(limit)
        backoff.joined()
        isJoined = true
        count(0)
        presence?.announce(channel, isElsewhere(first.url))
        state.set("Connected")
        crowded.set(null)
        if (client) topics.connected(client, receivedOn)
        options.onJoined()
      })
    } catch (thrown) {
      if (over) return
      if (!refused(thrown)) fail()
    }
  }

  if (typeof window !== "undefined") {
    const back = () => {
      if (state.get() === "Connected") return
      backoff.afresh()
      void connect()
    }
    window.addEventListener("online", back, { signal: ended.signal })
    // A browser may keep the sockets it has opened, and those it is opening.
    const gone = () => {
      if (ended.signal.aborted) return
      // The event fires before requests fail: an immediate retry would open a socket that only looks alive.
      backoff.noNetwork()
      count(0)
      again()
    }
    window.addEventListener("offline", gone, { signal: ended.signal })
  }

  const begin = () => {
    if (!ended.signal.aborted) void connect()
  }
  if (options.after) options.after.then(begin, begin)
  else begin()
  return { state, crowded, follow: topics.follow, close: stop }
}

/** Realtime of another host counts presence by deliveries; the embedded one does not. */
const isElsewhere = (url: string) => typeof location !== "undefined" && new URL(url).origin !== location.origin

/** The client does not say why the server closed a socket. */
const reportingWebSocket = (onClosed: (reason: string) => void, onOpened: () => void) =>
  class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      this.addEventListener("open", onOpened)
      this.addEventListener("close", ({ reason }) => reason && onClosed(reason))
    }
  }

/** Milliseconds until renewal, from the token's lifetime alone: the clock here may be wrong. */
export const renewIn = ({ token }: Pick<Ticket, "token">) => {
  const claims = JSON.parse(atob((token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/"))) as {
    iat: number
    exp: number
  }
  return Math.max(renewAgain, (claims.exp - claims.iat) * 1_000 - renewEarly)
}
