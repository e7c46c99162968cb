// One address whose domain is written in different forms: one account, one invitation, and what an older version stored.
import { readFileSync } from "node:fs"
import postgres from "postgres"
import { afterAll, expect, test } from "vitest"
import { adminCalls } from "~/contract/admin"
import { invitationCalls } from "~/contract/invitation"
import { comparableAddress } from "~/contract/shared/address"
import { db } from "~/database/connection.server"
import { openApi } from "../support/api/api.ts"
import { cloneDatabase } from "../support/database/database.ts"

const api = await openApi()
const owner = await api.person()
afterAll(api.close)

const forms = ["ada@münchen.test", "ada@mu\u0308nchen.test", "ada@xn--mnchen-3ya.test", "ADA@MÜNCHEN.test"]

test("an invitation in one form is accepted in any other, and renewed, not repeated", async () => {
  const ada = await api.person()
  await db()`update app.person set email = 'ada@xn--mnchen-3ya.test' where id = ${ada.id}`
  const { id: planId } = await api.plan(owner)
  const statuses: number[] = []
  for (const email of forms) {
    const { status, body } = await api.send(invitationCalls.invite, { email, planId, role: 1 }, { as: owner })
    statuses.push(status)
    expect(body.email.toLowerCase()).toBe("ada@xn--mnchen-3ya.test")
  }
  expect(statuses).toEqual([201, 200, 200, 200])
  const [{ token } = { token: "" }] = await db()<{ token: string }[]>`
    select token from app.invitation where plan_id = ${planId}`
  expect((await api.send(invitationCalls.acceptPosted, { token }, { as: ada })).status).toBe(200)
  const again = await api.send(invitationCalls.invite, { email: forms[1] ?? "", planId, role: 1 }, { as: owner })
  expect(again.status).toBe(409)
})

test("an address whose name has letters with accents is one in either case", async () => {
  const { id: planId } = await api.plan(owner)
  const statuses: number[] = []
  for (const email of ["jos\u00e9@example.test", "JOSE\u0301@example.test", "JOS\u00c9@example.test\u200b"])
    statuses.push((await api.send(invitationCalls.invite, { email, planId, role: 1 }, { as: owner })).status)
  expect(statuses).toEqual([201, 200, 200])
})

const migration = readFileSync("supabase/migrations/20261126000013_addresses.sql", "utf8")

test("stored addresses are converted as they are when they arrive; doubles are left and named to administrators", async () => {
  const domains = [
    "münchen.de",
    "bücher.example",
    "例え.テスト",
    "Ünïcödé.Example.ORG",
    "пример.рф",
    "ａｂｃ.test",
    "a.b.ελλάδα.gr",
  ]
  const clone = await cloneDatabase()
  const sql = postgres(clone.superUrl, { max: 1, onnotice: () => {} })
  try {
    for (const [n, domain] of domains.entries())
      await sql`insert into app.person (email, user_name) values (${`jose\u0301${n}@${domain}`}, 'José')`
    await sql`insert into app.person (email, user_name, last_seen_at) values
      (${forms[0] ?? ""}, 'Older', '2020-01-01'), (${forms[1] ?? ""}, 'Newer', '2021-01-01')`
    await sql`insert into app.person (email, user_name) values ('bo@grün.test', 'Unicode'), ('Bo@xn--grn-ioa.test', 'ASCII')`
    const before = await sql<
      { id: number; email: string; name: string }[]
    >`select id, email, user_name as name from app.person`
    await sql.begin(async (tx) => {
      for (let times = 0; times < 2; times++) await tx.unsafe(migration)
    })
    const after = await sql<
      { id: number; email: string; name: string }[]
    >`select id, email, user_name as name from app.person`
    const left = new Set(["Older", "Unicode"])
    const expected = before.map((row) => ({
      ...row,
      email: left.has(row.name) ? row.email : comparableAddress(row.email),
    }))
    expect(new Set(after.map((row) => JSON.stringify(row)))).toEqual(
      new Set(expected.map((row) => JSON.stringify(row))),
    )
  } finally {
    await sql.end()
    await clone.drop()
  }
  await db()`insert into app.person (email, user_name) values ('bo@grün.test', 'Unicode'), ('Bo@xn--grn-ioa.test', 'ASCII')`
  const { body } = await api.send(adminCalls.health, {}, { as: await api.person({ role: 0 }) })
  expect(body.doubles).toEqual([
    { id: expect.any(Number), email: "bo@grün.test", has: { id: expect.any(Number), email: "Bo@xn--grn-ioa.test" } },
  ])
})
