// Sessions: signed cookies that can be revoked in every process; signing out.
import postgres from "postgres"
import { afterAll, expect, test } from "vitest"
import { sweepAccounts } from "~/domain/core/sweeps.server"
import { endOtherSessions, personChanged } from "~/domain/sign-in/session.server"
import { type Browser, openSignIn, origin, someone } from "../support/api/sign-in.ts"

const server = await openSignIn()
afterAll(server.close)

const signedIn = () => server.signedIn(someone())
const status = async (browser: Browser) => (await server.profile(browser)).status
const withCookie = (value: string): Browser => new Map([["laneway_session", value]])
const cookieOf = (browser: Browser) => browser.get("laneway_session") ?? ""
const idOf = (browser: Browser) => cookieOf(browser).split(".")[0] ?? ""

/** Runs as another process of the installation would; its notices reach this one only through the database. */
const elsewhere = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
  const sql = postgres(server.database.url, { max: 1 })
  await work(sql)
  await sql.end()
}

test("the very first account is a System Admin and the next is not, even when both sign in at once", async () => {
  await server.reopen({ adminEmails: [] })
  const links = await Promise.all(["one", "two", "three"].map((name) => server.askedLink(`${name}@first.example`)))
  await Promise.all(links.map((link) => server.call("POST", link)))
  const rows = await server.sql()`select role from app.person where email like '%@first.example' order by role`
  expect(rows.map(({ role }) => role)).toEqual([0, 3, 3])
  await server.reopen({})
})

test("a copied cookie is invalid after signing out", async () => {
  const browser = await signedIn()
  const copy = new Map(browser)
  expect(await status(copy)).toBe(200)
  const answer = await server.call("GET", "/api/auth/logoff", { browser })
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/login"])
  expect(browser.has("laneway_session")).toBe(false)
  expect(await status(copy)).toBe(401)
  expect(await server.sql()`select from app.session where id = ${idOf(copy)}`).toHaveLength(0)
})

test("a browser drops its cache when another person arrives, and when its session turns out to have ended", async () => {
  const [mine, theirs] = [someone(), someone()]
  const browser: Browser = new Map()
  const enter = async (email: string) => {
    const answer = await server.call("POST", await server.askedLink(email, { browser }), { browser })
    return answer.headers.get("clear-site-data")
  }
  expect(await enter(mine)).toBe('"cache"')
  await server.age(mine, "2 minutes")
  expect(await enter(mine)).toBe(null)
  expect(await enter(theirs)).toBe('"cache"')
  const ask = (path: string) => server.call("GET", path, { browser: new Map(browser) })
  expect((await ask("/api/Account/sessions")).headers.get("clear-site-data")).toBe(null)
  await server.sql()`delete from app.session where id = ${idOf(browser)}`
  await elsewhere(async (sql) => {
    await sql`select pg_notify('session_ended', ${idOf(browser)})`
  })
  await expect.poll(() => status(browser)).toBe(401)
  for (const path of ["/api/Account/sessions", "/api/Users/1/avatar", "/api/Plan/1/board"])
    expect([path, (await ask(path)).headers.get("clear-site-data")]).toEqual([path, '"cache"'])
  expect((await server.call("GET", "/api/Account/sessions")).headers.get("clear-site-data")).toBe(null)
})

test("a session ended by another process is refused here at once", async () => {
  const browser = await signedIn()
  expect(await status(browser)).toBe(200)
  await elsewhere(async (sql) => {
    await sql`delete from app.session where id = ${idOf(browser)}`
    await sql`select pg_notify('session_ended', ${idOf(browser)})`
  })
  await expect.poll(() => status(browser)).toBe(401)
})

