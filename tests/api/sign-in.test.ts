// Sign-in by mail link: what a link does, and for whom.
import { afterAll, expect, test } from "vitest"
import { type Browser, openSignIn, origin, place, someone } from "../support/api/sign-in.ts"

const server = await openSignIn()
afterAll(server.close)

const invalid = "/login?magicLinkError=invalid"

test("a link signs in and redirects to the requested page", async () => {
  const email = someone()
  const browser: Browser = new Map()
  const link = await server.askedLink(email, { returnUrl: "/board?planId=7#x", browser })
  expect(link.startsWith(`${origin}/api/Account/MagicLink?token=`)).toBe(true)
  const answer = await server.call("POST", link, { browser })
  expect([answer.status, place(answer)]).toEqual([302, "/board?planId=7#x"])
  const cookie = answer.headers.getSetCookie().find((header) => header.startsWith("laneway_session="))
  expect(cookie).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  const { status, profile } = await server.profile(browser)
  expect(status).toBe(200)
  expect(profile).toMatchObject({ email, role: 3, subscriptionStatus: 0, userPlans: [], avatarUrl: null })
})

test("under https a cookie is Secure, and one that another host of the domain set does not count", async () => {
  const publicUrl = "https://laneway.example.org"
  await server.reopen({ publicUrl })
  const browser: Browser = new Map()
  const link = await server.askedLink(someone())
  const answer = await server.call("POST", link, { browser, headers: { origin: publicUrl } })
  const [, session = ""] = [...browser].find(([name]) => name.endsWith("laneway_session")) ?? []
  const own = await server.profile(browser)
  const planted = await server.profile(new Map([["laneway_session", session]]))
  await server.reopen({})
  const headers = answer.headers.getSetCookie()
  expect(headers.length).toBeGreaterThan(0)
  for (const header of headers) expect(header).toMatch(/^__Host-laneway_\w+=[^;]*; Path=\/; .*; Secure$/)
  expect([own.status, planted.status]).toEqual([200, 401])
})

test("a link works once, in any browser", async () => {
  const link = await server.askedLink(someone(), { browser: new Map() })
  const other: Browser = new Map()
  expect(place(await server.call("POST", link, { browser: other }))).toBe("/")
  expect((await server.profile(other)).status).toBe(200)
  expect(place(await server.call("POST", link))).toBe(invalid)
  expect(place(await server.call("GET", link))).toBe(invalid)
})

test("one of many concurrent uses signs in", async () => {
  const link = await server.askedLink(someone())
  const before = await server.sessions()
  const answers = await Promise.all(Array.from({ length: 12 }, () => server.call("POST", link)))
  expect(answers.map(place).sort()).toEqual(["/", ...Array(11).fill(invalid)])
  expect(await server.sessions()).toBe(before + 1)
})

test("a mail scanner that opens the link doesn't use it up and gets a page that does nothing by itself", async () => {
  const link = await server.askedLink(someone(), { browser: new Map() })
  for (const method of ["GET", "HEAD", "GET"]) expect((await server.call(method, link)).status).toBe(200)
  const { text, headers } = await server.call("GET", link)
  expect(text).not.toContain("<script")
  expect(text).toContain("<button>Sign in</button>")
  expect(headers.get("content-security-policy")).toContain("default-src 'none'")
  expect(headers.get("content-security-policy")).toContain("script-src 'none'")
  expect(headers.get("cache-control")).toContain("no-store")
  expect(headers.get("referrer-policy")).toBe("strict-origin")
  expect(place(await server.call("POST", link))).toBe("/")
})

test("the page submits itself only in the browser that requested the link", async () => {
  const asking: Browser = new Map()
  const first = await server.askedLink(someone(), { browser: asking })
  const second = await server.askedLink(someone(), { browser: asking })
  const other: Browser = new Map()
  await server.askedLink(someone(), { browser: other })
  for (const link of [first, second]) {
    expect((await server.call("GET", link, { browser: asking })).text).toContain("requestSubmit()")
    expect((await server.call("GET", link, { browser: other })).text).not.toContain("requestSubmit()")
  }
  expect([...asking.keys()]).toEqual(["laneway_browser"])
})

