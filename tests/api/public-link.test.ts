// A plan's public link: what its visitors get, and what ends it.
import { gunzipSync } from "node:zlib"
import postgres from "postgres"
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { enterLink, visitBy } from "~/api/visit.server"
import { auditCalls } from "~/contract/audit"
import { linkTopic } from "~/contract/events"
import { goalCalls } from "~/contract/goal"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { linkCalls, publicBoard, publicCalls, visitHeader } from "~/contract/public-link"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { countAmount } from "~/domain/limits/rate.server"
import { type Answer, type Api, type Caller, openApi, origin } from "../support/api/api.ts"
import { type Stocked, stocked } from "../support/api/every-call.ts"
import { openNotices } from "../support/database/notices.ts"

let api: Api
let ada: Caller
let board: Stocked
let planId: number

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  board = await stocked(api, ada)
  planId = board.plan.id
})
afterAll(() => api.close())

type Options = { expires?: string | null; password?: string | null }
const make = async (options: Options = {}) => {
  const { status, body } = await api.send(linkCalls.makeLink, { planId, ...options }, { as: ada })
  expect(status).toBe(201)
  return body
}
const tokenOf = ({ url }: { url: string }) => url.slice(`${origin}/public/`.length)
const visit = (token: string, cookie = "") => visitBy(new Request(`${origin}/public/x`, { headers: { cookie } }), token)
const open = async (token: string) => {
  const found = await visit(token)
  if (found.state !== "open") throw new Error(`the link is ${found.state}`)
  return { [visitHeader]: found.visitKey }
}
const shown = (headers: Record<string, string>) => api.send(publicCalls.board, {}, { headers })
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString())

test("an admin makes, copies, renews and ends the link; it is in the log without its address", async () => {
  expect((await api.send(linkCalls.link, { planId }, { as: ada })).body).toBeNull()
  const first = await make()
  expect(first).toEqual({
    url: expect.stringMatching(/^http:\/\/localhost:3000\/public\/[\w-]{43}$/),
    expires: null,
    hasPassword: false,
  })
  expect((await api.send(linkCalls.link, { planId }, { as: ada })).body).toEqual(first)
  const expires = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const second = await make({ expires, password: "harbour" })
  expect(second).toEqual({ url: expect.not.stringContaining(tokenOf(first)), expires, hasPassword: true })
  expect((await visit(tokenOf(first))).state).toBe("ended")
  for (let again = 0; again < 2; again++) {
    expect((await api.send(linkCalls.endLink, { planId }, { as: ada })).status).toBe(204)
  }
  expect((await api.send(linkCalls.link, { planId }, { as: ada })).body).toBeNull()
  expect((await visit(tokenOf(second))).state).toBe("ended")

  const { text } = await api.send(auditCalls.ofPlan, { planId }, { as: ada })
  expect(text).toContain("created a public link")
  expect(text).toContain("revoked the public link")
  const [stored] = await db()<{ everything: string }[]>`
    select concat((select json_agg(e) from app.event e), (select json_agg(a) from app.audit a), (select json_agg(i) from app.idempotency i)) as everything`
  for (const secret of [tokenOf(first), tokenOf(second), "harbour"]) {
    expect(text).not.toContain(secret)
    expect(stored?.everything).not.toContain(secret)
  }
})

test("neither the token nor the password is in the database", async () => {
  const { url } = await make({ password: "harbour" })
  const [row] = await db()<
    { text: string }[]
  >`select to_json(l)::text as text from app.public_link l where plan_id = ${planId}`
  expect(row?.text).toContain("scrypt$")
  expect(row?.text).not.toContain("harbour")
  expect(row?.text).not.toContain(url.split("/").at(-1))
})

test.each([
  ["a time that is past", { expires: "2020-01-01T00:00:00.000Z" }],
  ["no time", { expires: "soon" }],
  ["an empty password", { password: "" }],
  ["a password of 201 characters", { password: "x".repeat(201) }],
])("refuses %s", async (_what, options) => {
  expect((await api.send(linkCalls.makeLink, { planId, ...options }, { as: ada })).status).toBe(400)
})

test("a repeat under the same key answers with the same link", async () => {
  const headers = { "idempotency-key": "make-once" }
  const first = await api.send(linkCalls.makeLink, { planId }, { as: ada, headers })
  const second = await api.send(linkCalls.makeLink, { planId }, { as: ada, headers })
  expect(second.status).toBe(201)
  expect(second.body).toEqual(first.body)
})

