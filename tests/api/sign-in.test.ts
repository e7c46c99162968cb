// Sign-in by mail link: spec/1 sections 2.3 and 8, contract "Account and session".
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { nameOf } from "~/domain/sign-in.server"
import { type Browser, openSignIn, origin, type SignInServer } from "../support/sign-in.ts"

let server: SignInServer
beforeAll(async () => {
  server = await openSignIn()
})
afterAll(() => server.close())

let number = 0
const someone = () => `person${++number}@example.org`
const place = (answer: { headers: Headers }) => answer.headers.get("location")
const sessions = async () => {
  const [row] = await server.sql()<{ count: number }[]>`select count(*)::int as count from app.session`
  return row?.count ?? 0
}
const age = (email: string, by: string) =>
  server.sql()`update app.sign_in_link set created_date = created_date - ${by}::interval where lower(email) = lower(${email})`
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
  const before = await sessions()
  const answers = await Promise.all(Array.from({ length: 12 }, () => server.call("POST", link)))
  expect(answers.map(place).sort()).toEqual(["/", ...Array(11).fill(invalid)])
  expect(await sessions()).toBe(before + 1)
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

test("a link older than 15 minutes does nothing", async () => {
  const email = someone()
  const link = await server.askedLink(email)
  await age(email, "14 minutes 55 seconds")
  expect((await server.call("GET", link)).status).toBe(200)
  await age(email, "10 seconds")
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

test("known, unknown and disabled addresses get the same answer", async () => {
  const [known, disabled] = [someone(), someone()]
  await server.signedIn(known)
  await server.signedIn(disabled)
  await server.sql()`update app.person set enabled = false where email = ${disabled}`
  await age(known, "2 minutes")
  await age(disabled, "2 minutes")
  const sql = postgres(server.database.url, { max: 1 })
  // The account table is locked, so neither the answers nor their timing can depend on an account.
  const seen = await sql.begin(async (tx) => {
    await tx`lock table app.person in access exclusive mode`
    const answers = []
    for (const email of [known, someone(), disabled]) answers.push(await server.ask(email))
    return answers
  })
  await sql.end()
  const [first, ...others] = seen.map(({ status, text, headers }) => ({
    status,
    text,
    headers: [...headers].map(([name, value]) => [name, value.replace(/=[\w-]{24};/, "=…;")]),
  }))
  expect(first).toMatchObject({ status: 202, text: "" })
  for (const other of others) expect(other).toEqual(first)
  await Promise.all([known, disabled].map((email) => server.linkTo(email, 1)))
})

test("a disabled person gets an explanation and has no session", async () => {
  const email = someone()
  const browser = await server.signedIn(email)
  await server.sql()`update app.person set enabled = false where email = ${email}`
  await age(email, "2 minutes")
  const before = await sessions()
  const fresh: Browser = new Map()
  const answer = await server.call("POST", await server.askedLink(email), { browser: fresh })
  expect(place(answer)).toBe("/login?magicLinkError=disabled")
  expect(fresh.has("laneway_session")).toBe(false)
  expect(await sessions()).toBe(before)
  expect(browser.has("laneway_session")).toBe(true)
})

test("an address is one account whatever its case, and mail goes to the account's own spelling", async () => {
  const email = `Ada.${someone()}`
  const first = (await server.profile(await server.signedIn(email))).profile
  await age(email, "2 minutes")
  const link = await server.askedLink(email.toUpperCase())
  expect(server.printed.at(-1)?.to).toBe(email)
  const browser: Browser = new Map()
  await server.call("POST", link, { browser })
  expect((await server.profile(browser)).profile?.id).toBe(first?.id)
})

test("invalid addresses, and those with headers or several addresses, are refused", async () => {
  const bad = [
    "",
    "ada",
    "ada@",
    "@example.org",
    "ada@example",
    "ada@example.org\r\nBcc: eve@example.org",
    "ada@example.org\n",
    "ada@example.org,eve@example.org",
    "ada@example.org;eve@example.org",
    "Ada <ada@example.org>",
    '"ada"@example.org',
    "ada@exa mple.org",
    "a\u0000da@example.org",
    `${"a".repeat(250)}@example.org`,
  ]
  const mails = server.mails().length
  for (const email of bad) {
    const { status, text } = await server.ask(email)
    expect([email, status]).toEqual([email, 400])
    expect(JSON.parse(text).message).not.toBe("")
  }
  expect(server.mails()).toHaveLength(mails)
})

test("one mail a minute per address and asker, in any case", async () => {
  const email = someone()
  expect((await server.ask(email)).status).toBe(202)
  const { status, headers, text } = await server.ask(email.toUpperCase())
  expect(status).toBe(429)
  expect(JSON.parse(text).message).toBe("Please wait a moment before requesting another link.")
  const wait = Number(headers.get("retry-after"))
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
  await age(email, "61 seconds")
  expect((await server.ask(email)).status).toBe(202)
})

test("concurrent requests of one asker send an address one mail", async () => {
  const email = someone()
  const answers = await Promise.all(Array.from({ length: 8 }, () => server.ask(email)))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(429)])
})

