import type { Entity, Person } from "~/contract/fields/field"
import { invalid, notFound, refusal } from "~/contract/problem"
import type { Task } from "~/contract/task"
import { behind, byAge } from "./gaps"
import type { Context, Decision, Emission, Rows } from "./rule"

/** Shared by the rules of goals, actions and tasks. */

export const nothing: Decision = { changes: [], events: [] }

/** The row, or 404. */
export const existing = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw notFound()
  return row
}

/** The row that an input names by id; 400 at `path` when the plan has no such row. */
export const named = <Row>(rows: ReadonlyMap<number, Row>, id: number, path: string, what: string): Row => {
  const row = rows.get(id)
  if (row === undefined) throw invalid(path, `There is no ${what} ${id} in this plan.`)
  return row
}

export const ownerOf = (rows: Rows, id: number | null): Person | null => {
  if (id === null) return null
  const { userName } = named(rows.members, id, "ownerId", "member")
  return { id, userName }
}

export const completedAction = () =>
  refusal(409, "This action is completed, so it can’t be changed. Uncomplete it first.")

export const unset = <T>(order: T | undefined): order is undefined => order === undefined || order === -1

/** The order of a new row: as sent, or behind all the others. */
export const orderBehind = (others: readonly { order: number }[], order: number | undefined) =>
  unset(order) ? behind(Math.max(0, ...others.map((other) => other.order))) : order

/** Of two field values; lists are equal with equal entries. */
export const isEqual = (a: unknown, b: unknown) =>
  Object.is(a, b) ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, at) => each === b[at]))

/** The fields of `wanted` whose value differs from the row's; undefined ones don't count. */
export const differing = <Row extends object>(row: Row, wanted: Partial<Row>): Partial<Row> => {
  const fields: Partial<Row> = {}
  for (const key of Object.keys(wanted) as (keyof Row)[]) {
    if (wanted[key] !== undefined && !isEqual(wanted[key], row[key])) fields[key] = wanted[key]
  }
  return fields
}

export const isEmpty = (fields: object) => Object.keys(fields).length === 0

/** Each entry of an order array with its row; 400 for a row of another plan or one named twice. */
export const ordered = <Entry extends { id: number }, Row>(
  entries: readonly Entry[],
  rows: ReadonlyMap<number, Row>,
  what: string,
): { entry: Entry; row: Row }[] => {
  const seen = new Set<number>()
  return entries.map((entry, index) => {
    if (seen.has(entry.id)) throw invalid(`${index}.id`, `The ${what} ${entry.id} is named twice.`)
    seen.add(entry.id)
    return { entry, row: named(rows, entry.id, `${index}.id`, what) }
  })
}

/**
 * The only entry of an order array; undefined if there are several. A single order makes the other rows give way where
 * needed; several are written as sent.
 */
export const alone = <Entry>(entries: readonly Entry[]): Entry | undefined =>
  entries.length === 1 ? entries[0] : undefined

/** The open tasks of an action, oldest first. */
export const openTasksOf = (rows: Pick<Rows, "tasks">, itemId: number): Task[] =>
  [...rows.tasks.values()].filter((task) => task.itemId === itemId && task.type !== 2).sort(byAge)

/** The new completed, focused or done date when its flag is set to `on`. */
export const stamped = (on: boolean, date: string | null, { now }: Context) => (on ? (date ?? now) : null)

type Draftable = { isDraft: boolean }

/** Drafts cause no event. Publishing or discarding one, or making a card a draft, makes members reload the board. */
export const boardUpdated = { event: "BoardUpdated", data: null } as const

const events = { goal: "GoalUpdated", item: "ItemUpdated", task: "TaskUpdated" } as const

/** The event of an update; publishing a draft, or making a card a draft, makes members reload the board. */
export const updated = (entity: Entity, before: Draftable & { id: number }, fields: Partial<Draftable>): Emission[] => {
  if (fields.isDraft !== undefined && fields.isDraft !== before.isDraft) return [boardUpdated]
  return before.isDraft ? [] : [{ event: events[entity], entity, id: before.id }]
}
