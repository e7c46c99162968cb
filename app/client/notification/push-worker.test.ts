import { afterEach, expect, test, vi } from "vitest"
import { openPushed, renewPush, showsPush } from "./push-worker"

const origin = "https://plan.example.org"
const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
const safari = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15"

/** Windows of a browser: their addresses, those in sight, and the focused one. `log`: what becomes of them. */
const openWindows = (paths: string[], { visible = paths, focused }: { visible?: string[]; focused?: string } = {}) => {
  const log: string[] = []
  const windows = paths.map((path) => ({
    url: origin + path,
    visibilityState: visible.includes(path) ? "visible" : "hidden",
    focused: path === focused,
    focus: async () => log.push(`focus ${path}`),
    navigate: async (to: string) => log.push(`${path} to ${to.slice(origin.length)}`),
  }))
  const clients = {
    matchAll: async () => windows,
    openWindow: async (to: string) => log.push(`new ${to.slice(origin.length)}`),
  }
  return { clients: clients as unknown as Clients, log }
}

afterEach(() => vi.unstubAllGlobals())

test("a push is shown unless the focused page in sight shows its toast", async () => {
  const shown = (path: string, visible = true, userAgent = chrome) =>
    showsPush(openWindows([path], { visible: visible ? [path] : [], focused: path }).clients, userAgent)
  expect(await shown("/board?planId=7")).toBe(false)
  expect(await shown("/")).toBe(false)
  expect(await shown("/board?planId=7", false)).toBe(true)
  expect(await shown("/public/token")).toBe(true)
  expect(await shown("/board?planId=7", true, safari)).toBe(true)
  expect(await showsPush(openWindows(["/board?planId=7"]).clients, chrome)).toBe(true)
  expect(await showsPush(openWindows([]).clients, chrome)).toBe(true)
})

test("a press opens in the window with the plan, then in one in sight, then in a new one", async () => {
  const pressed = async (paths: string[], visible: string[]) => {
    const { clients, log } = openWindows(paths, { visible })
    await openPushed(clients, origin, "/plan/7/tasks/3?menu=notes")
    return log.at(-1)
  }
  const to = "/plan/7/tasks/3?menu=notes"
  expect(await pressed(["/board?planId=8", "/threads?planId=7"], ["/board?planId=8"])).toBe(
    `/threads?planId=7 to ${to}`,
  )
  expect(await pressed(["/board?planId=71", "/"], ["/"])).toBe(`/ to ${to}`)
  expect(await pressed(["/board?planId=8"], [])).toBe(`new ${to}`)
  expect(await pressed([], [])).toBe(`new ${to}`)
  const { clients, log } = openWindows(["/"])
  await openPushed(clients, origin, "https://elsewhere.example.org/")
  expect(log).toEqual([])
})

test("a subscription that the browser has changed is stored again", async () => {
  const stored: string[] = []
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    stored.push(JSON.parse(String(body)).endpoint)
    return Response.json({ endpoint: "" }, { status: 201 })
  })
  const keys = { p256dh: "B".padEnd(87, "A"), auth: "A".repeat(22) }
  const at = (endpoint: string) =>
    ({
      options: { applicationServerKey: new ArrayBuffer(65) },
      toJSON: () => ({ endpoint, keys }),
    }) as unknown as PushSubscription
  const subscribe = vi.fn(async (_options?: PushSubscriptionOptionsInit) => at("https://push.example.org/new"))
  await renewPush({ subscribe }, { oldSubscription: at("https://push.example.org/1") })
  expect(subscribe.mock.calls[0]?.[0]).toMatchObject({ userVisibleOnly: true })
  await renewPush({ subscribe }, { newSubscription: at("https://push.example.org/2") })
  await renewPush({ subscribe }, {})
  expect(stored).toEqual(["https://push.example.org/new", "https://push.example.org/2"])
  expect(subscribe).toHaveBeenCalledTimes(1)
})
