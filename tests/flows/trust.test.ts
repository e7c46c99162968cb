// What a peer may claim about where a request comes from: the product as its own process, with and without TRUSTED_PROXIES.
import http from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { authCalls } from "~/contract/account"
import { type Product, signIn, startProduct } from "../support/product/product.ts"

let direct: Product
let proxied: Product
beforeAll(async () => {
  direct = await startProduct({ env: { RATE_LIMITS: "on" } })
  proxied = await startProduct({ env: { RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" } })
})
afterAll(async () => {
  await direct?.remove()
  await proxied?.remove()
})

type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string }
/** `fetch` would set Host itself. */
const get = ({ port }: Product, path: string, headers: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const request = http.get({ host: "127.0.0.1", port, path, headers }, (answer) => {
      let text = ""
      answer.on("data", (chunk) => {
        text += chunk
      })
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    request.on("upgrade", (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: "" })
    })
    request.on("error", reject)
  })

test("a forwarding header never opens /metrics, and closes it", async () => {
  for (const product of [direct, proxied]) {
    expect((await get(product, "/metrics")).status).toBe(200)
    for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "via"])
      expect([name, (await get(product, "/metrics", { [name]: "127.0.0.1" })).status]).toEqual([name, 404])
    expect((await get(product, "/metrics", { host: `evil.example:${product.port}` })).status).toBe(404)
  }
})

