// What the tools of the MCP server that propose and save answer, to the protocol's own client, in process.
import { getEncoding } from "js-tiktoken"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { labelCalls } from "~/contract/label"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
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
  parts.reduce((sum: number, part) => sum + (typeof part === "string" ? part : JSON.stringify(part)).length, 0) / 3
const board = async () => (await api.send(planCalls.board, { planId }, { as: ada })).body

/** Each change has a goal, or what it is given. */
const goals = (count: number, fields: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, at) => ({
    op: "create",
    entity: "goal",
    fields: { name: `Goal ${at}`, ...fields },
  }))

test("a tool is annotated as what it does: it reads, only adds or moves, or may replace what somebody made", async () => {
  const { tools } = await agent.client.listTools()
  const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint)
  const named = (destructive: boolean) =>
    changing.filter(({ annotations }) => annotations?.destructiveHint === destructive).map(({ name }) => name)
  const replacing = ["ai_agent", "save_goal", "save_action", "save_task", "delete_card", "apply_changes"]
  expect(named(true)).toEqual([...replacing, "undo_changes", "discard_drafts"])
  expect(named(false)).toEqual(["check_in", "move", "add_note", "propose_changes", "publish_drafts"])
})

test("tools/list has at most 6,000 tokens, both schemas and annotations of every tool, and an example for every input", async () => {
  const { tools } = await agent.client.listTools()
  expect(getEncoding("o200k_base").encode(JSON.stringify({ tools })).length).toBeLessThanOrEqual(6_000)
  for (const { name, inputSchema, outputSchema, annotations } of tools) {
    expect([name, inputSchema.additionalProperties, outputSchema?.type]).toEqual([name, false, "object"])
    expect([name, typeof annotations?.readOnlyHint, annotations?.openWorldHint]).toEqual([name, "boolean", false])
    if (!annotations?.readOnlyHint) expect([name, typeof annotations?.destructiveHint]).toEqual([name, "boolean"])
  }
  type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; description?: string }
  const undescribed: string[] = []
  const look = (at: string, { properties = {}, items, anyOf = [] }: Schema) => {
    for (const [name, each] of Object.entries(properties)) {
      if (!each.description?.includes("e.g.")) undescribed.push(`${at}.${name}`)
      look(`${at}.${name}`, each)
    }
    for (const each of [...anyOf, ...(items ? [items] : [])]) look(at, each)
  }
  for (const { name, inputSchema } of tools) look(name, inputSchema as Schema)
  expect(undescribed).toEqual([])
  const fieldsOf = (tool: string) =>
    tools.find(({ name }) => name === tool)?.inputSchema.properties as Record<string, Schema>
  const measured = ["owner", "startDate", "dueDate", "status", "outcome", "results"]
  expect(Object.keys(fieldsOf("save_goal"))).toEqual(expect.arrayContaining(measured))
  const { request, changes } = fieldsOf("propose_changes")
  expect(request).toBeDefined()
  const typed = [
    "goal",
    "action",
    "owner",
    "status",
    "labels",
    "blockedBy",
    "focus",
    "businessValue",
    "effortAndComplexity",
  ]
  expect(Object.keys(changes?.items?.properties?.fields?.properties ?? {})).toEqual(expect.arrayContaining(typed))
  const dueDate = tools.find(({ name }) => name === "save_task")?.inputSchema.properties?.dueDate
  expect(dueDate).toMatchObject({ description: expect.stringContaining("null") })
})

test("a preview's text says how to apply it, and that applies it", async () => {
  const proposed = await agent.call<{ id: number }>("propose_changes", { planId, changes: goals(1) })
  const { id } = proposed.data
  expect(proposed.text.split("\n").slice(-2)).toEqual([`To apply it: apply_changes {"id":${id}}`, "Ready to proceed?"])
  expect(proposed.data).toEqual({
    text: proposed.text,
    id,
    planId,
    expiresAt: expect.any(String),
    summary: "1 addition",
    changes: [expect.objectContaining({ op: "create", entity: "goal", label: 'Add the goal "Goal 0"' })],
    done: null,
  })
  const said = /apply_changes (\{.*\})/.exec(proposed.text)?.[1] ?? ""
  const applied = await agent.call("apply_changes", JSON.parse(said))
  const nothing = { id: null, planId, expiresAt: null, changes: [] }
  expect(applied.data).toEqual({
    ...nothing,
    text: "Done: 1 addition.",
    summary: "1 addition",
    done: { created: 1, updated: 0, deleted: 0 },
    changeSet: id,
  })
  const undone = await agent.call("undo_changes", { planId })
  expect(undone.data).toMatchObject({ ...nothing, summary: "1 deletion", done: { created: 0, updated: 0, deleted: 1 } })
  const asked = await agent.call("ai_agent", { planId, request: "What is overdue?" })
  expect(asked.data).toMatchObject({ ...nothing, text: asked.text, summary: "Nothing is overdue.", done: null })
})

