// The cached board is updated by patches. After any change, a reader must get the same answer as from a full read.

import { gunzipSync } from "node:zlib"
import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import type { Capability } from "~/contract/capability"
import { goalCalls } from "~/contract/goal"
import { labelCalls } from "~/contract/label"
import type { Board } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import { listsInColumns, withLists } from "~/contract/shared/board-form"
import { taskCalls } from "~/contract/task"
import { readBoard } from "~/database/board.server"
import { db } from "~/database/connection.server"
import { transaction } from "~/database/transaction.server"
import { boardPieces, currentBoard } from "~/domain/board/current-board.server"
import { type Actor, ownAccess } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { work } from "~/domain/core/work.server"
import { type Caller, openApi, origin } from "../support/api/api.ts"
import { anyCall } from "../support/model/any-call.ts"

const api = await openApi()
const ada = await api.person()
const ben = await api.person()
const eva = await api.person()
afterAll(api.close)

const actorOf = ({ id, userName }: Caller, needs: Capability = "readBoard"): Actor => ({
  userId: id,
  userName,
  systemRole: 3,
  via: "browser",
  ...ownAccess,
  planScope: null,
  clientId: null,
  idempotency: null,
  version: null,
  needs,
})

const crew = async () => {
  const made = await api.filled(ada)
  await api.join(made.plan.id, ben, 1)
  await api.join(made.plan.id, eva, 2)
  return made
}

const boardOf = async (caller: Caller, planId: number): Promise<Board> =>
  JSON.parse(Buffer.concat([...boardPieces(await currentBoard(await admit(actorOf(caller), planId)))]).toString())

const rowsOf = async (planId: number) => {
  const list = async (view: string) =>
    (
      await db()`select row_to_json(v) as row from ${db()(`api.${view}`)} v where v."planId" = ${planId} order by v."order", v.id`
    ).map(({ row }) => row)
  return {
    goals: await list("goal"),
    items: await list("item"),
    tasks: await list("task"),
    labels: await list("label"),
    keyResults: await list("key_result"),
  }
}

const expectCurrent = async (planId: number) => {
  const { goals, items, tasks, labels, keyResults } = await boardOf(ada, planId)
  expect({ goals, items, tasks, labels, keyResults }).toEqual(await rowsOf(planId))
}

/** Writes that bypass app.apply, as jobs and other processes make them; one is made by hand. */
const beside = {
  "counts a file": (planId: number) => db()`
    update app.task set attachment_count = attachment_count + 1 where plan_id = ${planId} and id % 2 = 0`,
  "renames a member": () => db()`update app.person set user_name = user_name || '.' where id = ${ben.id}`,
  "sees a member": () => db()`update app.person set last_seen_at = now() where id = ${ben.id}`,
  "drops a row": (planId: number) => db()`
    delete from app.task where id = (select min(id) from app.task where plan_id = ${planId} and deletion_id is null)`,
  "empties the bin": (planId: number) => db()`delete from app.deletion where plan_id = ${planId}`,
  "takes out of the bin": (planId: number) => db()`
    with d as (select max(id) as id from app.deletion where plan_id = ${planId}),
      g as (update app.goal set deletion_id = null where deletion_id = (select id from d)),
      i as (update app.item set deletion_id = null where deletion_id = (select id from d))
    update app.task set deletion_id = null where deletion_id = (select id from d)`,
  "undoes what it wrote": (planId: number) =>
    transaction(async (tx) => {
      await tx`update app.item set topic = 'never' where plan_id = ${planId}`
      throw new Error("undone")
    }).catch(() => {}),
} as const

