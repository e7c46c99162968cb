// Mail of the running product in an SMTP server's mailbox: each exactly once though the process is killed (a mailbox drops a
// Message-ID that it has), and its links.
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ownersOfTasks, queueDueMails } from "../support/api/due-mails.ts"
import { eachMail, queueEachMail, readMail } from "../support/api/each-mail.ts"
import { connectAgent } from "../support/product/agent-sign-in.ts"
import { startAgents } from "../support/product/mcp.ts"
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
  product = await product.startAgain()
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
  [/^\/plan\/\d+(\/tasks\/\d+(\?menu=notes)?|\/goals\/\d+\?menu=checkin)?$/, "", "Loading"],
  [/^(\/|\/my-work|\/goals)$/, "/login", "Work email"],
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
    select email_notify_mentions, notify_task_assigned, notify_task_due_soon, notify_goal_check_in, email_daily_summary, email_weekly_summary
    from app.membership where person_id = ${reader} and plan_id = any (${plans}) order by plan_id`.values()
  expect(await flags()).toEqual([Array(6).fill(true), Array(6).fill(true)])
  for (const { list } of mails) {
    if (!list?.unsubscribe) continue
    const type = "application/x-www-form-urlencoded"
    expect((await post(list.unsubscribe.url, "List-Unsubscribe=One-Click", type)).status).toBe(200)
  }
  expect(await flags()).toEqual([Array(6).fill(false), [true, true, true, false, false, false]])
  await sql.end({ timeout: 1 })
})

/** The session's cookie, by the link that the mailbox got. */
const sessionOf = async (email: string) => {
  const body = JSON.stringify({ email })
  const headers = { "content-type": "application/json" }
  await fetch(`${product.url}/api/Account/RequestEmailSignIn`, { method: "POST", headers, body })
  const sent = () => smtp.received.find(({ to }) => to === email)?.text
  await expect.poll(sent).toBeDefined()
  const { links } = await readMail(sent() ?? "")
  const link = links.text.find((each) => each.includes("/MagicLink?")) ?? ""
  const opened = await fetch(link, { method: "POST", redirect: "manual" })
  return (
    opened.headers
      .getSetCookie()
      .find((each) => each.startsWith("laneway_session="))
      ?.split(";")[0] ?? ""
  )
}

test("mails of what an agent has done name it, for its person", async () => {
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  const agents = await startAgents(product, { MCP_PORT: String(product.mcpPort) })
  const to = "grace@example.org"
  const [made] = await sql<{ planId: number; itemId: number; graceId: number }[]>`
    with mira as (insert into app.person (email, user_name) values ('mira@example.org', 'Mira') returning id),
    grace as (insert into app.person (email, user_name) values (${to}, 'Grace') returning id),
    plan as (insert into app.plan (name, owner_id) select 'Quay', id from mira returning id),
    member as (insert into app.membership (plan_id, person_id, role) select plan.id, grace.id, 1 from plan, grace),
    item as (
      insert into app.item (plan_id, topic, description, "order", business_value, effort_and_complexity, focus_order, dot_voting, type, is_draft)
      select id, 'Dredge', '', 1, 5, 3, 0, 0, 0, false from plan returning id, plan_id)
    select item.plan_id::int as "planId", item.id::int as "itemId", grace.id::int as "graceId" from item, grace`
  if (!made) throw new Error("There is no plan.")
  const { planId, itemId, graceId } = made
  const mcp = agents.url.replace("ws", "http")
  const cookie = await sessionOf("mira@example.org")
  const { access_token } = await connectAgent({ cookie, origin: product.url }, mcp)
  const client = new Client({ name: "test", version: "1" })
  const requestInit = { headers: { authorization: `Bearer ${access_token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit }) as Transport)
  const call = async (name: string, input: object) =>
    expect((await client.callTool({ name, arguments: { planId, ...input } })).isError).toBeFalsy()
  await call("save_task", { action: itemId, description: "Order kerbs", owner: graceId })
  await call("add_note", { action: itemId, content: "It leaks.", mentions: [graceId] })

  // Two minutes of what they collect pass at once.
  const headings = async () => {
    await sql`update app.notification set created_date = created_date - interval '2 minutes' where mailed_date is null`
    await sql`update app.job set run_at = now() where kind in ('mail.assigned', 'mail.mention') and held_until is null`
    const mails = smtp.received.filter((mail) => mail.to === to)
    return Promise.all(mails.map(async ({ text }) => (await readMail(text)).text.split("\n")[0]?.trim()))
  }
  await expect
    .poll(async () => (await headings()).sort())
    .toEqual([
      "Harbour pilot for Mira made you the owner of “Order kerbs”",
      "Harbour pilot for Mira mentioned you in “Quay”",
    ])
  await client.close()
  await agents.stop()
  expect(agents.errors()).toBe("")
  await sql.end({ timeout: 1 })
})
