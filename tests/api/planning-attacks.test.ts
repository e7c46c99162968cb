// What planning refuses: rows of other plans, deleted ones, names and bodies made to harm, edits of a plan that was archived meanwhile.
import { afterAll, expect, test } from "vitest"
import { archivedPlan } from "~/contract/capability"
import { itemCalls } from "~/contract/item"
import { labelCalls } from "~/contract/label"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { viewCalls } from "~/contract/view"
import { openAgent, personal } from "../support/api/agent.ts"
import { openApi } from "../support/api/api.ts"
import { boardOf } from "../support/api/change-sets.ts"
import { largestTurn } from "../support/counts/largest-turn.ts"

const api = await openApi({ rateLimits: false })
const ada = await api.person()
afterAll(api.close)

/** A plan with a label, a view of it, and a task that has the label and waits for another. */
const planned = async () => {
  const made = await api.filled(ada)
  const planId = made.plan.id
  const { body: label } = await api.send(labelCalls.create, { planId, name: "Roads" }, { as: ada })
  const { body: view } = await api.send(
    viewCalls.create,
    { planId, name: "Roads", shared: true, filter: { labelIds: [label.id] } },
    { as: ada },
  )
  const blocker = await api.task(ada, planId, made.item.id)
  const fields = { labelIds: [label.id], blockedByIds: [blocker.id] }
  await api.send(taskCalls.update, { planId, id: made.task.id, ...fields }, { as: ada })
  return { ...made, planId, label, view, blocker }
}
type Planned = Awaited<ReturnType<typeof planned>>

const contentOf = async ({ planId }: Planned) => {
  return { ...(await boardOf(api, planId, ada)), views: (await api.send(viewCalls.list, { planId }, { as: ada })).body }
}
const bodyOf = (answer: { body: unknown }) => answer.body as Problem

test("rows of another plan of the same person are none of this one, in whichever call they are named", async () => {
  const [here, there] = [await planned(), await planned()]
  const { planId } = here
  const before = [await contentOf(here), await contentOf(there)]
  const cards = { itemIds: [there.item.id], taskIds: [there.task.id] }
  const update = (fields: object) => api.send(taskCalls.update, { planId, id: here.task.id, ...fields }, { as: ada })
  const answers = {
    labelChanged: await api.send(labelCalls.update, { planId, id: there.label.id, name: "Mine" }, { as: ada }),
    labelDeleted: await api.send(labelCalls.remove, { planId, id: there.label.id }, { as: ada }),
    mergedInto: await api.send(labelCalls.remove, { planId, id: here.label.id, into: there.label.id }, { as: ada }),
    mergedFrom: await api.send(labelCalls.remove, { planId, id: there.label.id, into: here.label.id }, { as: ada }),
    madeUnderItsId: await api.send(labelCalls.create, { planId, id: there.label.id, name: "New" }, { as: ada }),
    ordered: await api.send(
      labelCalls.updateOrders,
      { planId, orders: [{ id: there.label.id, order: 1 }] },
      { as: ada },
    ),
    put: await api.send(labelCalls.setCards, { planId, id: here.label.id, on: cards }, { as: ada }),
    taken: await api.send(labelCalls.setCards, { planId, id: here.label.id, off: cards }, { as: ada }),
    labelled: await update({ labelIds: [here.label.id, there.label.id] }),
    waiting: await update({ blockedByIds: [there.blocker.id] }),
    viewChanged: await api.send(viewCalls.update, { planId, id: there.view.id, name: "Mine" }, { as: ada }),
    viewDeleted: await api.send(viewCalls.remove, { planId, id: there.view.id }, { as: ada }),
    viewed: await api.send(
      viewCalls.update,
      { planId, id: here.view.id, filter: { labelIds: [there.label.id] } },
      { as: ada },
    ),
    copied: await api.send(itemCalls.copy, { planId, id: there.item.id }, { as: ada }),
    copiedTo: await api.send(itemCalls.copy, { planId, id: here.item.id, goalId: there.goal.id }, { as: ada }),
    taskCopied: await api.send(taskCalls.copy, { planId, id: there.task.id }, { as: ada }),
    taskCopiedTo: await api.send(taskCalls.copy, { planId, id: here.task.id, itemId: there.item.id }, { as: ada }),
  }
  const statuses = Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))
  expect(statuses).toMatchInlineSnapshot(`
    {
      "copied": 404,
      "copiedTo": 400,
      "labelChanged": 404,
      "labelDeleted": 404,
      "labelled": 400,
      "madeUnderItsId": 400,
      "mergedFrom": 404,
      "mergedInto": 400,
      "ordered": 400,
      "put": 400,
      "taken": 400,
      "taskCopied": 404,
      "taskCopiedTo": 400,
      "viewChanged": 404,
      "viewDeleted": 404,
      "viewed": 400,
      "waiting": 400,
    }
  `)
  expect([await contentOf(here), await contentOf(there)]).toEqual(before)
})

