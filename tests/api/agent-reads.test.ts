// What the tools of the MCP server that read answer, to the protocol's own client, in process.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { dueDays } from "~/domain/agent/due-days.server"
import type { Actor } from "~/domain/core/actor"
import { ofKey, openAgent, personal } from "../support/api/agent.ts"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller
let planId: number
let agent: Awaited<ReturnType<typeof openAgent>>

beforeAll(async () => {
  api = await openApi({ rateLimits: false })
})
afterAll(() => api.close())
beforeEach(async () => {
  ada = await api.person()
  planId = (await api.plan(ada)).id
  agent = await openAgent(personal(ada))
  return () => agent.close()
})

const tokens = (...parts: unknown[]) =>
  Buffer.byteLength(parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join("")) / 3
const board = async () => (await api.send(planCalls.board, { planId }, { as: ada })).body

/** Each change has a goal, or what it is given. */
const goals = (count: number, fields: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, at) => ({
    op: "create",
    entity: "goal",
    fields: { name: `Goal ${at}`, ...fields },
  }))

test("a board of sixty tasks is short, and a larger one comes in pages of at most 20,000 tokens", async () => {
  const actions = Array.from({ length: 12 }, (_, at) => [
    {
      op: "create",
      entity: "action",
      ref: `new-${at + 2}`,
      fields: { topic: `Action number ${at + 1}`, goal: "new-1" },
    },
    ...Array.from({ length: 5 }, (_, n) => ({
      ...{ op: "create", entity: "task" },
      fields: { description: `Task ${n + 1} of action ${at + 1}`, action: `new-${at + 2}` },
    })),
  ])
  const goal = { op: "create", entity: "goal", ref: "new-1", fields: { name: "Open the quay" } }
  const { id } = (await agent.call<{ id: number }>("propose_changes", { planId, changes: [goal, ...actions.flat()] }))
    .data
  await agent.call("apply_changes", { id })
  const { text, data } = await agent.call("get_board", { planId })
  expect(tokens(text)).toBeLessThanOrEqual(2_000)
  expect(tokens(data)).toBeLessThanOrEqual(3_500)
  expect(data).toMatchObject({ text, tasks: { length: 60 }, cursor: null })
  expect(text).toContain(`Links: http://localhost:3000/plan/${planId}/goals/ID, /actions/ID, /tasks/ID`)
})

type BoardGoals = { goals: { id: number }[]; cursor: string | null }

const bounded = ({ text, data }: { text: string; data: object }) => {
  expect(tokens(text, data)).toBeLessThanOrEqual(20_000)
  expect(tokens(data)).toBeLessThanOrEqual(15_000)
}

/** A note's text, by all of its pages. */
const noteRead = async (content: string) => {
  const note = (await api.send(noteCalls.create, { planId, content, visibility: 1 }, { as: ada })).body
  let read = ""
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const input = { planId, entity: "note", card: note.id, ...(cursor ? { cursor } : {}) }
    const page = await agent.call<{ cursor: string | null }>("get_entity", input)
    bounded(page)
    read += page.text.replace(/\nMore follows: call get_entity again with cursor="[0-9]+"\.$/, "")
    cursor = page.data.cursor
  }
  return read
}

test("no answer is over 20,000 tokens, and each says how to get the rest", async () => {
  const long = "word ".repeat(3_900)
  const many = await agent.call<{ id: number; changes: object[] }>("propose_changes", {
    planId,
    changes: goals(200, { description: long }),
  })
  bounded(many)
  expect(many.text).toContain("This answer is cut at 20,000 tokens.")
  expect(many.text.split("\n").slice(-2)).toEqual([
    `To apply it: apply_changes {"id":${many.data.id}}`,
    "Ready to proceed?",
  ])
  expect(Object.keys(many.data.changes[0] ?? {})).toEqual(["label"])
  // The board's own chat gets everything.
  const chat = await openAgent(personal(ada), "laneway-chat")
  const whole = await chat.call<{ changes: { fields: object }[] }>("propose_changes", {
    planId,
    changes: goals(200, { description: long }),
  })
  expect(whole.data.changes[199]).toMatchObject({ fields: { description: long } })
  expect(whole.text).not.toContain("To apply it")
  await chat.close()

  bounded(await agent.call("propose_changes", { planId, changes: goals(20, { description: "word ".repeat(540) }) }))
  bounded(await agent.call("apply_changes", { id: many.data.id }))
  bounded(await agent.call("save_goal", { planId, goal: "Goal 0", explanation: long }))
  const seen = new Set<number>()
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await agent.call<BoardGoals>("get_board", {
      planId,
      ...(cursor ? { cursor } : {}),
    })
    bounded(page)
    for (const { id } of page.data.goals) seen.add(id)
    cursor = page.data.cursor
  }
  expect(seen.size).toBe(200)

  const content = `Beginning ${"word ".repeat(39_990)}end`
  expect((await noteRead(content)).endsWith(content)).toBe(true)
  bounded(await agent.call("list_activity", { planId }))
  bounded(await agent.call("search", { planId, q: "word", limit: 50 }))
  bounded(await agent.call("changes_since", { planId, seq: 0 }))
})

