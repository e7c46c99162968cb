// Requests of one caller about a plan as full as it may be take the event loop in short steps only.
import { afterAll, beforeAll, expect, test } from "vitest"
import { firstBoard } from "~/api/page.server"
import { db } from "~/database/connection.server"
import { ask } from "~/domain/agent/ask.server"
import { discardDrafts, publishDrafts } from "~/domain/agent/drafts.server"
import { propose } from "~/domain/agent/proposal.server"
import { forgetBoards } from "~/domain/board/current-board.server"
import { type Actor, ownAccess } from "~/domain/core/actor"
import { openModel } from "~/outside/model.server"
import { type Api, type Caller, openApi, origin } from "../support/api/api.ts"
import { largestTurn } from "../support/counts/largest-turn.ts"
import { callsOften, says, scriptedModel } from "../support/services/model.ts"

let api: Api
let ada: Caller

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
})
afterAll(() => api.close())

const actorOf = ({ id, userName }: Caller) =>
  ({ userId: id, userName, ...ownAccess, planScope: null, via: "browser", needs: "changeBoard" }) as unknown as Actor

/** A plan of so many tasks in one of its actions, each with a text of so many letters. */
const filled = async ({ actions, tasks, letters }: { actions: number; tasks: number; letters: number }) => {
  const { id } = await api.plan(ada)
  await db().begin(async (tx) => {
    await tx`
      insert into app.item (plan_id, topic, description, "order", business_value, effort_and_complexity, focus_date, focus_order, dot_voting, type,
        is_draft, created_by, created_date, modified_date)
      select ${id}, 'Action ' || n, '', n, 0, 0, now(), n, 0, 0, false, ${ada.id}, now(), now() from generate_series(1, ${actions}::int) n`
    await tx`
      insert into app.task (plan_id, item_id, description, type, "order", is_draft, created_by, created_date, modified_date)
      select ${id}, i.id, rpad('Task ' || n, ${letters}, ' of the harbour'), 0, n, false, ${ada.id}, now(), now()
      from (select min(id) as id from app.item where plan_id = ${id}) i, generate_series(1, ${tasks}::int) n`
    await tx`delete from app.search_due where plan_id = ${id}`
    await tx`select app.count_cards(${id})`
  })
  const [row] = await db()<{ id: number }[]>`select min(id) as id from app.item where plan_id = ${id}`
  return { planId: id, itemId: row?.id ?? 0 }
}

/** What the largest turn of these may do, and a quarter more: some 30 ms on one core. */
const LARGEST = { calls: 150_000, letters: 1_100_000 }

test("change sets and drafts of a full plan are worked on in short steps", async () => {
  const { planId, itemId } = await filled({ actions: 3_000, tasks: 9_000, letters: 2_000 })
  const set = (changes: object[]) =>
    api.call("POST", "/api/Ai/saveboarddata", { as: ada, body: { planId, changeSet: { changes } } })
  const task = { op: "create", entity: "task", fields: { itemId, description: "Draw" } }
  const preview = (changes: Parameters<typeof propose>[2]["changes"]) =>
    propose(actorOf(ada), planId, { request: "Change tasks", changes }).then(() => ({ status: 201 }))
  const rows = await db()<{ id: number }[]>`select id from app.task where plan_id = ${planId} order by id limit 200`
  const update = ({ id }: { id: number }) =>
    ({ op: "update", entity: "task", id, fields: { description: "x".repeat(2_000) } }) as const
  const toDrafts = () => db()`update app.task set is_draft = true where plan_id = ${planId}`
  const drafts = async (change: typeof publishDrafts) => {
    await change(actorOf(ada), planId)
    return { status: 200 }
  }
  const steps: [what: string, work: () => Promise<{ status: number }>, status: number][] = [
    ["a preview of 200 changed tasks", () => preview(rows.map(update)), 201],
    ["a set for an unknown task", () => set([{ op: "update", entity: "task", id: 999_999_999, fields: {} }]), 400],
    ["a set of 200 new tasks", () => set(Array.from({ length: 200 }, () => task)), 200],
    ["all drafts published", () => toDrafts().then(() => drafts(publishDrafts)), 200],
    ["all drafts discarded", () => toDrafts().then(() => drafts(discardDrafts)), 200],
    ["no drafts", () => publishDrafts(actorOf(ada), planId).catch(({ problem }) => problem), 409],
  ]
  for (const [what, work, status] of steps) {
    const { calls, letters, answer } = await largestTurn(work)
    expect(answer.status, what).toBe(status)
    expect(calls, what).toBeLessThan(LARGEST.calls)
    expect(letters, what).toBeLessThan(LARGEST.letters)
  }
  const [logged] = await db()`
    select count(*)::int as entries, count(distinct entity_id)::int as tasks from app.audit
    where plan_id = ${planId} and entity = 'task' and action = 'delete'`
  expect(logged).toEqual({ entries: 9_200, tasks: 9_200 })
})

test("look-ups of a model in a full plan are searched in short steps, few of one answer", async () => {
  const { planId } = await filled({ actions: 3_000, tasks: 9_000, letters: 2_000 })
  const model = await scriptedModel()
  await openModel({ apiKey: null, baseUrl: model.url, name: "scripted" })
  model.script(callsOften(30, "find_cards", { words: "zebra" }), says("There is none."))
  const { calls, letters, answer } = await largestTurn(() =>
    ask(actorOf(ada), { planId, request: "Look for zebras thirty times", dryRun: true }),
  )
  expect(answer.text).toBe("There is none.")
  expect(calls).toBeLessThan(LARGEST.calls)
  expect(letters).toBeLessThan(LARGEST.letters)
  const looked = model.journal[1]?.messages.filter(({ role }) => role === "tool") ?? []
  expect(looked.filter(({ content }) => String(content).includes("Nothing fits."))).toHaveLength(10)
  expect(looked.at(-1)?.content).toBe("At most 10 at once are looked up. Call again for this one.")
  await openModel(null)
  await model.close()
})

test("a phone's document goes without a board of much text", async () => {
  const { planId } = await filled({ actions: 1, tasks: 700, letters: 20_000 })
  const headers = { cookie: ada.cookie, "sec-fetch-dest": "document", "sec-ch-ua-mobile": "?1" }
  const first = () => firstBoard(new Request(`${origin}/board?planId=${planId}`, { headers }))
  expect((await first())?.tasks.length).toBeUndefined()
  await db()`update app.task set description = 'x' where plan_id = ${planId} and id <> (select min(id) from app.task where plan_id = ${planId})`
  await db()`update app.usage set bytes = 200000 where plan_id = ${planId} and kind = 'cards'`
  forgetBoards()
  expect((await first())?.tasks.length).toBe(700)
  // The size of a cached board is that of its JSON.
  expect((await first())?.tasks.length).toBe(700)
})
