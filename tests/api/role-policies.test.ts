// The database's own access rules, compared with the table of capabilities.

import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Capability, can, capabilities, leastRole } from "~/contract/capability"
import { planTopic } from "~/contract/events"
import { meetingCalls } from "~/contract/meeting"
import type { PlanRole } from "~/contract/role"
import { searchCalls } from "~/contract/search"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { type Stocked, stocked } from "../support/api/every-call.ts"

/** The capability needed to read a table; "own": only the person whom the row is about. Other tables are closed. */
const read: Record<string, Capability | "own"> = {
  plan: "takePart",
  plan_clock: "readBoard",
  membership: "takePart",
  person: "takePart",
  goal: "readBoard",
  item: "readBoard",
  task: "readBoard",
  label: "readBoard",
  key_result: "readBoard",
  check_in: "readBoard",
  comment: "readBoard",
  note: "readBoard",
  note_version: "readBoard",
  file: "readBoard",
  file_reference: "readBoard",
  search_entry: "readBoard",
  plan_version: "takePart",
  meeting: "takePart",
  named_person: "readBoard",
  prompt: "takePart",
  view: "takePart",
  notification: "own",
  conversation: "own",
  message: "own",
  message_read: "own",
}
const standings: [who: string, standing: PlanRole | null][] = [
  ["stranger", null],
  ["removed", null],
  ["disabled", null],
  ["viewer", 2],
  ["member", 1],
  ["admin", 0],
  ["owner", 0],
  ["SystemAdmin", 0],
]

let api: Api
let sql: postgres.Sql
let board: Stocked
const people: Record<string, Caller> = {}

beforeAll(async () => {
  api = await openApi()
  for (const [who] of standings) people[who] = await api.person(who === "SystemAdmin" ? { role: 0 } : {})
  const { owner, member, viewer, admin, removed, disabled } = people as Record<string, Caller>
  board = await stocked(api, owner as Caller, { author: member as Caller })
  const planId = board.plan.id
  await api.join(planId, viewer as Caller, 2)
  await api.join(planId, admin as Caller, 0)
  await api.join(planId, disabled as Caller, 0)
  await api.join(planId, removed as Caller)
  await api.call("DELETE", `/api/Plan/user/${planId}/${removed?.id}`, { as: owner })
  await api.send(meetingCalls.update, { planId, countdown: { do: "start", minutes: 1 } }, { as: owner })
  await api.call("POST", `/api/message/conversations/${board.ids.message}/read`, { as: member, body: { planId } })
  const content = `![file](laneway-file:${planId}:${board.file.fileName}:x)`
  await api.call("PUT", `/api/Note/${board.ids.Note}`, { as: member, body: { content } })
  await api.send(searchCalls.search, { planId, q: "x" }, { as: owner })
  sql = postgres(api.database.url, { max: 1, onnotice: () => {} })
  await sql`insert into app.named_person (plan_id, user_name, email) values (${planId}, 'Awaited', 'awaited@example.org')`
  await sql`update app.person set enabled = false where id = ${disabled?.id ?? 0}`
})
afterAll(async () => {
  await sql.end()
  await api.close()
})

/** Runs in a transaction that is rolled back: as a database role with a person's claims, or (null) as the owner. */
const within = async <T>(
  role: "anon" | "authenticated" | null,
  who: Caller | undefined,
  run: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> => {
  let result: T | undefined
  const undone = new Error("undone")
  await sql
    .begin(async (tx) => {
      if (role) {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role, user_id: who?.id ?? "" })}, true), set_config('role', ${role}, true)`
      }
      result = await run(tx)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return result as T
}

const tables = async () =>
  (await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'app' order by 1`).map(
    ({ name }) => name,
  )

/** The plan's rows in a table. */
const rowsOf = (tx: postgres.TransactionSql, table: string) => {
  const all = tx(`app.${table}`)
  const { plan, member, file } = board
  if (table === "plan") return tx`select id from ${all} where id = ${plan.id}`
  if (table === "person") return tx`select id from ${all} where id = ${member.id}`
  if (table === "file_reference") return tx`select id from ${all} where file_id = ${file.id}`
  if (table === "message_read") return tx`select 1 from ${all} where conversation_id = ${board.ids.message ?? 0}`
  return tx`select 1 from ${all} where plan_id = ${plan.id}`
}

