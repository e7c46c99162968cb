import Papa from "papaparse"
import { actionsOf, type Outline } from "./outline"

export const csvColumns = [
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
export type CsvColumn = (typeof csvColumns)[number]
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

/** One row a task; an action without tasks and a goal without actions have one row each. */
export const writeCsv = (outline: Outline) => {
  const rows: Row[] = []
  const none: Row = Object.fromEntries(csvColumns.map((column) => [column, ""])) as Row
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
        status: csvStatuses[type],
        owner: owner?.name ?? "",
        due: dueDate?.slice(0, 10) ?? "",
      })
    }
  }
  for (const { name } of idle) rows.push({ ...none, goal: name })
  const lines = rows.map((row) => csvColumns.map((column) => withMarks(row[column])))
  return `${byteOrderMark}${Papa.unparse([[...csvColumns], ...lines], { newline: "\r\n" })}\r\n`
}
