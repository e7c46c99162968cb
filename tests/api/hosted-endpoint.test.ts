// What a hosted PostgREST could run, were the schemas exposed: a session of `authenticator`, the role of a token, and its claims.

import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { linkCalls } from "~/contract/public-link"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { type Stocked, stocked } from "../support/api/every-call.ts"

let api: Api
let ada: Caller
let eve: Caller
let own: Stocked
let foreign: Stocked
let superuser: postgres.Sql
let owner: postgres.Sql

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  eve = await api.person()
  own = await stocked(api, ada)
  foreign = await stocked(api, eve)
  superuser = postgres(api.database.superUrl, { max: 1, onnotice: () => {} })
  owner = postgres(api.database.url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await superuser.end()
  await owner.end()
  await api.close()
})

const undone = new Error("undone")

/** Runs in a transaction of a session user that is rolled back, under a role with claims. */
const request = async <T>(
  session: "authenticator" | "postgres",
  role: "anon" | "authenticated",
  claims: Record<string, unknown>,
  run: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> => {
  let result: T | undefined
  await superuser
    .begin(async (tx) => {
      await tx.unsafe(`set local session authorization ${session}; set local role ${role}`)
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role, ...claims })}, true)`
      result = await run(tx)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return result as T
}
const asAda = <T>(run: (tx: postgres.TransactionSql) => Promise<T>) =>
  request("authenticator", "authenticated", { user_id: ada.id }, run)

type Listed = { name: string; signature: string; nulls: string }

/** Every function of the product that a query can call. */
const functions = (sql: postgres.Sql | postgres.TransactionSql) => sql<Listed[]>`
  select p.proname as name, p.oid::regprocedure::text as signature,
    array_to_string(array(select format('null::%s', t::regtype) from unnest(p.proargtypes) t), ', ') as nulls
  from pg_proc p where p.pronamespace in ('app'::regnamespace, 'api'::regnamespace) and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
  order by 1`

/** What the policies, the views and the generated writers call as `authenticated`. */
const granted = [
  ..."address blockers can_listen can_visit each entered entity has_drafts has_integration in_session insert_goal insert_item insert_task iso".split(
    " ",
  ),
  ..."leave_plan reader refuse_unknown update_goal update_item update_task visible_plans words write writes".split(" "),
]

test("anon may call no function, and authenticated only those of the policies", async () => {
  const all = await functions(superuser)
  expect(all.length).toBeGreaterThan(60)
  for (const { name, signature, nulls } of all) {
    const call = (tx: postgres.TransactionSql) => tx.unsafe(`select * from app.${name}(${nulls})`)
    await expect(request("authenticator", "anon", {}, call), signature).rejects.toThrow(/permission denied/)
    if (granted.includes(name)) continue
    await expect(asAda(call), signature).rejects.toThrow(/permission denied for function/)
  }
  const open = await superuser<{ name: string }[]>`
    select distinct p.proname as name from pg_proc p
    where p.pronamespace in ('app'::regnamespace, 'api'::regnamespace) and has_function_privilege('authenticated', p.oid, 'execute') order by 1`
  expect(open.map(({ name }) => name)).toEqual(granted)
})

test("a function that a later migration creates is closed too", async () => {
  const made = owner.begin(async (tx) => {
    await tx`create function app.later() returns integer language sql return 1`
    await tx`set local role authenticated`
    return tx`select app.later()`
  })
  await expect(made).rejects.toThrow(/permission denied for function later/)
})

test("a granted function reveals nothing of a foreign plan", async () => {
  const { plan, task } = foreign
  await superuser`update app.task set is_draft = true where id = ${task.id}`
  const answers = await asAda(async (tx) => {
    const one = async (call: postgres.PendingQuery<postgres.Row[]>) => (await call)[0]?.value
    const kinds =
      "task item goal plan member comment note file notification conversation message prompt view plan_version meeting"
    return {
      blockers: await one(tx`select app.blockers('task', array[${task.id}::bigint], false) as value`),
      entities: await Promise.all(
        kinds
          .split(" ")
          .map((kind) => one(tx`select app.entity(${plan.id}, ${kind}, ${foreign.ids[kind] ?? task.id}) as value`)),
      ),
      address: await one(tx`select app.address(${eve.id}, ${plan.id}) as value`),
      drafts: await one(tx`select app.has_drafts(${plan.id}) as value`),
      hears: await one(tx`select app.can_listen(${`plan:${plan.id}`}) as value`),
      entered: await one(tx`select app.entered() as value`),
      writes: await one(tx`select app.writes() as value`),
      sees: await one(tx`select app.visible_plans() as value`),
    }
  })
  await superuser`update app.task set is_draft = false where id = ${task.id}`
  expect(answers.entities.every((value) => value === null || value === undefined)).toBe(true)
  expect(answers).toMatchObject({
    blockers: [],
    address: null,
    drafts: false,
    hears: false,
    entered: null,
    writes: [],
    sees: [String(own.plan.id)],
  })
})

test("a granted function writes nothing, not even in the caller's own plan", async () => {
  for (const { plan, goal, item, task } of [own, foreign]) {
    for (const [name, row] of [
      [
        "insert_goal",
        {
          id: 900001,
          name: "x",
          description: "",
          explanation: "",
          color: "#000000",
          order: 1,
          completed: false,
          is_draft: false,
          type: 0,
        },
      ],
      ["insert_task", { id: 900002, item_id: item.id, description: "x", type: 0, order: 1, is_draft: false }],
      [
        "write",
        {
          table: "task",
          op: "insert",
          rows: [{ id: 900003, item_id: item.id, description: "x", type: 0, order: 1, is_draft: false }],
        },
      ],
      ["write", { table: "plan", op: "delete", rows: [{}] }],
      ["write", { table: "membership", op: "insert", rows: [{ person_id: ada.id, role: 0 }] }],
      ["write", { procedure: "delete_card", entity: "task", id: task.id }],
    ] as const) {
      const sent = JSON.stringify(name === "write" ? row : [row])
      const call = asAda((tx) => tx`select app.${tx(name)}(${plan.id}, ${ada.id}, ${sent}::text::jsonb)`)
      await expect(call, `${name} ${sent}`).rejects.toThrow(/row-level security|permission denied/)
    }
    for (const [table, id, field] of [
      ["goal", goal.id, "name"],
      ["item", item.id, "topic"],
      ["task", task.id, "description"],
    ] as const) {
      const rows = JSON.stringify([{ id, [field]: "Taken" }])
      const taken = await asAda(async (tx) => {
        await tx`select app.${tx(`update_${table}`)}(${plan.id}, ${ada.id}, ${rows}::text::jsonb)`
        await tx`select app.write(${plan.id}, ${ada.id}, ${JSON.stringify({ table, op: "update", rows: [{ id, [field]: "Taken" }] })}::text::jsonb)`
        await tx`update ${tx(`app.${table}`)} set is_draft = true where id = ${id}`
        await tx.unsafe("reset session authorization")
        return tx`select 1 from ${tx(`app.${table}`)} where id = ${id} and (${tx(field)} = 'Taken' or is_draft)`
      })
      expect(taken, table).toHaveLength(0)
    }
  }
})

test("views and tables can't be written", async () => {
  const names = await superuser<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'api') and c.relkind in ('r', 'v') order by 1`
  for (const { name } of names) {
    for (const role of ["anon", "authenticated"] as const) {
      const run = (text: string) => request("authenticator", role, { user_id: ada.id }, (tx) => tx.unsafe(text))
      await expect(run(`delete from ${name}`), `${role} ${name}`).rejects.toThrow(/permission denied|cannot delete/)
      await expect(run(`insert into ${name} default values`), `${role} ${name}`).rejects.toThrow(
        /permission denied|row-level security|null value|cannot insert/,
      )
    }
  }
})