test("deleted things are gone for calls that still name them", async () => {
  const p = await planned()
  const { planId } = p
  const gone = await api.task(ada, planId, p.item.id)
  await api.send(labelCalls.remove, { planId, id: p.label.id }, { as: ada })
  await api.send(viewCalls.remove, { planId, id: p.view.id }, { as: ada })
  await api.send(taskCalls.remove, { planId, id: gone.id }, { as: ada })
  const update = (fields: object) => api.send(taskCalls.update, { planId, id: p.task.id, ...fields }, { as: ada })
  const answers = [
    await api.send(labelCalls.update, { planId, id: p.label.id, name: "Again" }, { as: ada }),
    await api.send(labelCalls.remove, { planId, id: p.label.id }, { as: ada }),
    await api.send(labelCalls.setCards, { planId, id: p.label.id, on: { taskIds: [p.task.id] } }, { as: ada }),
    await api.send(viewCalls.update, { planId, id: p.view.id, name: "Again" }, { as: ada }),
    await api.send(viewCalls.remove, { planId, id: p.view.id }, { as: ada }),
    await api.send(taskCalls.copy, { planId, id: gone.id }, { as: ada }),
    await update({ labelIds: [p.label.id] }),
    await update({ blockedByIds: [gone.id] }),
    await api.send(viewCalls.create, { planId, name: "New", filter: { labelIds: [p.label.id] } }, { as: ada }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 400, 400, 400])
  for (const answer of answers) expect(bodyOf(answer).message).not.toBe("")
})

const hostileNames = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "<img src=x onerror=alert(1)>",
  "'; drop table app.label; --",
  "%s {{7*7}}",
]

test("names that mean something to a language, a page or a database are names", async () => {
  const p = await planned()
  const { planId } = p
  const ids: number[] = []
  for (const name of hostileNames) {
    const { status, body } = await api.send(labelCalls.create, { planId, name }, { as: ada })
    expect([name, status]).toEqual([name, 201])
    ids.push(body.id)
    expect(
      (await api.send(viewCalls.create, { planId, name, filter: { labelIds: [body.id], text: name } }, { as: ada }))
        .status,
    ).toBe(201)
  }
  const { body } = await api.send(taskCalls.update, { planId, id: p.task.id, labelIds: ids }, { as: ada })
  expect(body.labelIds).toEqual(ids)
  const again = await api.send(labelCalls.create, { planId, name: "__PROTO__" }, { as: ada })
  expect(again.status).toBe(409)
  const agent = await openAgent(personal(ada))
  for (const name of hostileNames.slice(0, 4)) {
    const { text, isError } = await agent.call("list_tasks", { planId, label: name })
    expect([isError, text]).toEqual([false, expect.stringContaining(p.task.description)])
  }
  await agent.close()
})

test.each([
  ["10,000 letters", "x".repeat(10_000)],
  ["a null character", "a\u0000b"],
  ["an escape sequence", "a\u001b[31m"],
  ["half of a pair", "a\ud800"],
  ["a mark that turns text around", "\u202Eevil"],
  ["two lines", "a\nb"],
])("a name with %s is refused, for labels and views alike", async (_, name) => {
  const { planId } = await planned()
  for (const path of ["Label", "View"]) {
    const { status, body } = await api.call<Problem>("POST", `/api/${path}?planId=${planId}`, {
      as: ada,
      body: { name },
    })
    expect([path, status, body.message]).toEqual([path, 400, expect.stringMatching(/^Name /)])
  }
})

