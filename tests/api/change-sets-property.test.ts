// Of random plans and proposals: what a preview shows is what is written, and undo gives the plan back.

import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Board } from "~/contract/plan"
import { applyProposal } from "~/domain/agent/apply.server"
import { propose } from "~/domain/agent/proposal.server"
import { undoLast } from "~/domain/agent/undo.server"
import { leftOf } from "~/rules/agent/ticked"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { actorOf, boardOf as boardAs, type Sent, writerOf } from "../support/api/change-sets.ts"

let api: Api
let owner: Caller

beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
})
afterAll(() => api.close())

const boardOf = (planId: number) => boardAs(api, planId, owner)

const text = fc.constantFrom("Plan the launch", "Ask Ada", "é", "x".repeat(60))
const partly = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>

/** Change sets over the cards that a plan has and those that the set itself makes; some of them are refused. */
const anySet = (board: Board): fc.Arbitrary<Sent> => {
  const existing = (rows: { id: number }[]) => fc.constantFrom(...(rows.length > 0 ? rows.map(({ id }) => id) : [1]))
  const refs = fc.integer({ min: 1, max: 6 }).map((at) => `new-${at}`)
  const [goalId, itemId, taskId] = [existing(board.goals), existing(board.items), existing(board.tasks)]
  const owner = fc.constantFrom(null, board.members[0]?.id ?? 0)
  const item = {
    goalId: fc.oneof(goalId, refs, fc.constant(null)),
    ...{ topic: text, description: text, businessValue: fc.integer({ min: 0, max: 10 }), completed: fc.boolean() },
    ...{ focus: fc.boolean(), ownerId: owner, dueDate: fc.constantFrom(null, "2026-12-01") },
  }
  const task = {
    itemId: fc.oneof(itemId, refs),
    ...{ description: text, type: fc.constantFrom(0, 1, 2), ownerId: owner },
  }
  const change = (op: string, entity: string, fields: fc.Arbitrary<object>, id?: fc.Arbitrary<number>) =>
    fc
      .tuple(fields, id ?? fc.constant(null), id ? fc.constant(null) : fc.option(refs, { freq: 3 }))
      .map(([fields, id, ref]) => ({ op, entity, fields, id, ref }) as Sent[number])
  return fc.array(
    fc.oneof(
      change("create", "goal", fc.record({ name: text })),
      change("create", "item", fc.record({ ...item, completed: fc.constant(false) })),
      change("create", "task", fc.record(task)),
      change("create", "comment", fc.record({ itemId: fc.oneof(itemId, refs), content: text })),
      change("update", "goal", partly({ name: text, completed: fc.boolean() }), goalId),
      change("update", "item", partly(item), itemId),
      change("update", "task", partly(task), taskId),
      change("delete", "goal", fc.constant({}), goalId),
      change("delete", "item", fc.constant({}), itemId),
      change("delete", "task", fc.constant({}), taskId),
    ),
    { minLength: 1, maxLength: 8 },
  )
}

/** A field of a stored row as changes name it. */
const shownIn = (row: Record<string, unknown>, key: string): unknown => {
  if (key === "dueDate") return (row.dueDate as string | null)?.slice(0, 10) ?? null
  if (key !== "ownerId" || "ownerId" in row) return row[key]
  return (row.owner as { id: number } | null)?.id ?? null
}

const given = {
  goal: ["name"],
  item: ["topic", "description", "businessValue", "focus", "ownerId", "dueDate"],
  task: ["description", "type", "ownerId"],
} as const
const parentOf = { goal: undefined, item: "goalId", task: "itemId" } as const
type Kind = keyof typeof given

const sortedLines = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()

/** The cards that the changes create, with the name of a parent that they create too, or the id of another. */
const madeBy = (changes: Sent) =>
  sortedLines(
    changes.flatMap(({ op, entity, fields = {} }) => {
      if (op !== "create" || entity === "comment") return []
      const key = parentOf[entity]
      const above = changes.find(({ ref }) => ref && key && ref === fields[key])?.fields ?? {}
      const parent = key && (above.name ?? above.topic ?? fields[key] ?? null)
      return [[entity, parent ?? null, ...given[entity].map((key) => fields[key])]]
    }),
  )

