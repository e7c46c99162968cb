import { afterEach, expect, test, vi } from "vitest"
import { openPushed, readPushed, renewPush, showsPush } from "./push-worker"
import { onPushPressed, type PushPressed } from "./pushed"

const origin = "https://plan.example.org"
const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
const safari = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15"

type Windows = { visible?: string[]; focused?: string; withBell?: string[] }

/** Windows of a browser: their addresses, those in sight, the focused one, and those that open links themselves. `log`: what happens to them. */
const openWindows = (paths: string[], { visible = paths, focused, withBell = [] }: Windows = {}) => {
  const log: string[] = []
  const windows = paths.map((path) => ({
    url: origin + path,
    visibilityState: visible.includes(path) ? "visible" : "hidden",
    focused: path === focused,
    focus: async () => log.push(`focus ${path}`),
    navigate: async (to: string) => log.push(`${path} to ${to.slice(origin.length)}`),
    postMessage: ({ url }: PushPressed, [port]: [MessagePort]) => {
      if (!withBell.includes(path)) return
      log.push(`${path} opens ${url.slice(origin.length)}`)
      port.postMessage("opened")
    },
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

test("a page with a bell opens a pressed notification without a reload, and one that does not answer is navigated", async () => {
  const to = "/plan/7/tasks/3?menu=notes"
  const pressed = async (withBell: string[]) => {
    const { clients, log } = openWindows(["/board?planId=7"], { withBell })
    await openPushed(clients, origin, to)
    return log
  }
  expect(await pressed(["/board?planId=7"])).toEqual(["focus /board?planId=7", `/board?planId=7 opens ${to}`])
  expect(await pressed([])).toEqual(["focus /board?planId=7", `/board?planId=7 to ${to}`])
})

test("a press is answered by the page, which opens the link, and marks the notification read", async () => {
  const pages = new EventTarget()
  vi.stubGlobal("navigator", { serviceWorker: pages })
  const opened: unknown[] = []
  const end = onPushPressed((...target) => opened.push(target))
  const hear = (data: unknown) => {
    const answers: unknown[] = []
    const port = { postMessage: (answer: unknown) => answers.push(answer) }
    pages.dispatchEvent(Object.assign(new Event("message"), { data, ports: [port] }))
    return answers
  }
  expect(hear({ type: "PUSH_PRESSED", url: `${origin}/plan/7/tasks/3?menu=notes` })).toEqual(["opened"])
  expect(hear({ type: "PUSH_PRESSED", url: `${origin}/plan/7` })).toEqual(["opened"])
  expect(hear({ type: "PUSH_PRESSED", url: `${origin}/elsewhere` })).toEqual([])
  expect(hear({ type: "SOMETHING_ELSE" })).toEqual([])
  end()
  expect(hear({ type: "PUSH_PRESSED", url: `${origin}/plan/7` })).toEqual([])
  expect(opened).toEqual([
    [7, { type: "task", id: 3, menu: "notes" }],
    [7, undefined],
  ])

  const calls: string[] = []
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`)
    return new Response(null, { status: 204 })
  })
  await readPushed(origin, { id: 12, url: "/plan/7/tasks/3?menu=notes" })
  expect(calls).toEqual(["PUT /api/notification/12/read?planId=7"])
})

test("a press opens in the window with the plan, then in one in sight, then in a new one", async () => {
  const pressed = async (paths: string[], visible: string[]) => {
    const { clients, log } = openWindows(paths, { visible, withBell: paths })
    await openPushed(clients, origin, "/plan/7/tasks/3?menu=notes")
    return log.at(-1)
  }
  const to = "/plan/7/tasks/3?menu=notes"
  expect(await pressed(["/board?planId=8", "/threads?planId=7"], ["/board?planId=8"])).toBe(
    `/threads?planId=7 opens ${to}`,
  )
  expect(await pressed(["/board?planId=71", "/"], ["/"])).toBe(`/ opens ${to}`)
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
