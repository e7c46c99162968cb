// kill -9 of the app while it sends 500 mails: a mailbox that drops a Message-ID it has gets each exactly once.
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Product, startProduct } from "../support/product.ts"
import { openSmtp, type Smtp } from "../support/smtp.ts"

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
}, 120_000)
afterAll(async () => {
  await product?.remove()
  await smtp.close()
})

test("500 mails survive the process that sends them, each once", async () => {
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
  const { received } = smtp
  await expect.poll(() => received.length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(MAILS / 3)
  await product.kill()
  const before = received.length
  expect(before).toBeLessThan(MAILS)
  product = await startProduct({ env, dataDir: product.dataDir, port: product.port })
  // Jobs that the killed process had taken are due after a minute.
  const again = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await again`update app.job set run_at = now() where run_at > now()`
  await expect.poll(async () => (await again`select from app.job`).length, { timeout: 60_000 }).toBe(0)
  const delivered = [...smtp.mailbox.values()].map(({ to }) => to)
  expect(delivered).toHaveLength(MAILS)
  expect(new Set(delivered).size).toBe(MAILS)
  expect(received.length - MAILS).toBeLessThanOrEqual(AT_ONCE)
  await sql.end({ timeout: 1 })
  await again.end({ timeout: 1 })
}, 180_000)