test("changes that no longer fit the plan are refused with who has changed their cards since, and how", async () => {
  const { plan, task } = await api.filled(ada)
  const changes = [
    { op: "update", entity: "task", id: task.id, fields: { dueDate: "2030-01-02" } },
    { op: "create", entity: "goal", fields: { name: "Jetty" } },
  ]
  const { data } = await agent.call<{ id: number }>("propose_changes", { planId: plan.id, changes })
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, dueDate: "2030-01-03" }, { as: ada })
  const refused = await agent.call("apply_changes", { id: data.id })
  expect(refused).toMatchObject({ isError: true })
  expect(refused.text).toContain(
    `in a way that matters. Propose the changes again.\nChange the task "Task": due Wednesday, 2 January 2030: ${ada.userName} changed the due date of the task Task to 3 Jan 2030`,
  )
  const rest = await agent.call("apply_changes", { id: data.id, only: [1] })
  expect(rest.data).toMatchObject({ done: { created: 1, updated: 0, deleted: 0 } })
})

test("drafts are counted, and drafts tools without drafts say so", async () => {
  for (const tool of ["publish_drafts", "discard_drafts"]) {
    const none = await agent.call(tool, { planId })
    expect(none).toMatchObject({
      isError: false,
      data: { text: "There are no drafts in this plan.", id: null, done: null },
    })
  }
  const draft = (name: string) => agent.call("ai_agent", { planId, request: `Add a goal "${name}"`, draftMode: true })
  expect((await draft("Quay")).data).toMatchObject({ done: { created: 1 }, summary: "1 addition" })
  const published = await agent.call("publish_drafts", { planId })
  expect(published.data).toMatchObject({ summary: "1 change", done: { created: 0, updated: 1, deleted: 0 } })
  await draft("Pier")
  const inGerman = await agent.call("ai_agent", { planId, request: "Entwürfe veröffentlichen" })
  expect(inGerman.text).toBe("Published 1 goal.")
  await draft("Mole")
  const discarded = await agent.call("ai_agent", { planId, request: "Discard drafts", confirmed: true })
  expect(discarded.data).toMatchObject({ summary: "1 deletion", done: { created: 0, updated: 0, deleted: 1 } })
})

test("changes are proposed in the words of the tools that save, by name, and in the API's", async () => {
  const goal = await api.goal(ada, planId, { name: "Quay" })
  const changes = [
    { op: "create", entity: "action", ref: "new-1", fields: { topic: "Dredge", goal: "Quay", owner: ada.userName } },
    {
      op: "create",
      entity: "task",
      fields: { description: "Hire a ship", action: "new-1", status: "doing", owner: "me" },
    },
    { op: "create", entity: "item", fields: { topic: "Paint", goalId: goal.id, ownerId: ada.id } },
    { op: "create", entity: "comment", fields: { goal: goal.id, content: "It leaks." } },
    { op: "update", entity: "goal", id: "Quay", fields: { name: "Pier" } },
  ]
  const { data } = await agent.call<{ id: number }>("propose_changes", { planId, changes })
  await agent.call("apply_changes", { id: data.id })
  const { items, tasks, goals } = await board()
  expect(goals.map(({ name }) => name)).toEqual(["Pier"])
  expect(items.map(({ topic, goalId, owner }) => [topic, goalId, owner?.id])).toEqual([
    ["Dredge", goal.id, ada.id],
    ["Paint", goal.id, ada.id],
  ])
  expect(tasks).toMatchObject([{ description: "Hire a ship", type: 1, ownerId: ada.id }])
  const fault = async (change: object) => (await agent.call("propose_changes", { planId, changes: [change] })).text
  const homeless = await fault({ op: "create", entity: "task", fields: { description: "X" } })
  expect(homeless).toBe(
    "changes.0: Action is missing. A task takes description, status, action, owner, dueDate, recurrence, labels, blockedBy.",
  )
  expect(await fault({ op: "create", entity: "goal", fields: { name: "X", focus: true } })).toContain(
    "A goal takes name, description, color, completed, owner, startDate, dueDate, status, outcome, results, checkIn.",
  )
  expect(await fault({ op: "create", entity: "task", fields: { status: "later" } })).toContain("to do, doing, done")
  expect(await fault({ op: "create", entity: "task", fields: { parent: 1 } })).toMatch(
    /unknown fields: parent\.\nFields are name, .*action, task, owner, status, labels, blockedBy, content, recurrence, color, startDate, outcome, results, checkIn\.\nCall propose_changes with/,
  )
  expect(await fault({ op: "create", entity: "action", fields: { topic: "X", goal: 1, goalId: 1 } })).toContain(
    "Send one of them",
  )
})

