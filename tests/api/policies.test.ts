// Row policies, the second wall: what database roles read and write without the domain code.

import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { conversationTopic, messageCalls } from "~/contract/message"
import { noteCalls } from "~/contract/note"
import { promptCalls } from "~/contract/prompt"
import { taskCalls } from "~/contract/task"
import { keepWords } from "~/database/search.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller
let eve: Caller
let sql: postgres.Sql
/** A conversation with Ada, and one of her plan without her. */
let mine = 0
let foreign = 0
let own: Awaited<ReturnType<Api["filled"]>>

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  eve = await api.person()
  own = await api.filled(ada)
  const hers = await api.filled(eve)
  for (const [who, { plan, task }] of [
    [ada, own],
    [eve, hers],
  ] as const) {
    const other = await api.person()
    await api.join(plan.id, other)
    await api.send(
      taskCalls.addComment,
      { id: task.id, planId: plan.id, content: "x", mentions: [{ MentionedUserId: who.id }] },
      { as: other },
    )
    for (const [author, noteId] of [
      [who, undefined],
      [other, (await api.send(noteCalls.create, { planId: plan.id, title: "x" }, { as: other })).body.id],
    ] as const) {
      const form = new FormData()
      form.set("file", new File(["x"], "x.txt"))
      if (noteId) form.set("noteId", String(noteId))
      const { body } = await api.upload<{ uniqueFileName: string }>(author, plan.id, form)
      const content = `![file](laneway-file:${plan.id}:${body.uniqueFileName}:x)`
      await api.send(taskCalls.addComment, { id: task.id, planId: plan.id, content }, { as: author })
    }
    const third = await api.person()
    await api.join(plan.id, third)
    for (const [author, to] of [
      [other, who],
      [other, third],
    ] as const) {
      const { body } = await api.send(messageCalls.open, { planId: plan.id, participantIds: [to.id] }, { as: author })
      await api.send(messageCalls.send, { id: body.id, content: "x" }, { as: author })
      await api.send(promptCalls.create, { name: "x", text: "x" }, { as: to })
      if (who === ada && to === third) foreign = body.id
      else if (who === ada) mine = body.id
    }
    await api.send(promptCalls.create, { name: "x", text: "x", planId: plan.id }, { as: who })
    for (const [author, visibility] of [
      [who, 0],
      [other, 0],
    ] as const) {
      const made = await api.send(noteCalls.create, { planId: plan.id, title: "x", visibility }, { as: author })
      await api.send(noteCalls.update, { id: made.body.id, title: "y" }, { as: author })
    }
  }
  sql = postgres(api.database.url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await api.close()
})