test("a body's prototype keys set nothing", async () => {
  const { planId, task } = await planned()
  const harm = '"__proto__":{"isDraft":true,"order":7},"constructor":{"prototype":{"polluted":1}}'
  const post = (path: string, raw: string) => api.call("POST", `/api/${path}?planId=${planId}`, { as: ada, raw })
  const label = await post("Label", `{"name":"Harm",${harm}}`)
  expect([label.status, Object.keys(label.body as object).sort()]).toEqual([
    201,
    ["color", "id", "name", "order", "planId"],
  ])
  expect((await post("View", `{"name":"Harm","filter":{${harm}}}`)).status).toBe(400)
  const set = await api.call<object>("PUT", `/api/Task?planId=${planId}`, { as: ada, raw: `{"id":${task.id},${harm}}` })
  expect([set.status, set.body]).toMatchObject([200, { isDraft: false }])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test("lists of half a million entries are refused at once, with one reason, and longer ones unread", async () => {
  const { planId, task, label } = await planned()
  const many = `[${"1,".repeat(500_000)}1]`
  const sent: [string, string, string][] = [
    ["PUT", "Task", `{"id":${task.id},"labelIds":${many}}`],
    ["PUT", "Task", `{"id":${task.id},"blockedByIds":${many}}`],
    ["PUT", "Label/UpdateOrders", many],
    ["PUT", "Label/Cards", `{"id":${label.id},"on":{"taskIds":${many}}}`],
    ["POST", "View", `{"name":"Many","filter":{"labelIds":${many}}}`],
    ["POST", "View", `{"name":"Many","filter":{"columns":${many}}}`],
  ]
  for (const [method, path, raw] of sent) {
    const { calls, letters, answer } = await largestTurn(() =>
      api.call<Problem>(method, `/api/${path}?planId=${planId}`, { as: ada, raw }),
    )
    expect([path, answer.status, answer.body.errors?.length]).toEqual([path, 400, 1])
    const longer = raw.replace("1,", "1,".repeat(500_000))
    expect((await api.call(method, `/api/${path}?planId=${planId}`, { as: ada, raw: longer })).status).toBe(413)
    expect(calls, path).toBeLessThan(10_000)
    expect(letters, path).toBeLessThan(10_000)
  }
})

test("edits that were made before a plan was archived, and arrive after it, are refused with the reason, and taken once it is open again", async () => {
  const p = await planned()
  const { planId, label, task, view } = p
  const archive = (isArchived: boolean) => api.send(planCalls.update, { id: planId, isArchived }, { as: ada })
  const before = await contentOf(p)
  await archive(true)
  const headers = { "idempotency-key": `offline ${planId}` }
  const edit = () =>
    api.send(taskCalls.update, { planId, id: task.id, description: "Written on a train" }, { as: ada, headers })
  const late = [
    await edit(),
    await api.send(labelCalls.create, { planId, name: "Late" }, { as: ada }),
    await api.send(labelCalls.setCards, { planId, id: label.id, off: { taskIds: [task.id] } }, { as: ada }),
    await api.send(viewCalls.update, { planId, id: view.id, name: "Late" }, { as: ada }),
    await api.send(taskCalls.update, { planId, id: task.id, type: 2 }, { as: ada }),
    await api.send(taskCalls.copy, { planId, id: task.id }, { as: ada }),
  ]
  expect(late.map((answer) => [answer.status, bodyOf(answer).message])).toEqual(late.map(() => [409, archivedPlan]))
  const agent = await openAgent(personal(ada))
  const said = await agent.call("save_task", { planId, task: task.id, description: "By an agent" })
  expect(said).toMatchObject({ isError: true, text: expect.stringContaining(archivedPlan) })
  await agent.close()
  const now = await contentOf(p)
  expect({ ...now, plan: before.plan, seq: before.seq }).toEqual(before)
  await archive(false)
  expect(await edit()).toMatchObject({ status: 200, body: { description: "Written on a train" } })
})
