// Every field of the table goes the whole way: made, changed, logged, undone, deleted, made again, exported, imported, shown to
// visitors. A field that is added to the table is tried without a change here.

import fc from "fast-check"
import { afterAll, describe, expect, test } from "vitest"
import type { AuditEntry } from "~/contract/audit"
import { englishFieldNames } from "~/contract/fields/card-field-texts"
import { type CardField, fieldIn, fieldsWith, namesWith } from "~/contract/fields/card-fields"
import type { Entity } from "~/contract/fields/field"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { labelCalls } from "~/contract/label"
import { parse } from "~/contract/parse"
import { type Plan, planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { workingCopy } from "~/rules/agent/working-copy"
import { isEqual } from "~/rules/decide"
import { ruleOf } from "~/rules/index"
import type { Rows } from "~/rules/rule"
import { callsOf } from "~/rules/undo/calls"
import { stepOf } from "~/rules/undo/inverse"
import type { Inverse, Step } from "~/rules/undo/step"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
afterAll(t.close)

type Values = Record<string, unknown>
const calls = { goal: goalCalls, item: itemCalls, task: taskCalls }
const lists = { goal: "goals", item: "items", task: "tasks" } as const

/** Without drafts, which neither exports nor visitors have, and the picture, which is large. */
const fieldsOf = (entity: Entity): [string, CardField][] =>
  fieldsWith(entity, "kind").filter(
    ([name, field]) => field.sent && (name in names || "empty" in field) && name !== "isDraft",
  )
/** What a card must have. */
const names: Values = { name: "A", description: "A", topic: "A" }

const words = fc.constantFrom(
  "Dry-run the docks",
  "é",
  "=1+1",
  "C++ & <b>",
  "א",
  "https://example.org/kerb?a=1#b",
  "x".repeat(90),
)
const byKind: Partial<Record<string, fc.Arbitrary<unknown>>> = {
  text: words,
  hidden: fc.constantFrom("aGk=", "eA=="),
  flag: fc.boolean(),
  repeat: fc.constantFrom(null, "FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY;COUNT=3"),
  start: fc.constantFrom("due", "done"),
  health: fc.constantFrom(null, 0, 1, 2),
  outcome: fc.constantFrom(null, "achieved", "missed", "dropped"),
  day: fc.constantFrom(null, "2026-12-04T00:00:00.000Z", "2028-02-29T00:00:00.000Z"),
}
/** The ids that a list may hold, in the order in which it is answered. */
type Listed = Record<string, number[]>
const anyValue = ({ kind = "hidden", most = 0, lists, sent }: CardField, listed: Listed) =>
  (kind === "number"
    ? fc.integer({ min: 0, max: most })
    : lists
      ? fc.subarray(listed[lists] ?? [])
      : (byKind[kind] ?? fc.constant(undefined))
  ).filter((value) => value === undefined || (sent !== undefined && !parse(sent, value).faults))
const anyValues = (entity: Entity, listed: Listed): fc.Arbitrary<Values> =>
  fc
    .record(Object.fromEntries(fieldsOf(entity).map(([name, field]) => [name, anyValue(field, listed)])))
    // Only a completed goal has an outcome, and its period ends after it starts.
    .map(
      (values): Values => ({
        ...values,
        ...(values.outcome && !values.completed ? { outcome: null } : {}),
        ...(values.startDate && values.dueDate && values.startDate > values.dueDate ? { startDate: null } : {}),
      }),
    )
    // A task without a due date repeats from the day it is done.
    .map((values) => (values.recurrence && !values.dueDate ? { ...values, recurrenceFrom: "done" } : values))

const only = (row: object, values: Values) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, (row as Values)[name]]))