/** The cards that `after` has and `before` has not, in the same form. */
const newRows = (before: Board, after: Board) => {
  const kinds = { goal: "goals", item: "items", task: "tasks" } as const
  const isNew = (entity: Kind, id: unknown) => !before[kinds[entity]].some((row) => row.id === id)
  return sortedLines(
    (["goal", "item", "task"] as const).flatMap((entity) =>
      (after[kinds[entity]] as unknown as Record<string, unknown>[])
        .filter(({ id }) => isNew(entity, id))
        .map((row) => {
          const key = parentOf[entity]
          const id = key && row[key]
          const above =
            key === "goalId"
              ? isNew("goal", id) && after.goals.find((goal) => goal.id === id)?.name
              : key === "itemId" && isNew("item", id) && after.items.find((item) => item.id === id)?.topic
          return [entity, above || (id ?? null), ...given[entity].map((key) => shownIn(row, key))]
        }),
    ),
  )
}

test("exactly the ticked changes of a proposal are written, and undo gives the plan back", async () => {
  const { plan, goal, item } = await api.filled(owner)
  await api.task(owner, plan.id, item.id, { description: "Second", type: 1 })
  const second = await api.item(owner, plan.id, { goalId: goal.id, topic: "Second", focus: true })
  await api.task(owner, plan.id, second.id, { description: "Done", type: 2 })
  const stable = (board: Board) =>
    JSON.stringify(
      [board.goals, board.items, board.tasks].map((rows) => rows.map(({ id, ...row }) => ({ id, ...row }))),
    ).replace(/"(modifiedDate|modified)":"[^"]+",?/g, "")
  let carriedOut = 0
  let inPart = 0
  await fc.assert(
    // A carried-out set sometimes stays, so that the next proposal is for another plan.
    fc.asyncProperty(fc.integer(), fc.boolean(), fc.nat(7), fc.boolean(), async (seed, unticks, one, stays) => {
      const before = await boardOf(plan.id)
      const changes = fc.sample(anySet(before), { seed, numRuns: 1 })[0] as Sent
      const set = await propose(actorOf(owner), plan.id, { request: "Any", changes }).catch((thrown) => {
        expect(thrown.problem?.errors?.[0]?.path).toMatch(/^changes\.\d+/)
        return undefined
      })
      expect(await boardOf(plan.id)).toEqual(before)
      // A refused proposal is replaced by another one, so that each run carries one out.
      fc.pre(set !== undefined)
      const all = set.changes.length
      const left = leftOf(set.changes, new Set(unticks && all > 1 ? [one % all] : []))
      const ticked = left.map((at) => set.changes[at] as (typeof set.changes)[number])
      fc.pre(ticked.length > 0)
      // Without an earlier change, such as one that reopens an action, the plan may not allow a later one.
      const done = await applyProposal(writerOf(owner), set.id, left).catch((thrown) => {
        expect(left.length).toBeLessThan(set.changes.length)
        expect(thrown.problem?.errors?.[0]?.path).toMatch(/^changes\.\d+/)
        return undefined
      })
      if (!done) {
        expect(await boardOf(plan.id)).toEqual(before)
        return
      }
      carriedOut += 1
      if (left.length < set.changes.length) inPart += 1
      const count = (op: string) => ticked.filter((change) => change.op === op).length
      expect(done).toMatchObject({ created: count("create"), updated: count("update"), deleted: count("delete") })
      const after = await boardOf(plan.id)
      if (count("delete") === 0) expect(newRows(before, after)).toEqual(madeBy(ticked))
      for (const { op, entity, id, fields } of ticked) {
        if (entity === "comment" || op === "create") continue
        const rows: { id: number }[] = { goal: after.goals, item: after.items, task: after.tasks }[entity]
        const row = rows.find((row) => row.id === id) as Record<string, unknown> | undefined
        if (op === "delete") expect(row).toBeUndefined()
        const later = ticked.filter((change) => change.id === id && change.entity === entity)
        if (op !== "update" || later.length > 1) continue
        // A card may go along with another that the set deletes.
        if (!row) {
          expect(done.deleted).toBeGreaterThan(0)
          continue
        }
        for (const [key, value] of Object.entries(fields)) {
          const isRef = typeof value === "string" && value.startsWith("new-")
          if (!isRef) expect([key, shownIn(row, key)]).toEqual([key, value])
        }
      }
      if (stays && count("delete") === 0) return
      await undoLast(writerOf(owner), plan.id)
      expect(stable(await boardOf(plan.id))).toBe(stable(before))
    }),
    { numRuns: 20 },
  )
  expect(carriedOut).toBeGreaterThan(10)
  expect(inPart).toBeGreaterThan(0)
})
