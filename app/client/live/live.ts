import { observable } from "../observable"
import type { Connection, Crowded, Follower, Following, Live, LiveOptions, LiveState } from "./live-types"

/** Whether changes of others arrive. */
export const isUp = (state: LiveState) => state === "Connected" || state === "Polling"

/** Until the code is asked for again, where it could not be loaded, ms. */
const pause = 5_000

/** Subscribes to a topic. The connection's code is loaded first: a page is shown without it. */
export const openLive = <Topic extends string>(options: LiveOptions<Topic>): Live => {
  const state = observable<LiveState>("Disconnected")
  const crowded = observable<Crowded>(null)
  /** Makes the subscriptions that the page has asked for meanwhile. */
  const waiting = new Set<(connection: Connection) => void>()
  const ended = new AbortController()
  let connection: Connection | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoading = false

  const begin = async () => {
    if (isLoading || connection || ended.signal.aborted) return
    isLoading = true
    clearTimeout(timer)
    if (state.get() === "Disconnected") state.set("Connecting")
    try {
      const { openConnection } = await import("./connection")
      if (ended.signal.aborted) return
      connection = openConnection(options, { state, crowded })
      for (const subscribe of waiting) subscribe(connection)
      waiting.clear()
    } catch {
      if (ended.signal.aborted) return
      state.set("Reconnecting")
      timer = setTimeout(begin, pause)
    } finally {
      isLoading = false
    }
  }

  const follow: Live["follow"] = (topic, follower) => {
    if (connection) return connection.follow(topic, follower as Follower<never>)
    let following: Following | undefined
    const subscribe = (opened: Connection) => {
      following = opened.follow(topic, follower as Follower<never>)
    }
    waiting.add(subscribe)
    return {
      send: (event, payload) => following?.send(event, payload),
      close: () => {
        waiting.delete(subscribe)
        following?.close()
      },
    }
  }

  globalThis.window?.addEventListener("online", begin, { signal: ended.signal })
  if (options.after) options.after.then(begin, begin)
  else void begin()
  return {
    state,
    crowded,
    follow,
    close: () => {
      ended.abort()
      clearTimeout(timer)
      connection?.close()
      state.set("Disconnected")
    },
  }
}
