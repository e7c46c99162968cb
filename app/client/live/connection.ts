import { type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js"
import { isRefusal } from "~/contract/problem"
import { isOutOfReach } from "../api"
import { observable } from "../observable"
import { openBackoff } from "./backoff"
import type { Connection, Crowded, LiveOptions, Shown, Ticket } from "./live-types"
import { openPoll } from "./poll"
import { openPresenceChannel } from "./presence-channel"
import { receivedOn } from "./received"
import { broadcast, isReplicating, openTopics, type SystemMessage } from "./topics"

const joinLimit = 15_000
/**
 * So many attempts in a row that got a ticket and nothing else, or a connection that soon ended, are blocked; one that got no
 * answer at all counts double.
 */
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
export const openConnection = <Topic extends string>(
  options: LiveOptions<Topic>,
  { state, crowded }: Shown,
): Connection => {
  const { topic } = options
  const presence = options.presence && openPresenceChannel(options.presence)
  const blocked = observable(false)
  let failures = 0
  /** Connections in a row that ended before they counted as restored. */
  let brief = 0
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
    // A connection may be up that has yet to last.
    if (state.get() !== "Connected") showDown()
    if (all && isAnswered) topics.missed()
  })
  const count = (failed: number) => {
    failures = failed === 0 ? 0 : failures + failed
    blocked.set(Math.max(failures, brief) >= blockedAfter)
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
    let isBrief = false
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
      if (isBrief && !crowded.get()) brief++
      count(isTicketed && !isJoined && !crowded.get() ? weight : 0)
      leave()
      again()
    }
    hangUp = leave

    try {
      const first = await options.ticket(isUnopened)
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
        isBrief = true
        backoff.joined(() => {
          isBrief = false
          brief = 0
          count(0)
        })
        isJoined = true
        count(0)
        presence?.announce(channel, isElsewhere(first.url))
        state.set("Connected")
        crowded.set(null)
        if (client) topics.connected(client)
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
      brief = 0
      count(0)
      again()
    }
    window.addEventListener("offline", gone, { signal: ended.signal })
  }

  void connect()
  return { follow: topics.follow, close: stop }
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
