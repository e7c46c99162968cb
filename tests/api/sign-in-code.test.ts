// The code of a sign-in mail: who may use it, how often it may be tried, and what its answers tell.
import { afterAll, expect, test } from "vitest"
import { type Browser, openSignIn, someone } from "../support/api/sign-in.ts"

const server = await openSignIn()
afterAll(server.close)

const wrong = "This code is wrong or has expired."

/** The code of the newest mail to the address, which this browser asks for. */
const askedCode = async (email: string, browser: Browser, body: object = {}, more: object = {}) => {
  const before = server.printed.filter(({ to }) => to === email).length
  const asked = await server.call("POST", "/api/Account/RequestEmailSignIn", {
    ...{ browser, body: { email, ...body }, ...more },
  })
  expect(asked.status).toBe(202)
  const link = await server.linkTo(email, before)
  const mail = server.mails().find((text) => text.replace(/=\r\n/g, "").replaceAll("=3D", "=").includes(link)) ?? ""
  return { code: /^(\d{6})\r?$/m.exec(mail)?.[1] ?? "no code", link, mail }
}
const enter = (email: string, code: string, browser?: Browser, more: object = {}) =>
  server.call("POST", "/api/Account/SignInCode", { body: { email, code }, ...(browser ? { browser } : {}), ...more })
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")
const messageOf = ({ text }: { text: string }) => JSON.parse(text).message

test("the code signs in where the mail was asked for, once, and takes the link along", async () => {
  const email = someone()
  const browser: Browser = new Map()
  const { code, link } = await askedCode(email, browser, { returnUrl: "/board?planId=7" })
  const answer = await enter(email.toUpperCase(), `${code.slice(0, 3)} ${code.slice(3)}`, browser)
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { returnUrl: "/board?planId=7" }])
  expect((await server.profile(browser)).profile?.email).toBe(email)
  expect(answer.headers.get("cache-control")).toContain("no-store")
  const other: Browser = new Map([["laneway_browser", browser.get("laneway_browser") ?? ""]])
  expect((await enter(email, code, other)).status).toBe(400)
  expect((await server.call("POST", link)).headers.get("location")).toBe("/login?magicLinkError=invalid")
})

test("a link that was opened elsewhere takes the code along", async () => {
  const email = someone()
  const browser: Browser = new Map()
  const { code, link } = await askedCode(email, browser)
  await server.call("POST", link, { browser: new Map() })
  expect((await enter(email, code, browser)).status).toBe(400)
})

