// Mail: files, a real SMTP server, and the jobs that send it.
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, test, vi } from "vitest"
import { version } from "~/contract/shared/version"
import { enqueue, jobQueue } from "~/database/job.server"
import { transaction } from "~/database/transaction.server"
import { openJobs, pokeJobs } from "~/outside/jobs.server"
import { eachMail, queueEachMail, readMail } from "../support/api/each-mail.ts"
import { type Browser, openSignIn, origin, type SignInServer } from "../support/api/sign-in.ts"
import { openSmtp as startSmtp } from "../support/services/smtp.ts"
import { until } from "../support/until.ts"

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})

/** A job then starts by its notice alone. */
const withoutPolls = () => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })

const open = async (options: Parameters<typeof openSignIn>[0] = {}): Promise<SignInServer> => {
  const server = await openSignIn(options)
  closing.push(server.close)
  return server
}

const openSmtp = async (options: Parameters<typeof startSmtp>[0] = {}) => {
  const smtp = await startSmtp(options)
  closing.push(smtp.close)
  return smtp
}
const unquoted = (text: string) =>
  text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))

test("without SMTP a mail is stored as a file at once and its link is printed", async () => {
  withoutPolls()
  const server = await open()
  const link = await server.askedLink("ada@example.org")
  expect(server.printed.at(-1)).toEqual({ to: "ada@example.org", subject: "Sign in to Laneway", link })
  const [name = ""] = readdirSync(server.mailDir).filter((each) => each.includes("ada@example.org"))
  expect(name).toMatch(/^\d{4}-.*\.eml$/)
  expect(statSync(join(server.mailDir, name)).mode & 0o777).toBe(0o600)
  const mail = server.mails().find((text) => text.includes("To: ada@example.org")) ?? ""
  expect(mail).toMatch(/^From: Laneway <no-reply@example.org>\r$/m)
  expect(mail).toMatch(/^Subject: Sign in to Laneway\r$/m)
  expect(mail).toContain("text/plain; charset=utf-8")
  expect(mail).toContain("text/html; charset=utf-8")
  expect(unquoted(mail).split(link).length).toBeGreaterThan(3)
  await until(async () => (await server.sql()`select from app.job`).length === 0)
})

const here = { host: "localhost:4650" }

test("NewestMail shows the newest sign-in mail to the browser that asked for it, at this machine only", async () => {
  const server = await open()
  const [email, path] = ["ada@example.org", "/api/Account/NewestMail?email=ADA@example.org"]
  const browser: Browser = new Map()
  const ask = (headers: Record<string, string> = here, ip = "127.0.0.1", asking: Browser = browser) =>
    server.call("GET", path, { headers, ip, browser: asking })
  expect((await ask()).status).toBe(404)
  await server.askedLink(email, { browser })
  await server.sql()`update app.sign_in_link set created_date = created_date - interval '2 minutes'`
  const link = await server.askedLink(email, { browser })
  await server.askedLink("someone-else@example.org")
  await server.askedLink(email, { ip: "192.0.2.99" })
  const answer = await ask()
  expect(JSON.parse(answer.text)).toEqual({ subject: "Sign in to Laneway", link })
  expect(answer.headers.get("cache-control")).toContain("no-store")
  for (const host of ["localhost", "127.0.0.1:4650", "[::1]:4650", "LOCALHOST:4650"]) {
    expect([host, (await ask({ host })).status]).toEqual([host, 200])
  }
  expect((await ask({ ...here, origin, "sec-fetch-site": "same-origin" }, "::1")).status).toBe(200)

  const refused: [Record<string, string>, string?][] = [
    [{ host: "evil.example" }],
    [{ host: "evil.example:4650" }],
    [{ host: "localhost.evil.example" }],
    [{ host: "127.0.0.1.evil.example" }],
    [{ host: "user@localhost:evil" }],
    [{ host: "" }],
    [{}],
    [{ ...here, origin: "http://evil.example" }],
    [{ ...here, origin: "null" }],
    [{ ...here, "sec-fetch-site": "cross-site" }],
    [{ ...here, "x-forwarded-for": "127.0.0.1" }],
    [{ ...here, "x-forwarded-host": "laneway.example.org" }],
    [{ ...here, forwarded: "for=203.0.113.1" }],
    [here, "192.0.2.7"],
    [here, ""],
  ]
  for (const [headers, ip] of refused) {
    const { status, headers: answered } = await ask(headers, ip ?? "127.0.0.1")
    expect([headers, ip, status]).toEqual([headers, ip, 404])
    expect(answered.get("content-type")).toBe("application/problem+json")
  }
  for (const other of [new Map(), new Map([["laneway_browser", "x".repeat(24)]])])
    expect((await ask(here, "127.0.0.1", other)).status).toBe(404)
  await server.reopen({ mailWaitsHere: false })
  expect((await ask()).status).toBe(404)
})

