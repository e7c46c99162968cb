// looksLikeCsv(text), csvRows(text): the header and the rows of a CSV file, each with the line where it begins.
import Papa from "papaparse"
import { type CsvColumn, csvColumns } from "./csv"

/** One for each task, with room for empty goals and actions. */
const mostRows = 100_000
/** How far the names of the columns are looked for. */
const headerLength = 20_000
const delimiters = [",", ";", "\t", "|"] as const

type Row = { line: number; cells: string[] }
export type CsvRows = { header: string[]; rows: Row[] }

const byTitle = new Map<string, CsvColumn>(csvColumns.map((column) => [column.toLowerCase(), column]))
export const columnOf = (title: string) => byTitle.get(title.trim().toLowerCase())

/** The separator that a spreadsheet names in a line before the header, and where the header begins. */
const namedSeparator = (text: string) => {
  const start = text.startsWith("\ufeff") ? 1 : 0
  const [line, separator] = /^\s*"?sep=([^\r\n"])"?[;,\t ]*(?:\r\n?|\n)/i.exec(text.slice(start, start + 200)) ?? []
  return { from: start + (line?.length ?? 0), separator }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "")

/** The delimiter with which the first row names most columns. */
const headOf = (text: string) => {
  const { from, separator } = namedSeparator(text)
  const start = text.slice(from, from + 2 * headerLength)
  const found = (separator ? [separator] : delimiters).map((delimiter) => {
    const { data } = Papa.parse<string[]>(start, { delimiter })
    const header = data.find((cells) => !isBlank(cells)) ?? []
    return { delimiter, names: new Set(header.map(columnOf).filter((column) => column !== undefined)) }
  })
  const { delimiter, names } = found.reduce((best, each) => (each.names.size > best.names.size ? each : best))
  return { from, delimiter, isTable: names.has("task") || (names.has("goal") && names.has("action")) }
}

export const looksLikeCsv = (text: string) => headOf(text).isTable

const breaksIn = (text: string, from: number, to: number) => {
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++
  }
  return count
}

export const csvRows = (text: string): CsvRows | { problem: string } => {
  const { from, delimiter } = headOf(text)
  const body = text.slice(from)
  const rows: Row[] = []
  let line = 1 + breaksIn(text, 0, from)
  let at = 0
  let problem: string | undefined
  Papa.parse<string[]>(body, {
    delimiter,
    step: ({ data, errors, meta }, parser) => {
      const broken = errors.find(({ type }) => type === "Quotes")
      if (broken) problem = `Line ${line}: ${broken.message}.`
      else if (rows.length > mostRows) problem = `Line ${line}: a plan has room for fewer rows. Split the file.`
      if (problem) return parser.abort()
      if (!isBlank(data)) rows.push({ line, cells: data })
      line += breaksIn(body, at, meta.cursor)
      at = meta.cursor
    },
  })
  if (problem) return { problem }
  const [first, ...others] = rows
  return { header: first?.cells ?? [], rows: others }
}