test("the listening connection reconnects, and sessions cached before are not trusted", async () => {
  const browser = await signedIn()
  expect(await status(browser)).toBe(200)
  await elsewhere(async (sql) => {
    await sql`delete from app.session where id = ${idOf(browser)}`
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`
  })
  await expect.poll(() => status(browser)).toBe(401)
  const next = await signedIn()
  await elsewhere(async (sql) => {
    await sql`delete from app.session where id = ${idOf(next)}`
    await sql`select pg_notify('session_ended', ${idOf(next)})`
  })
  await expect.poll(() => status(next)).toBe(401)
})

test("disabling a person ends all their sessions", async () => {
  const browser = await signedIn()
  const id = (await server.profile(browser)).profile?.id ?? 0
  const other = await signedIn()
  await server.sql()`update app.person set enabled = false where id = ${id}`
  await endOtherSessions(id, null)
  expect(await status(browser)).toBe(401)
  expect(await server.sql()`select from app.session where person_id = ${id}`).toHaveLength(0)
  expect(await status(other)).toBe(200)
})

test("a person's new role takes effect at once, here and in other processes", async () => {
  const browser = await signedIn()
  const id = (await server.profile(browser)).profile?.id ?? 0
  await server.sql()`update app.person set enabled = false where id = ${id}`
  await personChanged(id)
  expect(await status(browser)).toBe(401)
  await elsewhere(async (sql) => {
    await sql`update app.person set enabled = true where id = ${id}`
    await sql`select pg_notify('session_ended', ${`person ${id}`})`
  })
  await expect.poll(() => status(browser)).toBe(200)
})

test("a tampered cookie is ignored and doesn't hide a valid one", async () => {
  const browser = await signedIn()
  const other = await signedIn()
  const good = cookieOf(browser)
  const [id = "", signature = ""] = good.split(".")
  const flipped = signature.slice(0, -3) + (signature.at(-3) === "A" ? "B" : "A") + signature.slice(-2)
  const bad = [
    "",
    "x",
    ".",
    id,
    `${id}.`,
    `${id}.${flipped}`,
    `${idOf(other)}.${signature}`,
    `${id}.${signature}.${signature}`,
    `${id.toUpperCase()}.${signature}`,
    `00000000-0000-0000-0000-000000000000.${signature}`,
    "%00.%00",
    "a".repeat(5_000),
  ]
  for (const value of bad)
    expect([value.slice(0, 50), await status(withCookie(value))]).toEqual([value.slice(0, 50), 401])
  const twice = await server.call("GET", "/api/Account/UserProfile", {
    headers: { cookie: `laneway_session=${id}.${flipped}; laneway_session=${good}` },
  })
  expect(twice.status).toBe(200)
})

test("secrets rotate: an older one verifies and the cookie is signed anew; a removed one ends its cookies", async () => {
  const browser = await signedIn()
  const before = cookieOf(browser)
  const [old, next] = [
    "the first secret, longer than thirty-two letters",
    "the second secret, longer than thirty-two letters",
  ]
  await server.reopen({ secrets: [next, old] })
  expect(await status(browser)).toBe(200)
  const after = cookieOf(browser)
  expect(after).not.toBe(before)
  expect(after.split(".")[0]).toBe(before.split(".")[0])
  await server.reopen({ secrets: [next] })
  expect(await status(withCookie(after))).toBe(200)
  expect(await status(withCookie(before))).toBe(401)
  await server.reopen({})
})

test("a session slides: its cookie is renewed after a day, and it expires after 30 unused days", async () => {
  const browser = await signedIn()
  const id = idOf(browser)
  const forget = () => server.reopen({})
  const age = async (days: number) => {
    await server.sql()`
      update app.session set last_used = now() - make_interval(days => ${days}), cookie_date = now() - make_interval(days => ${days})
      where id = ${id}`
    await forget()
  }
  const headers = async () => (await server.call("GET", "/api/Account/UserProfile", { browser })).headers.getSetCookie()
  await forget()
  expect(await headers()).toEqual([])
  await age(29)
  expect(await headers()).toEqual([
    `laneway_session=${cookieOf(browser)}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  ])
  expect(await headers()).toEqual([])
  const [row] =
    await server.sql()`select last_used > now() - interval '1 minute' as fresh from app.session where id = ${id}`
  expect(row?.fresh).toBe(true)
  await age(31)
  expect(await status(browser)).toBe(401)
  await sweepAccounts()
  expect(await server.sql()`select from app.session where id = ${id}`).toHaveLength(0)
})