test("NewestMail shows no link of an account, an invited address or an administrator to a browser that is new to it", async () => {
  const server = await open()
  const newest = async (email: string, browser: Browser) =>
    (await server.call("GET", `/api/Account/NewestMail?email=${email}`, { headers: here, ip: "127.0.0.1", browser }))
      .status
  const asked = async (email: string, sent: Parameters<typeof server.ask>[1] = {}) => {
    const browser: Browser = new Map()
    await server.askedLink(email, { browser, ...sent })
    await server.sql()`update app.sign_in_link set created_date = created_date - interval '2 minutes'`
    return newest(email, browser)
  }
  // Another local user, or somebody behind a proxy, asks for the first account's link.
  const ada = await server.signedIn("ada@example.org")
  await server.sql()`update app.sign_in_link set created_date = created_date - interval '2 minutes'`
  expect(await asked("ada@example.org")).toBe(403)
  await server.askedLink("ada@example.org", { browser: ada })
  expect(await newest("ada@example.org", ada)).toBe(200)

  await server.reopen({ adminEmails: ["chief@example.org"] })
  expect(await asked("chief@example.org")).toBe(403)

  const [plan] = await server.sql()<{ id: number }[]>`
    insert into app.plan (name, owner_id) select 'Launch', id from app.person limit 1 returning id`
  await server.sql()`
    insert into app.invitation (plan_id, email, role, token) values (${plan?.id ?? 0}, 'grace@example.org', 0, 'invited')`
  expect(await asked("grace@example.org")).toBe(403)
  expect(await asked("grace@example.org", { invitationToken: "guessed" })).toBe(403)
  expect(await asked("grace@example.org", { invitationToken: "invited" })).toBe(200)
})

test("with SMTP the mail is delivered in two parts, and nothing is printed or stored", async () => {
  const smtp = await openSmtp()
  const server = await open({ smtpUrl: smtp.url })
  expect((await server.ask("ada@example.org", { returnUrl: "/board" })).status).toBe(202)
  await until(() => smtp.received.length > 0)
  const [mail] = smtp.received
  expect(mail?.to).toBe("ada@example.org")
  const text = unquoted(mail?.text ?? "")
  expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(text).toMatch(new RegExp(`^X-Laneway-Version: ${version.replaceAll(".", "\\.")}\r$`, "m"))
  expect(text).not.toContain("X-Laneway-Link")
  const link = /http:\/\/localhost:4650\/api\/Account\/MagicLink\?token=[\w.-]+/.exec(text)?.[0] ?? ""
  const browser: Browser = new Map()
  expect((await server.call("POST", link, { browser })).headers.get("location")).toBe("/board")
  expect([server.printed, server.mails()]).toEqual([[], []])
  const newest = await server.call("GET", "/api/Account/NewestMail?email=ada@example.org", {
    headers: { host: "localhost:4650" },
    ip: "127.0.0.1",
  })
  expect(newest.status).toBe(404)
})

test("a link that expired before it could be sent is not sent", async () => {
  const server = await open()
  await server.sql()`insert into app.job (kind, input) values ('mail.signIn', '{"email":"ada@example.org","sealed":"x.y.z"}')`
  pokeJobs()
  await until(async () => (await server.sql()`select from app.job`).length === 0)
  expect(server.mails()).toEqual([])
})

test("an invitation's mail names the inviter, the plan and where to accept, whatever their names contain", async () => {
  const server = await open()
  const sql = server.sql()
  await server.signedIn("ada@example.org")
  const evil = 'Launch"\r\nBcc: eve@example.org\r\n<script>alert(1)</script>'
  const [plan] = await sql<
    { id: number }[]
  >`insert into app.plan (name, owner_id) select ${evil}, id from app.person returning id`
  const [invitation] = await sql<{ id: number }[]>`
    insert into app.invitation (plan_id, email, user_name, role, token, invited_by)
    select ${plan?.id ?? 0}, 'grace@example.org', 'Grace', 1, 'tok+en', id from app.person returning id`
  await transaction((tx) => enqueue(tx, "mail.invitation", { invitationId: invitation?.id ?? 0 }))
  expect(await server.linkTo("grace@example.org")).toBe(`${origin}/login?token=tok%2Ben`)
  const mail = server.mails().find((text) => text.includes("To: grace@example.org")) ?? ""
  expect(mail.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/im)
  expect(unquoted(mail).split("text/html")[1]).not.toContain("<script>alert")
  expect(unquoted(mail)).toContain("Hello Grace,")
})

