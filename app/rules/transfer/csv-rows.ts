// looksLikeCsv(text), csvRows(text): the header and the rows of a CSV file, each with the line where it begins.
import Papa from "papaparse"
import { columnOf, isExported } from "./csv-words"

/** One for each task, with room for empty goals and actions. */
const mostRows = 100_000
/** How far the names of the columns are looked for. */
const headerLength = 20_000
const delimiters = [",", ";", "\t", "|", "，", "；"] as const
const quotes = ['"', "'"] as const

type Row = { line: number; cells: string[] }
export type CsvRows = { header: string[]; rows: Row[] }

/** The separator that a spreadsheet names in a line before the header, and where the header begins. */
const namedSeparator = (text: string) => {
  const start = text.startsWith("\ufeff") ? 1 : 0
  const named = /^\s*"?sep *= ?([^\r\n"])"?[;,\t ]*(?:\r\n?|\n)/i
  const [line, separator] = named.exec(text.slice(start, start + 200)) ?? []
  return { from: start + (line?.length ?? 0), separator }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "")

const namesTable = (names: ReadonlySet<string>) => names.has("task") || (names.has("goal") && names.has("action"))

/** A heading or an entry of a list. Each of its words may be like a title. */
const isMarkdown = /^\ufeff?(?:#{1,6}|[-*+]) +\S/

const headerWith = (start: string, delimiter: string, quoteChar: string) => {
  const { data } = Papa.parse<string[]>(tidied(start, delimiter, quoteChar), { delimiter, quoteChar })
  const [header = [], next] = data.filter((cells) => !isBlank(cells))
  const namesOf = (titles: string[]) => new Set(titles.map(columnOf).filter((column) => column !== undefined))
  const names = namesOf(header)
  // Any text may begin with a word like those of other titles.
  const isTable = namesTable(namesOf(header.filter(isExported))) || (namesTable(names) && names.size > 1 && next)
  const isOutline = next !== undefined && [header, next].every(([cell = ""]) => isMarkdown.test(cell))
  return { delimiter, quoteChar, names, isTable: Boolean(isTable) && !isOutline }
}

/** The delimiter and quotation mark with which the first row names most columns. */
const headOf = (text: string) => {
  const { from, separator } = namedSeparator(text)
  const start = text.slice(from, from + 2 * headerLength)
  // A person who saves a table with another separator may leave the line that names the old one.
  const tried = separator ? [separator, ...delimiters.filter((each) => each !== separator)] : delimiters
  const found = quotes.flatMap((quote) => tried.map((delimiter) => headerWith(start, delimiter, quote)))
  const best = found.reduce((best, each) => (each.names.size > best.names.size ? each : best))
  return { from, ...best }
}

export const looksLikeCsv = (text: string) => headOf(text).isTable

/**
 * Takes away the spaces before quoted cells, which people write behind a separator, and ends all rows alike, for which the
 * parser looks at the first ones only. Linear in the text's length.
 */
const tidied = (text: string, delimiter: string, quote: string) => {
  const isMixed = text.includes("\r\n") && /(?<!\r)\n/.test(text)
  if (!isMixed && !text.includes(` ${quote}`)) return text
  const isEnd = (at: number) => at >= text.length || text.startsWith(delimiter, at) || /[\r\n]/.test(text.charAt(at))
  const past = (sign: string, from: number) => {
    let at = from
    while (text[at] === sign) at++
    return at
  }
  /** Behind the mark that closes a quoted cell; -1: nothing closes it. */
  const closing = (from: number) => {
    for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 2))
      if (text[at + 1] !== quote) return at + 1
    return -1
  }
  const parts: string[] = []
  let done = 0
  for (let at = 0; at < text.length; ) {
    const start = delimiter === " " ? at : past(" ", at)
    const end = text[start] === quote ? closing(start + 1) : -1
    if (end >= 0 && isEnd(past(" ", end))) {
      parts.push(text.slice(done, at))
      done = start
      at = end
    }
    while (!isEnd(at)) at++
    if (isMixed && text.startsWith("\r\n", at)) {
      parts.push(text.slice(done, at))
      done = ++at
    }
    at++
  }
  return [...parts, text.slice(done)].join("")
}

const breaksIn = (text: string, from: number, to: number) => {
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++
  }
  return count
}

export const csvRows = (text: string): CsvRows | { problem: string } => {
  const { from, delimiter, quoteChar } = headOf(text)
  const body = tidied(text.slice(from), delimiter, quoteChar)
  const rows: Row[] = []
  let line = 1 + breaksIn(text, 0, from)
  let at = 0
  let problem: string | undefined
  Papa.parse<string[]>(body, {
    delimiter,
    quoteChar,
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
