// kill -9 of the app while it sends 500 mails: an SMTP server's mailbox has each once, told apart by Message-ID.
import postgres from "postgres"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Product, startProduct } from "../support/product.ts"

const MAILS = 500
/** Jobs that one process runs at once. */
const AT_ONCE = 8

type Received = { to: string; id: string }
const received: Received[] = []
let onReceived = () => {}
const smtp = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  onData: (stream, session, answer) => {
    let text = ""
    stream.on("data", (chunk: Buffer) => {
      text += chunk
    })
    stream.on("end", () => {
      const id = /^Message-ID: (.+)\r$/im.exec(text)?.[1] ?? ""
      received.push({ to: session.envelope.rcptTo[0]?.address ?? "", id })
      onReceived()
      answer()
    })
  },
})
// Dropped connections of the killed process. */
smtp.on("error", () => {})

let product: Product
let env: Record<string, string>
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve))
  const { port } = smtp.server.address() as { port: number }
  env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Laneway <laneway@example.org>" }
  product = await startProduct({ env })
}, 120_000)
afterAll(async () => {
  await product?.remove()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

it("500 mails survive the process that sends them, each once", async () => {
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await sql`
    insert into app.person (email, user_name) select 'p' || n || '@example.org', 'P ' || n from generate_series(1, ${MAILS}::int) n`
  // The plan makes its owner a member.
  await sql`insert into app.plan (name, owner_id) select 'Harbour', min(id) from app.person`
  await sql`
    insert into app.membership (plan_id, person_id, role) select l.id, p.id, 1 from app.plan l, app.person p on conflict do nothing`
  await sql`
    with item as (
      insert into app.item (plan_id, topic, description, "order", business_value, effort_and_complexity, focus_order, dot_voting, type, is_draft)
      select id, 'Quay', '', 1, 5, 3, 0, 0, 0, false from app.plan returning id, plan_id)
    insert into app.task (plan_id, item_id, description, type, due_date, "order", owner_id, is_draft)
    select i.plan_id, i.id, 'Order kerbs', 0, '2026-06-02T00:00:00Z', 1, p.id, false from item i, app.person p`
  await sql`
    insert into app.job (kind, input)
    select 'mail.dueSoon', jsonb_build_object('personId', p.id, 'planId', l.id, 'day', '2026-06-02') from app.person p, app.plan l`
  await new Promise<void>((resolve) => {
    onReceived = () => {
      if (received.length >= MAILS / 3) resolve()
    }
  })
  await product.kill()
  const before = received.length
  expect(before).toBeLessThan(MAILS)
  product = await startProduct({ env, dataDir: product.dataDir, port: product.port })
  // What the killed process had taken is due after a minute.
  const again = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await again`update app.job set run_at = now() where run_at > now()`
  await expect.poll(async () => (await again`select from app.job`).length, { timeout: 60_000 }).toBe(0)
  const ids = new Map<string, Set<string>>()
  for (const { to, id } of received) ids.set(to, (ids.get(to) ?? new Set()).add(id))
  expect(ids.size).toBe(MAILS)
  expect([...ids.values()].every((of) => of.size === 1)).toBe(true)
  expect(new Set(received.map(({ id }) => id)).size).toBe(MAILS)
  expect(received.length - MAILS).toBeLessThanOrEqual(AT_ONCE)
  await sql.end({ timeout: 1 })
  await again.end({ timeout: 1 })
}, 180_000)