test("files are neither read nor written through storage's endpoint, and messages neither read nor sent by anon", async () => {
  await superuser`insert into storage.buckets (id, name) values ('plan-files', 'plan-files') on conflict do nothing`
  await superuser`insert into storage.objects (bucket_id, name) values ('plan-files', ${`${own.plan.id}/quay.txt`})`
  await superuser`insert into realtime.messages (topic, extension, payload) values (${`plan:${own.plan.id}`}, 'broadcast', '{}')`
  const objects = [
    ["storage.objects", "(bucket_id, name) values ('plan-files', 'mine.txt')"],
    ["storage.buckets", "(id, name) values ('mine', 'mine')"],
  ] as const
  const messages = ["realtime.messages", "(topic, extension) values (realtime.topic(), 'broadcast')"] as const
  for (const role of ["anon", "authenticated"] as const) {
    for (const [table, values] of role === "anon" ? [...objects, messages] : objects) {
      const run = (text: string) =>
        request("authenticator", role, { user_id: ada.id }, async (tx) => {
          await tx`select set_config('realtime.topic', ${`plan:${own.plan.id}`}, true)`
          return tx.unsafe(text)
        })
      expect(await run(`select 1 from ${table}`), `${role} ${table}`).toHaveLength(0)
      const [column] = /\w+/.exec(values) ?? []
      expect((await run(`update ${table} set ${column} = ${column}`)).count, `${role} ${table}`).toBe(0)
      await expect(run(`insert into ${table} ${values}`), `${role} ${table}`).rejects.toThrow(/row-level security/)
      const removed = await run(`delete from ${table}`).catch((error: Error) => error)
      if (removed instanceof Error) expect(removed.message).toMatch(/permission denied/)
      else expect(removed.count, `${role} ${table}`).toBe(0)
    }
  }
})

