// boardPart(): a part of a board for an agent: the rows that its tokens allow, in the board's order.

import { fieldsWith } from "~/contract/fields/card-fields"
import type { Entity } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Label } from "~/contract/label"
import { counted } from "~/contract/shared/language/english"
import type { Task } from "~/contract/task"
import type { PlanCopy } from "~/domain/agent/plan-copy.server"
import { nameOf } from "~/rules/agent/names"
import { moreFollows } from "./answers"
import { planUrl, urlOf } from "./card-text"
import type { BoardPart } from "./outputs"

/** Bytes of a part's rows as JSON: some 7,000 tokens, in scripts of three bytes a letter too. */
const longest = 20_000
/** Characters of an answer in which each card has its link: 3,500 tokens. In a longer one the text says how links are made. */
const linkedAtMost = 10_500
const longestName = 160
const statuses = ["to do", "doing", "done"] as const

type Row =
  | ["goals", BoardPart["goals"][number]]
  | ["actions", BoardPart["actions"][number]]
  | ["tasks", BoardPart["tasks"][number]]

export type Wanted = { done: boolean; goalId?: number; itemId?: number; from: number }

export const boardPart = ({ plan, seq, cards }: PlanCopy, { done, goalId, itemId, from }: Wanted): BoardPart => {
  const { goals, items, tasks, labels } = cards
  const part: BoardPart = {
    planId: plan.id,
    name: plan.name,
    seq,
    goals: [],
    actions: [],
    tasks: [],
    counts: { goals: goals.length, actions: items.length, tasks: tasks.length },
    cursor: null,
  }
  let position = 0
  let bytes = 0
  for (const [kind, row] of rowsOf({ goals, items, tasks, labels }, { done, goalId, itemId })) {
    if (position++ < from) continue
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    if (bytes > longest) {
      part.cursor = String(position - 1)
      break
    }
    part[kind].push(row as never)
  }
  return part
}

type Cards = { goals: Goal[]; items: Item[]; tasks: Task[]; labels: readonly Label[] }

const rowsOf = function* (
  { goals, items, tasks, labels }: Cards,
  { done, goalId, itemId }: Omit<Wanted, "from">,
): Generator<Row> {
  const byGoal = grouped(items, ({ goalId }) => goalId)
  const byItem = grouped(tasks, ({ itemId }) => itemId)
  const only = itemId === undefined ? undefined : items.find(({ id }) => id === itemId)
  const names = new Map(labels.map(({ id, name }) => [id, name]))
  const ofGoal = only ? only.goalId : goalId
  for (const goal of [...goals, null]) {
    if (ofGoal !== undefined && (goal?.id ?? null) !== ofGoal) continue
    if (goal && !only) yield ["goals", goalRow(goal)]
    for (const item of byGoal.get(goal?.id ?? null) ?? []) {
      if (only ? item !== only : item.completed && !done) continue
      yield ["actions", itemRow(item, names)]
      for (const task of byItem.get(item.id) ?? []) if (done || task.type !== 2) yield ["tasks", taskRow(task, names)]
    }
  }
}