/** Posts a form, with a Host of the caller's choice. */
const post = ({ port }: Product, path: string, headers: Record<string, string>) =>
  new Promise<Answer>((resolve, reject) => {
    const type = { "content-type": "application/x-www-form-urlencoded" }
    const request = http.request({ host: "127.0.0.1", port, path, method: "POST", headers: { ...type, ...headers } })
    request.on("response", (answer) => {
      let text = ""
      answer.on("data", (chunk) => {
        text += chunk
      })
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    request.on("error", reject)
    request.end("password=wrong")
  })

// The product logs nothing on stderr, or `remove` throws.
test("posts to pages are refused as problems, and taken from a proxy that rewrites Host", async () => {
  const inner = { host: "inner.example:8080", origin: direct.url }
  for (const [path, headers, status] of [
    ["/", { origin: direct.url }, 405],
    ["/board.data", inner, 405],
    ["/__manifest", inner, 405],
    ["/login", { origin: "https://evil.example" }, 403],
    ["/login.data", { ...inner, origin: "null" }, 403],
    ["/login", { ...inner, "content-type": "text/plain" }, 415],
  ] as const) {
    const answer = await post(direct, path, headers)
    expect([path, answer.status, answer.headers["content-type"]]).toEqual([path, status, "application/problem+json"])
  }
  expect((await post(direct, "/public/a-token-that-is-none", inner)).status).toBe(404)
  expect((await post(direct, "/login", { ...inner, "x-forwarded-host": "other.example" })).status).toBe(200)
})

/** The statuses until one is 429. Of twice the requests of a minute, because a new minute may begin among them. */
const untilRefused = async (ask: (n: number) => Promise<{ status: number }>) => {
  const statuses: number[] = []
  while (statuses.length < 130 && statuses.at(-1) !== 429) statuses.push((await ask(statuses.length)).status)
  return statuses
}

test("a stranger cannot pass a limit by inventing addresses; behind a trusted proxy each visitor has their own", async () => {
  const wrongKey = (product: Product) => (n: number) =>
    get(product, "/api/Goal/1?planId=1", { "x-api-key": "wrong", "x-forwarded-for": `203.0.113.${n}` })
  expect((await untilRefused(wrongKey(direct))).at(-1)).toBe(429)
  expect((await get(direct, "/metrics")).text).toMatch(/^laneway_refused_total\{budget="wrongKey"\} [1-9]/m)
  expect(new Set(await untilRefused(wrongKey(proxied)))).toEqual(new Set([401]))
})

const upgrade = {
  connection: "upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
}

test("wrong keys at the storage and at realtime count like wrong API keys", async () => {
  const wrong = { authorization: "Bearer a.b.c" }
  const ways: [string, string, Record<string, string>, number][] = [
    ["203.0.113.200", "/storage/v1/object/files/a", wrong, 400],
    ["203.0.113.201", "/realtime/v1/websocket?vsn=2.0.0&apikey=a.b.c", upgrade, 401],
  ]
  for (const [visitor, path, headers, status] of ways) {
    const statuses = await untilRefused(() => get(proxied, path, { ...headers, "x-forwarded-for": visitor }))
    expect([path, statuses[0], statuses.at(-1)]).toEqual([path, status, 429])
    const key = { "x-api-key": "wrong", "x-forwarded-for": visitor }
    const more = await untilRefused(() => get(proxied, "/api/Goal/1?planId=1", key))
    // Counted on its own, the key would be refused only after the 60 of its own that a minute allows.
    expect([path, more.at(-1), more.length < 60]).toEqual([path, 429, true])
  }
})

test("too many wrong keys of an address leave its right ones alone", async () => {
  const visitor = { "x-forwarded-for": "203.0.113.202" }
  const ada = await signIn(proxied, "ada@example.org")
  const { body } = await ada.send(authCalls.realtimeTicket, {})
  const upgradeWith = (key: string) =>
    get(proxied, `/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`, { ...visitor, ...upgrade })
  // Before a minute ends between the two requests, in one of a few tries.
  await expect
    .poll(async () => {
      await untilRefused(() => upgradeWith("a.b.c"))
      const both = [await upgradeWith(body.apiKey), await upgradeWith("a.b.c")]
      return both.map(({ status }) => status)
    })
    .toEqual([101, 429])
})

test("a page opened at another name of this machine leads to PUBLIC_URL; others are answered where they are", async () => {
  const { port } = direct
  const answer = await get(direct, "/board?planId=3", { host: `localhost:${port}` })
  expect([answer.status, answer.headers.location]).toEqual([302, `http://127.0.0.1:${port}/board?planId=3`])
  expect((await get(direct, "/login")).status).toBe(200)
  expect((await get(direct, "/login", { host: "evil.example" })).status).toBe(200)
  expect((await get(direct, "/api/openapi.json", { host: `localhost:${port}` })).status).toBe(200)
})

test("pages are stored nowhere, crawlers are sent away, and the page says what it is", async () => {
  for (const path of ["/login", "/", "/nowhere"]) {
    const { headers } = await get(direct, path)
    expect([path, headers["cache-control"]]).toEqual([path, expect.stringContaining("no-store")])
  }
  const robots = await get(direct, "/robots.txt")
  expect(robots.headers["content-type"]).toMatch(/^text\/plain/)
  expect(robots.text).toBe("User-agent: *\nAllow: /login$\nAllow: /llms.txt$\nAllow: /assets/\nDisallow: /\n")
  expect((await get(direct, "/login")).text).toMatch(/<meta name="description" content="[^"]{20,}"/)
})

test("/llms.txt says what this is and how an agent connects, to everybody, and may be kept", async () => {
  const { status, headers, text } = await get(direct, "/llms.txt")
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"])
  expect(headers["cache-control"]).toBe("public, max-age=3600")
  expect(headers["set-cookie"]).toBeUndefined()
  expect(text).toMatch(/^# Laneway\n\n> A live board/)
  expect(text).toContain(`${direct.url}/api/openapi.json`)
  const addresses = [...text.matchAll(/\]\((\S+)\)/g)].map(([, address = ""]) => new URL(address))
  expect(addresses.length).toBeGreaterThan(4)
  const own = addresses.filter(({ origin }) => origin === direct.url)
  for (const { pathname } of own) expect([pathname, (await get(direct, pathname)).status]).toEqual([pathname, 200])
  expect((await get(direct, "/llms.txt", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip")
})

test("a page ignores keys and other headers of calls", async () => {
  const headers: [string, string][] = [
    ["x-api-key", "x"],
    ["x-public-link", "x"],
    ["x-client-id", "x".repeat(65)],
  ]
  for (const [name, value] of headers) {
    const { status } = await get(direct, "/login", { [name]: value })
    expect([name, status]).toEqual([name, 200])
  }
})

test("the login page shows a typed address again, and nothing of a text that is none", async () => {
  const typed = async (email: string) => {
    const answer = await fetch(`${direct.url}/login`, {
      method: "POST",
      headers: { origin: direct.url },
      body: new URLSearchParams({ email }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  expect((await typed("no address")).text).toContain('value="no address"')
  const { status, text } = await typed(`${"x".repeat(10_000)} the end`)
  expect([status, text.includes("the end"), text.includes("x".repeat(1_000))]).toEqual([200, false, false])
})

test("page loads are counted", async () => {
  let answer = await get(direct, "/")
  // Twice the loads of a minute, because a new minute may begin among them.
  for (let n = 0; n < 1_200 && answer.status === 302; n++) answer = await get(direct, "/")
  expect([answer.status, answer.headers["retry-after"]]).toEqual([429, expect.stringMatching(/^\d+$/)])
})

test("a page that meets an ended session has the browser drop its cache, once signed in it does not", async () => {
  const person = await signIn(direct, "ada@example.org")
  const page = async () => (await get(direct, "/", { cookie: person.cookie })).headers["clear-site-data"]
  expect(await page()).toBeUndefined()
  await person.call("POST", "/api/auth/logoff")
  expect(await page()).toBe('"cache"')
  expect((await get(direct, "/login")).headers["clear-site-data"]).toBeUndefined()
})