test("visitors are told that the board changed, and of nothing else", async () => {
  const { id } = (await db()<{ id: number }[]>`select id from app.public_link where plan_id = ${planId}`)[0] ?? {
    id: 0,
  }
  const notices = await openNotices(api.database.url)
  try {
    const write = { planId, title: "Hush", content: "hush", visibility: 1 } as const
    const { body: note } = await api.send(noteCalls.create, write, { as: ada })
    await api.send(taskCalls.addComment, { planId, id: board.task.id, content: "Hush" }, { as: ada })
    const { id: goalId } = await api.goal(ada, planId, { name: "One" })
    await api.goal(ada, planId, { name: "Two" })
    await api.send(goalCalls.remove, { planId, id: goalId }, { as: ada })
    await api.send(userCalls.update, { id: ada.id, userName: "Ada again" }, { as: ada })
    await api.send(noteCalls.remove, { id: note.id }, { as: ada })
    const sent = (await notices.take()).filter(({ topic }) => topic === linkTopic(id))
    expect(sent.map(({ event, payload }) => `${event} ${Object.keys(JSON.parse(payload)).sort()}`)).toEqual(
      Array(4).fill("BoardChanged id,seq"),
    )
  } finally {
    await notices.close()
  }
})

test("shows the board's cards with owners' names, and nothing else of the plan", async () => {
  await api.send(
    taskCalls.update,
    { planId, id: board.task.id, ownerId: board.member.id, dueDate: "2030-01-31T00:00:00.000Z" },
    { as: ada },
  )
  await api.send(planCalls.update, { id: planId, aiInstructions: "Hush" }, { as: ada })
  const draft = await api.item(ada, planId, { topic: "A draft", isDraft: true, goalId: board.goal.id })
  await api.task(ada, planId, draft.id, { description: "Below a draft" })
  const draftGoal = await api.goal(ada, planId, { name: "A draft goal", isDraft: true })
  await api.item(ada, planId, { topic: "Of a draft goal", goalId: draftGoal.id })
  await api.send(noteCalls.create, { planId, title: "Of the plan", visibility: 1 }, { as: ada })
  const foreign = await api.filled(await api.person())

  const headers = await open(tokenOf(await make()))
  const { body, text, status } = await shown(headers)
  expect(status).toBe(200)
  const parsed = publicBoard.parse(body)
  // Parsing drops what the contract doesn't name, so this compares the answer with the contract.
  expect(body).toEqual(parsed)
  const { body: whole } = await api.send(planCalls.board, { planId }, { as: ada })
  const published = <Row extends { isDraft: boolean }>(rows: Row[]) => rows.filter((row) => !row.isDraft)
  expect(parsed.goals.map(({ id }) => id)).toEqual(published(whole.goals).map(({ id }) => id))
  expect(parsed.items.map(({ id }) => id)).toEqual(
    published(whole.items)
      .filter(({ goalId }) => goalId !== draftGoal.id)
      .map(({ id }) => id),
  )
  expect(parsed.tasks).toMatchObject([
    {
      id: board.task.id,
      dueDate: "2030-01-31T00:00:00.000Z",
      owner: { userName: board.member.userName, tint: 1 },
    },
  ])
  expect(text).not.toContain(`"id":${board.member.id},"userName"`)
  for (const hidden of ["@", "draft", "A note", "hello", "Hush", "Of the plan", "Deleted", ada.userName])
    expect(text).not.toContain(hidden)
  expect(parsed.tasks.some(({ id }) => id === foreign.task.id)).toBe(false)

  const ask = (more: Record<string, string>) =>
    api.dispatch(new Request(`${origin}/api/public/board`, { headers: { ...headers, ...more } }), { ip: "127.0.0.1" })
  const packed = await ask({ "accept-encoding": "gzip" })
  expect(JSON.parse(gunzipSync(await packed.arrayBuffer()).toString())).toEqual(body)
  const again = await ask({ "if-none-match": packed.headers.get("etag") ?? "" })
  expect(again.status).toBe(304)
  for (const encodings of ["br", "gzip;q=0", "x-gzip"]) {
    const plain = await ask({ "accept-encoding": encodings })
    expect([encodings, plain.headers.get("content-encoding")]).toEqual([encodings, null])
    expect(await plain.json()).toEqual(body)
  }
})

