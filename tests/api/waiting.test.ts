// Cards that wait for others of their kind: what is refused, what follows from the others, and who hears that one is no longer waiting.

import fc from "fast-check"
import { afterAll, describe, expect, test } from "vitest"
import type { LoggedChange } from "~/contract/audit"
import { itemCalls } from "~/contract/item"
import type { Notification } from "~/contract/notification-row"
import { taskCalls } from "~/contract/task"
import { forgetCards } from "~/domain/board/cached-cards.server"
import { openTransfer, type Transfer } from "../support/api/transfer.ts"
import { chainsBack } from "../support/model/board-checks.ts"

const t = await openTransfer()
const { api, owner: ada } = t
afterAll(t.close)

type Card = { id: number; blockedByIds: number[]; blocked: boolean }

/** A plan with cards named A, B, C… of a kind. */
const planOf = async (entity: "item" | "task", names: string) => {
  const { plan, item, goal } = await api.filled(ada)
  const make = async (name: string, more: object = {}): Promise<number> => {
    const { body } =
      entity === "task"
        ? await api.send(
            taskCalls.create,
            { planId: plan.id, itemId: item.id, description: name, ...more },
            { as: ada },
          )
        : await api.send(itemCalls.create, { planId: plan.id, goalId: goal.id, topic: name, ...more }, { as: ada })
    return body.id
  }
  const ids: Record<string, number> = {}
  for (const name of names) ids[name] = await make(name)
  const id = (name: string) => ids[name] as number
  const send = (id: number, fields: object, as = ada) =>
    entity === "task"
      ? api.call<Card>("PUT", `/api/Task?planId=${plan.id}`, { as, body: { id, ...fields } })
      : api.call<Card>("PUT", `/api/Item/${id}?planId=${plan.id}`, { as, body: fields })
  const wait = (name: string, on: string | number[], as = ada) =>
    send(id(name), { blockedByIds: typeof on === "string" ? [...on].map(id) : on }, as)
  const finish = (name: string, as = ada, done = true) =>
    send(id(name), entity === "task" ? { type: done ? 2 : 0 } : { completed: done }, as)
  const remove = (name: string) =>
    api.call("DELETE", `/api/${entity === "task" ? "Task" : "Item"}/${id(name)}?planId=${plan.id}`, { as: ada })
  const restore = (name: string) =>
    api.call("POST", `/api/Plan/${plan.id}/deleted/${entity}/${id(name)}/restore`, { as: ada })
  /** Each card's blockers by name, with "!" where it is blocked, as the board answers them. */
  const rows = async (): Promise<Card[]> => {
    const board = await t.boardOf(plan.id)
    return entity === "task" ? board.tasks : board.items
  }
  const waits = async () => {
    const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
    const all = await rows()
    return Object.fromEntries(
      all.flatMap(({ id, blockedByIds, blocked }) => {
        const name = nameOf.get(id)
        if (name === undefined || (blockedByIds.length === 0 && !blocked)) return []
        return [[name, blockedByIds.map((each) => nameOf.get(each) ?? each).join("") + (blocked ? "!" : "")]]
      }),
    )
  }
  return { plan, item, goal, make, id, ids, send, wait, finish, remove, restore, waits, rows }
}

const noticesOf = async (planId: number, as: Transfer["owner"]) =>
  (await api.call<Notification[]>("GET", `/api/notification/${as.id}?planId=${planId}`, { as })).body.flatMap(
    ({ kind, title, itemId, taskId }) => (kind === "unblocked" ? [[title, taskId ?? itemId]] : []),
  )