test("letters of three bytes are tokens of their own", async () => {
  const name = "修理北面碼頭".repeat(20)
  const changes = goals(100, { name, description: name.repeat(8) })
  const { data } = await agent.call<{ id: number }>("propose_changes", { planId, changes })
  bounded(await agent.call("propose_changes", { planId, changes }))
  await agent.call("apply_changes", { id: data.id })
  for (const tool of ["list_activity", "list_goals", "get_board"]) bounded(await agent.call(tool, { planId }))
  bounded(await agent.call("search", { planId, q: "修理北面碼頭", limit: 50 }))
  bounded(await agent.call("changes_since", { planId, seq: 0 }))
  const content = `${name.repeat(100)}🚢🚢🚢`
  expect((await noteRead(content)).endsWith(content)).toBe(true)
})

test("tasks are listed by owner, day, status and place, in one plan or in all", async () => {
  const other = (await api.plan(ada)).id
  const goal = await api.goal(ada, planId, { name: "Quay" })
  const item = await api.item(ada, planId, { topic: "Dredge", goalId: goal.id })
  const elsewhere = await api.item(ada, other, { topic: "Paint" })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const add = (description: string, more: object, plan = planId, of = item.id) =>
    api.send(taskCalls.create, { planId: plan, itemId: of, description, ...more }, { as: ada })
  await add("Late", { dueDate: day(-2), ownerId: ada.id })
  await add("Now", { dueDate: day(0) })
  await add("Some day", {})
  await add("Finished", { type: 2 })
  await add("Begun", { type: 1, dueDate: day(40) }, other, elsewhere.id)
  type Tasks = { tasks: { name: string; url: string }[]; cursor: string | null }
  const list = async (input: object, tool = "list_tasks") => {
    const { data, text } = await agent.call<Tasks>(tool, { ...input })
    for (const { name } of data.tasks) expect(text).toContain(name)
    return data.tasks.map(({ name }) => name)
  }
  expect(await list({})).toEqual(["Late", "Now", "Begun", "Some day"])
  expect(await list({ planId })).toEqual(["Late", "Now", "Some day"])
  expect(await list({ due: "overdue" })).toEqual(["Late"])
  expect(await list({ due: "today" })).toEqual(["Now"])
  expect(await list({ due: "week" })).toEqual(["Now"])
  expect(await list({ due: "none" })).toEqual(["Some day"])
  expect(await list({ due: { from: day(-3), to: day(0) } })).toEqual(["Late", "Now"])
  expect(await list({ planId, due: { from: null, to: day(-1) } })).toEqual(["Late"])
  expect(await list({ planId, status: "done" })).toEqual(["Finished"])
  expect(await list({ status: "doing" })).toEqual(["Begun"])
  expect(await list({ owner: "me" })).toEqual(["Late"])
  expect(await list({ owner: ada.userName })).toEqual(["Late"])
  expect(await list({ planId, owner: ada.id, goal: "Quay", action: "Dredge" })).toEqual(["Late"])
  expect(await list({}, "my_tasks")).toEqual(["Late"])
  const first = await agent.call<Tasks>("list_tasks", { limit: 3 })
  expect(first.data.tasks[0]?.url).toMatch(new RegExp(`^http://localhost:3000/plan/${planId}/tasks/\\d+$`))
  expect(await list({ cursor: first.data.cursor })).toEqual(["Some day"])

  const stranger = await openAgent(personal(await api.person()))
  expect((await stranger.call("list_tasks", {})).data).toMatchObject({ tasks: [] })
  expect((await stranger.call("list_tasks", { planId })).isError).toBe(true)
  await stranger.close()
  const keyed = await openAgent(await ofKey(await api.key(planId)))
  expect((await keyed.call<Tasks>("list_tasks", {})).data.tasks).toHaveLength(3)
  expect(await keyed.call("my_tasks", {})).toMatchObject({
    isError: true,
    text: expect.stringContaining("A plan's key"),
  })
  const { data } = await keyed.call<{ entries: { what: string }[] }>("list_activity", { planId })
  expect(data.entries[0]?.what).toContain("Finished")
  await keyed.close()
})