describe.each([
  ["an endpoint's session", "authenticator"],
  ["the server's session", "postgres"],
] as const)("in %s", (_, session) => {
  const cards = async (tx: postgres.TransactionSql, plan: number) =>
    (await tx`select 1 from app.task where plan_id = ${plan} union all select 1 from api.goal where "planId" = ${plan}`)
      .length

  test("no setting enters a plan", async () => {
    const seen = await request(session, "authenticated", { user_id: ada.id }, async (tx) => {
      for (const name of [
        "app.plans",
        "app.plan",
        "app.plan_id",
        "request.jwt.claim.plan_id",
        "request.jwt.claim.user_id",
      ])
        await tx`select set_config(${name}, ${name === "app.plans" ? `{${foreign.plan.id}}` : String(foreign.plan.id)}, true)`
      return { foreign: await cards(tx, foreign.plan.id), own: await cards(tx, own.plan.id) }
    })
    expect(seen).toEqual({ foreign: 0, own: 2 })
  })

  test("claims that name a foreign plan show nothing of it", async () => {
    const seen = await request(
      session,
      "authenticated",
      { user_id: ada.id, plan_id: foreign.plan.id, plan_role: 0 },
      (tx) => cards(tx, foreign.plan.id),
    )
    expect(seen).toBe(0)
  })

  test("a viewer's claims change no card", async () => {
    const viewer = await api.person()
    await api.join(own.plan.id, viewer, 2)
    const changed = await request(
      session,
      "authenticated",
      { user_id: viewer.id, plan_id: own.plan.id, plan_role: 2 },
      async (tx) => {
        const { count } = await tx`update app.task set is_draft = true`
        return count
      },
    )
    expect(changed).toBe(0)
  })
})

test("a visitor's token reads and changes nothing but hears its own link", async () => {
  await api.send(linkCalls.makeLink, { planId: own.plan.id }, { as: ada })
  await api.send(linkCalls.makeLink, { planId: foreign.plan.id }, { as: eve })
  const links = await superuser<
    { id: number; plan: number }[]
  >`select id::int, plan_id::int as plan from app.public_link`
  const idOf = (plan: number) => links.find((link) => link.plan === plan)?.id
  const link = idOf(own.plan.id)
  const asVisitor = <T>(run: (tx: postgres.TransactionSql) => Promise<T>) =>
    request("authenticator", "authenticated", { link_id: link, session_id: `link:${link}` }, run)
  const names = await superuser<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'api') and c.relkind in ('r', 'v') order by 1`
  for (const { name } of names) {
    const rows = await asVisitor((tx) => tx.unsafe(`select 1 from ${name}`)).catch((error: unknown) => String(error))
    if (typeof rows === "string") expect([name, rows]).toEqual([name, expect.stringMatching(/permission denied/)])
    else expect([name, rows.length]).toEqual([name, 0])
  }
  const called = await asVisitor(async (tx) => {
    const one = async (call: postgres.PendingQuery<postgres.Row[]>) => (await call)[0]?.value
    return {
      own: await one(tx`select app.can_visit(${`link:${link}`}) as value`),
      other: await one(tx`select app.can_visit(${`link:${idOf(foreign.plan.id)}`}) as value`),
      plan: await one(tx`select app.can_listen(${`plan:${own.plan.id}`}) as value`),
      sees: await one(tx`select app.visible_plans() as value`),
      entered: await one(tx`select app.entered() as value`),
      writes: await one(tx`select app.writes() as value`),
    }
  })
  expect(called).toEqual({ own: true, other: false, plan: false, sees: [], entered: null, writes: [] })
  const row = JSON.stringify([{ id: own.task.id, description: "Taken" }])
  const changed = await asVisitor(async (tx) => {
    await tx`select app.update_task(${own.plan.id}, null, ${row}::text::jsonb)`
    await tx.unsafe("reset session authorization")
    return tx`select 1 from app.task where description = 'Taken'`
  }).catch((error: unknown) => String(error))
  if (typeof changed === "string") expect(changed).toMatch(/permission denied|row-level security/)
  else expect(changed).toHaveLength(0)
  for (const topic of [`link:${link}`, `plan:${own.plan.id}`])
    await expect(
      asVisitor(async (tx) => {
        await tx`select set_config('realtime.topic', ${topic}, true)`
        return tx`insert into realtime.messages (topic, extension, event, payload, private) values (${topic}, 'broadcast', 'X', '{}', true)`
      }),
      topic,
    ).rejects.toThrow(/row-level security|permission denied/)
})

test("claims that name a plan change nothing in an endpoint's session", async () => {
  for (const user of [ada.id, null]) {
    const found = await request(
      "authenticator",
      "authenticated",
      { user_id: user, plan_id: own.plan.id, plan_role: 0 },
      async (tx) => {
        const { count } = await tx`update app.task set is_draft = true`
        return { count, seen: (await tx`select 1 from app.task`).length }
      },
    )
    expect(found).toEqual({ count: 0, seen: user === null ? 0 : 1 })
  }
})