/** Runs as a database role with a person's claims, and rolls back. */
const as = async <T>(
  role: "anon" | "authenticated",
  person: Caller | null,
  run: (tx: postgres.TransactionSql) => Promise<T>,
) => {
  let result: T | undefined
  await sql
    .begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role, user_id: person?.id ?? "" })}, true), set_config('role', ${role}, true)`
      result = await run(tx)
      throw new Error("roll back")
    })
    .catch((error: Error) => {
      if (error.message !== "roll back") throw error
    })
  return result as T
}

test.each([
  ["goal", 1],
  ["item", 1],
  ["task", 1],
  ["plan", 1],
  ["comment", 3],
  ["notification", 1],
  // Of two rows of each kind, one belongs to somebody else or to somebody else's private note.
  ["note", 1],
  ["note_version", 1],
  ["file", 1],
  ["conversation", 1],
  ["message", 1],
])("a person sees only rows of their own plans: %s", async (table, count) => {
  const seen = await as("authenticated", ada, (tx) => tx`select * from ${tx(`api.${table}`)}`)
  expect(seen.length).toBe(count)
  for (const row of seen) expect(row[table === "plan" ? "id" : "planId"]).toBe(String(own.plan.id))
})

test.each(["session", "invitation", "audit", "event", "job", "sign_in_link", "idempotency"])(
  "authenticated can't read %s",
  async (table) => {
    await expect(as("authenticated", ada, (tx) => tx`select * from ${tx(`app.${table}`)}`)).rejects.toThrow(
      /permission denied/,
    )
  },
)

test("nobody writes without app.apply, not even to their own plan", async () => {
  const changed = await as(
    "authenticated",
    ada,
    (tx) => tx`update app.task set description = 'x' where plan_id = ${own.plan.id}`,
  )
  expect(changed.count).toBe(0)
  await expect(
    as(
      "authenticated",
      ada,
      (tx) => tx`insert into app.membership (plan_id, person_id, role) values (${own.plan.id}, ${eve.id}, 0)`,
    ),
  ).rejects.toThrow(/permission denied/)
  await expect(
    as("authenticated", ada, (tx) => tx`select app.delete_plan(${own.plan.id}, ${ada.id}, '[{}]')`),
  ).rejects.toThrow(/permission denied/)
})

test("a person sees only their own and their plans' prompts, and search words only of rows they see", async () => {
  const prompts = await as("authenticated", ada, (tx) => tx`select "planId" from api.prompt order by id`)
  expect(prompts.map(({ planId }) => planId)).toEqual([null, String(own.plan.id)])
  await keepWords()
  const kinds = await as(
    "authenticated",
    ada,
    (tx) => tx`select kind, count(*)::int as n from app.search_entry group by 1 order by 1`,
  )
  expect(kinds.map(({ kind, n }) => [kind, n])).toEqual([
    ["comment", 3],
    ["file", 1],
    ["goal", 1],
    ["item", 1],
    ["note", 1],
    ["task", 1],
  ])
})

test("nobody reads a row in the bin, or what is on it", async () => {
  const { plan, goal, task } = own
  const form = new FormData()
  form.set("file", new File(["x"], "x.txt"))
  form.set("goalId", String(goal.id))
  await api.upload(ada, plan.id, form)
  await keepWords()
  const counts = () =>
    as("authenticated", ada, async (tx) => {
      const [row] = await tx<Record<string, number>[]>`select
        (select count(*)::int from app.goal) as goals, (select count(*)::int from app.item) as items, (select count(*)::int from app.task) as tasks,
        (select count(*)::int from app.comment where task_id = ${task.id}) as comments, (select count(*)::int from app.file where goal_id = ${goal.id}) as files,
        (select count(*)::int from app.notification where task_id = ${task.id}) as notifications,
        (select count(*)::int from app.search_entry where kind in ('goal', 'item', 'task', 'comment')) as words`
      return row
    })
  expect(await counts()).toEqual({ goals: 1, items: 1, tasks: 1, comments: 3, files: 1, notifications: 1, words: 6 })
  const { status } = await api.send(goalCalls.remove, { id: goal.id, planId: plan.id }, { as: ada })
  expect(status).toBe(204)
  expect(await counts()).toEqual({ goals: 0, items: 0, tasks: 0, comments: 0, files: 0, notifications: 0, words: 0 })
})

test("members can listen to live topics and be present there", async () => {
  const hears = (person: Caller, topic: string) =>
    as("authenticated", person, async (tx) => (await tx`select app.can_listen(${topic}) as yes`)[0]?.yes)
  expect(await hears(ada, `plan:${own.plan.id}`)).toBe(true)
  expect(await hears(eve, `plan:${own.plan.id}`)).toBe(false)
  expect(await hears(ada, `user:${ada.id}`)).toBe(true)
  expect(await hears(ada, `user:${eve.id}`)).toBe(false)
  expect(await hears(ada, conversationTopic(mine))).toBe(true)
  expect(await hears(ada, conversationTopic(foreign))).toBe(false)
  expect(await hears(ada, "plan:1 or true")).toBe(false)
  const [session] = await sql`select id from app.session where person_id = ${ada.id}`
  const types = (topic: string, sessionId = session?.id) =>
    as("authenticated", ada, async (tx) => {
      const claims = { role: "authenticated", user_id: ada.id, session_id: sessionId }
      await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      await tx`select set_config('realtime.topic', ${topic}, true)`
      await tx`insert into realtime.messages (topic, extension) values (${topic}, 'broadcast')`
      return true
    })
  expect(await types(conversationTopic(mine))).toBe(true)
  for (const topic of [conversationTopic(foreign), `plan:${own.plan.id}`, `user:${ada.id}`]) {
    await expect(types(topic), topic).rejects.toThrow(/row-level security/)
  }
  const [others] = await sql`select id from app.session where person_id = ${eve.id}`
  for (const sessionId of [undefined, "", others?.id, "00000000-0000-0000-0000-000000000000"]) {
    await expect(types(conversationTopic(mine), sessionId ?? null)).rejects.toThrow(/row-level security/)
  }
})
