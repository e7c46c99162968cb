// Cards with their versions, from which a call decides without reading them: decision 009.
import type { Entity } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import type { ReadRows } from "~/database/board.server"
import { shownItem, shownTask } from "~/rules/derive"
import { type Decision, isCardChange, type Needs } from "~/rules/rule"
import { cachedLine, forgetBoards } from "./current-board.server"

type Card = Goal | Item | Task
type Cached = { version: number; row: Card; weight: number }

/** In characters. */
const cachedAtMost = 8 * 1_048_576
/** The overhead of each row. */
const besideRow = 600

/** Newer than the plan's cached board: rows that calls read or wrote. The least recently used come first. */
const recent = new Map<string, Cached>()
let total = 0

const keyOf = (planId: number, entity: Entity, id: number) => `${planId} ${entity} ${id}`

const cacheCard = (planId: number, entity: Entity, version: number, row: Card) => {
  const key = keyOf(planId, entity, row.id)
  const had = recent.get(key)
  if (had && had.version > version) return
  const weight = Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    besideRow,
  )
  recent.delete(key)
  recent.set(key, { version, row, weight })
  total += weight - (had?.weight ?? 0)
  for (const [oldest, { weight }] of recent) {
    if (total <= cachedAtMost) break
    recent.delete(oldest)
    total -= weight
  }
}

const cachedCard = <Row extends Card>(planId: number, entity: Entity, id: number): [number, Row] | undefined => {
  const line = cachedLine(planId, entity, id)
  const key = keyOf(planId, entity, id)
  const had = recent.get(key)
  if (had && had.version >= (line?.version ?? 0)) {
    recent.delete(key)
    recent.set(key, had)
    return [had.version, had.row as Row]
  }
  return line && [line.version, JSON.parse(line.text)]
}

/**
 * The rows a call needs, if all of them are cached. Each may be out of date, which its guard finds out. What follows
 * from the rows above it is derived again, because it changes without the row's version.
 */
export const cachedRows = (planId: number, needs: Needs): ReadRows | undefined => {
  const { goals = [], items = [], tasks = [], members = [], last, colors, labels, chain, resultsOf } = needs
  if (resultsOf || last || colors || labels || chain || members.length > 0) return undefined
  const found = {
    goal: new Map<number, [number, Goal]>(),
    item: new Map<number, [number, Item]>(),
    task: new Map<number, [number, Task]>(),
  }
  const find = <Row extends Card>(entity: Entity, id: number): [number, Row] | undefined => {
    const map = found[entity] as unknown as Map<number, [number, Row]>
    const card = map.get(id) ?? cachedCard<Row>(planId, entity, id)
    if (card) map.set(id, card)
    return card
  }
  const findItem = (id: number): Item | undefined => {
    const card = find<Item>("item", id)
    if (!card) return undefined
    const [version, row] = card
    const goal = row.goalId === null ? undefined : find<Goal>("goal", row.goalId)
    if (row.goalId !== null && !goal) return undefined
    const item = shownItem(row, goal?.[1])
    found.item.set(id, [version, item])
    return item
  }
  const findTask = (id: number): boolean => {
    const card = find<Task>("task", id)
    const item = card && findItem(card[1].itemId)
    // What follows a repeating task is read with it.
    if (!card || !item || card[1].next) return false
    found.task.set(id, [card[0], shownTask(card[1], item)])
    return true
  }
  const all = goals.every((id) => find("goal", id)) && items.every(findItem) && tasks.every(findTask)
  if (!all) return undefined
  return { goals: [...found.goal.values()], items: [...found.item.values()], tasks: [...found.task.values()] }
}

/** For a new connection: a database that was restored or promoted may assign the same versions again. */
export const forgetCards = () => {
  forgetBoards()
  recent.clear()
  total = 0
}

export const cacheRead = (planId: number, { goals, items, tasks }: ReadRows) => {
  for (const [version, row] of goals ?? []) cacheCard(planId, "goal", version, row)
  for (const [version, row] of items ?? []) cacheCard(planId, "item", version, row)
  for (const [version, row] of tasks ?? []) cacheCard(planId, "task", version, row)
}

/** Caches the rows that a committed decision wrote. Each write raises a row's version by one. */
export const cacheWritten = (planId: number, read: ReadRows, { changes }: Decision) => {
  for (const change of changes) {
    if (change.op !== "update" || !isCardChange(change)) continue
    const rows: [number, Card][] = { goal: read.goals, item: read.items, task: read.tasks }[change.entity] ?? []
    const before = rows.find(([, { id }]) => id === change.id)
    if (before) cacheCard(planId, change.entity, before[0] + 1, { ...before[1], ...change.fields } as Card)
  }
}
