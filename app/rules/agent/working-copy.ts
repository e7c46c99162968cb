// workingCopy(): a board in memory on which rules decide one call after another.
import type { CheckIn } from "~/contract/check-in"
import type { BoardEntity, Entity, Person } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Task } from "~/contract/task"
import { type Card, isItem, isTask } from "../card"
import { shownGoal, shownItem, shownTask, taskAfter } from "../derive"
import { byOrder, listOf, nearIn, orderIn, sameList } from "../gaps"
import { resultsOf } from "../key-result"
import {
  type Change,
  isCardChange,
  type LabelChange,
  type List,
  type ResultChange,
  type RowOf,
  type Rows,
} from "../rule"
import { below, highest } from "./row-index"

export type BoardCards = {
  planId: number
  goals: readonly Goal[]
  items: readonly Item[]
  tasks: readonly Task[]
  labels: readonly Label[]
  keyResults?: readonly KeyResult[]
  members: readonly Person[]
}

type Row = RowOf[BoardEntity]
const entityOf = {
  goals: "goal",
  list: "item",
  lanes: "item",
  tasks: "task",
  labels: "label",
  results: "keyResult",
} as const

const byId = <R extends { id: number }>(rows: readonly R[]) => new Map(rows.map((row) => [row.id, row]))

/** The board's rows are never changed; the copy holds its own. */
export const workingCopy = ({ planId, goals, items, tasks, labels, keyResults = [], members }: BoardCards) => {
  const cards = {
    goal: byId(goals),
    item: byId(items),
    task: byId(tasks),
    label: byId(labels),
    keyResult: byId(keyResults),
  }
  /** Those made on this copy. */
  const checkIns = new Map<number, CheckIn>()
  const people = new Map(members.flatMap((person) => (person.id === null ? [] : [[person.id, person] as const])))

  const tasksBelow = below(cards.task, ({ itemId }) => itemId)
  const itemsBelow = below(cards.item, ({ goalId }) => goalId)
  const [tasksOf, itemsOf] = [tasksBelow.of, itemsBelow.of]
  const lastGoal = highest(
    () => cards.goal.values(),
    ({ order }) => order,
  )
  const lastItem = highest(
    () => cards.item.values(),
    ({ order }) => order,
  )
  const lastLane = highest(
    () => cards.item.values(),
    ({ focus, focusOrder }) => (focus ? focusOrder : 0),
  )
  const lastTasks = new Map<number, ReturnType<typeof highest<Task>>>()
  const lastTask = (itemId: number) => {
    const known =
      lastTasks.get(itemId) ??
      highest(
        () => tasksOf(itemId),
        (task) => (task.itemId === itemId ? task.order : 0),
      )
    lastTasks.set(itemId, known)
    return known.order()
  }
  const sorted = (list: List): Row[] =>
    ((list.of === "tasks" ? tasksOf(list.itemId) : [...cards[entityOf[list.of]].values()]) as Row[])
      .filter((row) => {
        const its = listOf(row)
        return its !== undefined && sameList(its, list)
      })
      .sort((a, b) => byOrder({ id: a.id, order: orderIn(list, a) }, { id: b.id, order: orderIn(list, b) }))

  const rows: Rows = {
    planId,
    goals: cards.goal,
    items: cards.item,
    tasks: cards.task,
    labels: cards.label,
    keyResults: cards.keyResult,
    checkIns,
    members: people,
    last: {
      goal: lastGoal.order,
      item: lastItem.order,
      focus: lastLane.order,
      task: lastTask,
    },
    near: ({ list, ...at }) => {
      const inList = sorted(list)
      return nearIn(list, inList.length, (index) => inList[index] as Row, at)
    },
  }

  const setGoal = (goal: Goal) => {
    lastGoal.changed(cards.goal.get(goal.id), goal)
    cards.goal.set(goal.id, goal)
  }
  const setItem = (item: Item) => {
    const before = cards.item.get(item.id)
    for (const last of [lastItem, lastLane]) last.changed(before, item)
    itemsBelow.moved(before, item)
    cards.item.set(item.id, item)
  }
  const setTask = (task: Task) => {
    const before = cards.task.get(task.id)
    for (const itemId of new Set([before?.itemId, task.itemId]))
      if (itemId) lastTasks.get(itemId)?.changed(before, task)
    tasksBelow.moved(before, task)
    cards.task.set(task.id, task)
  }

  /** Recomputes the fields derived from parent cards. */
  const putItem = (item: Item) => {
    const before = cards.item.get(item.id)
    const shown = shownItem(item, item.goalId === null ? undefined : cards.goal.get(item.goalId))
    setItem(shown)
    if (!before) return
    for (const task of tasksOf(item.id)) setTask(taskAfter(task, before, shown))
  }
  const putTask = (task: Task) => {
    const item = cards.item.get(task.itemId)
    setTask(item ? shownTask(task, item) : task)
  }
  const putGoal = (goal: Goal) => {
    setGoal(goal)
    for (const item of itemsOf(goal.id)) putItem(item)
  }
  const above = new Map<string, string[]>()
  const remove = (entity: Entity, id: number) => {
    const itemId = entity === "task" ? cards.task.get(id)?.itemId : entity === "item" ? id : undefined
    const goalId = itemId === undefined ? undefined : cards.item.get(itemId)?.goalId
    above.set(`${entity} ${id}`, [
      ...(entity === "task" ? [`item ${itemId}`] : []),
      ...(goalId ? [`goal ${goalId}`] : []),
    ])
    if (entity === "goal") for (const item of itemsOf(id)) remove("item", item.id)
    if (entity === "item") for (const task of tasksOf(id)) cards.task.delete(task.id)
    if (entity === "goal") lastGoal.changed(cards.goal.get(id), undefined)
    if (entity === "item") for (const last of [lastItem, lastLane]) last.changed(cards.item.get(id), undefined)
    if (entity === "task" && itemId) lastTasks.get(itemId)?.changed(cards.task.get(id), undefined)
    cards[entity].delete(id)
  }

  const writeLabel = (change: LabelChange) => {
    if (change.op === "delete") cards.label.delete(change.id)
    else {
      const id = change.op === "insert" ? change.row.id : change.id
      const fields = change.op === "insert" ? change.row : change.fields
      cards.label.set(id, { ...cards.label.get(id), ...fields } as Label)
    }
  }

  const writeResult = (change: ResultChange) => {
    const id = change.op === "insert" ? change.row.id : change.id
    const before = cards.keyResult.get(id)
    if (change.op === "delete") cards.keyResult.delete(id)
    else if (change.op === "insert") cards.keyResult.set(id, change.row)
    else if (before) cards.keyResult.set(id, { ...before, ...change.fields })
    const goalId = (change.op === "insert" ? change.row : before)?.goalId
    const goal = cards.goal.get(goalId ?? 0)
    if (goal) setGoal(shownGoal(goal, resultsOf(rows, goal.id)))
  }

  const write = (change: Change) => {
    if (change.entity === "keyResult") return writeResult(change)
    if (change.entity === "checkIn") {
      if (change.op === "insert") checkIns.set(change.row.id, change.row)
      return
    }
    if (!isCardChange(change)) return writeLabel(change)
    if (change.op === "delete") return remove(change.entity, change.id)
    const [entity, id] = [change.entity, change.op === "insert" ? change.row.id : change.id]
    const fields = change.op === "insert" ? change.row : change.fields
    const row = { ...cards[entity].get(id), ...fields } as Card
    if (isTask(row)) putTask(row)
    else if (isItem(row)) putItem(row)
    else putGoal(row)
  }

  /** The cards that were above a deleted card when it was deleted, as "entity id". */
  const wasIn = (entity: Entity, id: number) => above.get(`${entity} ${id}`) ?? []

  return { rows, write, itemsOf, tasksOf, wasIn }
}
export type WorkingCopy = ReturnType<typeof workingCopy>