test("a link of another address asks first in a browser that is signed in", async () => {
  const browser = await server.signedIn("signed.in@example.org")
  const other = await server.askedLink(someone(), { browser })
  const asked = await server.call("GET", other, { browser })
  expect(asked.text).not.toContain("<script")
  expect(asked.text).toContain("You are signed in as Signed In.")
  await server.age("signed.in@example.org", "2 minutes")
  const own = await server.askedLink("Signed.In@example.org", { browser })
  expect((await server.call("GET", own, { browser })).text).toContain("requestSubmit()")
})

test("a link older than 15 minutes does nothing", async () => {
  const email = someone()
  const link = await server.askedLink(email)
  await server.age(email, "14 minutes 55 seconds")
  expect((await server.call("GET", link)).status).toBe(200)
  await server.age(email, "10 seconds")
  expect(place(await server.call("GET", link))).toBe(invalid)
  expect(place(await server.call("POST", link))).toBe(invalid)
})

test("wrong, altered and missing tokens are invalid", async () => {
  const link = await server.askedLink(someone())
  const token = new URL(link).searchParams.get("token") ?? ""
  const altered = token.slice(0, -2) + (token.endsWith("A") ? "B" : "A")
  const wrong = ["", "?token=", "?token=x", "?token=%00", `?token=${altered}`, `?token=${token}x`, "?token=a.b.c.d.e"]
  for (const query of wrong) {
    for (const method of ["GET", "POST"]) {
      const answer = await server.call(method, `/api/Account/MagicLink${query}`)
      expect([query, answer.status, place(answer)]).toEqual([query, 302, invalid])
    }
  }
  expect(place(await server.call("POST", link))).toBe("/")
})

test("another installation's token is refused even with the same database row", async () => {
  const link = await server.askedLink(someone())
  await server.reopen({ secrets: ["quite another secret, also over thirty-two letters"] })
  expect(place(await server.call("POST", link))).toBe(invalid)
  await server.reopen({})
  expect(place(await server.call("POST", link))).toBe("/")
})

test("the database stores neither the token nor the link", async () => {
  const { printed } = server
  const link = await server.askedLink(someone())
  const token = new URL(link).searchParams.get("token") ?? ""
  expect(token.length).toBeGreaterThan(100)
  const rows =
    await server.sql()`select to_jsonb(l)::text as row from app.sign_in_link l union all select to_jsonb(j)::text from app.job j`
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
  expect(printed.at(-1)?.link).toBe(link)
})

test("another site can't sign a visitor in or out", async () => {
  const link = await server.askedLink(someone())
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ]
  for (const headers of foreign) {
    expect((await server.call("POST", link, { headers })).status).toBe(403)
    const asked = await server.ask(someone(), { headers })
    expect([asked.status, asked.headers.getSetCookie()]).toEqual([403, []])
  }
  expect(place(await server.call("POST", link, { headers: { origin } }))).toBe("/")
})

test("signing in ends the browser's previous session", async () => {
  const browser = await server.signedIn(someone())
  const before = new Map(browser)
  await server.call("POST", await server.askedLink(someone(), { browser }), { browser })
  expect((await server.profile(browser)).status).toBe(200)
  expect((await server.profile(before)).status).toBe(401)
})

test("returnUrl stays on this site", async () => {
  const bad = [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "evil.example",
    "",
    "/\t/evil.example",
    "javascript:alert(1)",
  ]
  for (const returnUrl of bad) {
    const link = await server.askedLink(someone(), { returnUrl })
    expect([returnUrl, place(await server.call("POST", link))]).toEqual([returnUrl, "/"])
  }
  const link = await server.askedLink(someone(), { returnUrl: "/plan/ü 1" })
  expect(place(await server.call("POST", link))).toBe("/plan/%C3%BC%201")
})