test("any other browser is answered as if the code were wrong, and uses up none of its tries", async () => {
  const email = someone()
  const browser: Browser = new Map()
  const { code } = await askedCode(email, browser)
  const asking: Browser = new Map()
  await askedCode(someone(), asking)
  const strangers: (Browser | undefined)[] = [
    undefined,
    new Map(),
    asking,
    new Map([["laneway_browser", "x".repeat(24)]]),
  ]
  for (const stranger of strangers) {
    for (let n = 0; n < 6; n++) {
      const answer = await enter(email, code, stranger)
      expect([answer.status, messageOf(answer)]).toEqual([400, wrong])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  }
  expect((await enter(email, code, browser)).status).toBe(200)
})

test("five tries a mail, counted exactly among concurrent ones; a new mail takes five more", async () => {
  const email = someone()
  const browser: Browser = new Map()
  const { code } = await askedCode(email, browser)
  for (let n = 0; n < 4; n++) expect((await enter(email, another(code), browser)).status).toBe(400)
  await server.age(email, "2 minutes")
  const next = await askedCode(email, browser)
  const tries = await Promise.all(Array.from({ length: 12 }, () => enter(email, another(next.code), browser)))
  expect(tries.map(({ status }) => status)).toEqual(Array(12).fill(400))
  const rows = await server.sql()`select code_tries from app.sign_in_link where email = ${email} order by created_date`
  expect(rows.map((row) => row.code_tries)).toEqual([5, 5])
  for (const used of [code, next.code]) expect((await enter(email, used, browser)).status).toBe(400)
  await server.age(email, "2 minutes")
  const last = await askedCode(email, browser)
  expect((await enter(email, last.code, browser)).status).toBe(200)
})

test("of many concurrent entries of the right code one signs in", async () => {
  const email = someone()
  const browser: Browser = new Map()
  const { code } = await askedCode(email, browser)
  const before = await server.sessions()
  const same = new Map(browser)
  const answers = await Promise.all(Array.from({ length: 8 }, () => enter(email, code, new Map(same))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await server.sessions()).toBe(before + 1)
})

test("the code ends after ten minutes, the link after fifteen", async () => {
  const email = someone()
  const browser: Browser = new Map()
  const { code, link } = await askedCode(email, browser)
  await server.age(email, "10 minutes 1 second")
  expect(messageOf(await enter(email, code, browser))).toBe(wrong)
  expect((await server.call("POST", link, { browser })).headers.get("location")).toBe("/")
})

test("browsers that are new to an address share fifty tries a day, also those where it is signed in; one that has signed in has its own", async () => {
  const email = someone()
  const known = await server.signedIn(email)
  await server.age(email, "2 hours")
  const elsewhere = { ip: "198.51.100.7" }
  const fail = async (more: object, own?: Browser) => {
    for (let n = 0; n < 10; n++) {
      const browser: Browser = own ?? new Map()
      const { code } = await askedCode(email, browser, {}, more)
      for (let tries = 0; tries < 5; tries++) await enter(email, another(code), browser, more)
      await server.age(email, "61 minutes")
    }
  }
  await fail(elsewhere)
  const stranger: Browser = new Map()
  const { code, link } = await askedCode(email, stranger, {}, elsewhere)
  expect((await enter(email, code, stranger)).status).toBe(400)
  await server.age(email, "61 minutes")
  const installed: Browser = new Map()
  const own = await askedCode(email, installed)
  expect((await enter(email, own.code, installed)).status).toBe(200)

  await server.age(email, "61 minutes")
  await fail({})
  const late: Browser = new Map()
  expect((await enter(email, (await askedCode(email, late)).code, late)).status).toBe(400)
  const again = await askedCode(email, known)
  expect((await enter(email, again.code, known)).status).toBe(200)
  const last = await askedCode(email, stranger, {}, { ip: "203.0.113.9" })
  expect(last.link).not.toBe(link)
  expect((await server.call("POST", last.link, { browser: stranger })).headers.get("location")).toBe("/")

  await server.age(email, "25 hours")
  await fail({}, known)
  expect((await enter(email, (await askedCode(email, known)).code, known)).status).toBe(400)
  await server.age(email, "61 minutes")
  expect((await enter(email, (await askedCode(email, installed)).code, installed)).status).toBe(200)
})

test("new browsers of one place have sixty tries an hour, however many addresses they try", async () => {
  const spraying = { ip: "198.51.100.60" }
  const spray = async () => {
    const [email, browser] = [someone(), new Map() as Browser]
    const { code } = await askedCode(email, browser, {}, spraying)
    for (let tries = 0; tries < 5; tries++) await enter(email, another(code), browser, spraying)
  }
  for (let n = 0; n < 12; n++) await spray()
  const enters = async (more: object) => {
    const [email, browser] = [someone(), new Map() as Browser]
    return (await enter(email, (await askedCode(email, browser, {}, more)).code, browser, more)).status
  }
  expect([await enters(spraying), await enters({ ip: "198.51.100.61" })]).toEqual([400, 200])
})

test("answers tell nothing of accounts, and a disabled person with the code learns that they are disabled", async () => {
  const [disabled, unknown] = [someone(), someone()]
  await server.signedIn(disabled)
  await server.sql()`update app.person set enabled = false where email = ${disabled}`
  await server.age(disabled, "2 minutes")
  const browser: Browser = new Map()
  const { code } = await askedCode(disabled, browser)
  await askedCode(unknown, browser)
  const answers = [
    await enter(disabled, another(code), browser),
    await enter(unknown, "000000", browser),
    await enter(someone(), "000000", browser),
  ]
  for (const answer of answers) expect([answer.status, messageOf(answer)]).toEqual([400, wrong])
  const refused = await enter(disabled, code, browser)
  expect([refused.status, messageOf(refused)]).toEqual([
    403,
    "This account is disabled. Ask the administrator of your Laneway to enable it.",
  ])
  expect(browser.has("laneway_session")).toBe(false)
})

test("what is no code, and another site's page, use up no try", async () => {
  const email = someone()
  const browser: Browser = new Map()
  const { code } = await askedCode(email, browser)
  for (const odd of ["", "12345", "1234567", "12345a", "      ", "%00", "-1", code.padEnd(400, " 0")]) {
    const answer = await enter(email, odd, browser)
    expect([odd, answer.status, messageOf(answer)]).toEqual([odd, 400, wrong])
  }
  const foreign: Record<string, string>[] = [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]
  for (const headers of foreign) expect((await enter(email, code, browser, { headers })).status).toBe(403)
  const arabic = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
  expect((await enter(email, arabic, browser)).status).toBe(200)
})

test("another process with the same secrets takes the code; another installation does not", async () => {
  const email = someone()
  const browser: Browser = new Map()
  const { code } = await askedCode(email, browser)
  await server.reopen({ secrets: ["quite another secret, also over thirty-two letters"] })
  expect((await enter(email, code, browser)).status).toBe(400)
  await server.reopen({
    secrets: ["a newer secret, longer than thirty-two letters", "the first secret, longer than thirty-two letters"],
  })
  expect((await enter(email, code, browser)).status).toBe(200)
  await server.reopen({})
})

test("neither the tables nor the jobs have the code; an installed app's mail begins with it", async () => {
  const email = someone()
  const { code, mail } = await askedCode(email, new Map(), { installed: true })
  expect(mail).toMatch(new RegExp(`^Subject: ${code.slice(0, 3)} ${code.slice(3)} is your sign-in code\\r$`, "m"))
  expect(mail.indexOf(`\n${code}`)).toBeLessThan(mail.indexOf("Sign in with the browser instead"))
  const rows = await server.sql()<{ row: string }[]>`
    select to_jsonb(l)::text as row from app.sign_in_link l union all select to_jsonb(j)::text from app.job j`
  expect(rows.filter(({ row }) => row.includes(`"${code}"`))).toEqual([])
})

test("an invitation that the request carried is accepted", async () => {
  const host = await server.signedIn(someone())
  const plan = await server.call("POST", "/api/Plan/", { browser: host, body: { name: "Harbour" } })
  const { id: planId } = JSON.parse(plan.text)
  const email = someone()
  await server.call("POST", "/api/invitation/invite", { browser: host, body: { email, planId, role: 1 } })
  const invited = await server.linkTo(email)
  const browser: Browser = new Map()
  const { code } = await askedCode(email, browser, { invitationToken: new URL(invited).searchParams.get("token") })
  expect(JSON.parse((await enter(email, code, browser)).text)).toEqual({ returnUrl: `/board?planId=${planId}` })
})
