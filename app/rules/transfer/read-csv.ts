import * as z from "zod/mini"
import type { CardField } from "~/contract/fields/card-fields"
import { parse } from "~/contract/parse"
import { limits } from "~/contract/shared/bounds"
import { actionColumns, type CsvColumn, namesInCell, sharedColumns, taskColumns, withoutMarks } from "./csv"
import { type DayOrder, dayIn, isNoDay, orderOfDays } from "./csv-days"
import { csvRows } from "./csv-rows"
import { columnOf, flagOf, statusOf } from "./csv-words"
import { leftOutList } from "./left-out"
import {
  emptyAction,
  emptyGoal,
  emptyTask,
  type Imported,
  type Outline,
  type OutlineAction,
  type Unreadable,
} from "./outline"

export const readCsv = (text: string, name: string, timeZone?: string): Imported | Unreadable => {
  const table = csvRows(text)
  if ("problem" in table) return table
  const { header, rows } = table
  const at = new Map<CsvColumn, number>()
  const leftOut = leftOutList()
  const unread = new Map<number, ["column" | "repeatedColumn", string]>()
  header.forEach((title, index) => {
    const column = columnOf(title)
    if (!column) unread.set(index, ["column", title.trim() || String(index + 1)])
    else if (at.has(column)) unread.set(index, ["repeatedColumn", title.trim()])
    else at.set(column, index)
  })
  const order = orderOfDays(rows.map(({ cells }) => cells[at.get("due") ?? -1] ?? ""))
  const outline: Outline = {
    name,
    effortAndComplexityVisible: true,
    aiInstructions: "",
    goals: [],
    actions: [],
  }
  const goals = new Map<string, OutlineAction[]>()
  const actions = new Map<string, OutlineAction>()
  /** Actions that have a row of their own: another such row is another action. */
  const own = new Set<OutlineAction>()
  for (const { line, cells } of rows) {
    const cell = (column: CsvColumn) => withoutMarks((cells[at.get(column) ?? -1] ?? "").trim())
    const fault = (reason: string) => ({ problem: `Line ${line}: ${reason}` })
    const leave = (what: "idleCells" | "contradictions" | "focus" | "cellsBeyond", words: string) =>
      leftOut.add(what, 1, { first: { line, words } })
    for (const [index, [what, title]] of unread) if (cells[index]?.trim()) leftOut.add(what, 1, { name: title })
    for (const beyond of cells.slice(header.length)) if (beyond.trim() !== "") leave("cellsBeyond", beyond)
    const [goal, topic, description, task] = [cell("goal"), cell("action"), cell("actionDescription"), cell("task")]
    const owner = cell("owner") === "" ? null : ({ name: cell("owner"), byName: true } as const)
    const read = new Map<string, unknown>()
    for (const { column, field } of [...actionColumns, ...sharedColumns, ...taskColumns]) {
      const value = valueIn(field, cell(column), { timeZone, order })
      if (value === undefined) return fault(`${column} ${wrong(field)}`)
      read.set(column, value)
    }
    const valuesOf = (columns: typeof actionColumns) =>
      Object.fromEntries(
        columns.flatMap(({ column, name, field }) =>
          read.get(column) === null && field.lists ? [] : [[name, read.get(column)]],
        ),
      )
    const status = cell("status")
    const type = statusOf(status)
    if (type === undefined) return fault("status is todo, doing or done.")
    if ([...goal].length > limits.name) return fault(`goal has more than ${limits.name} characters.`)
    if ([...topic].length > limits.name) return fault(`action has more than ${limits.name} characters.`)
    if ([...(owner?.name ?? "")].length > limits.person)
      return fault(`owner has more than ${limits.person} characters.`)
    if ([...task].length > limits.description || [...description].length > limits.description) {
      return fault(`a text has more than ${limits.description} characters.`)
    }
    const isFocus = flagOf(cell("focus"))
    if (isFocus === undefined) leave("focus", cell("focus"))
    if (goal !== "" && !goals.has(goal)) {
      const list: OutlineAction[] = []
      goals.set(goal, list)
      outline.goals.push({ ...emptyGoal, name: goal, actions: list })
    }
    if (topic === "" && description === "" && task === "") {
      const idle = [
        ...["status", "owner"].filter((column) => cell(column) !== ""),
        ...[...sharedColumns, ...taskColumns, ...actionColumns].flatMap(({ column }) =>
          read.get(column) ? column : [],
        ),
        ...(isFocus ? ["focus"] : []),
      ]
      for (const column of idle) leave("idleCells", cell(column))
      continue
    }
    const key = JSON.stringify([goal, topic, description])
    let action = actions.get(key)
    if (!action || (task === "" && own.has(action))) {
      action = {
        ...emptyAction,
        topic: topic || (description ? "" : "Tasks"),
        description,
        ...valuesOf(actionColumns),
        focus: isFocus ? { date: null, order: null } : null,
        tasks: [],
      }
      actions.set(key, action)
      const list = goal === "" ? outline.actions : goals.get(goal)
      list?.push(action)
    }
    // A row may leave out what another row of its action says.
    const said = action as Record<string, unknown>
    for (const { column, name } of actionColumns) {
      const value = read.get(column)
      if (!value || value === said[name]) continue
      if (said[name]) leave("contradictions", cell(column))
      else said[name] = value
    }
    if (isFocus) action.focus ??= { date: null, order: null }
    if (task !== "") {
      const values = valuesOf([...sharedColumns, ...taskColumns])
      action.tasks.push({ ...emptyTask, ...values, description: task, type, owner })
      continue
    }
    own.add(action)
    if (status !== "") leave("idleCells", status)
    for (const { column } of taskColumns) if (read.get(column)) leave("idleCells", cell(column))
    Object.assign(action, { owner, ...valuesOf(sharedColumns) })
  }
  return { outline, leftOut: leftOut.all() }
}

/** The value of a cell; undefined: it has none of the field. */
const valueIn = (
  { kind, most = 0, empty, sent = z.string() }: CardField,
  cell: string,
  days: { timeZone: string | undefined; order: DayOrder },
): unknown => {
  if (cell === "") return kind === "names" ? null : empty
  if (kind === "number") {
    // Spreadsheets may show decimals, in German after a comma.
    const [, whole] = /^(\d{1,9})(?:[.,]0{1,9})?$/.exec(cell) ?? []
    return whole !== undefined && Number(whole) <= most ? Number(whole) : undefined
  }
  if (kind === "day") return isNoDay(cell) ? empty : (dayIn(cell, days) ?? undefined)
  if (kind === "names") {
    const names = namesInCell(cell)
    return names.every((name) => [...name].length <= limits.name) && names.length <= most ? names : undefined
  }
  if (kind === "flag") return flagOf(cell)
  return parse(sent, cell).faults ? undefined : cell
}
const wrong = ({ kind, most = 0 }: CardField) => {
  if (kind === "number") return `is a whole number from 0 to ${most}.`
  if (kind === "day") return "is a date such as 2026-01-31."
  if (kind === "names") return `has at most ${most} names of at most ${limits.name} characters.`
  return kind === "flag" ? "is yes or no." : "has a text that cannot be stored."
}
