import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { noGoalColor } from "./goal-palette"
import type { Move } from "./index"
import type { Change, Entity, Rows } from "./rule"

/** How a call is taken back: what it did to which rows, and the calls that undo it. */

type Row = Goal | Item | Task
type Fields = Record<string, unknown>

/** A row as the call left it: `fields` of it were changed, or it was made, or it is gone. */
export type Touched = { entity: Entity; id: number } & (
  | { what: "changed"; fields: Fields }
  | { what: "made"; fields: Fields }
  | { what: "removed"; parent: { entity: Entity; id: number } | null }
)

/** `remakes`: the id that the row had which this create makes again. */
export type InverseMove = { move: Move; remakes?: number }
export type Step = { touched: Touched[]; inverse: InverseMove[] }

/** Set by the server beside other fields, or shown through from the row above. */
const follows: Record<Entity, ReadonlySet<string>> = {
  goal: new Set(["modifiedDate"]),
  item: new Set(["modifiedDate", "completedDate", "focusDate", "goal"]),
  task: new Set(["modified", "completedDate", "complete", "owner", "goalId"]),
}

/** What tells whether a row that was made is still as it was made. */
const content: Record<Entity, readonly string[]> = {
  goal: ["name", "description", "color", "completed", "isDraft"],
  item: [
    "goalId",
    "topic",
    "description",
    "businessValue",
    "effortAndComplexity",
    "completed",
    "focus",
    "dueDate",
    "dotVoting",
    "owner",
    "isDraft",
    "attachmentCount",
  ],
  task: ["itemId", "description", "type", "dueDate", "ownerId", "isDraft", "attachmentCount"],
}

const rowOf = (rows: Rows, entity: Entity, id: number): Row | undefined =>
  entity === "goal" ? rows.goals.get(id) : entity === "item" ? rows.items.get(id) : rows.tasks.get(id)

/** A field as it is sent and compared: an action's owner by id. */
const fieldOf = (row: Row | Fields, key: string): unknown => {
  const value = (row as Fields)[key]
  return key === "owner" ? ((value as { id: number } | null)?.id ?? null) : value
}

const pick = (row: Row | Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, fieldOf(row, key)]))

const only = (keys: readonly string[], allowed: readonly string[]) => keys.every((key) => allowed.includes(key))

const shownColor = (item: Item | undefined) => item?.goal?.color ?? noGoalColor
/** The colour to send so that the task shows what it shows now. */
const sentColor = (rows: Rows, task: Task) =>
  task.color === shownColor(rows.items.get(task.itemId)) ? null : task.color

/** `except`: those below that do not count. */
const hasBelow = (rows: Rows, entity: Entity, id: number, except?: (entity: Entity, id: number) => boolean) => {
  if (entity === "goal")
    for (const item of rows.items.values()) if (item.goalId === id && !except?.("item", item.id)) return true
  if (entity === "item")
    for (const task of rows.tasks.values()) if (task.itemId === id && !except?.("task", task.id)) return true
  return false
}

const remake = (rows: Rows, entity: Entity, row: Row): Move => {
  const { planId } = rows
  const shared = ["description", "order", "isDraft"]
  if (entity === "goal") {
    const more = [
      "name",
      "explanation",
      "color",
      "completed",
      "type",
      "iconName",
      "imageBase64",
      "videoLink",
      "downloadLink",
    ]
    return { name: "goal.create", input: { planId, ...pick(row, [...shared, ...more]) } } as Move
  }
  if (entity === "task") {
    const color = sentColor(rows, row as Task)
    return {
      name: "task.create",
      input: { planId, ...pick(row, [...shared, "itemId", "type", "dueDate", "ownerId"]), ...(color ? { color } : {}) },
    } as Move
  }
  const more = [
    "goalId",
    "topic",
    "businessValue",
    "effortAndComplexity",
    "completed",
    "focus",
    "focusOrder",
    "dueDate",
    "dotVoting",
    "type",
  ]
  return {
    name: "item.create",
    input: { planId, ...pick(row, [...shared, ...more]), ownerId: fieldOf(row, "owner") },
  } as Move
}

/**
 * What `changes` do to `rows`, which are those before them, and how that is undone. Undefined where it can't be: a deletion takes
 * along what is below, and one row alone can be made again.
 */