test("an agent that proposes 10,000 changes is told how many go at once, and nothing is stored", async () => {
  const answer = await agent.call("propose_changes", { planId, changes: goals(10_000) })
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("200") })
  expect(tokens(answer.text)).toBeLessThan(1_000)
  expect(await db()`select from app.proposal where plan_id = ${planId}`).toHaveLength(0)
  expect((await agent.call("propose_changes", { planId, changes: goals(200) })).isError).toBe(false)
})

test("null is as if absent, except where it clears", async () => {
  const item = await api.item(ada, planId, { topic: "Dredge" })
  await agent.call("save_action", { planId, action: item.id, owner: "me", dueDate: "2030-01-09" })
  const nulls = { goal: null, expectedVersion: null, completed: null, topic: "Deepen", description: null }
  const saved = await agent.call("save_action", { planId, action: item.id, ...nulls })
  expect(saved).toMatchObject({ isError: false, data: { action: { topic: "Deepen", owner: { id: ada.id } } } })
  const cleared = await agent.call("save_action", { planId, action: item.id, owner: null, dueDate: null })
  expect(cleared.data).toMatchObject({ action: { owner: null, dueDate: null } })
  for (const [tool, input] of [
    ["get_board", { done: null, goal: null, action: null, cursor: null }],
    ["search", { q: "dredge", limit: null, types: null }],
    ["list_tasks", { owner: null, due: null, status: null, goal: null, action: null, limit: null, cursor: null }],
    [
      "ai_agent",
      { request: "What is overdue?", dryRun: null, confirmed: null, draftMode: null, only: null, key: null },
    ],
    ["add_note", { content: "Hello", title: null, goal: null, action: null, task: null, mentions: null }],
    ["undo_changes", { changeSet: null }],
  ] as const) {
    const { isError, text } = await agent.call(tool, { planId, ...input })
    if (tool === "undo_changes") expect(text).toContain("nothing to undo")
    else expect([tool, isError, text]).toEqual([tool, false, expect.any(String)])
  }
  const unset = { action: null, owner: null, status: null, topic: null, goal: null, task: null, content: null }
  const all = { op: "create", entity: "goal", id: null, ref: null, fields: { name: "Quay", ...unset } }
  expect((await agent.call("propose_changes", { planId, request: null, changes: [all] })).isError).toBe(false)
})

test("a second apply_changes says that the changes were carried out, and does not ask for another proposal", async () => {
  const { data } = await agent.call<{ id: number }>("propose_changes", { planId, changes: goals(1) })
  expect((await agent.call("apply_changes", { id: data.id })).isError).toBe(false)
  const again = await agent.call("apply_changes", { id: data.id })
  expect(again).toMatchObject({ isError: true, text: "These changes were carried out already." })
  expect((await board()).goals).toHaveLength(1)
  await agent.call("undo_changes", { planId })
  const undone = await agent.call("apply_changes", { id: data.id })
  expect(undone).toMatchObject({ isError: true, text: expect.stringContaining("were taken back") })
})

test("a card is deleted once that is confirmed", async () => {
  const item = await api.item(ada, planId, { topic: "Dredge" })
  await api.task(ada, planId, item.id, { description: "Hire a ship" })
  const preview = await agent.call("delete_card", { entity: "action", id: item.id })
  expect(preview).toMatchObject({ data: { deleted: false, label: 'Delete the action "Dredge" with 1 task' } })
  const call = /To delete it: delete_card (\{.*\})\nReady to proceed\?$/.exec(preview.text)?.[1] ?? "{}"
  expect((await board()).items).toHaveLength(1)
  const stranger = await openAgent(personal(await api.person()))
  expect((await stranger.call("delete_card", { entity: "action", id: item.id, confirm: true })).isError).toBe(true)
  await stranger.close()
  expect((await agent.call("delete_card", JSON.parse(call))).data).toMatchObject({ deleted: true })
  expect((await board()).items).toEqual([])
})