test("stays current after any calls and direct writes, read occasionally or by several people at once", async () => {
  const step = fc.record({
    what: fc.oneof(
      { weight: 8, arbitrary: fc.constant("call" as const) },
      { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(beside) as (keyof typeof beside)[])) },
    ),
    seed: fc.nat(),
    read: fc.constantFrom(0, 0, 1, 2),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async (steps) => {
      const { plan } = await crew()
      for (const { what, seed, read } of steps) {
        if (what === "call") {
          const { goals, items, tasks, labels, keyResults } = await rowsOf(plan.id)
          const idsOf = (rows: unknown[]) => rows.map((row) => (row as { id: number }).id)
          const checkIns = await db()`select id from app.check_in where plan_id = ${plan.id}`
          const ids = {
            goals: idsOf(goals),
            items: idsOf(items),
            tasks: idsOf(tasks),
            labels: idsOf(labels),
            results: idsOf(keyResults),
            checkIns: idsOf(checkIns),
          }
          const calls = fc.sample(anyCall(ids, true), { seed, numRuns: 3 })
          // Concurrent calls are applied in one transaction, each in a subtransaction.
          await Promise.all(
            calls.map(({ name, input }) => {
              const owned = "ownerId" in input && input.ownerId === 1 ? { ...input, ownerId: ben.id } : input
              return work(actorOf(ada, "changeBoard"), plan.id, name, owned as never).catch((thrown) => {
                if (!isRefusal(thrown)) throw thrown
              })
            }),
          )
        } else await beside[what](plan.id)
        if (read === 1) await expectCurrent(plan.id)
        if (read === 2) {
          const all = await Promise.all([boardOf(ada, plan.id), boardOf(ben, plan.id), boardOf(eva, plan.id)])
          for (const { goals, items, tasks, labels, keyResults } of all)
            expect({ goals, items, tasks, labels, keyResults }).toEqual(await rowsOf(plan.id))
        }
      }
      await expectCurrent(plan.id)
    }),
    { numRuns: 15 },
  )
})

test("a transaction still open during one read is included in the next", async () => {
  const { plan, task, item } = await crew()
  await boardOf(ada, plan.id)
  let done = () => {}
  const open = new Promise<void>((resolve) => {
    done = resolve
  })
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  const slow = transaction(async (tx) => {
    await tx`update app.task set description = 'Written slowly' where id = ${task.id}`
    written()
    await open
  })
  await isWritten
  await api.call("PUT", `/api/Item?planId=${plan.id}`, { as: ada, body: { id: item.id, topic: "Written meanwhile" } })
  expect((await boardOf(ada, plan.id)).tasks[0]?.description).toBe("Task")
  done()
  await slow
  expect((await boardOf(ada, plan.id)).tasks[0]?.description).toBe("Written slowly")
  await expectCurrent(plan.id)
})

test("stays current when long texts are changed repeatedly and deleted", async () => {
  const { plan, goal, item } = await crew()
  const long = await Promise.all(
    [1, 2, 3].map((n) => api.task(ada, plan.id, item.id, { description: `${n} ${"long ".repeat(3_999)}` })),
  )
  await expectCurrent(plan.id)
  for (let round = 0; round < 6; round++) {
    for (const { id } of long.slice(0, 2))
      await api.send(
        taskCalls.update,
        { planId: plan.id, id, description: `${round} ${"new ".repeat(4_999)}` },
        { as: ada },
      )
    await expectCurrent(plan.id)
  }
  await api.send(goalCalls.remove, { id: goal.id, planId: plan.id }, { as: ada })
  await expectCurrent(plan.id)
})

test("each reader gets their own role, and only admins get addresses", async () => {
  const { plan } = await crew()
  const key = await api.key(plan.id)
  const path = `/api/Plan/${plan.id}/board`
  const plain = async (as: Caller | null): Promise<Board> =>
    (await api.call<Board>("GET", path, { as, headers: as ? {} : { "x-api-key": key } })).body
  // Served from the compressed cache, which is per standing and not per person.
  const packed = async (as: Caller | null): Promise<Board> => {
    const headers = { "accept-encoding": "gzip", ...(as ? { cookie: as.cookie } : { "x-api-key": key }) }
    const answer = await api.dispatch(new Request(`${origin}${path}`, { headers }), { ip: "127.0.0.1" })
    return JSON.parse(gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString())
  }
  const sysadmin = await api.person({ role: 0 })
  const expectOwn = async (ask: typeof plain, admins: Caller[], others: [Caller | null, number | null][]) => {
    for (const who of admins) {
      const { plan, members } = await ask(who)
      expect(plan.planRole).toBe(0)
      expect(members.map(({ email }) => email)).toEqual([ada.email, ben.email, eva.email])
    }
    for (const [who, role] of others) {
      const { plan, members } = await ask(who)
      expect(plan.planRole).toBe(role)
      for (const one of members) expect(one).not.toHaveProperty("email")
    }
  }
  const become = (who: Caller, role: number) =>
    db()`update app.membership set role = ${role} where plan_id = ${plan.id} and person_id = ${who.id}`
  for (const ask of [plain, packed, packed, plain]) {
    const key = [null, null] as [null, null]
    await expectOwn(ask, [ada, sysadmin], [[ben, 1], [eva, 2], key])
    // A changed role changes the answer, even when nothing else in the plan has changed.
    await Promise.all([become(ben, 0), become(eva, 1)])
    await expectOwn(ask, [ben, ada], [[eva, 1], key])
    await Promise.all([become(ben, 1), become(eva, 2)])
    await expectOwn(ask, [sysadmin, ada], [key, [eva, 2], [ben, 1]])
    await api.goal(ada, plan.id)
  }
})