test.each([
  ["gwen@example.org", "gwen"],
  ["Gwen gwen.hill@mail.example.org", "Gwen gwen.hill"],
  ["gwen@quay", "gwen"],
  ["Gwen @ the quay", "Gwen @ the quay"],
])("an owner called %s is shown as %s", async (userName, shownAs) => {
  const gwen = await api.person()
  const plan = await api.filled(ada)
  await api.join(plan.plan.id, gwen)
  await api.send(userCalls.update, { id: gwen.id, userName }, { as: gwen })
  await api.send(taskCalls.update, { planId: plan.plan.id, id: plan.task.id, ownerId: gwen.id }, { as: ada })
  const action = await api.item(ada, plan.plan.id, { topic: "Quay", ownerId: gwen.id })
  const { body: link } = await api.send(linkCalls.makeLink, { planId: plan.plan.id }, { as: ada })
  const { body } = await shown(await open(tokenOf(link)))
  const { items, tasks } = publicBoard.parse(body)
  expect(tasks.map(({ owner }) => owner)).toEqual([{ userName: shownAs, tint: 1 }])
  expect(items.find(({ id }) => id === action.id)?.owner).toEqual({ userName: shownAs, tint: 1 })
})

test("owners of the same name are told apart by the colours that they have in the plan; one who has left has none", async () => {
  const { plan, item, task } = await api.filled(ada)
  const [one, other, gone] = [await api.person(), await api.person(), await api.person()]
  for (const person of [one, other, gone]) {
    await api.send(userCalls.update, { id: person.id, userName: "Kim Vale" }, { as: person })
    await api.join(plan.id, person)
  }
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, ownerId: other.id }, { as: ada })
  await api.task(ada, plan.id, item.id, { ownerId: one.id })
  const { id: left } = await api.task(ada, plan.id, item.id, { ownerId: gone.id })
  await db()`delete from app.membership where plan_id = ${plan.id} and person_id = ${gone.id}`
  const { body: members } = await api.send(userCalls.listOfPlan, { planId: plan.id }, { as: ada })
  const tintOf = ({ id }: Caller) => members.find((member) => member.id === id)?.tint
  const { body: link } = await api.send(linkCalls.makeLink, { planId: plan.id }, { as: ada })
  const { tasks } = publicBoard.parse((await shown(await open(tokenOf(link)))).body)
  const ownerOf = (id: number) => tasks.find((each) => each.id === id)?.owner
  expect(ownerOf(task.id)).toEqual({ userName: "Kim Vale", tint: tintOf(other) })
  expect(tintOf(one)).not.toBe(tintOf(other))
  expect(ownerOf(left) ?? { userName: "Kim Vale", tint: null }).toEqual({ userName: "Kim Vale", tint: null })
})

test("the database lets a visitor read the columns of that board alone", async () => {
  await make()
  const [link] = await db()<{ id: number }[]>`select id from app.public_link where plan_id = ${planId}`
  const foreign = await api.filled(await api.person())
  const sql = postgres(api.database.url, { max: 1, onnotice: () => {} })
  const as = async <T>(run: (tx: postgres.TransactionSql) => Promise<T>) =>
    (await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ link_id: link?.id })}, true), set_config('role', 'laneway_visitor', true)`
      return run(tx)
    })) as T
  try {
    const tables = await sql<{ name: string; columns: string[] }[]>`
      select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' group by 1`
    const readable: string[] = []
    for (const { name, columns } of tables) {
      for (const column of columns) {
        const read = await as((tx) => tx`select ${tx(column)} from ${tx(`app.${name}`)}`).catch((error) =>
          String(error),
        )
        if (typeof read === "string") expect(read).toMatch(/permission denied/)
        else readable.push(`${name}.${column}`)
      }
      for (const write of [`delete from app.${name}`, `insert into app.${name} default values`]) {
        await expect(
          as((tx) => tx.unsafe(write)),
          write,
        ).rejects.toThrow(/permission denied/)
      }
    }
    expect(
      readable.filter((each) => /email|note|comment|file|hash|instructions|draft|created|explanation/.test(each)),
    ).toEqual([])
    expect(new Set(readable.map((each) => each.split(".")[0]))).toEqual(
      new Set(["goal", "item", "task", "label", "person", "plan", "plan_clock", "membership"]),
    )
    const rows = await as(async (tx) => ({
      plans: await tx`select id from app.plan`,
      tasks: await tx`select plan_id from app.task`,
      people: await tx`select id from app.person`,
    }))
    expect(rows.plans.map(({ id }) => Number(id))).toEqual([planId])
    expect(new Set(rows.tasks.map(({ plan_id }) => Number(plan_id)))).toEqual(new Set([planId]))
    expect(rows.people.map(({ id }) => Number(id))).toEqual([board.member.id])
    expect(foreign.plan.id).not.toBe(planId)
  } finally {
    await sql.end()
  }
})

