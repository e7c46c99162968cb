// Mail of the running product in an SMTP server's mailbox: each exactly once though the process is killed (a mailbox drops a
// Message-ID that it has), and its links.
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ownersOfTasks, queueDueMails } from "../support/api/due-mails.ts"
import { eachMail, queueEachMail, readMail } from "../support/api/each-mail.ts"
import { type Product, startProduct } from "../support/product/product.ts"
import { openSmtp, type Smtp } from "../support/services/smtp.ts"

const MAILS = 500
/** Mails that one process sends at once. */
const AT_ONCE = 4

let smtp: Smtp
let product: Product
let env: Record<string, string>
beforeAll(async () => {
  smtp = await openSmtp()
  env = { SMTP_URL: smtp.url, MAIL_FROM: "Laneway <laneway@example.org>" }
  product = await startProduct({ env })
})
afterAll(async () => {
  await product?.remove()
  await smtp.close()
})

test("500 mails survive the process that sends them, each once", async () => {
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await sql`
    insert into app.person (email, user_name) select 'p' || n || '@example.org', 'P ' || n from generate_series(1, ${MAILS}::int) n`
  await ownersOfTasks(sql)
  await queueDueMails(sql)
  const { received } = smtp
  await expect.poll(() => received.length, { interval: 5 }).toBeGreaterThan(MAILS / 3)
  await product.kill()
  const before = received.length
  expect(before).toBeLessThan(MAILS)
  product = await startProduct({ env, dataDir: product.dataDir, port: product.port })
  // Jobs that the killed process had taken are due after a minute.
  const again = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await again`update app.job set run_at = now() where run_at > now()`
  await expect.poll(async () => (await again`select from app.job`).length).toBe(0)
  const delivered = [...smtp.mailbox.values()].map(({ to }) => to)
  expect(delivered).toHaveLength(MAILS)
  expect(new Set(delivered).size).toBe(MAILS)
  expect(received.length - MAILS).toBeLessThanOrEqual(AT_ONCE)
  await sql.end({ timeout: 1 })
  await again.end({ timeout: 1 })
})

/** Where an address of a mail leads without a session, and what the page there says. */
const places: [address: RegExp, leadsTo: string, says: string][] = [
  [/^\/login\?token=tok%2Ben%2F\d+$/, "/login", "Work email"],
  [/^\/api\/Account\/MagicLink\?/, "/api/Account/MagicLink", '<form method="post"'],
  [/^\/api\/notification\/unsubscribe\?/, "/api/notification/unsubscribe", "You will get no more "],
  // Its scripts store what to open after the sign-in.
  [/^\/plan\/\d+(\/tasks\/\d+(\?menu=notes)?)?$/, "", "Loading"],
  [/^(\/|\/my-work)$/, "/login", "Work email"],
]

test("text and page of each kind of mail have the same links, which all work signed out", async () => {
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  const email = "reader+mails@example.org"
  await sql`insert into app.person (email, user_name) values (${email}, 'Ada')`
  const { reader, plans } = await queueEachMail(sql, email)
  const post = (address: string, body: string, type: string) =>
    fetch(address, { method: "POST", redirect: "manual", headers: { "content-type": type }, body })
  await post(`${product.url}/api/Account/RequestEmailSignIn`, JSON.stringify({ email }), "application/json")
  const sent = () => smtp.received.filter(({ to }) => to === email)
  await expect.poll(() => sent().length, { interval: 5 }).toBe(eachMail.length + 1)
  const mails = await Promise.all(sent().map(({ text }) => readMail(text)))
  const subjects = eachMail.map(({ subject }) => subject)
  expect(mails.map(({ subject }) => subject).sort()).toEqual(["Sign in to Laneway", ...subjects].sort())

  for (const { subject, to, links, list } of mails) {
    expect([subject, to]).toEqual([subject, [email]])
    expect([subject, links.text]).toEqual([subject, links.html])
    for (const link of links.html) {
      const { origin, pathname, search } = new URL(link)
      expect(origin).toBe(product.url)
      const [, leadsTo, says] = places.find(([address]) => address.test(`${pathname}${search}`)) ?? []
      const answer = await fetch(link)
      expect([link, answer.status, new URL(answer.url).pathname]).toEqual([link, 200, leadsTo || pathname])
      expect(await answer.text()).toContain(says)
    }
    const canBeEnded = eachMail.some((kind) => kind.subject === subject && kind.ends)
    expect([subject, list?.["unsubscribe-post"]?.name]).toEqual([
      subject,
      canBeEnded ? "List-Unsubscribe=One-Click" : undefined,
    ])
    if (canBeEnded) expect(links.html).toContain(list?.unsubscribe?.url)
  }

  // Looking at a page has ended nothing.
  const flags = () =>
    sql`
    select email_notify_mentions, notify_task_assigned, notify_task_due_soon, email_daily_summary, email_weekly_summary
    from app.membership where person_id = ${reader} and plan_id = any (${plans}) order by plan_id`.values()
  expect(await flags()).toEqual([Array(5).fill(true), Array(5).fill(true)])
  for (const { list } of mails) {
    if (!list?.unsubscribe) continue
    const type = "application/x-www-form-urlencoded"
    expect((await post(list.unsubscribe.url, "List-Unsubscribe=One-Click", type)).status).toBe(200)
  }
  expect(await flags()).toEqual([Array(5).fill(false), [true, true, true, false, false]])
  await sql.end({ timeout: 1 })
})