export const stepOf = (rows: Rows, changes: readonly Change[]): Step | undefined => {
  const { planId } = rows
  const touched: Touched[] = []
  const first: InverseMove[] = []
  const last: InverseMove[] = []
  const goalOrders: object[] = []
  const listOrders: object[] = []
  const focusOrders: object[] = []
  const taskOrders: object[] = []
  const send = (to: InverseMove[], name: Move["name"], input: object) =>
    to.push({ move: { name, input: { planId, ...input } } as Move })

  for (const change of changes) {
    const { entity } = change
    if (change.op === "insert") {
      touched.push({ entity, id: change.row.id, what: "made", fields: pick(change.row, content[entity]) })
      send(first, `${entity}.remove`, { id: change.row.id })
      continue
    }
    const { id } = change
    const before = rowOf(rows, entity, id)
    if (!before) return undefined
    if (change.op === "delete") {
      if (hasBelow(rows, entity, id)) return undefined
      const above = entity === "task" ? (before as Task).itemId : entity === "item" ? (before as Item).goalId : null
      const parent =
        above === null ? null : { entity: entity === "task" ? ("item" as const) : ("goal" as const), id: above }
      touched.push({ entity, id, what: "removed", parent })
      first.push({ move: remake(rows, entity, before), remakes: id })
      continue
    }

    const recolored = "ownColor" in change && change.ownColor !== undefined
    const keys = Object.keys(change.fields).filter(
      (key) => !follows[entity].has(key) && (entity !== "task" || key !== "color" || recolored),
    )
    touched.push({ entity, id, what: "changed", fields: pick(change.fields, keys) })
    if (entity === "goal") {
      if (only(keys, ["order"])) goalOrders.push({ id, order: before.order })
      else send(first, "goal.update", { id, ...pick(before, keys) })
    } else if (entity === "task") {
      const task = before as Task
      const moved = keys.includes("itemId")
      if (only(keys, ["order", "type", "itemId"])) {
        const { order, type, complete, itemId } = task
        taskOrders.push({ id, order, type, complete, ...(moved ? { itemId } : {}) })
      } else {
        const { color: _, ...fields } = pick(task, keys)
        const color = recolored ? { color: sentColor(rows, task) } : {}
        send(first, "task.update", { id, ...fields, ...color, ...(moved ? { order: task.order } : {}) })
      }
    } else {
      const item = before as Item
      if (only(keys, ["order"])) listOrders.push({ id, order: item.order })
      else if (only(keys, ["focusOrder"]) && item.focus) focusOrders.push({ id, order: item.focusOrder, focus: true })
      else {
        const { owner, completed, ...fields } = pick(item, keys)
        const back = keys.includes("focus") && item.focus ? { focusOrder: item.focusOrder } : {}
        // Completed, it would take no colours for its tasks.
        if (completed === true) send(last, "item.update", { id, completed })
        const more = {
          ...fields,
          ...back,
          ...(completed === false ? { completed } : {}),
          ...(owner === undefined ? {} : { ownerId: owner }),
        }
        if (Object.keys(more).length > 0) send(first, "item.update", { id, ...more })
        if (keys.includes("goalId")) {
          for (const task of rows.tasks.values()) {
            const color = task.itemId === id ? sentColor(rows, task) : null
            if (color !== null) send(first, "task.update", { id: task.id, color })
          }
        }
      }
    }
  }
  if (goalOrders.length > 0) send(first, "goal.updateOrders", { orders: goalOrders })
  if (listOrders.length > 0) send(first, "item.updateOrders", { orders: listOrders })
  if (focusOrders.length > 0) send(first, "item.updateFocusOrders", { orders: focusOrders })
  if (taskOrders.length > 0) send(first, "task.updateOrders", { orders: taskOrders })
  return { touched, inverse: [...first, ...last] }
}

export type Conflict = { entity: Entity; id: number; why: "gone" | "changed" | "filled" }

const same = (a: unknown, b: unknown, resolve: (id: number) => number) =>
  Object.is(a, b) || (typeof a === "number" && typeof b === "number" && resolve(a) === resolve(b))

/** Fields that hold ids, which may have been known by another one. */
const idFields = new Set(["itemId", "goalId"])
const itself = (id: number) => id

/**
 * What keeps steps, in the order they were made, from being undone: the first row that is not as they left it. `resolve` gives the
 * id that a row has now.
 */
export const conflictOf = (
  rows: Rows,
  steps: readonly Step[],
  resolve: (id: number) => number = itself,
): Conflict | undefined => {
  const left = new Map<string, Touched>()
  for (const touched of steps.flatMap((step) => step.touched)) {
    const key = `${touched.entity}:${resolve(touched.id)}`
    const before = left.get(key)
    const fields =
      before && "fields" in before && "fields" in touched ? { ...before.fields, ...touched.fields } : undefined
    left.set(key, fields && before ? ({ ...before, fields } as Touched) : touched)
  }
  // What these steps made, or took away, is taken away or made again with them.
  const isOf = (what: Touched["what"]) => (entity: Entity, id: number) => left.get(`${entity}:${id}`)?.what === what
  for (const touched of left.values()) {
    const { entity } = touched
    const id = resolve(touched.id)
    if (touched.what === "removed") {
      const above = touched.parent && { ...touched.parent, id: resolve(touched.parent.id) }
      if (above && !rowOf(rows, above.entity, above.id) && !isOf("removed")(above.entity, above.id))
        return { ...above, why: "gone" }
      continue
    }
    const row = rowOf(rows, entity, id)
    if (!row) return { entity, id, why: "gone" }
    for (const [key, value] of Object.entries(touched.fields)) {
      if (!same(value, fieldOf(row, key), idFields.has(key) ? resolve : itself)) return { entity, id, why: "changed" }
    }
    if (touched.what === "made" && hasBelow(rows, entity, id, isOf("made"))) return { entity, id, why: "filled" }
  }
  return undefined
}