test("the role of visitors may call the functions that their views need, and no other", async () => {
  const open = await db()<{ name: string }[]>`
    select distinct n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and has_schema_privilege('laneway_visitor', n.oid, 'usage')
      and has_function_privilege('laneway_visitor', p.oid, 'execute') and p.prorettype <> 'trigger'::regtype order by 1`
  expect(open.map(({ name }) => name)).toEqual([
    ...["app.iso", "app.leave_plan", "app.shown_owners", "app.shown_plan", "app.without_address"],
  ])
})

test("an expired link, a forged key and a key of an ended link get nothing", async () => {
  const link = await make({ expires: new Date(Date.now() + 3_600_000).toISOString() })
  const headers = await open(tokenOf(link))
  const ticket = await api.send(publicCalls.realtimeTicket, {}, { headers })
  expect(claimsOf(ticket.body.token).exp - Date.now() / 1000).toBeLessThanOrEqual(600)
  await db()`update app.public_link set expires = now() + interval '30 seconds' where plan_id = ${planId}`
  const short = await api.send(publicCalls.realtimeTicket, {}, { headers })
  expect(claimsOf(short.body.token).exp - Date.now() / 1000).toBeLessThanOrEqual(31)
  await db()`update app.public_link set expires = now() - interval '1 second' where plan_id = ${planId}`
  expect((await visit(tokenOf(link))).state).toBe("ended")
  expect((await shown(headers)).status).toBe(404)
  expect((await api.send(publicCalls.realtimeTicket, {}, { headers })).status).toBe(404)
  const forged = { [visitHeader]: headers[visitHeader]?.replace(/^\d+/, "1") ?? "" }
  expect((await shown(forged)).status).toBe(401)
  const state: Answer<unknown> = await api.send(linkCalls.link, { planId }, { as: ada })
  expect(state.body).toMatchObject({ url: link.url, hasPassword: false })
})

test("a password opens the link for the browser that knows it; ten wrong ones lock that visitor out", async () => {
  const token = tokenOf(await make({ password: "harbour" }))
  expect((await visit(token)).state).toBe("locked")
  const entered = await enterLink(token, "harbour", "203.0.113.1")
  if (!("cookie" in entered)) throw new Error("the password was refused")
  const [pair = ""] = entered.cookie.split(";")
  expect(entered.cookie).toContain("HttpOnly")
  expect((await visit(token, pair)).state).toBe("open")
  const other = tokenOf(await make({ password: "harbour" }))
  expect((await visit(other, pair)).state).toBe("locked")

  const wrong = await Promise.all(Array.from({ length: 14 }, () => enterLink(other, "x", "203.0.113.1")))
  const statuses = wrong.map((each) => ("status" in each ? each.status : 200))
  expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  expect(await enterLink(other, "harbour", "203.0.113.1")).toMatchObject({ status: 429 })
  expect(await enterLink(other, "harbour", "203.0.113.2")).toMatchObject({ cookie: expect.any(String) })
})

test("a link that many addresses guess at takes one try after another, with a pause, and locks nobody out", async () => {
  const token = tokenOf(await make({ password: "harbour" }))
  const [link] = await db()<{ id: number }[]>`select id from app.public_link where plan_id = ${planId}`
  countAmount("wrong link password", String(link?.id), { most: 1e9, within: 3_600_000 }, 100)
  const timers = vi.spyOn(globalThis, "setTimeout")
  const pauses = () => timers.mock.calls.filter(([, ms]) => ms === 2_000).length
  onTestFinished(() => timers.mockRestore())
  const begun: number[] = []
  const tries = ["x", "harbour"].map(async (password, n) => {
    const answer = await enterLink(token, password, `203.0.113.${20 + n}`)
    begun.push(pauses())
    return answer
  })
  expect(await Promise.all(tries)).toMatchObject([{ status: 403 }, { cookie: expect.any(String) }])
  // The second one begins its pause once the first has been answered.
  expect(begun.at(-1)).toBe(2)
})

test("right passwords are not counted", async () => {
  const token = tokenOf(await make({ password: "harbour" }))
  for (let n = 0; n < 12; n++) {
    expect(await enterLink(token, "harbour", "203.0.113.3")).toMatchObject({ cookie: expect.any(String) })
  }
})

test("deleting the plan ends the link", async () => {
  const gone = await api.filled(ada)
  const { body } = await api.send(linkCalls.makeLink, { planId: gone.plan.id }, { as: ada })
  expect((await visit(tokenOf(body))).state).toBe("open")
  await api.send(planCalls.remove, { planId: gone.plan.id }, { as: ada })
  expect((await visit(tokenOf(body))).state).toBe("ended")
})
