import type { Entity } from "~/contract/fields/field"
import type { Item } from "~/contract/item"
import type { WeekStart } from "~/contract/shared/language/week"
import type { Task } from "~/contract/task"
import type { Filter } from "~/contract/view"
import { dayOf } from "./dates"
import { folded } from "./folded"
import type { Rows } from "./rule"
import { daysAfter, weekEnd } from "./weeks"

// Which cards of a board a filter shows.

export type Looking = {
  /** The person who looks; null: no one, for whom `mine` shows nothing. */
  userId: number | null
  /** Their calendar day, `YYYY-MM-DD`. */
  today: string
  weekStart: WeekStart
}

/** Cards that stay, whatever the filter says. */
export type Stays = (entity: Entity, id: number) => boolean

/** The ids that show, by kind of card; and the actions and tasks that match themselves, with how many they are. */
export type Shown = Record<Entity, ReadonlySet<number>> & { ownItems: ReadonlySet<number>; matching: number }

/** The fields of a filter that offer choices. */
export type ChoiceField = "ownerIds" | "labelIds" | "due" | "goalIds" | "columns" | "blocked"
type DueRange = NonNullable<Filter["due"]>

export const isEmptyFilter = (filter: Filter): boolean =>
  Object.values(filter).every((value) => value === undefined || value === false || value === "")

/** Finds the range of a due date; undefined beyond the next week, and for what was due and is done. */
const rangeFinder = ({ today, weekStart }: Looking) => {
  const end = weekEnd(today, weekStart)
  const nextEnd = daysAfter(end, 7)
  return ({ dueDate, isDone }: Card): readonly DueRange[] => {
    if (dueDate === null) return ["none"]
    const day = dayOf(dueDate)
    if (day < today) return isDone ? [] : ["overdue"]
    if (day === today) return ["today", "week"]
    return day <= end ? ["week"] : day <= nextEnd ? ["next"] : []
  }
}

/** An action or task as a filter sees it. */
type Card = {
  goalId: number | null
  ownerId: number | null
  dueDate: string | null
  isDone: boolean
  labelIds: readonly number[]
  blocked: boolean
  /** The task's column, or those of the action's tasks. */
  columns: readonly number[]
  text: () => string
}

/** Rows are replaced when they change, so their folded texts are valid for as long as they are. */
const texts = new WeakMap<object, string>()
const textOf = (row: object, ...parts: string[]) => {
  const known = texts.get(row)
  if (known !== undefined) return known
  const text = folded(parts.join("\n"))
  texts.set(row, text)
  return text
}

const none: readonly number[] = []
const asTask = (task: Task): Card => ({
  goalId: task.goalId,
  ownerId: task.ownerId,
  dueDate: task.dueDate,
  isDone: task.complete,
  labelIds: task.labelIds,
  blocked: task.blocked,
  columns: [task.type],
  text: () => textOf(task, task.description),
})
const asAction = (item: Item, columns: readonly number[]): Card => ({
  goalId: item.goalId,
  ownerId: item.owner?.id ?? null,
  dueDate: item.dueDate,
  isDone: item.completed,
  labelIds: item.labelIds,
  blocked: item.blocked,
  columns,
  text: () => textOf(item, item.topic, item.description),
})

/** One test a field, so that a field's choices can be counted under the other fields. */
const testsOf = (filter: Filter, looking: Looking) => {
  const { ownerIds, labelIds, due, goalIds, columns, blocked, mine } = filter
  const words = folded(filter.text ?? "")
    .split(/\s+/)
    .filter(Boolean)
  const rangesOf = rangeFinder(looking)
  const says = (text: string) => words.every((word) => text.includes(word))
  const tests: Partial<Record<keyof Filter, (card: Card) => boolean>> = {}
  if (ownerIds) tests.ownerIds = ({ ownerId }) => ownerIds.includes(ownerId)
  if (mine) tests.mine = ({ ownerId }) => ownerId !== null && ownerId === looking.userId
  if (labelIds) tests.labelIds = (card) => card.labelIds.some((id) => labelIds.includes(id))
  if (due) tests.due = (card) => rangesOf(card).includes(due)
  if (goalIds) tests.goalIds = ({ goalId }) => goalId !== null && goalIds.includes(goalId)
  if (columns) tests.columns = (card) => card.columns.some((column) => (columns as number[]).includes(column))
  if (blocked !== undefined) tests.blocked = (card) => card.blocked === blocked
  if (words.length > 0) tests.text = ({ text }) => says(text())
  return { tests, says: words.length > 0 ? says : undefined }
}