describe.each(["item", "task"] as const)("an %s waits for others of its kind", (entity) => {
  test("while one of them is open, whichever is completed, reopened, deleted or restored", async () => {
    const p = await planOf(entity, "ABC")
    expect(await p.waits()).toEqual({})
    const { status, body } = await p.wait("C", [p.id("B"), p.id("A"), p.id("B")])
    expect([status, body.blockedByIds, body.blocked]).toEqual([200, [p.id("A"), p.id("B")], true])
    expect(await p.waits()).toEqual({ C: "AB!" })
    await p.finish("A")
    expect(await p.waits()).toEqual({ C: "AB!" })
    await p.finish("B")
    expect(await p.waits()).toEqual({ C: "AB" })
    await p.finish("A", ada, false)
    expect(await p.waits()).toEqual({ C: "AB!" })
    await p.remove("A")
    expect(await p.waits()).toEqual({ C: "B" })
    await p.restore("A")
    expect(await p.waits()).toEqual({ C: "AB!" })
    await p.wait("C", "")
    expect(await p.waits()).toEqual({})
  })

  test("but not for itself, for a card of another plan or kind, for a draft, or for more than 20", async () => {
    const p = await planOf(entity, "AB")
    const other = await planOf(entity, "X")
    const draft = await p.make("Draft", { isDraft: true })
    const many = await Promise.all(Array.from({ length: 21 }, (_, n) => p.make(`M${n}`)))
    const what = entity === "item" ? "action" : "task"
    const refusals: [unknown, string][] = [
      [[p.id("A")], entity === "item" ? "An action can’t wait for itself." : "A task can’t wait for itself."],
      [[other.id("X")], `There is no ${what} ${other.id("X")} in this plan.`],
      [[draft], "“Draft” is a draft. Publish it first."],
      [many, "Waiting for has at most 20 entries."],
      [null, "Waiting for "],
      ["B", "Waiting for "],
      [[-5], "Waiting for "],
      [[1.5], "Waiting for "],
    ]
    for (const [blockedByIds, message] of refusals) {
      const { status, body } = await p.send(p.id("A"), { blockedByIds })
      expect([status, (body as unknown as { message: string }).message]).toEqual([
        400,
        expect.stringContaining(message),
      ])
    }
    const kind = entity === "item" ? (await t.boardOf(p.plan.id)).tasks[0]?.id : p.item.id
    expect((await p.send(p.id("A"), { blockedByIds: [kind] })).status).toBe(400)
    expect(await p.waits()).toEqual({})
    expect((await p.send(p.id("A"), { blockedByIds: many.slice(1) })).status).toBe(200)
    // A draft may wait for drafts, and blocks nobody once it is one.
    expect((await p.send(draft, { blockedByIds: [p.id("B")] })).body).toMatchObject({ blocked: true })
    await p.send(p.id("A"), { blockedByIds: [p.id("B")] })
    await p.send(p.id("B"), { isDraft: true })
    expect(await p.waits()).toEqual({ A: "B" })
    expect((await p.send(p.id("A"), { blockedByIds: [p.id("B"), many[0]] })).status).toBe(200)
  })

  test("a cycle is refused with the chain, by name", async () => {
    const p = await planOf(entity, "ABCD")
    await p.wait("A", "B")
    await p.wait("B", "C")
    const { status, body } = await p.wait("C", "DA")
    const what = entity === "item" ? "actions" : "tasks"
    expect([status, body]).toMatchObject([
      409,
      {
        message: `These ${what} would wait for each other: “C” → “A” → “B” → “C”.`,
        chain: [..."CABC"].map((name) => ({ id: p.id(name), name })),
      },
    ])
    expect(await p.waits()).toEqual({ A: "B!", B: "C!" })
    await p.wait("B", "")
    expect((await p.wait("C", "DA")).status).toBe(200)
  })

  test("a cycle made by people at once has one who is refused", async () => {
    const p = await planOf(entity, "ABCD")
    const bo = await api.person()
    await api.join(p.plan.id, bo)
    for (let round = 0; round < 5; round++) {
      for (const name of "ABCD") await p.wait(name, "")
      const answers = await Promise.all([
        p.wait("A", "B"),
        p.wait("B", "C", bo),
        p.wait("C", "D"),
        p.wait("D", "A", bo),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
    }
  })

  test("a card that comes back waits for none that waits for it by now", async () => {
    const p = await planOf(entity, "ABC")
    await p.wait("A", "B")
    await p.wait("B", "C")
    await p.remove("B")
    expect((await p.wait("C", "A")).status).toBe(200)
    await p.restore("B")
    expect(await p.waits()).toEqual({ A: "B!", C: "A!" })
    const { body } = await api.call<LoggedChange[]>(
      "GET",
      `/api/Audit/changes/${p.plan.id}?entity=${entity}&id=${p.id("B")}`,
      { as: ada },
    )
    expect(body).toContainEqual(
      expect.objectContaining({
        op: "update",
        before: { blockedByIds: [p.id("C")] },
        after: { blockedByIds: [] },
      }),
    )
  })

  test("with a version, what waited for what is as it was", async () => {
    const p = await planOf(entity, "ABC")
    await p.wait("A", "B")
    await p.wait("B", "C")
    const { body: version } = await api.call<{ id: number }>("POST", `/api/Plan/${p.plan.id}/snapshot`, {
      as: ada,
      body: {},
    })
    await p.wait("A", "")
    await p.remove("B")
    await p.wait("C", "A")
    expect(await p.waits()).toEqual({ C: "A!" })
    const restored = await api.call("POST", `/api/Plan/${p.plan.id}/restore/${version.id}`, { as: ada })
    expect(restored.status, restored.text).toBe(200)
    expect(await p.waits()).toEqual({ A: "B!", B: "C!" })
  })

  test("its owner hears of the last blocker that is completed, once, and not of their own doing", async () => {
    const p = await planOf(entity, "ABCD")
    const bo = await api.person()
    await api.join(p.plan.id, bo)
    await p.send(p.id("C"), { ownerId: bo.id })
    await p.wait("C", "AB")
    await p.wait("D", "A")
    await p.finish("A")
    expect(await noticesOf(p.plan.id, bo)).toEqual([])
    await p.finish("B")
    expect(await noticesOf(p.plan.id, bo)).toEqual([["“C” is no longer waiting", p.id("C")]])
    // Reopened and completed again by its owner.
    await p.finish("B", ada, false)
    await p.finish("B", bo)
    expect(await noticesOf(p.plan.id, bo)).toHaveLength(1)
    expect(await noticesOf(p.plan.id, ada)).toEqual([])
    // A completed card waits no more.
    await p.finish("B", ada, false)
    await p.finish("C")
    await p.finish("B")
    expect(await noticesOf(p.plan.id, bo)).toHaveLength(1)
  })

  test("of blockers completed at once, the last one tells its owner, and only that", async () => {
    const p = await planOf(entity, "ABCDEFG")
    const bo = await api.person()
    await api.join(p.plan.id, bo)
    await p.send(p.id("G"), { ownerId: bo.id })
    await p.wait("G", "ABCDEF")
    const answers = await Promise.all([..."ABCDEF"].map((name) => p.finish(name)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await noticesOf(p.plan.id, bo)).toEqual([["“G” is no longer waiting", p.id("G")]])
  })
})

describe("a board that is read again", () => {
  test("has what others' changes mean for cards that wait, as one that is read whole", async () => {
    const p = await planOf("task", "ABCD")
    await p.wait("B", "A")
    await p.wait("D", "C")
    const names = ["finish", "remove", "restore", "draft", "publish", "free", "wait"] as const
    const steps: Record<(typeof names)[number], () => Promise<unknown>> = {
      finish: () => p.finish("A"),
      remove: () => p.remove("C"),
      restore: () => p.restore("C"),
      draft: () => p.send(p.id("C"), { isDraft: true }),
      publish: () => p.send(p.id("C"), { isDraft: false }),
      free: () => p.wait("B", ""),
      wait: () => p.wait("C", "B"),
    }
    await t.boardOf(p.plan.id)
    for (const name of names) {
      await steps[name]()
      const again = await t.boardOf(p.plan.id)
      forgetCards()
      expect(again, name).toEqual(await t.boardOf(p.plan.id))
    }
  })
})

const cards = "ABCDE"
type Step = { what: "wait"; name: string; on: string[] } | { what: "remove" | "restore" | "finish"; name: string }
const anyName = fc.constantFrom(...cards)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant("wait" as const), name: anyName, on: fc.subarray([...cards]) }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom("remove", "restore", "finish"), name: anyName }) },
)

test("no card waits for itself over others, whatever people do at once", async () => {
  const p = await planOf("task", cards)
  const bo = await api.person()
  await api.join(p.plan.id, bo)
  const run = (step: Step, by: Transfer["owner"]) => {
    if (step.what === "wait") return p.wait(step.name, step.on.map(p.id), by)
    return step.what === "finish" ? p.finish(step.name, by) : p[step.what](step.name)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
      async (rounds) => {
        for (const steps of rounds) {
          const answers = await Promise.all(steps.map((step, at) => run(step, at % 2 === 0 ? ada : bo)))
          for (const { status } of answers) expect([200, 204, 400, 404, 409]).toContain(status)
          const tasks = new Map((await t.boardOf(p.plan.id)).tasks.map((task) => [task.id, task]))
          for (const id of tasks.keys()) expect(chainsBack({ items: new Map(), tasks }, "task", id)).toBe(false)
        }
      },
    ),
    { numRuns: 25 },
  )
})