test("the board is served as gzip, and a transaction id this database never reached causes a full read", async () => {
  const { plan, goal } = await crew()
  const path = `/api/Plan/${plan.id}/board`
  const packed = async () => {
    const headers = { cookie: ada.cookie, "accept-encoding": "br, gzip" }
    const answer = await api.dispatch(new Request(`${origin}${path}`, { headers }), { ip: "127.0.0.1" })
    expect(answer.headers.get("content-encoding")).toBe("gzip")
    return JSON.parse(gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString())
  }
  const plain = async () => (await api.call("GET", path, { as: ada })).body
  expect(await packed()).toEqual(await plain())
  await api.send(goalCalls.update, { planId: plan.id, id: goal.id, name: "Häfen 港 🚢\n" }, { as: ada })
  expect(await packed()).toEqual(await plain())
  const [row] = await db()`
    select whole, tasks from app.board(${ada.id}, ${plan.id}, 0::smallint, '999999999999'::xid8, '{}'::jsonb)`
  expect(row?.whole).toBe(true)
  expect(row?.tasks).not.toBeNull()
})

test("a board read before the database started is read in full again", async () => {
  const { plan } = await crew()
  const read = await admit(actorOf(ada), plan.id)
  // A transaction in another database may hold back the snapshot by which unchanged rows are known.
  let first: Awaited<ReturnType<typeof readBoard>>
  await expect
    .poll(async () => {
      first = await readBoard(read)
      return first && readBoard(read, first)
    })
    .toMatchObject({ whole: false, tasks: [] })
  if (!first) throw new Error("no board")
  const anew = await readBoard(read, { ...first, began: "2001-01-01 00:00:00+00" })
  expect(anew).toMatchObject({ whole: true, tasks: first.tasks, began: first.began })
})

test("the app's own form has what cards list beside them, and is the same board; others get it as declared", async () => {
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  const request = (accept: string, more = {}) => {
    const headers = { cookie: ada.cookie, "accept-encoding": "gzip", accept, ...more }
    return api.dispatch(new Request(`${origin}/api/Plan/${planId}/board`, { headers }), { ip: "127.0.0.1" })
  }
  const ask = async (accept: string) => {
    const answer = await request(accept)
    expect(answer.headers.get("vary")).toContain("Accept,")
    return gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString()
  }
  expect(await ask(listsInColumns)).toBe(await ask("application/json"))
  const label = async (name: string) => (await api.send(labelCalls.create, { planId, name }, { as: ada })).body.id
  const [roads, snow] = [await label("Roads"), await label("Snow")]
  const add = async (fields: object) =>
    (await api.send(taskCalls.create, { planId, itemId: item.id, description: "New", ...fields }, { as: ada })).body.id
  const [one, other] = [await add({}), await add({ labelIds: [snow] })]
  const write = (fields: object) => api.send(taskCalls.update, { planId, id: task.id, ...fields } as never, { as: ada })
  for (const fields of [
    { description: ',"labelIds":[7]', labelIds: [snow, roads] },
    { labelIds: [] },
    { description: '\\","labelIds":[7],"', labelIds: [roads] },
    { description: ',"blockedByIds":[7]', blockedByIds: [one, other] },
    { description: "Salt" },
  ]) {
    expect((await write(fields)).status).toBe(200)
    const [columned, declared] = [await ask(listsInColumns), await ask("application/json")]
    expect(columned).toContain('"lists":{')
    expect(withLists(JSON.parse(columned))).toEqual(JSON.parse(declared))
  }
  await add({ labelIds: [snow], blockedByIds: [task.id, one] })
  await api.send(taskCalls.remove, { planId, id: task.id }, { as: ada })
  expect(withLists(JSON.parse(await ask(listsInColumns)))).toEqual(JSON.parse(await ask("*/*")))

  // A copy of one form is no answer for the other.
  const forms = [listsInColumns, "application/json"]
  const tags = await Promise.all(forms.map(async (form) => (await request(form)).headers.get("etag") ?? ""))
  const asked = forms.map((form) => Promise.all(tags.map((tag) => request(form, { "if-none-match": tag }))))
  const statuses = (await Promise.all(asked)).map((answers) => answers.map(({ status }) => status))
  expect(statuses).toEqual([
    [304, 200],
    [200, 304],
  ])
})