test("a search goes through all plans, and what happened since is told with before and after", async () => {
  const other = (await api.plan(ada)).id
  const goal = await api.goal(ada, planId, { name: "Dredge the quay" })
  await api.goal(ada, other, { name: "Dredge the pier" })
  type Hits = { hits: { planId: number; name: string; url: string }[] }
  const search = async () => (await agent.call<Hits>("search", { q: "dredge" })).data.hits
  // Texts changed just now may still be indexed.
  await expect.poll(async () => (await search()).map(({ planId }) => planId).sort()).toEqual([planId, other].sort())
  expect((await search()).find(({ name }) => name === "Dredge the quay")?.url).toBe(
    `http://localhost:3000/plan/${planId}/goals/${goal.id}`,
  )
  const { seq } = await board()
  await api.send(goalCalls.update, { planId, id: goal.id, name: "Deepen the quay" }, { as: ada })
  const since = await agent.call("changes_since", { planId, seq })
  expect(since.data).toMatchObject({
    seq: seq + 1,
    more: false,
    changes: [
      {
        seq: seq + 1,
        by: ada.userName,
        entity: "goal",
        entityId: goal.id,
        op: "update",
        what: expect.stringContaining("Deepen the quay"),
        before: { name: "Dredge the quay" },
        after: { name: "Deepen the quay" },
      },
    ],
  })
  expect(since.text).toContain("Deepen the quay")
  expect((await agent.call("changes_since", { planId, seq: seq + 1 })).text).toBe("Nothing has changed since.")
})

test("files are listed, and documents read", async () => {
  const upload = (name: string, bytes: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set("file", new File([bytes], name))
    return api.upload(ada, planId, form)
  }
  await upload("minutes.md", "# Minutes\n\nThe quay leaks.")
  await upload("noise.bin", new Uint8Array([0, 255, 0, 254, 7]))
  type Files = { files: { id: number; name: string }[] }
  const { data } = await agent.call<Files>("list_files", { planId })
  expect(data.files.map(({ name }) => name)).toEqual(["noise.bin", "minutes.md"])
  const [noise, minutes] = data.files
  expect((await agent.call("get_file", { planId, id: minutes?.id })).text).toBe("# Minutes\n\nThe quay leaks.")
  const binary = await agent.call("get_file", { planId, id: noise?.id })
  expect(binary).toMatchObject({ isError: false, data: { url: expect.stringMatching(/^http/) } })
  expect(binary.text).toContain(String((binary.data as { url?: string }).url))
})

test("ask answers a question and stores no proposal", async () => {
  expect((await agent.call("ask", { planId, question: "What is overdue?" })).text).toBe("Nothing is overdue.")
  expect((await agent.call("ask", { planId, question: 'Add a goal "Quay"' })).text).toContain("only answers questions")
  const confirmed = await agent.call("ai_agent", { planId, request: 'Add a goal "Quay"', confirmed: true })
  expect(confirmed.text).toContain("PREVIEW:")
})

test("a person's week ends on their last day of it", async () => {
  const person = await api.person()
  const wednesday = new Date("2026-12-09T12:00:00Z")
  const endOf = async (weekStart: 0 | 1 | 6 | null) => {
    await api.send(userCalls.update, { id: person.id, weekStart }, { as: person })
    const { from, until } = await dueDays({ userId: person.id } as Actor, "week", wednesday)
    return [from, until]
  }
  expect(await endOf(0)).toEqual(["2026-12-09", "2026-12-13"])
  expect(await endOf(1)).toEqual(["2026-12-09", "2026-12-14"])
  expect(await endOf(6)).toEqual(["2026-12-09", "2026-12-12"])
  expect(await endOf(null)).toEqual(["2026-12-09", "2026-12-14"])
})
