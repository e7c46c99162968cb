// copiedBoard(): the cards, labels and results of a plan as rows of another one, by the table of fields.
import { fieldsWith } from "~/contract/fields/card-fields"
import type { BoardEntity, Entity, Listed, Person } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Task } from "~/contract/task"
import { shownBlocked, shownTask } from "./derive"
import { relisted } from "./lists"
import type { Change } from "./rule"

export type BoardRows = { labels: Label[]; goals: Goal[]; keyResults: KeyResult[]; items: Item[]; tasks: Task[] }
type Owned = { owner: Person | null; awaitedOwner: Person | null }

type Copying = {
  planId: number
  /** New ids, as many as there are rows of a kind, in their order. */
  ids: Record<Listed | "keyResult", number[]>
  now: string
  creator: { id: number; userName: string }
  /** Who owns the copy of a card. */
  ownerOf(owner: Person | null, awaitedOwner: Person | null): Owned
  /** Midnight UTC of the day that the earliest date moves to; null: dates stay. */
  firstDay: string | null
}

const daysOf = (entity: Entity) =>
  fieldsWith(entity, "kind").flatMap(([name, { kind, sent }]) => (kind === "day" && sent ? [name as string] : []))
const days = { goal: daysOf("goal"), item: daysOf("item"), task: daysOf("task") }

const datesIn = (entity: Entity, rows: readonly object[]) =>
  rows.flatMap((row) => days[entity].flatMap((name) => (row as Record<string, string | null>)[name] ?? []))

type Cards = Pick<BoardRows, "goals" | "items" | "tasks">

/** The first and the last date of cards, as midnight UTC. */
const spanOf = ({ goals, items, tasks }: Cards) => {
  const dates = [...datesIn("goal", goals), ...datesIn("item", items), ...datesIn("task", tasks)].sort()
  const [first, last] = [dates[0], dates.at(-1)]
  return first !== undefined && last !== undefined ? { first, last } : null
}

/** The same of the cards that a copy of a board takes. `completed`: completed cards too. */
export const spanToCopy = ({ goals, items, tasks }: Cards, parts: { tasks: boolean; completed: boolean }) => {
  const taken = new Map(items.filter(({ isDraft }) => !isDraft).map((item) => [item.id, item]))
  return spanOf({
    goals: goals.filter(({ isDraft, completed }) => !isDraft && (parts.completed || !completed)),
    items: [...taken.values()].filter(({ completed }) => parts.completed || !completed),
    tasks: tasks.filter(({ isDraft, itemId, type }) => {
      const item = taken.get(itemId)
      return parts.tasks && !isDraft && item && (parts.completed || (type !== 2 && !item.completed))
    }),
  })
}

/** By how many ms dates move. */
const shiftOf = (rows: BoardRows, firstDay: string | null): number => {
  const span = firstDay === null ? null : spanOf(rows)
  return firstDay === null || span === null ? 0 : Date.parse(firstDay) - Date.parse(span.first)
}

const shifted = <Row extends object>(entity: Entity, row: Row, by: number): Row => {
  if (by === 0) return row
  const moved = days[entity].flatMap((name) => {
    const date = (row as Record<string, string | null>)[name]
    return date ? [[name, new Date(Date.parse(date) + by).toISOString()]] : []
  })
  const repeated = fieldsWith(entity, "kind").flatMap(([name, { kind }]) => {
    const rule = kind === "repeat" ? (row as Record<string, string | null>)[name] : null
    return rule
      ? [[name, rule.replace(lastDay, (_, y: string, m: string, d: string) => later(`${y}-${m}-${d}`, by))]]
      : []
  })
  return { ...row, ...Object.fromEntries(moved), ...Object.fromEntries(repeated) }
}

/** The last day of a repetition. */
const lastDay = /(?<=UNTIL=)(\d{4})(\d\d)(\d\d)/
const later = (day: string, by: number) => new Date(Date.parse(day) + by).toISOString().slice(0, 10).replaceAll("-", "")

/** The new id of each row. */
export type NewIds = Record<Listed, ReadonlyMap<number, number>>

const idsFor = (rows: readonly { id: number }[], ids: readonly number[]) =>
  new Map(rows.map(({ id }, at) => [id, ids[at] as number]))

export const copiedBoard = (rows: BoardRows, copying: Copying): { changes: Change[]; newIds: NewIds } => {
  const { planId, ids, now, creator, firstDay } = copying
  const newIds = {
    label: idsFor(rows.labels, ids.label),
    goal: idsFor(rows.goals, ids.goal),
    item: idsFor(rows.items, ids.item),
    task: idsFor(rows.tasks, ids.task),
  }
  const by = shiftOf(rows, firstDay)
  /** What all cards have in common: dates, lists, people, and what follows from being new. */
  const base = <Row extends Goal | Item | Task>(entity: Entity, row: Row): Row => {
    const { owner = null, awaitedOwner = null } = row as Partial<Owned>
    const owned = copying.ownerOf(owner, awaitedOwner)
    return {
      ...shifted(
        entity,
        relisted(entity, row, (of, id) => newIds[of].get(id)),
        by,
      ),
      ...("owner" in row ? { owner: owned.owner } : {}),
      ...("ownerId" in row ? { ownerId: owned.owner?.id ?? null } : {}),
      ...("awaitedOwner" in row ? { awaitedOwner: owned.awaitedOwner } : {}),
      ...("attachmentCount" in row ? { attachmentCount: 0 } : {}),
      id: newIds[entity].get(row.id) as number,
      planId,
      createdDate: now,
    }
  }
  const labels = rows.labels.map((label): Label => ({ ...label, planId, id: newIds.label.get(label.id) as number }))
  const goals = rows.goals.map(
    (goal): Goal => ({
      ...base("goal", goal),
      status: null,
      progress: null,
      lastCheckIn: null,
      modifiedDate: now,
      createdBy: creator,
    }),
  )
  // A copy begins at the start of its results, without check-ins.
  const keyResults = rows.keyResults.map(
    (result, at): KeyResult => ({
      ...result,
      id: ids.keyResult[at] as number,
      planId,
      goalId: newIds.goal.get(result.goalId) as number,
      current: result.start,
      modifiedDate: now,
    }),
  )
  const goalById = new Map(goals.map(({ id, name, color }) => [id, { id, name, color }]))
  const items = rows.items.map((item): Item => {
    const goal = goalById.get(newIds.goal.get(item.goalId ?? 0) ?? 0) ?? null
    return {
      ...base("item", item),
      modifiedDate: now,
      createdById: creator.id,
      goal,
      goalId: goal?.id ?? null,
    }
  })
  const itemById = new Map(items.map((item) => [item.id, item]))
  const tasks = rows.tasks.map((task): Task => {
    const item = itemById.get(newIds.item.get(task.itemId) ?? 0) as Item
    return shownTask({ ...base("task", task), modified: now, next: null, itemId: item.id }, item)
  })
  const taskById = new Map(tasks.map((task) => [task.id, task]))
  const insert = <E extends BoardEntity>(entity: E, row: object) => ({ op: "insert", entity, row }) as unknown as Change
  return {
    changes: [
      ...labels.map((row) => insert("label", row)),
      ...goals.map((row) => insert("goal", row)),
      ...keyResults.map((row) => insert("keyResult", row)),
      ...items.map((row) =>
        insert(
          "item",
          shownBlocked(row, (id) => itemById.get(id)),
        ),
      ),
      ...tasks.map((row) =>
        insert(
          "task",
          shownBlocked(row, (id) => taskById.get(id)),
        ),
      ),
    ],
    newIds,
  }
}
