import type { BoardEntity, Entity } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Board, Drafts } from "~/contract/plan"
import type { Task, TaskType } from "~/contract/task"
import { type BoardRow, type Card, isCard, isItem, isKeyResult, isLabel, isTask } from "~/rules/card"
import { shownBlocked, shownGoal, shownItem, taskAfter } from "~/rules/derive"
import { byOrder } from "~/rules/gaps"
import { exchanged } from "~/rules/labelled"
import type { Change } from "~/rules/rule"
import { isHolding } from "~/rules/waiting"
import { boardLists } from "./board-lists"
import { samePlace, sameRow } from "./board-rows"
import type { RowOf, StoreKey } from "./board-types"
import { waiterIndex } from "./waiters"

const cards = ["goal", "item", "task"] as const
const entities = [...cards, "label", "keyResult", "checkIn"] as const
const taskTypes: TaskType[] = [0, 1, 2]

const isStoredDraft = ({ id, isDraft }: Card) => isDraft && id > 0

/**
 * A board's rows in two layers. The maps hold what is shown; `shadow` holds the server's state of the rows that the upper layer
 * covers. Lists and derived fields follow every write.
 */
export const layeredRows = () => {
  const rows: { [E in BoardEntity]: Map<number, RowOf[E]> } = {
    goal: new Map(),
    item: new Map(),
    task: new Map(),
    label: new Map(),
    keyResult: new Map(),
    checkIn: new Map(),
  }
  const shadow = perEntity()
  const touched = perEntity()
  const waiters = waiterIndex()
  const lists = boardLists((entity, id) => rows[entity].get(id))
  let layer: "server" | "pending" = "server"
  let saving = new Set<StoreKey>()

  /** Writes a row. Of a card it derives whether it, and the cards that wait for it, are blocked. */
  const write = <E extends BoardEntity>(entity: E, id: number, row: RowOf[E] | undefined) => {
    if (entity === "item" || entity === "task") writeWaiting(entity, id, row as RowOf["item" | "task"] | undefined)
    else writeRow(entity, id, row)
  }

  const writeWaiting = (entity: "item" | "task", id: number, row: RowOf["item" | "task"] | undefined) => {
    const of = (id: number): RowOf["item" | "task"] | undefined => rows[entity].get(id)
    const old = of(id)
    const next = row && shownBlocked(row, of)
    if (old?.blockedByIds !== next?.blockedByIds) waiters.changed(entity, old, next)
    writeRow(entity, id, next as never)
    if (isHolding(old) === isHolding(next)) return
    for (const each of waiters.of(entity, id)) {
      const waiter = of(each)
      if (waiter) writeRow(entity, each, shownBlocked(waiter, of) as never)
    }
  }

  const writeRow = <E extends BoardEntity>(entity: E, id: number, row: RowOf[E] | undefined) => {
    const map: Map<number, RowOf[E]> = rows[entity]
    const old = map.get(id)
    if (old === row) return
    if (!touched[entity].has(id)) touched[entity].set(id, old)
    if (layer === "pending" && !shadow[entity].has(id)) shadow[entity].set(id, old)
    if (old && row && samePlace(old, row)) {
      map.set(id, row)
      return
    }
    if (old) lists.remove(entity, old)
    if (row === undefined) map.delete(id)
    else {
      map.set(id, row)
      lists.insert(entity, row)
    }
  }

  const tasksOf = (itemId: number): Task[] =>
    taskTypes.flatMap((type) => lists.peek(`tasks:${itemId}:${type}`).map((id) => rows.task.get(id) as Task))

  /** Changes a label of the cards that have it, whose labels are in order afterwards. */
  const relabel = (id: number, change: Parameters<typeof exchanged>[2]) => {
    for (const entity of ["item", "task"] as const) {
      for (const row of rows[entity].values()) {
        if (row.labelIds.includes(id))
          write(entity, row.id, { ...row, labelIds: exchanged(rows.label, row.labelIds, change) } as never)
      }
    }
  }

  /** Writes a row and updates the derived fields of the rows below it. */
  const put = <E extends BoardEntity>(entity: E, row: RowOf[E]) => {
    const [before, after]: [BoardRow | undefined, BoardRow] = [rows[entity].get(row.id), row]
    write(entity, row.id, row)
    if (isLabel(after)) {
      if (before && isLabel(before) && before.order !== after.order) relabel(after.id, {})
      return
    }
    if (isKeyResult(after)) return measure(after.goalId)
    if (!isCard(after) || isTask(after)) return
    if (entity === "goal") measure(after.id)
    if (!before) return
    if (!isItem(after)) {
      for (const id of lists.peek(`*items:${row.id}`).slice()) {
        const item = rows.item.get(id)
        const shown = item && shownItem(item, after as Goal)
        if (shown && shown !== item) put("item", shown)
      }
      return
    }
    if (!isItem(before)) return
    const same = before.goalId === after.goalId && before.completed === after.completed
    if (same && before.goal?.color === after.goal?.color) return
    for (const task of tasksOf(row.id)) write("task", task.id, taskAfter(task, before, after))
  }

  /** A goal's progress follows from its results. */
  const measure = (goalId: number) => {
    const goal = rows.goal.get(goalId)
    const results = lists.peek(`results:${goalId}`)
    if (!goal || (results.length === 0 && goal.progress === null)) return
    write(
      "goal",
      goalId,
      shownGoal(
        goal,
        results.map((id) => rows.keyResult.get(id) as RowOf["keyResult"]),
      ),
    )
  }

  /** Whether a card that is no draft is below it. */
  const hasPublished = (row: Goal | Item): boolean =>
    isItem(row)
      ? tasksOf(row.id).some(({ isDraft }) => !isDraft)
      : lists.peek(`*items:${row.id}`).some((id) => {
          const item = rows.item.get(id) as Item
          return !item.isDraft || hasPublished(item)
        })

  /** Cards that wait for a card that is gone wait for it no longer. */
  const letGo = (entity: "item" | "task", id: number) => {
    for (const each of waiters.of(entity, id)) {
      const row = rows[entity].get(each)
      const blockedByIds = row?.blockedByIds.filter((other) => other !== id)
      if (row) write(entity, each, { ...row, blockedByIds } as never)
    }
  }

  const remove = (entity: BoardEntity, id: number) => {
    if (entity === "label") relabel(id, { off: id })
    if (entity === "item" || entity === "task") letGo(entity, id)
    if (entity === "goal") for (const item of lists.peek(`*items:${id}`).slice()) remove("item", item)
    if (entity === "item") for (const task of tasksOf(id)) remove("task", task.id)
    if (entity === "goal")
      for (const result of lists.peek(`results:${id}`).slice()) write("keyResult", result, undefined)
    const goalId = entity === "keyResult" ? rows.keyResult.get(id)?.goalId : undefined
    write(entity, id, undefined)
    if (goalId !== undefined) measure(goalId)
  }

  const applyChange = (change: Change) => {
    if (change.op === "insert") put(change.entity, change.row)
    else if (change.op === "delete") remove(change.entity, change.id)
    else {
      const row = rows[change.entity].get(change.id)
      if (row) put(change.entity, { ...row, ...change.fields } as never)
    }
  }

  const replaceDrafts = ({ goals, items, tasks }: Drafts) => {
    const next: Record<Entity, readonly Card[]> = { goal: goals, item: items, task: tasks }
    const gone = cards.map((entity) => {
      const there = new Set(next[entity].map(({ id }) => id))
      return [...rows[entity].values()].filter((row) => isStoredDraft(row) && !there.has(row.id))
    })
    if (!gone.flat().every((row) => isTask(row) || !hasPublished(row))) return false
    // A move resets the colours of an action's tasks. Which of them came later is unknown here.
    const hasMoved = ({ id, goalId }: Item) => {
      const row = rows.item.get(id)
      return row !== undefined && row.goalId !== goalId && hasPublished(row)
    }
    if (items.some(hasMoved)) return false
    cards.forEach((entity, at) => {
      for (const { id } of gone[at] as Card[]) remove(entity, id)
      for (const row of next[entity]) put(entity, row)
    })
    return true
  }

  const replace = (board: Board, isObserved: boolean) => {
    const drafts = entities.map((entity) => [...rows[entity].values()].filter(({ id }) => id <= 0))
    // An earlier version of the product stored boards without labels, results, and what waits for what.
    const { goals, items, tasks, labels = [], keyResults = [] } = board
    const whole = <Row extends Item | Task>(row: Row): Row =>
      row.blockedByIds ? row : { ...row, labelIds: row.labelIds ?? [], blockedByIds: [], blocked: false }
    const known = [...rows.checkIn.values()].filter(({ id }) => id > 0)
    const next = [goals, items.map(whole), tasks.map(whole), labels, keyResults, known]
    entities.forEach((entity, index) => {
      const map = rows[entity] as Map<number, BoardRow>
      const old = new Map(map)
      map.clear()
      for (const row of [...(next[index] as BoardRow[]), ...(drafts[index] as BoardRow[])]) {
        const before = old.get(row.id)
        map.set(row.id, before && sameRow(before, row) ? before : row)
      }
      waiters.fill(entity, map.values())
      if (!isObserved) return
      for (const [id, before] of old) {
        if (map.get(id) !== before && !touched[entity].has(id)) touched[entity].set(id, before)
      }
      for (const id of map.keys()) if (!old.has(id) && !touched[entity].has(id)) touched[entity].set(id, undefined)
    })
    lists.fill(entities.map((entity) => rows[entity].values()))
  }

  /** The keys of what has changed since the last time. Rows that are equal again are the old objects. */
  const takeChanged = (): ReadonlySet<string> => {
    const changed = new Set<string>()
    for (const entity of entities) {
      for (const [id, before] of touched[entity]) {
        const after = rows[entity].get(id)
        if (before && after && sameRow(before, after)) (rows[entity] as Map<number, BoardRow>).set(id, before)
        else if (before !== after) changed.add(`${entity}:${id}`)
      }
      touched[entity].clear()
    }
    for (const key of lists.changed()) changed.add(key)

    const savingNow = new Set<StoreKey>()
    for (const entity of entities) for (const id of shadow[entity].keys()) savingNow.add(`saving:${entity}:${id}`)
    for (const key of savingNow) if (!saving.delete(key)) changed.add(key)
    for (const key of saving) changed.add(key)
    saving = savingNow
    return changed
  }

  const onServer = <E extends BoardEntity>(entity: E): RowOf[E][] => {
    const all = new Map<number, BoardRow | undefined>([...rows[entity], ...shadow[entity]])
    return [...all.values()].filter((row) => row !== undefined && row.id > 0) as RowOf[E][]
  }

  return {
    rows,
    lists,
    write,
    put,
    remove,
    relabel,
    applyChange,
    tasksOf,
    /** Makes the work's writes in the upper layer. */
    cover: (work: () => void) => {
      layer = "pending"
      try {
        work()
      } finally {
        layer = "server"
      }
    },
    /** Takes the upper layer away. */
    uncover: () => {
      for (const entity of entities) {
        for (const [id, row] of shadow[entity]) write(entity, id, row)
        shadow[entity].clear()
      }
    },
    isCovered: (entity: BoardEntity, id: number) => shadow[entity].has(id),
    takeChanged,
    /** Keeps drafts of this tab. Without `isObserved`, nothing counts as changed. */
    replace,
    hasDrafts: () => cards.some((entity) => [...rows[entity].values()].some(isStoredDraft)),
    /** False: a card that is no draft would go along; nothing is changed. */
    replaceDrafts,
    /** The rows of the server. */
    onServer: () => ({
      goals: onServer("goal"),
      items: onServer("item"),
      tasks: onServer("task"),
      labels: onServer("label").sort(byOrder),
      keyResults: onServer("keyResult").sort(byOrder),
    }),
  }
}

const perEntity = (): Record<BoardEntity, Map<number, BoardRow | undefined>> => ({
  goal: new Map(),
  item: new Map(),
  task: new Map(),
  label: new Map(),
  keyResult: new Map(),
  checkIn: new Map(),
})
