// ghostsOf(): where a preview shows on the board: marks on cards that it changes, and cards that are not there yet.
import type { Change } from "~/contract/change-set"
import type { Entity } from "~/contract/fields/field"
import type { TaskType } from "~/contract/task"
import { nameOf } from "~/rules/agent/names"
import type { BoardReader } from "../board/board-types"

export type ChangeKind = "new" | "change" | "move" | "delete"

/** On a card of the board. `at`: the position of the change; of cards below a deleted one that of the deletion. */
export type Mark = { at: number; kind: Exclude<ChangeKind, "new">; change: Change; below: boolean }

/** A card that is made, or that arrives from elsewhere. */
export type GhostCard = {
  at: number
  kind: "new" | "move"
  entity: Entity
  title: string
  description: string
  /** Of the goal that an action belongs to, if it exists. */
  goalId: number | null
  /** The goal's name, also when it is new. */
  goal: string
  ownerId: number | null
  dueDate: string | null
  /** New tasks of a new action. */
  tasks: GhostCard[]
}

/** A list of the board: goals, actions, lanes, or a lane's column. */
export type GhostPlace = "goals" | "list" | "lanes" | `tasks:${number}:${TaskType}`

export type Ghosts = { marks: ReadonlyMap<string, Mark>; cards: ReadonlyMap<GhostPlace, readonly GhostCard[]> }

export const noGhosts: Ghosts = { marks: new Map(), cards: new Map() }

/** The fields that say where a card is. */
const places = new Set(["type", "itemId", "goalId", "focus"])

export const kindOf = ({ op, fields }: Pick<Change, "op" | "fields">): ChangeKind => {
  if (op !== "update") return op === "create" ? "new" : "delete"
  const keys = Object.keys(fields)
  return keys.length > 0 && keys.every((key) => places.has(key)) ? "move" : "change"
}

const types = [0, 1, 2] as const
const numberOr = (value: unknown): number | null => (typeof value === "number" ? value : null)
const textOr = (value: unknown): string => (typeof value === "string" ? value : "")

export const ghostsOf = (store: BoardReader, changes: readonly Change[], ticked: readonly number[]): Ghosts => {
  const marks = new Map<string, Mark>()
  const cards = new Map<GhostPlace, GhostCard[]>()
  const made = new Map<string, GhostCard>()

  const put = (place: GhostPlace, card: GhostCard) => {
    const there = cards.get(place)
    if (there) there.push(card)
    else cards.set(place, [card])
  }
  const mark = (entity: Entity, id: number, found: Mark) => {
    const key = `${entity}:${id}`
    if (!marks.has(key) || found.kind === "delete") marks.set(key, found)
  }
  const markBelow = (entity: Entity, id: number, found: Mark) => {
    if (entity === "goal") {
      for (const list of ["list", "lanes", "history"] as const) {
        for (const item of store.list(`${list}:${id}`)) {
          mark("item", item, found)
          markBelow("item", item, found)
        }
      }
    } else if (entity === "item") {
      for (const type of types) for (const task of store.list(`tasks:${id}:${type}`)) mark("task", task, found)
    }
  }
  const goalOf = (value: unknown) => {
    const goalId = numberOr(value)
    const goal = typeof value === "string" ? (made.get(value)?.title ?? "") : goalId ? store.goal(goalId)?.name : ""
    return { goalId, goal: goal ?? "" }
  }

  const create = (at: number, entity: Entity, { ref, fields }: Change) => {
    const { goalId, itemId, ownerId, dueDate, focus, type } = fields
    const card: GhostCard = {
      at,
      kind: "new",
      entity,
      title: nameOf(fields),
      tasks: [],
      description: entity === "task" || !fields.topic ? "" : textOr(fields.description),
      ...goalOf(goalId),
      ownerId: numberOr(ownerId),
      dueDate: typeof dueDate === "string" ? dueDate : null,
    }
    if (ref !== null) made.set(ref, card)
    if (entity === "goal") put("goals", card)
    else if (entity === "item") put(focus === true ? "lanes" : "list", card)
    else if (typeof itemId === "string") made.get(itemId)?.tasks.push(card)
    else if (typeof itemId === "number") put(`tasks:${itemId}:${(numberOr(type) ?? 0) as TaskType}`, card)
  }

  /** The place where a moved card arrives, dashed, while the card itself is still where it leaves. */
  const arrive = (at: number, entity: Entity, id: number, fields: Change["fields"]) => {
    if (entity === "task") {
      const task = store.task(id)
      if (!task) return
      const itemId = "itemId" in fields ? fields.itemId : task.itemId
      const type = (numberOr(fields.type) ?? task.type) as TaskType
      const card: GhostCard = {
        at,
        kind: "move",
        entity,
        title: nameOf(task),
        description: "",
        goalId: null,
        goal: "",
        tasks: [],
        ownerId: task.ownerId,
        dueDate: task.dueDate,
      }
      if (typeof itemId === "string") made.get(itemId)?.tasks.push(card)
      else if (itemId !== task.itemId || type !== task.type)
        put(`tasks:${numberOr(itemId) ?? task.itemId}:${type}`, card)
    } else if (entity === "item" && "focus" in fields) {
      const item = store.item(id)
      if (!item || item.focus === fields.focus) return
      put(fields.focus ? "lanes" : "list", {
        at,
        kind: "move",
        entity,
        title: nameOf(item),
        description: "",
        tasks: [],
        ...("goalId" in fields ? goalOf(fields.goalId) : { goalId: item.goalId, goal: item.goal?.name ?? "" }),
        ownerId: item.owner?.id ?? null,
        dueDate: null,
      })
    }
  }

  for (const at of ticked) {
    const change = changes[at]
    if (!change || change.entity === "comment") continue
    const { entity, id } = change
    const kind = kindOf(change)
    if (kind === "new") create(at, entity, change)
    else if (id !== null) {
      const found: Mark = { at, kind, change, below: false }
      mark(entity, id, found)
      if (kind === "delete") markBelow(entity, id, { ...found, below: true })
      else arrive(at, entity, id, change.fields)
    }
  }
  return { marks, cards }
}
