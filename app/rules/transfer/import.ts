import { exceeded } from "~/contract/shared/json-size"
import { looksLikeCsv } from "./csv-rows"
import { keepLabels } from "./labels"
import { actionsOf, checkInsIn, commentsIn, filesIn, type Imported, type Reading, type Unreadable } from "./outline"
import { isOwnJson, readOwnJson } from "./own-json"
import { readCsv } from "./read-csv"
import { readMarkdown } from "./read-markdown"
import { keepRepeats } from "./repeats"
import { readTrello } from "./trello"
import { isTrello } from "./trello-board"
import { keepWaits } from "./waits"
import { makeWellFormed, mayBeBroken } from "./well-formed"

/** How much of a file one plan takes. */
const most = {
  goals: 500,
  actions: 10_000,
  tasks: 50_000,
  comments: 100_000,
  "check-ins": 100_000,
  notes: 10_000,
  files: 10_000,
}

/** Recognises a file by its content: a Laneway plan, a Trello board, CSV, or a Markdown outline. */
export const readImport = (text: string, fileName: string, reading: Reading = {}): Imported | Unreadable => {
  const read = readAny(text, fileName, reading)
  if ("problem" in read) return read
  const actions = actionsOf(read.outline)
  const has = {
    goals: read.outline.goals.length,
    actions: actions.length,
    tasks: actions.reduce((sum, { action }) => sum + action.tasks.length, 0),
    comments: commentsIn(read.outline).length,
    "check-ins": checkInsIn(read.outline).length,
    notes: read.outline.notes?.length ?? 0,
    files: filesIn(read.outline).length,
  }
  for (const kind of Object.keys(most) as (keyof typeof most)[]) {
    if (has[kind] > most[kind]) {
      return { problem: `The file has ${has[kind]} ${kind}; a plan takes ${most[kind]}. Split it into several files.` }
    }
  }
  read.leftOut.push(...keepLabels(read.outline), ...keepWaits(read.outline), ...keepRepeats(read.outline))
  return read
}

/** An exported plan at its limits has about a million values; each takes up to a hundred bytes of memory. */
const mostJson = { depth: 200, values: 2_500_000, names: Number.POSITIVE_INFINITY }
const tooDeep = `it nests more than ${mostJson.depth} levels deep. No plan does.`
const tooMany = `it has more than ${mostJson.values} values, more than a plan holds. Split it into several files.`

const readAny = (text: string, fileName: string, reading: Reading): Imported | Unreadable => {
  const name = fileName.replace(/\.[^.]*$/, "").trim() || "Imported plan"
  if (/^\uFEFF?\s*[{[]/.test(text)) {
    const beyond = exceeded(new TextEncoder().encode(text), mostJson)
    if (beyond) return { problem: `Line 1: ${beyond === "depth" ? tooDeep : tooMany}` }
    let value: unknown
    try {
      value = JSON.parse(text.replace(/^\uFEFF/, ""))
    } catch (error) {
      return { problem: `${lineOf(text, error)}: the file is not valid JSON.` }
    }
    const isOwn = isOwnJson(value)
    if (!isOwn && !isTrello(value))
      return { problem: "Line 1: this JSON is neither a Laneway plan nor a Trello board." }
    const count = mayBeBroken(text) ? makeWellFormed(value) : 0
    const read = isOwn ? readOwnJson(value) : readTrello(value, reading)
    if (count > 0 && !("problem" in read)) read.leftOut.push({ what: "brokenCharacters", count })
    return read
  }
  if (looksLikeCsv(text)) return readCsv(text, name, reading.timeZone)
  const read = readMarkdown(text, name)
  return "problem" in read && /\.(?:csv|tsv)$/i.test(fileName) ? { problem: noTable } : read
}

const noTable = "Line 1: the first row of a table names its columns, at least task, or goal and action."

const lineOf = (text: string, error: unknown) => {
  const at = /position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1]
  return `Line ${lineAt(text, at === undefined ? text.length : Number(at))}`
}

/** The number of the line at an offset. */
export const lineAt = (text: string, offset: number) => {
  let line = 1
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++
  return line
}