test("an invitation's mail leads nowhere but to the product, whatever people and plans are called", async () => {
  const server = await open()
  const sql = server.sql()
  await server.signedIn("ada@example.org")
  await sql`update app.person set user_name = 'Claim at www.evil.example'`
  const [plan] = await sql<{ id: number }[]>`
    insert into app.plan (name, owner_id) select 'Prize https://evil.example/win for pay@evil.example', id from app.person returning id`
  const [invitation] = await sql<{ id: number }[]>`
    insert into app.invitation (plan_id, email, user_name, role, token, invited_by)
    select ${plan?.id ?? 0}, 'grace@example.org', 'evil.example', 1, 'token', id from app.person returning id`
  await transaction((tx) => enqueue(tx, "mail.invitation", { invitationId: invitation?.id ?? 0 }))
  await server.linkTo("grace@example.org")
  const { text, html, links } = await readMail(
    server.mails().find((mail) => mail.includes("To: grace@example.org")) ?? "",
  )
  expect(text.replaceAll("\u200c", "")).toContain("Prize https://evil.example/win for pay@evil.example")
  // What mail programs make links of.
  for (const part of [text, html]) expect(part).not.toMatch(/evil\.example|:\/\/evil|www\.evil|@evil/)
  expect(new Set([...links.html, ...links.text])).toEqual(new Set([`${origin}/login?token=token`]))
})

test("no name in any mail leads elsewhere, in its heading, lists and links to end it too", async () => {
  const server = await open()
  await server.signedIn("ada@example.org")
  const sql = server.sql()
  await sql`update app.person set user_name = 'evil.test'`
  const called = " https://evil.test click www.evil.test, pay@evil.test or evil。test"
  await queueEachMail(sql as unknown as Parameters<typeof queueEachMail>[0], "ada@example.org", called)
  await until(() => server.mails().filter((mail) => /^To: ada@example.org/m.test(mail)).length > eachMail.length)
  const seen: string[] = []
  for (const source of server.mails().filter((mail) => /^To: ada@example.org/m.test(mail))) {
    const { subject, text, html } = await readMail(source)
    const shown = html.replace(/ href="[^"]*"/g, "")
    for (const part of [subject, text, shown])
      expect([subject, part.match(/.*(:\/\/evil|[.@]evil|evil[.。]test).*/)]).toEqual([subject, null])
    if (shown.replaceAll("\u200c", "").includes("www.evil.test")) seen.push(subject)
  }
  expect(seen.length).toBeGreaterThanOrEqual(6)
})

test("a job starts when its transaction commits and never when it rolls back", async () => {
  const server = await open()
  withoutPolls()
  const done: unknown[] = []
  const close = await openJobs({
    queue: jobQueue,
    handlers: { note: async (input) => void done.push(input) },
    log: () => {},
  })
  closing.push(close)
  await expect(
    transaction(async (tx) => {
      await enqueue(tx, "note", { n: 1 })
      throw new Error("undone")
    }),
  ).rejects.toThrow("undone")
  for (const n of [2, 3, 4]) {
    await transaction((tx) => enqueue(tx, "note", { n }))
    await until(() => done.length === n - 1)
  }
  await until(async () => (await server.sql()`select from app.job`).length === 0)
  expect(done).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }])
})

test("two processes share the jobs without running any twice", async () => {
  const server = await open()
  const done: number[] = []
  const handlers = {
    count: async (input: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
      done.push((input as { n: number }).n)
    },
  }
  for (let n = 0; n < 2; n++) closing.push(await openJobs({ queue: jobQueue, handlers, log: () => {} }))
  await Promise.all(Array.from({ length: 60 }, (_, n) => transaction((tx) => enqueue(tx, "count", { n }))))
  await until(async () => (await server.sql()`select from app.job`).length === 0)
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n))
})

test("jobs of a killed process are run again; jobs of an unknown kind stay", async () => {
  const server = await open()
  const sql = server.sql()
  await sql`insert into app.job (kind, input) values ('late', '{}'), ('unknown', '{}')`
  expect(await jobQueue.take(["late"], 5)).toHaveLength(1)
  expect(await jobQueue.take(["late"], 5)).toHaveLength(0)
  let [runs, looks] = [0, 0]
  const handlers = { late: async () => void runs++, "looked for": async () => void looks++ }
  closing.push(await openJobs({ queue: jobQueue, handlers, log: () => {} }))
  await transaction((tx) => enqueue(tx, "looked for", {}))
  await until(() => looks === 1)
  expect(runs).toBe(0)
  await sql`update app.job set run_at = now() - interval '1 second' where kind = 'late'`
  await until(() => runs === 1)
  await until(async () => (await sql`select from app.job`).length === 1)
  expect(await sql`select kind, attempts from app.job`).toEqual([{ kind: "unknown", attempts: 0 }])
})

test("a job that fails permanently is stored with its error", async () => {
  const server = await open()
  const levels: string[] = []
  const handlers = { broken: () => Promise.reject(Object.assign(new Error("cannot be mended"), { permanent: true })) }
  closing.push(await openJobs({ queue: jobQueue, handlers, log: (level) => levels.push(level) }))
  await transaction((tx) => enqueue(tx, "broken", {}))
  await until(() => levels.length > 0)
  await until(async () => (await server.sql()`select from app.job where failed_date is not null`).length === 1)
  expect(levels).toEqual(["error"])
})
