import Papa from "papaparse"
import { limits } from "~/contract/field"
import { leftOutList } from "./left-out"
import {
  actionsOf,
  emptyAction,
  emptyGoal,
  emptyTask,
  type Imported,
  type Outline,
  type OutlineAction,
  type Unreadable,
} from "./outline"

const columns = [
  "goal",
  "action",
  "actionDescription",
  "value",
  "effort",
  "focus",
  "task",
  "status",
  "owner",
  "due",
] as const
type Column = (typeof columns)[number]
type Row = Record<Column, string>

const statuses = ["todo", "doing", "done"] as const
/** Text that a spreadsheet would run as a formula; a leading mark makes it text. */
const formula = /^[=+\-@\t\r]/
const safe = (cell: string) => (formula.test(cell) ? `'${cell}` : cell)
const plain = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** One row a task; an action without tasks and a goal without actions have one row each. */
export const writeCsv = (outline: Outline) => {
  const rows: Row[] = []
  const none: Row = Object.fromEntries(columns.map((column) => [column, ""])) as Row
  const idle = new Set(outline.goals.filter(({ actions }) => actions.length === 0))
  for (const { goal, action } of actionsOf(outline)) {
    const shared = {
      ...none,
      goal: goal?.name ?? "",
      action: action.topic,
      actionDescription: action.description,
      value: String(action.value),
      effort: String(action.effort),
      focus: action.focus ? "true" : "false",
    }
    if (action.tasks.length === 0) {
      rows.push({ ...shared, owner: action.owner?.name ?? "", due: action.dueDate?.slice(0, 10) ?? "" })
    }
    for (const { description, type, owner, dueDate } of action.tasks) {
      rows.push({
        ...shared,
        task: description,
        status: statuses[type],
        owner: owner?.name ?? "",
        due: dueDate?.slice(0, 10) ?? "",
      })
    }
  }
  for (const { name } of idle) rows.push({ ...none, goal: name })
  const lines = rows.map((row) => columns.map((column) => safe(row[column])))
  return `${Papa.unparse([[...columns], ...lines], { newline: "\r\n" })}\r\n`
}

/** One for each task, with room for empty goals and actions. */
const mostRows = 100_000
/** How far the names of the columns are looked for. */
const headerLength = 20_000

export const looksLikeCsv = (text: string) => {
  const end = text.indexOf("\n")
  const first = text.slice(0, end < 0 ? headerLength : Math.min(end, headerLength)).replace(/^\uFEFF/, "")
  const names = Papa.parse<string[]>(first).data[0]?.map((name) => name.trim().toLowerCase()) ?? []
  return names.includes("task") || (names.includes("goal") && names.includes("action"))
}

export const readCsv = (text: string, name: string): Imported | Unreadable => {
  const parsed = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy", preview: mostRows })
  if (parsed.data.length === mostRows)
    return { problem: `Line ${mostRows}: a plan has room for fewer rows. Split the file.` }
  const broken = parsed.errors.find(({ type }) => type === "Quotes")
  if (broken) return { problem: `Line ${(broken.row ?? 0) + 1}: ${broken.message}.` }
  const [header = [], ...rows] = parsed.data
  const wanted = new Map(columns.map((column) => [column.toLowerCase(), column]))
  const at = new Map<Column, number>()
  const leftOut = leftOutList()
  header.forEach((title, index) => {
    const column = wanted.get(title.trim().toLowerCase())
    if (column) at.set(column, index)
    else if (title.trim() !== "") leftOut.add(`The column "${title.trim().slice(0, 60)}" was not imported.`)
  })
  const outline: Outline = {
    name,
    effortAndComplexityVisible: true,
    aiInstructions: "",
    goals: [],
    actions: [],
  }
  const goals = new Map<string, OutlineAction[]>()
  const actions = new Map<string, OutlineAction>()
  for (const [index, cells] of rows.entries()) {
    const cell = (column: Column) => plain((cells[at.get(column) ?? -1] ?? "").trim())
    const fault = (reason: string) => ({ problem: `Line ${index + 2}: ${reason}` })
    const [goal, topic, description, task] = [cell("goal"), cell("action"), cell("actionDescription"), cell("task")]
    const number = (column: "value" | "effort", most: number) => {
      const text = cell(column)
      return text === "" ? 0 : /^\d+$/.test(text) && Number(text) <= most ? Number(text) : null
    }
    const value = number("value", 10)
    const effort = number("effort", 5)
    const status = cell("status")
      .toLowerCase()
      .replace(/[\s_-]/g, "")
    const type = status === "" ? 0 : statuses.indexOf(status as (typeof statuses)[number])
    const due = cell("due")
    if (value === null) return fault("value is a whole number from 0 to 10.")
    if (effort === null) return fault("effort is a whole number from 0 to 5.")
    if (type < 0) return fault("status is todo, doing or done.")
    if (due !== "" && !isDay(due)) return fault("due is a date such as 2026-01-31.")
    if ([...goal].length > limits.name) return fault(`goal has more than ${limits.name} characters.`)
    if ([...topic].length > limits.name) return fault(`action has more than ${limits.name} characters.`)
    if ([...task].length > limits.description || [...description].length > limits.description) {
      return fault(`a text has more than ${limits.description} characters.`)
    }
    if (goal !== "" && !goals.has(goal)) {
      const own: OutlineAction[] = []
      goals.set(goal, own)
      outline.goals.push({ ...emptyGoal, name: goal, actions: own })
    }
    if (topic === "" && description === "" && task === "") continue
    const key = JSON.stringify([goal, topic, description])
    let action = actions.get(key)
    if (!action) {
      const focus = /^(true|1|yes|x)$/i.test(cell("focus")) ? { date: null, order: null } : null
      action = {
        ...emptyAction,
        topic: topic || (description ? "" : "Tasks"),
        description,
        value,
        effort,
        focus,
        tasks: [],
      }
      actions.set(key, action)
      const list = goal === "" ? outline.actions : goals.get(goal)
      list?.push(action)
    }
    const owner = cell("owner") === "" ? null : ({ name: cell("owner"), byName: true } as const)
    const dueDate = due === "" ? null : `${due.slice(0, 10)}T00:00:00.000Z`
    if (task === "") Object.assign(action, { owner, dueDate })
    else action.tasks.push({ ...emptyTask, description: task, type: type as 0 | 1 | 2, owner, dueDate })
  }
  return { outline, leftOut: leftOut.texts() }
}

const isDay = (text: string) => {
  const day = text.slice(0, 10)
  return /^\d{4}-\d\d-\d\d/.test(text) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day
}