test("anon reads nothing", async () => {
  for (const table of await tables()) {
    await expect(
      within("anon", undefined, (tx) => tx`select 1 from ${tx(`app.${table}`)}`),
      table,
    ).rejects.toThrow(/permission denied/)
  }
})

test("tables without a capability are closed to people", async () => {
  for (const table of (await tables()).filter((name) => !(name in read))) {
    await expect(
      within("authenticated", people.SystemAdmin, (tx) => tx`select 1 from ${tx(`app.${table}`)}`),
      table,
    ).rejects.toThrow(/permission denied/)
  }
})

describe.each(standings)("%s", (who, standing) => {
  test("has the role in the table of capabilities", async () => {
    const [row] = await sql`select app.role_in(${people[who]?.id ?? 0}, ${board.plan.id}) as role`
    expect(row?.role).toBe(standing)
  })

  test.each(Object.entries(read))("reads %s as capabilities allow", async (table, needed) => {
    const rows = await within("authenticated", people[who], (tx) => rowsOf(tx, table))
    const may = needed === "own" ? who === "member" : can(standing, needed)
    expect(rows.length > 0).toBe(may)
  })

  test("listens to the plan and sees addresses as capabilities allow", async () => {
    const [heard] = await within(
      "authenticated",
      people[who],
      (tx) => tx`select app.can_listen(${planTopic(board.plan.id)}) as yes`,
    )
    expect(heard?.yes).toBe(can(standing, "takePart"))
    const seen = await within(
      "authenticated",
      people[who],
      (tx) => tx`select email from api.member where "planId" = ${board.plan.id}`,
    )
    expect(seen.some(({ email }) => email !== null)).toBe(can(standing, "manageMembers"))
    for (const table of ["person", "named_person"]) {
      const addresses = within("authenticated", people[who], (tx) => tx`select email from ${tx(`app.${table}`)}`)
      await expect(addresses, table).rejects.toThrow(/permission denied/)
    }
  })

  test("writes nothing without app.apply", async () => {
    for (const table of await tables()) {
      const written = within("authenticated", people[who], async (tx) => {
        const { count } = await tx`delete from ${tx(`app.${table}`)}`
        return count
      })
      await expect(written, table).rejects.toThrow(/permission denied/)
    }
    for (const table of ["goal", "item", "task"]) {
      const changed = await within(
        "authenticated",
        people[who],
        (tx) => tx`update ${tx(`app.${table}`)} set is_draft = true`,
      )
      expect(changed.count, table).toBe(0)
    }
  })

  /** app.apply with or without a write, for calls that need at least the role. */
  const apply = (role: PlanRole, writes: object[]) =>
    within(
      null,
      undefined,
      (tx) =>
        tx`select app.apply(${JSON.stringify({
          person: people[who]?.id ?? 0,
          planId: board.plan.id,
          scope: "plan",
          role,
          clientId: null,
          via: "browser",
          guards: [],
          writes,
          log: [],
          events: [],
          answer: null,
          idempotency: null,
          jobs: [],
        })}::text::jsonb)`,
    ).then(
      () => true,
      (error: { code?: string }) => {
        expect(error.code).toBe(standing === null ? "LW404" : "LW403")
        return false
      },
    )

  test("changes a card through app.apply as capabilities allow, whatever role the call asks for", async () => {
    const change = { table: "task", op: "update", rows: [{ id: board.task.id, description: "Changed" }] }
    for (const role of [0, 1, 2] as const) {
      const may = can(standing, "changeBoard") && standing !== null && standing <= role
      expect(await apply(role, [change]), `at least ${role}`).toBe(may)
    }
  })

  test.each(Object.keys(capabilities) as Capability[])("app.apply admits %s as capabilities allow", async (what) => {
    expect(await apply(leastRole(what), [])).toBe(can(standing, what))
  })
})