/** The columns of each action's tasks. */
const columnsIn = (rows: Rows) => {
  const columns = new Map<number, number[]>()
  for (const { itemId, type } of rows.tasks.values()) {
    const known = columns.get(itemId)
    if (!known) columns.set(itemId, [type])
    else if (!known.includes(type)) known.push(type)
  }
  return columns
}

const stayNone: Stays = () => false

/**
 * The cards that match, and the actions and goals of those. A goal matches by its name and by being chosen; an action
 * matches `columns` by its tasks.
 */
export const shownBy = (filter: Filter, rows: Rows, looking: Looking, stays = stayNone): Shown => {
  const { tests, says } = testsOf(filter, looking)
  const each = Object.values(tests)
  const matches = (card: Card) => each.every((test) => test(card))
  const columns = filter.columns ? columnsIn(rows) : undefined
  const [goals, items, tasks] = [new Set<number>(), new Set<number>(), new Set<number>()]
  const ownItems = new Set<number>()
  let matching = 0
  for (const task of rows.tasks.values()) {
    const found = matches(asTask(task))
    if (found) matching++
    if (!found && !stays("task", task.id)) continue
    tasks.add(task.id)
    items.add(task.itemId)
  }
  for (const item of rows.items.values()) {
    const found = matches(asAction(item, columns?.get(item.id) ?? none))
    if (found) matching++
    if (found || stays("item", item.id)) ownItems.add(item.id)
    if (ownItems.has(item.id)) items.add(item.id)
    if (items.has(item.id) && item.goalId !== null) goals.add(item.goalId)
  }
  const { goalIds, text: _, ...ofCards } = filter
  const matchesGoals = isEmptyFilter(ofCards)
  for (const goal of rows.goals.values()) {
    const found =
      matchesGoals &&
      (!goalIds || goalIds.includes(goal.id)) &&
      (!says || says(textOf(goal, goal.name, goal.description ?? "")))
    if (found || stays("goal", goal.id)) goals.add(goal.id)
  }
  return { goal: goals, item: items, task: tasks, ownItems, matching }
}

/** How many actions and tasks each choice of a field would leave, given the other fields. */
export const choicesIn = (field: ChoiceField, filter: Filter, rows: Rows, looking: Looking): Map<unknown, number> => {
  const { mine, [field]: _, ...others } = filter
  const { tests } = testsOf(field === "ownerIds" || !mine ? others : { ...others, mine }, looking)
  const each = Object.values(tests)
  const rangesOf = rangeFinder(looking)
  const valuesOf = (card: Card): readonly unknown[] => {
    if (field === "ownerIds") return [card.ownerId]
    if (field === "goalIds") return [card.goalId]
    if (field === "due") return rangesOf(card)
    if (field === "blocked") return [card.blocked]
    return field === "labelIds" ? card.labelIds : card.columns
  }
  const counts = new Map<unknown, number>()
  const count = (card: Card) => {
    if (!each.every((test) => test(card))) return
    for (const value of valuesOf(card)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  for (const task of rows.tasks.values()) count(asTask(task))
  if (field === "columns") return counts
  const columns = filter.columns ? columnsIn(rows) : undefined
  for (const item of rows.items.values()) count(asAction(item, columns?.get(item.id) ?? none))
  return counts
}

const canonical = (filter: Filter) => JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Whether both have the same fields, in any order. */
export const isSameFilter = (one: Filter, other: Filter) => canonical(one) === canonical(other)

const lists = ["ownerIds", "labelIds", "goalIds", "columns"] as const
const mostIn = 100
const isId = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0
const ranges: readonly unknown[] = ["overdue", "today", "week", "next", "none"]

const fits = (name: string, value: unknown): boolean => {
  if (name === "text") return typeof value === "string" && value.length <= 400
  if (name === "due") return ranges.includes(value)
  if (name === "blocked" || name === "mine") return typeof value === "boolean"
  if (!lists.some((each) => each === name) || !Array.isArray(value)) return false
  const isChoice = (one: unknown) =>
    name === "columns" ? one === 0 || one === 1 || one === 2 : isId(one) || (name === "ownerIds" && one === null)
  return value.length > 0 && value.length <= mostIn && value.every(isChoice)
}

/** The filter of an address; undefined when it is none. */
export const readFilter = (text: string): Filter | undefined => {
  try {
    const filter: unknown = JSON.parse(text)
    if (filter === null || typeof filter !== "object" || Array.isArray(filter)) return undefined
    return Object.entries(filter).every(([name, value]) => fits(name, value)) ? (filter as Filter) : undefined
  } catch {
    return undefined
  }
}
