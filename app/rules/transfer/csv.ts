import Papa from "papaparse"
import { type CardField, fieldsWith } from "~/contract/fields/card-fields"
import { actionsOf, type Outline } from "./outline"

/** A field in a column. `name`: under which a file's outline has it. */
type CsvField = { column: string; name: string; field: CardField }
const csvFields = (entity: "item" | "task"): CsvField[] =>
  fieldsWith(entity, "csv").map(([name, field]) => ({ column: field.csv, name: field.json ?? name, field }))

const [ofActions, ofTasks] = [csvFields("item"), csvFields("task")]
const isIn = (fields: CsvField[], { column }: CsvField) => fields.some((each) => each.column === column)
/** Columns of every row of an action, of its own row and its tasks' rows, and of its tasks' rows. */
export const actionColumns = ofActions.filter((field) => !isIn(ofTasks, field))
export const sharedColumns = ofActions.filter((field) => isIn(ofTasks, field))
export const taskColumns = ofTasks.filter((field) => !isIn(ofActions, field))

/** Columns of other cards, before labels, and only where a card has one. */
const ofCards = sharedColumns.filter(({ field: { lists } }) => lists !== undefined && lists !== "label")
const ofLabels = sharedColumns.filter(({ field: { lists } }) => lists === "label")
const namesOf = (fields: CsvField[]) => fields.map(({ column }) => column)
export const csvColumns: readonly string[] = [
  "goal",
  "action",
  "actionDescription",
  ...namesOf(actionColumns),
  "focus",
  "task",
  "status",
  "owner",
  ...namesOf(sharedColumns.filter(({ field }) => !field.lists)),
  ...namesOf(ofCards),
  ...namesOf(ofLabels),
  ...namesOf(taskColumns),
]
export type CsvColumn = string
type Row = Record<CsvColumn, string>

export const csvStatuses = ["todo", "doing", "done"] as const

/**
 * Where a spreadsheet would run a text as a formula: at its start, and where a cell would begin if it separated cells by
 * semicolons or tabs, or rows by the breaks in a cell. An apostrophe makes it text.
 */
const formula = /(^|[;\t\r\n])([ "]*)('*)(?=[=+\-@＝＋－＠])/g
const marked = /(^|[;\t\r\n])([ "]*)'('*)(?=[=+\-@＝＋－＠])/g

export const withMarks = (cell: string) => {
  const inner = cell.replace(formula, "$1$2'$3")
  return /^'*[\t\r\n]/.test(inner) ? `'${inner}` : inner
}
export const withoutMarks = (cell: string) =>
  (/^'+[\t\r\n]/.test(cell) ? cell.slice(1) : cell).replace(marked, "$1$2$3")

/** Spreadsheets read a file in UTF-8 only with it. */
const byteOrderMark = "\ufeff"

/** Names in one cell, separated by semicolons. */
export const namesCell = (names: readonly string[]) =>
  names.map((name) => (/[;"]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(";")

/** The names in a cell. Linear in its length. */
export const namesInCell = (cell: string): string[] => {
  const names: string[] = []
  for (let at = 0; at < cell.length; ) {
    const start = cell.slice(at).search(/\S/)
    if (start < 0) break
    at += start
    let name = ""
    if (cell[at] === '"') {
      let end = at + 1
      while (end < cell.length && (cell[end] !== '"' || cell[end + 1] === '"')) end += cell[end] === '"' ? 2 : 1
      name = cell.slice(at + 1, end).replaceAll('""', '"')
      const next = cell.indexOf(";", end)
      at = next < 0 ? cell.length : next + 1
    } else {
      const next = cell.indexOf(";", at)
      name = cell.slice(at, next < 0 ? cell.length : next).trim()
      at = next < 0 ? cell.length : next + 1
    }
    if (name.trim() !== "") names.push(name)
  }
  return names
}

const cellOf = ({ kind }: CardField, value: unknown) => {
  if (value === null || value === undefined || value === false) return ""
  if (kind === "names") return namesCell(value as string[])
  return kind === "day" ? String(value).slice(0, 10) : String(value)
}
const cellsOf = (fields: CsvField[], card: object): Row =>
  Object.fromEntries(
    fields.map(({ column, name, field }) => [column, cellOf(field, (card as Record<string, unknown>)[name])]),
  )

/** One row a task; an action without tasks, with labels or waiting for others, and a goal without actions have one row each. */
export const writeCsv = (outline: Outline) => {
  const rows: Row[] = []
  const none: Row = Object.fromEntries(csvColumns.map((column) => [column, ""]))
  const idle = new Set(outline.goals.filter(({ actions }) => actions.length === 0))
  for (const { goal, action } of actionsOf(outline)) {
    const shared = {
      ...none,
      goal: goal?.name ?? "",
      action: action.topic,
      actionDescription: action.description,
      ...cellsOf(actionColumns, action),
      focus: action.focus ? "true" : "false",
    }
    // The row of an action that has tasks is left out where it says nothing.
    if (action.tasks.length === 0 || action.labels?.length || action.waitsFor?.length) {
      rows.push({ ...shared, owner: action.owner?.name ?? "", ...cellsOf(sharedColumns, action) })
    }
    for (const task of action.tasks) {
      rows.push({
        ...shared,
        task: task.description,
        status: csvStatuses[task.type],
        owner: task.owner?.name ?? "",
        ...cellsOf(sharedColumns, task),
        ...cellsOf(taskColumns, task),
      })
    }
  }
  for (const { name } of idle) rows.push({ ...none, goal: name })
  const unused = namesOf(ofCards).filter((column) => rows.every((row) => !row[column]))
  const columns = csvColumns.filter((column) => !unused.includes(column))
  const lines = rows.map((row) => columns.map((column) => withMarks(row[column] ?? "")))
  return `${byteOrderMark}${Papa.unparse([columns, ...lines], { newline: "\r\n" })}\r\n`
}