const grouped = <Row, Key>(rows: Row[], keyOf: (row: Row) => Key) => {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

const short = (text: string) => {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > longestName ? `${[...line].slice(0, longestName).join("")}…` : line
}

const goalRow = (goal: Goal) => ({
  id: goal.id,
  name: short(goal.name),
  ...listed("goal", goal, new Map()),
  ...draft(goal),
})

const itemRow = (item: Item, names: LabelNames) => ({
  id: item.id,
  goalId: item.goalId,
  name: short(nameOf(item)),
  ...listed("item", item, names),
  ...draft(item),
  ...owned(item),
})

const taskRow = (task: Task, names: LabelNames) => ({
  id: task.id,
  actionId: task.itemId,
  name: short(nameOf(task)),
  status: statuses[task.type],
  ...listed("task", task, names),
  ...draft(task),
  ...owned(task),
})

const draft = ({ isDraft }: { isDraft: boolean }) => (isDraft ? { draft: true as const } : {})
const owned = ({ owner }: Pick<Task, "owner">) => (owner ? { owner: owner.userName } : {})

const listedFields = {
  goal: fieldsWith("goal", "listed"),
  item: fieldsWith("item", "listed"),
  task: fieldsWith("task", "listed"),
}
type LabelNames = ReadonlyMap<number, string>
/** The fields of the table that a list has, where they are not empty. */
const listed = (entity: Entity, card: Goal | Item | Task, names: LabelNames): Record<string, unknown> =>
  Object.fromEntries(
    listedFields[entity].flatMap(([name, { kind, listed }]) => {
      const value = (card as unknown as Record<string, unknown>)[name]
      if (!value) return []
      if (Array.isArray(value)) return value.length > 0 ? [[listed, value.flatMap((id) => names.get(id) ?? [])]] : []
      if (kind === "flag" || kind === "number") return [[listed, value]]
      return [[listed, kind === "day" ? String(value).slice(0, 10) : short(String(value))]]
    }),
  )

/** With the link of each card, where the answer stays short. */
export const withLinks = (part: BoardPart, text: string): BoardPart => {
  const linked = <Row extends { id: number }>(entity: Entity, rows: Row[]) =>
    rows.map((row) => ({ ...row, url: urlOf(entity, part.planId, row.id) }))
  const { goals, actions, tasks } = part
  const whole = {
    ...part,
    goals: linked("goal", goals),
    actions: linked("item", actions),
    tasks: linked("task", tasks),
  }
  return text.length + JSON.stringify(whole).length > linkedAtMost ? part : whole
}

/** As a person would write it down. */
export const boardText = ({ planId, name, seq, goals, actions, tasks, counts, cursor }: BoardPart): string => {
  const lines = [
    `Plan "${name}": ${counted(counts.goals, { one: "# goal", other: "# goals" })}, ${counted(counts.actions, { one: "# action", other: "# actions" })}, ${counted(counts.tasks, { one: "# task", other: "# tasks" })}, seq ${seq}.`,
  ]
  const byGoal = grouped(actions, ({ goalId }) => goalId)
  const byAction = grouped(tasks, ({ actionId }) => actionId)
  const details = (entity: Entity, row: Record<string, unknown>) => {
    const fields = listedFields[entity].filter(([name]) => name !== "description")
    const flags = fields.flatMap(([, { kind, listed }]) => (kind === "flag" && row[listed] ? [listed] : []))
    const values = fields.flatMap(([, { kind, listed }]) =>
      kind !== "flag" && row[listed]
        ? [`${listed} ${Array.isArray(row[listed]) ? row[listed].join(", ") : row[listed]}`]
        : [],
    )
    const said = [
      ...(row.status && row.status !== "to do" ? [row.status] : []),
      ...flags,
      ...(row.draft ? ["draft"] : []),
      ...(row.owner ? [row.owner] : []),
      ...values,
    ]
    return said.length > 0 ? ` [${said.join(", ")}]` : ""
  }
  const listed = new Set<number>()
  const action = (row: BoardPart["actions"][number]) => {
    lines.push(`- action ${row.id}: ${row.name}${details("item", row)}`)
    for (const task of byAction.get(row.id) ?? [])
      lines.push(`  - task ${task.id}: ${task.name}${details("task", task)}`)
    listed.add(row.id)
  }
  // A part may begin within an action, or within a goal.
  for (const [id, more] of byAction) {
    if (actions.some((row) => row.id === id)) continue
    lines.push(
      `- action ${id}, continued`,
      ...more.map((task) => `  - task ${task.id}: ${task.name}${details("task", task)}`),
    )
  }
  for (const row of actions) {
    if (row.goalId !== null && !goals.some(({ id }) => id === row.goalId)) action(row)
  }
  for (const goal of goals) {
    lines.push(`goal ${goal.id}: ${goal.name}${details("goal", goal)}`)
    for (const row of byGoal.get(goal.id) ?? []) action(row)
  }
  const loose = actions.filter(({ id }) => !listed.has(id))
  if (loose.length > 0) lines.push("without a goal:")
  for (const row of loose) action(row)
  const links = `Links: ${planUrl(planId)}/goals/ID, /actions/ID, /tasks/ID`
  return [...lines, ...moreFollows("get_board", cursor), links].join("\n")
}
