// boardText(): a plan as text for a model: a tree of open work with ids, or a skeleton where that is too long.

import { fieldsWith } from "~/contract/fields/card-fields"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import { counted } from "~/contract/shared/language/english"
import type { Task } from "~/contract/task"
import { byOrder } from "../gaps"
import { measuredWords } from "./measured"
import { nameOf } from "./names"
import type { WorkingCopy } from "./working-copy"

/** Bytes: about 12,000 tokens, in scripts of three bytes a letter too. */
const longestTree = 48_000
const longestDescription = 200

const columns = ["to do", "doing", "done"] as const

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length

/** One line, without what could be read as the end of the tree. */
const line = (text: string, most = longestDescription) => {
  const short = text
    .slice(0, 20 * most)
    .replace(/\s+/g, " ")
    .trim()
  return [...short].length > most ? `${[...short].slice(0, most).join("")}…` : short
}

/** In words of their own, or in the name. */
const saidElsewhere: ReadonlySet<string> = new Set(["topic", "description", "completed", "focus"])
const readable = new Set<string | undefined>(["text", "number", "day", "flag", "names"])
const worded = (entity: "item" | "task") =>
  fieldsWith(entity, "agent").filter(([name, { kind }]) => !saidElsewhere.has(name) && readable.has(kind))
const wordedOf = { item: worded("item"), task: worded("task") }

/** "due 2026-12-04", "value 5": the other fields that an assistant may set, where they are not empty. */
const valuesOf = (entity: "item" | "task", card: Item | Task): string[] =>
  wordedOf[entity].flatMap(
    ([
      name,
      {
        kind,
        agent: { word },
      },
    ]) => {
      const value = (card as Record<string, unknown>)[name]
      if (!value || (Array.isArray(value) && value.length === 0)) return []
      if (Array.isArray(value)) return [`${word} ${value.join(", ")}`]
      if (kind === "flag") return [word]
      return [`${word} ${kind === "day" ? String(value).slice(0, 10) : line(String(value), 60)}`]
    },
  )

const taskLine = (task: Task) => {
  const details = [
    columns[task.type],
    ...(task.owner ? [`owner ${task.owner.id} ${line(task.owner.userName, 60)}`] : []),
    ...valuesOf("task", task),
    ...(task.isDraft ? ["draft"] : []),
  ]
  return `    task ${task.id}: ${line(nameOf(task))} [${details.join(", ")}]`
}

const itemLine = (item: Item, tasks: number, done: number) => {
  const details = [
    ...(item.focus ? ["in focus"] : []),
    ...(item.owner ? [`owner ${item.owner.id} ${line(item.owner.userName, 60)}`] : []),
    ...valuesOf("item", item),
    ...(tasks ? [`${done} of ${counted(tasks, { one: "# task", other: "# tasks" })} done`] : []),
    ...(item.isDraft ? ["draft"] : []),
  ]
  return `  action ${item.id}: ${line(nameOf(item))}${details.length > 0 ? ` [${details.join(", ")}]` : ""}`
}

/** What a goal is measured by, and how it is: nothing of one that has none of it. */
const goalDetails = ({ owner, startDate, dueDate, status, progress }: Goal, results: readonly KeyResult[]): string => {
  const details = [
    ...(owner ? [`owner ${owner.id} ${line(owner.userName, 60)}`] : []),
    ...(startDate ? [`from ${startDate.slice(0, 10)}`] : []),
    ...(dueDate ? [`due ${dueDate.slice(0, 10)}`] : []),
    ...measuredWords({ status, progress, pace: null }),
    ...results.map(
      ({ id, name, start, target, current, unit }) =>
        `result ${id} ${line(name, 60)} ${current} of ${start} → ${target}${unit ? ` ${line(unit, 20)}` : ""}`,
    ),
  ]
  return details.length > 0 ? ` [${details.join(", ")}]` : ""
}

/** `whole`: false when tasks are left out, and must be looked up. */
export const boardText = ({ rows }: WorkingCopy): { text: string; whole: boolean } => {
  const byItem = new Map<number, Task[]>()
  for (const task of rows.tasks.values()) {
    const own = byItem.get(task.itemId)
    if (own) own.push(task)
    else byItem.set(task.itemId, [task])
  }
  const open = [...rows.items.values()].filter(({ completed }) => !completed).sort((a, b) => a.order - b.order)
  const goals = [...rows.goals.values()].sort((a, b) => a.order - b.order)
  const byGoal = new Map<number | null, Item[]>()
  for (const item of open) {
    const own = byGoal.get(item.goalId)
    if (own) own.push(item)
    else byGoal.set(item.goalId, [item])
  }
  const resultsOf = new Map<number, KeyResult[]>()
  for (const result of [...rows.keyResults.values()].sort(byOrder)) {
    const own = resultsOf.get(result.goalId)
    if (own) own.push(result)
    else resultsOf.set(result.goalId, [result])
  }
  const linesOf = function* (withTasks: boolean) {
    for (const goal of [...goals, null]) {
      const items = byGoal.get(goal?.id ?? null) ?? []
      if (!goal && items.length === 0) continue
      yield goal
        ? `goal ${goal.id}: ${line(goal.name)}${goal.description ? ` (${line(goal.description)})` : ""}${goalDetails(goal, resultsOf.get(goal.id) ?? [])}`
        : "without a goal:"
      for (const item of items) {
        const tasks = byItem.get(item.id) ?? []
        yield itemLine(item, tasks.length, tasks.filter(({ type }) => type === 2).length)
        if (withTasks) for (const task of tasks) if (task.type !== 2) yield taskLine(task)
      }
    }
  }
  /** As many lines as a model gets. */
  const tree = (withTasks: boolean): { text: string; whole: boolean } => {
    const lines: string[] = []
    let bytes = 0
    for (const each of linesOf(withTasks)) {
      bytes += bytesOf(each) + 1
      if (bytes > longestTree) return { text: [...lines, "…"].join("\n"), whole: false }
      lines.push(each)
    }
    return { text: lines.join("\n"), whole: true }
  }
  const people = [
    ...[...rows.members.values()].map(({ id, userName }) => `person ${id}: ${line(userName, 100)}`),
    ...[...rows.labels.values()].map(({ id, name }) => `label ${id}: ${line(name, 100)}`),
  ]
  const all = tree(true)
  if (all.whole) return { text: [...people, all.text].join("\n"), whole: true }
  return { text: [...people.slice(0, 200), tree(false).text].join("\n"), whole: false }
}

/** An action with all of its tasks, for a model that asks for it. */
export const itemText = ({ rows, tasksOf }: WorkingCopy, id: number): string | undefined => {
  const item = rows.items.get(id)
  if (!item) return undefined
  const tasks = tasksOf(id)
  return [
    itemLine(item, tasks.length, tasks.filter(({ type }) => type === 2).length),
    ...(item.description ? [`    description: ${line(item.description, 2_000)}`] : []),
    ...tasks.map(taskLine),
  ].join("\n")
}
