// The account that a sign-in opens: its name, role, invitation and notice, and what its address may look like.
import { afterAll, expect, test } from "vitest"
import { nameOf } from "~/domain/sign-in/sign-in.server"
import { type Browser, openSignIn, place, someone } from "../support/api/sign-in.ts"

const server = await openSignIn()
afterAll(server.close)

test("a disabled person gets an explanation and has no session", async () => {
  const email = someone()
  const browser = await server.signedIn(email)
  await server.sql()`update app.person set enabled = false where email = ${email}`
  await server.age(email, "2 minutes")
  const before = await server.sessions()
  const fresh: Browser = new Map()
  const answer = await server.call("POST", await server.askedLink(email), { browser: fresh })
  expect(place(answer)).toBe("/login?magicLinkError=disabled")
  expect(fresh.has("laneway_session")).toBe(false)
  expect(await server.sessions()).toBe(before)
  expect(browser.has("laneway_session")).toBe(true)
})

test("an address is one account whatever its case, and mail goes to the account's own spelling", async () => {
  const email = `Ada.${someone()}`
  const first = (await server.profile(await server.signedIn(email))).profile
  await server.age(email, "2 minutes")
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

test("a sign-in in a new browser is told by mail; the first one and one in the same browser are not", async () => {
  const email = someone()
  const told = () => server.notices.filter(({ to }) => to === email)
  const browser = await server.signedIn(email)
  await server.age(email, "2 minutes")
  await server.call("POST", await server.askedLink(email, { browser }), { browser })
  await server.age(email, "2 minutes")
  const other: Browser = new Map()
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0" }
  await server.call("POST", await server.askedLink(email), { browser: other, ip: "203.0.113.5", headers })
  await expect.poll(told).toHaveLength(1)
  expect(told()[0]?.subject).toBe("New sign-in to Laneway")
  const mail = server.mails().find((text) => text.includes("Subject: New sign-in") && text.includes(`To: ${email}`))
  expect(mail).toContain("Firefox on Linux, from 203.0.113.5")
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
  await server.age(email, "2 minutes")
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

test("one address, its domain typed or in ASCII form, is one account for mails and providers", async () => {
  const ascii = "ada@xn--mnchen-3ya.test"
  const ids = new Set<number | undefined>()
  for (const email of ["ada@münchen.test", ascii, "ada@mu\u0308nchen.test"]) {
    const browser: Browser = new Map()
    const before = server.printed.filter(({ to }) => to === ascii).length
    expect((await server.ask(email, { browser, ip: `192.0.2.${ids.size + before + 10}` })).status).toBe(202)
    await server.call("POST", await server.linkTo(ascii, before), { browser })
    const { profile } = await server.profile(browser)
    expect(profile?.email).toBe(ascii)
    ids.add(profile?.id)
  }
  expect(ids.size).toBe(1)
})