test("last seen is recorded at most once a minute", async () => {
  const browser = await signedIn()
  const id = (await server.profile(browser)).profile?.id ?? 0
  const seen = async () => {
    const [row] = await server.sql()<{ at: Date | null }[]>`select last_seen_at as at from app.person where id = ${id}`
    return row?.at?.getTime() ?? 0
  }
  const first = await seen()
  expect(first).toBeGreaterThan(0)
  await server.reopen({})
  await status(browser)
  expect(await seen()).toBe(first)
  await server.sql()`update app.person set last_seen_at = now() - interval '2 minutes' where id = ${id}`
  await server.reopen({})
  await status(browser)
  expect(await seen()).toBeGreaterThanOrEqual(first)
})

test("a cached session is not read again: requests don't wait for its table", async () => {
  const browser = await signedIn()
  expect(await status(browser)).toBe(200)
  await elsewhere((sql) =>
    sql.begin(async (tx) => {
      await tx`lock table app.session in access exclusive mode`
      for (let n = 0; n < 10; n++) expect(await status(browser)).toBe(200)
    }),
  )
})

test("a sign-out link on another site asks first, and its button signs out", async () => {
  const browser = await signedIn()
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { referer: "https://evil.example/page" },
    { referer: "" },
    { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
    { accept: "image/avif,image/webp,*/*;q=0.8" },
    { origin: "https://evil.example" },
    { "sec-fetch-site": "same-origin", "sec-purpose": "prefetch;prerender" },
    // A link in a comment, which sends no Referer, and a picture.
    { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors", referer: "https://evil.example/" },
  ]
  for (const path of ["/api/auth/logoff", "/api/auth/switch-account"]) {
    for (const headers of foreign) {
      const answer = await server.call("GET", path, { browser, headers })
      expect(answer.status).toBe(200)
      expect(answer.text).toContain(`<form method="post" action="${path}"><button>Logout</button></form>`)
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    }
  }
  expect(await status(browser)).toBe(200)
  expect(
    (await server.call("POST", "/api/auth/logoff", { browser, headers: { origin: "https://evil.example" } })).status,
  ).toBe(403)
  expect(await status(browser)).toBe(200)
  const copy = new Map(browser)
  expect((await server.call("POST", "/api/auth/logoff", { browser })).headers.get("location")).toBe("/login")
  expect(await status(copy)).toBe(401)
})

test("from a page of ours, a bookmark or signed out, sign-out goes straight to the login page", async () => {
  const own: Record<string, string>[] = [
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", referer: `${origin}/board?planId=1` },
    { referer: `${origin}/board`, accept: "text/html" },
    { accept: "*/*" },
    {},
  ]
  for (const headers of own) {
    const browser = await signedIn()
    const answer = await server.call("GET", "/api/auth/logoff", { browser, headers })
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/login"])
  }
  const nobody = await server.call("GET", "/api/auth/logoff", { headers: { "sec-fetch-site": "cross-site" } })
  expect([nobody.status, nobody.headers.get("location")]).toEqual([302, "/login"])
})

test("switching accounts signs out and asks for the account at the next sign-in", async () => {
  const browser = await signedIn()
  const copy = new Map(browser)
  const answer = await server.call("GET", "/api/auth/switch-account", { browser })
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/login"])
  expect(answer.headers.getSetCookie().at(-1)).toMatch(/^laneway_choose=1; Path=\/; /)
  expect(await status(copy)).toBe(401)
})

test("switching accounts keeps an invitation, asked for here or on another site", async () => {
  const browser = await signedIn()
  const path = "/api/auth/switch-account?token=a%26b"
  const asks = await server.call("GET", path, { browser, headers: { "sec-fetch-site": "cross-site" } })
  expect(asks.text).toContain(`<form method="post" action="/api/auth/switch-account?token=a%26b">`)
  expect((await server.call("GET", path, { browser })).headers.get("location")).toBe("/login?token=a%26b")
})

type Listed = { id: number; current: boolean; userAgent: string | null; address: string | null; lastSeenAt: string }
const listed = async (browser: Browser): Promise<Listed[]> =>
  JSON.parse((await server.call("GET", "/api/Account/sessions", { browser })).text)
/** Browsers in which one person is signed in. */
const browsersOf = async (email: string, count: number) => {
  const browsers: Browser[] = []
  for (let n = 0; n < count; n++) {
    browsers.push(await server.signedIn(email))
    await server.sql()`update app.sign_in_link set created_date = created_date - interval '2 minutes'`
  }
  return browsers
}

test("a session ends 90 days after the sign-in, however much it is used", async () => {
  const browser = await signedIn()
  const id = idOf(browser)
  const age = async (span: string) => {
    await server.sql()`update app.session set created_date = now() - ${span}::interval where id = ${id}`
    await server.reopen({})
  }
  await age("89 days 23 hours")
  expect(await status(browser)).toBe(200)
  await age("90 days 1 second")
  expect(await status(browser)).toBe(401)
  await sweepAccounts()
  expect(await server.sql()`select from app.session where id = ${id}`).toHaveLength(0)
})

test("sessions are listed with device, place and last use, this one first, and never with their secret", async () => {
  const email = someone()
  const phone: Browser = new Map()
  const headers = { "user-agent": "A phone" }
  await server.call("POST", await server.askedLink(email), { browser: phone, ip: "203.0.113.4", headers })
  await server.sql()`update app.sign_in_link set created_date = created_date - interval '2 minutes'`
  const desk = await server.signedIn(email)
  expect(await listed(desk)).toMatchObject([
    { current: true, address: "192.0.2.1" },
    { current: false, userAgent: "A phone", address: "203.0.113.4" },
  ])
  expect((await listed(desk)).map(({ current, userAgent }) => [current, userAgent])).toEqual([
    [true, null],
    [false, "A phone"],
  ])
  expect(JSON.stringify(await listed(desk))).not.toContain(idOf(phone))
  const [aged] = await server.sql()<{ at: Date }[]>`
    update app.session set last_used = now() - interval '1 hour' where id = ${idOf(phone)} returning now() as at`
  await server.reopen({})
  await status(phone)
  expect(Date.parse((await listed(phone))[0]?.lastSeenAt ?? "")).toBeGreaterThanOrEqual(aged?.at.getTime() ?? 0)
  // A copy of its cookie that is used elsewhere is seen, although the session was used a moment ago.
  await server.reopen({})
  await server.call("GET", "/api/Account/userprofile", { browser: new Map(phone), ip: "198.51.100.9" })
  expect((await listed(desk))[1]?.address).toBe("198.51.100.9")
})

test("ending a session signs its browser out at once; ending it again changes nothing; a stranger's is not found", async () => {
  const [here, there] = (await browsersOf(someone(), 2)) as [Browser, Browser]
  const stranger = await signedIn()
  const id = (await listed(here)).find(({ current }) => !current)?.id ?? 0
  const end = async (browser: Browser, which: number | string) =>
    (await server.call("DELETE", `/api/Account/sessions/${which}`, { browser })).status
  expect(await end(stranger, id)).toBe(404)
  expect(await status(there)).toBe(200)
  expect(await end(here, id)).toBe(204)
  expect([await status(there), await status(here)]).toEqual([401, 200])
  expect([await end(here, id), await end(stranger, id), await end(here, 999_999), await end(here, "x")]).toEqual([
    204, 404, 404, 400,
  ])
  expect(await listed(here)).toHaveLength(1)
})

test("signing out everywhere else leaves this session and those of others", async () => {
  const [here, ...others] = (await browsersOf(someone(), 4)) as [Browser, ...Browser[]]
  const stranger = await signedIn()
  expect((await server.call("DELETE", "/api/Account/sessions", { browser: here })).status).toBe(204)
  expect(await Promise.all(others.map(status))).toEqual([401, 401, 401])
  expect([await status(here), await status(stranger)]).toEqual([200, 200])
  expect((await server.call("DELETE", "/api/Account/sessions")).status).toBe(401)
})