describe.each(["goal", "item", "task"] as const)("the fields of a %s", (entity) => {
  test("are made, copied, changed, logged, undone, made again, exported, imported and shown", async () => {
    const { plan, goal, item } = await t.api.filled(t.owner)
    const label = async (name: string) =>
      (await t.api.send(labelCalls.create, { planId: plan.id, name }, { as: t.owner })).body.id
    const task = async (description: string) =>
      (await t.api.send(taskCalls.create, { planId: plan.id, itemId: item.id, description }, { as: t.owner })).body.id
    const action = async (topic: string) =>
      (await t.api.send(itemCalls.create, { planId: plan.id, goalId: goal.id, topic }, { as: t.owner })).body.id
    const listed: Listed = {
      label: [await label("Roads"), await label("=B; #2 'x'"), await label("é")],
      item: [await action("Dredge"), await action("=C; ⛔[1] #2"), await action("Dredge")],
      task: [await task("Buoys"), await task("Buoys\nof two lines"), await task("Buoys")],
    }
    const parent = entity === "item" ? { goalId: goal.id } : entity === "task" ? { itemId: item.id } : {}
    const send = async (name: string, input: object) => {
      const call = calls[entity][name.split(".").at(-1) as "create"]
      const answer = await t.api.send(call, { planId: plan.id, ...input } as never, { as: t.owner })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.body as { id: number }
    }
    const rowOf = async (id: number): Promise<Values | undefined> => {
      const rows: { id: number }[] = (await t.boardOf(plan.id))[lists[entity]]
      return rows.find((row) => row.id === id)
    }
    /** What the browser would send to undo the call, decided by the rules on its own rows. */
    const stepBack = async (name: "update" | "remove", input: object): Promise<Inverse[]> => {
      const copy = workingCopy({ planId: plan.id, ...(await t.boardOf(plan.id)) })
      const now = new Date().toISOString()
      const actor = { id: t.owner.id, userName: "Ada" }
      const { changes } = ruleOf(`${entity}.${name}`).decide(copy.rows, input as never, { now, actor, newId: 0 })
      const step = stepOf(copy.rows, changes)
      await send(name, input)
      const after = workingCopy({ planId: plan.id, ...(await t.boardOf(plan.id)) })
      return (step as (rows: Rows) => Step)(after.rows).inverse
    }
    const undo = async (inverse: Inverse[]) => {
      const { rows } = workingCopy({ planId: plan.id, ...(await t.boardOf(plan.id)) })
      let made: number | undefined
      for (const each of inverse)
        for (const { name, input } of callsOf(rows, each)) made = (await send(name, input))?.id ?? made
      return made
    }
    /** The values with the names of the rows that they list. */
    const namedIn = async (planId: number) => {
      const { labels, items, tasks } = await t.boardOf(planId)
      const nameOf = {
        label: new Map(labels.map(({ id, name }) => [id, name])),
        item: new Map(items.map(({ id, topic }) => [id, topic])),
        task: new Map(tasks.map(({ id, description }) => [id, description])),
        goal: new Map<number, string>(),
      }
      return (values: Values) =>
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => {
            const { lists } = fieldIn(entity, name) ?? {}
            if (!lists) return [name, value]
            const names = (value as number[]).map((id) => nameOf[lists].get(id))
            // Cards are listed by their ids, which follow the file's order in a copy.
            return [name, lists === "label" ? names : names.sort()]
          }),
        )
    }
    const logged = async (id: number) => {
      const [entry] = (
        await t.api.call<AuditEntry[]>("GET", `/api/Audit/unified/${entity}/${id}?planId=${plan.id}`, { as: t.owner })
      ).body
      return entry?.message.replace(/<[^>]*>/g, "") ?? ""
    }
    await fc.assert(
      fc.asyncProperty(anyValues(entity, listed), anyValues(entity, listed), async (first, second) => {
        const { id } = await send("create", { ...parent, ...first })
        expect(only((await rowOf(id)) ?? {}, first)).toEqual(first)

        if (entity !== "goal") {
          const copy = await send("copy", { id })
          expect(only((await rowOf(copy.id)) ?? {}, first)).toEqual(first)
          await send("remove", { id: copy.id })
        }

        const back = await stepBack("update", { id, ...second })
        expect(only((await rowOf(id)) ?? {}, second)).toEqual(second)
        const sentence = await logged(id)
        for (const [name, { kind }] of fieldsOf(entity)) {
          if (isEqual(first[name], second[name]) || name in names || kind === "flag" || kind === "repeat") continue
          expect(sentence).toContain(englishFieldNames[name as keyof typeof englishFieldNames])
        }
        await undo(back)
        expect(only((await rowOf(id)) ?? {}, first)).toEqual(first)

        const again = await undo(await stepBack("remove", { id }))
        const remade = (await rowOf(again ?? 0)) ?? {}
        expect(only(remade, first)).toEqual(first)

        const { text } = await t.out(plan.id, "json")
        const copy = await t.imported(text, "plan.json")
        expect((await t.out(copy.id, "json")).text).toBe(text)
        const copies: object[] = (await t.boardOf(copy.id))[lists[entity]]
        const exported = Object.fromEntries(
          Object.entries(first).filter(([name]) => namesWith(entity, "json").includes(name as never) || name in names),
        )
        const named = await namedIn(copy.id)
        const asNamed = await namedIn(plan.id)
        expect(copies.map((row) => named(only(row, exported)))).toContainEqual(asNamed(exported))

        const twin = await t.api.send(planCalls.copy, { planId: plan.id, name: "", completed: true }, { as: t.owner })
        const twins: object[] = (await t.boardOf((twin.body as Plan).id))[lists[entity]]
        const inTwin = await namedIn((twin.body as Plan).id)
        // A copied goal begins without a status, as it has no check-ins.
        const begun = "status" in first ? { ...first, status: null } : first
        expect(twins.map((row) => inTwin(only(row, first)))).toContainEqual(asNamed(begun))
        await send("remove", { id: again })
      }),
      { numRuns: 4 },
    )
  })

  test("that visitors see are the columns that they may read, and no others", async () => {
    const columns = await db()<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'api' and table_name = ${`public_${entity}`} and column_name <> 'planId'`
    const shown = [...namesWith(entity, "visitor"), ...(entity === "goal" ? [] : ["owner"])]
    expect(columns.map(({ name }) => name).sort()).toEqual(shown.sort())
  })
})
