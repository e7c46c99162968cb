import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { beginPush, continuePush, pushState } from "./push-device"

/** The server's rows, each for the session that stored it. */
let stored: string[]
let subscribed: object | null
/** What the system shows. */
let shown: string[]

const subscription = {
  endpoint: "https://push.example.org/1",
  toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: "B".padEnd(87, "A"), auth: "A".repeat(22) } }),
  unsubscribe: async () => {
    subscribed = null
    return true
  },
}
const pushManager = {
  getSubscription: async () => subscribed,
  subscribe: async () => {
    subscribed = subscription
    return subscription
  },
}

/** Node has neither a push service nor storage for pages. */
beforeEach(async () => {
  stored = []
  subscribed = null
  shown = []
  const getNotifications = async () => shown.map((title) => ({ title, close: () => (shown = []) }))
  const memory = new Map<string, string>()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => memory.set(key, value),
    removeItem: (key: string) => memory.delete(key),
  })
  vi.stubGlobal("window", { PushManager: {}, Notification: {}, localStorage })
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ pushManager, getNotifications }) } })
  vi.stubGlobal("Notification", { permission: "granted", requestPermission: async () => "granted" })
  vi.stubGlobal("fetch", async (_url: unknown, { method, body }: RequestInit) => {
    if (method !== "POST") return Response.json({ publicKey: "key" })
    stored.push(JSON.parse(String(body)).endpoint)
    return Response.json({ endpoint: subscription.endpoint }, { status: 201 })
  })
  await continuePush(7)
  expect(await beginPush()).toBe("on")
  shown = ["Grace mentioned you"]
})
afterEach(() => vi.unstubAllGlobals())

test("a device that was forgotten with its session is stored again when its person signs in", async () => {
  stored = []
  await continuePush(7)
  expect(stored).toEqual([subscription.endpoint])
  expect(await pushState()).toBe("on")
  expect(shown).toEqual(["Grace mentioned you"])
})

test("another person's device is off for the person who signs in, nothing is stored, and shown notifications are closed", async () => {
  stored = []
  await continuePush(8)
  expect(stored).toEqual([])
  expect(await pushState()).toBe("off")
  expect(shown).toEqual([])
})

test("a device that was never on stays off", async () => {
  await subscription.unsubscribe()
  stored = []
  await continuePush(7)
  expect(stored).toEqual([])
})