test("nobody uses up a person's mails: strangers share a limit, and the newest link stays valid at it", async () => {
  const email = someone()
  const browser = await server.signedIn(email)
  // The attack: from a new address each time, with made-up cookies.
  const attack = (n: number) => {
    const made = new Map([["laneway_browser", `${"x".repeat(22)}${10 + n}`]])
    return server.ask(email, { ip: `198.51.100.${n}`, browser: made })
  }
  const statuses: number[] = []
  for (let n = 0; n < 14; n++) statuses.push((await attack(n)).status)
  expect(statuses).toEqual([...Array(9).fill(202), ...Array(5).fill(429)])
  const { headers } = await attack(20)
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(14 * 60)
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(15 * 60)
  await expect.poll(() => server.printed.filter(({ to }) => to === email)).toHaveLength(10)
  expect((await server.call("GET", await server.linkTo(email))).status).toBe(200)
  // The person's own browser asks at once, from any place.
  const own = await server.askedLink(email, { ip: "203.0.113.77", browser })
  expect(place(await server.call("POST", own, { browser }))).toBe("/")
  // A new one gets another link as soon as the newest is too old.
  await age(email, "15 minutes 1 second")
  expect((await attack(30)).status).toBe(202)
  expect((await attack(31)).status).toBe(429)
})

test("a sign-in in a new browser is told by mail; the first one and one in the same browser are not", async () => {
  const email = someone()
  const told = () => server.notices.filter(({ to }) => to === email)
  const browser = await server.signedIn(email)
  await age(email, "2 minutes")
  await server.call("POST", await server.askedLink(email, { browser }), { browser })
  await age(email, "2 minutes")
  const other: Browser = new Map()
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0" }
  await server.call("POST", await server.askedLink(email), { browser: other, ip: "203.0.113.5", headers })
  await expect.poll(told).toHaveLength(1)
  expect(told()[0]?.subject).toBe("New sign-in to Laneway")
  const mail = server.mails().find((text) => text.includes("Subject: New sign-in") && text.includes(`To: ${email}`))
  expect(mail).toContain("Firefox on Linux, from 203.0.113.5")
})

test("ten mails an hour per address", async () => {
  const email = someone()
  for (let n = 0; n < 10; n++) {
    expect((await server.ask(email)).status).toBe(202)
    await age(email, "2 minutes")
  }
  const { status, headers } = await server.ask(email)
  expect(status).toBe(429)
  // The oldest of the ten was sent 20 minutes ago.
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(39 * 60)
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(40 * 60)
  await age(email, "40 minutes 1 second")
  expect((await server.ask(email)).status).toBe(202)
})

test("sixty mails an hour per IP", async () => {
  const ip = "203.0.113.9"
  const answers = await Promise.all(Array.from({ length: 61 }, () => server.ask(someone(), { ip })))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(60)
  const [refused] = answers.filter(({ status }) => status === 429)
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(3_590)
  expect((await server.ask(someone(), { ip: "203.0.113.10" })).status).toBe(202)
})

test("without rate limits the same address may ask again at once", async () => {
  await server.reopen({ rateLimits: false })
  const email = someone()
  expect([(await server.ask(email)).status, (await server.ask(email)).status]).toEqual([202, 202])
  await server.reopen({})
})

test("the name comes from the invitation, else from the address", async () => {
  expect(nameOf("ada.lind+plans@example.org")).toBe("Ada Lind")
  expect(nameOf("élodie_o-neill@example.org")).toBe("Élodie O Neill")
  expect(nameOf("+@example.org")).toBe("+")
  expect([...nameOf(`${"𝒶".repeat(120)}@x.org`)]).toHaveLength(100)
})

test("the link accepts its invitation; if it can't, the person is signed in all the same", async () => {
  const sql = server.sql()
  await server.signedIn("owner@example.org")
  const [owner] = await sql<{ id: number }[]>`select id from app.person where email = 'owner@example.org'`
  const [plan] = await sql<
    { id: number }[]
  >`insert into app.plan (name, owner_id) values ('Launch', ${owner?.id ?? 0}) returning id`
  const invite = (email: string, token: string) =>
    sql`insert into app.invitation (plan_id, email, user_name, role, token) values (${plan?.id ?? 0}, ${email}, 'Grace Hopper', 1, ${token})`
  await invite("grace@example.org", "invited-grace")
  await invite("other@example.org", "invited-other")

  const browser: Browser = new Map()
  const link = await server.askedLink("grace@example.org", { invitationToken: "invited-grace", returnUrl: "/x" })
  expect(place(await server.call("POST", link, { browser }))).toBe("/x")
  const { profile } = await server.profile(browser)
  expect(profile).toMatchObject({ userName: "Grace Hopper", userPlans: [{ planId: plan?.id, planRole: 1 }] })

  const stranger: Browser = new Map()
  const theirs = await server.askedLink(someone(), { invitationToken: "invited-other" })
  expect(place(await server.call("POST", theirs, { browser: stranger }))).toBe("/")
  expect((await server.profile(stranger)).profile).toMatchObject({ userPlans: [] })
})

test("addresses in SYSTEM_ADMIN_EMAILS are System Admins from their next sign-in", async () => {
  const email = someone()
  expect((await server.profile(await server.signedIn(email))).profile?.role).toBe(3)
  await age(email, "2 minutes")
  await server.reopen({ adminEmails: [email] })
  expect((await server.profile(await server.signedIn(email.toUpperCase()))).profile?.role).toBe(0)
  await server.reopen({})
})

test("sign-in providers: unknown ones are refused, an unconfigured one says so", async () => {
  for (const query of ["", "?provider=Facebook", "?provider=azuread"]) {
    expect((await server.call("GET", `/api/Account/Login${query}`)).status).toBe(400)
  }
  for (const provider of ["AzureAD", "Google", "Oidc"]) {
    const answer = await server.call("GET", `/api/Account/Login?provider=${provider}&returnUrl=/&token=x`)
    expect([answer.status, place(answer)]).toEqual([302, "/login?magicLinkError=provider"])
  }
})