test("comments and plan notes name the agent through which they were written, and a key as their author", async () => {
  const { id: goalId } = (await api.send(goalCalls.create, { planId, name: "Launch" }, { as: ada })).body
  const claude = await openAgent({ ...personal(ada), agent: "Claude" })
  await claude.call("add_note", { planId, goal: goalId, content: "Through an agent" })
  await claude.call("add_note", { planId, content: "A plan note" })
  const shown = await claude.call("get_entity", { planId, entity: "goal", card: goalId })
  await claude.close()
  const keyed = await openAgent(await ofKey(await api.key(planId)))
  await keyed.call("add_note", { planId, goal: goalId, content: "By a key" })
  await keyed.close()
  await api.send(goalCalls.addComment, { planId, id: goalId, content: "By hand" }, { as: ada })
  const { body } = await api.send(goalCalls.comments, { planId, id: goalId }, { as: ada })
  expect(body.map(({ content, agent, createdBy }) => [content, agent, createdBy])).toEqual([
    ["By hand", null, { id: ada.id, userName: ada.userName }],
    ["By a key", null, { id: null, userName: "Integration" }],
    ["Through an agent", "Claude", { id: ada.id, userName: ada.userName }],
  ])
  expect(shown.text).toContain(`Claude for ${ada.userName}, `)
  const notes = (await api.send(noteCalls.list, { planId }, { as: ada })).body
  expect(notes.map(({ createdByName, agent }) => [createdByName, agent])).toEqual([[ada.userName, "Claude"]])
})

test("labels and blockers go by name or id, in tools that save, propose and list", async () => {
  const item = await api.item(ada, planId, { topic: "Locks" })
  const make = (description: string) => api.task(ada, planId, item.id, { description })
  const [gate, paint] = [await make("Mend the gate"), await make("Paint the gate")]
  const label = (await api.send(labelCalls.create, { planId, name: "Urgent" }, { as: ada })).body
  const saved = await agent.call("save_task", {
    planId,
    task: paint.id,
    labels: ["urgent"],
    blockedBy: ["Mend the gate"],
  })
  expect(saved.data).toMatchObject({ task: { labelIds: [label.id], blockedByIds: [gate.id], blocked: true } })
  const unknown = await agent.call("save_task", { planId, task: paint.id, labels: ["Urgnt"] })
  expect([unknown.isError, unknown.text]).toEqual([
    true,
    expect.stringContaining('There is no label "Urgnt". The plan has "Urgent".'),
  ])
  const cycle = await agent.call("save_task", { planId, task: gate.id, blockedBy: [paint.id] })
  expect([cycle.isError, cycle.text]).toEqual([true, expect.stringContaining("would wait for each other")])

  type Listed = { tasks: { id: number; labels?: string[]; blocked?: true }[] }
  const list = async (more: object) => (await agent.call<Listed>("list_tasks", { planId, ...more })).data.tasks
  const painting = { id: paint.id, labels: ["Urgent"], blocked: true }
  for (const more of [
    { label: "URGENT" },
    { label: label.id },
    { blocked: true },
    { planId: undefined, label: "urgent" },
  ])
    expect(await list(more)).toMatchObject([painting])
  expect((await list({ blocked: false })).map(({ id }) => id)).toContain(gate.id)
  const wrong = await agent.call("list_tasks", { planId, label: "Urgnt" })
  expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('There is no label "Urgnt"')])
  const part = await agent.call<Listed>("get_board", { planId, action: item.id })
  expect(part.data.tasks).toContainEqual(expect.objectContaining(painting))

  const proposed = await agent.call<{ id: number; changes: { label: string }[] }>("propose_changes", {
    planId,
    changes: [
      { op: "create", entity: "task", ref: "new-1", fields: { action: item.id, description: "Order paint" } },
      { op: "update", entity: "task", id: paint.id, fields: { blockedBy: ["new-1", "Mend the gate"], labels: [] } },
    ],
  })
  expect(proposed.data.changes[1]?.label).toBe(
    'Change the task "Paint the gate": no labels, waits for "Order paint", "Mend the gate"',
  )
  await agent.call("apply_changes", { id: proposed.data.id })
  const { tasks } = await board()
  const order = tasks.find(({ description }) => description === "Order paint")
  expect(tasks.find(({ id }) => id === paint.id)).toMatchObject({ labelIds: [], blockedByIds: [gate.id, order?.id] })
})
