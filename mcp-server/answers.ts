// bounded(result): what a tool answers, within 20,000 tokens.
import { withCall } from "~/rules/agent/propose"

/** Bytes of an answer's text and structure together: 20,000 tokens of three, also in scripts of three bytes a letter. */
export const answerAtMost = 60_000
/** Bytes of the structure alone: clients that hand it to their model cut or file away what is longer. */
export const structureAtMost = 45_000
/** Bytes of a text of which a part is shown. */
export const textAtMost = 15_000

/** `text`: what a model reads. `call`: what carries out the preview that it is. `rest`: how to get what is cut. `forChat`: the chat's alone. */
export type Result<Output> = { text: string; output: Output; call?: string; rest?: string; forChat?: object }
export type Answer = { text: string; structure: Record<string, unknown> }

/** `whole`: for the chat, which shows and sends back everything. */
export const bounded = ({ text: said, output, call, rest = "", forChat }: Result<object>, whole = false): Answer => {
  if (whole) return { text: said, structure: { ...output, ...forChat, text: said } }
  const text = call === undefined ? said : withCall(said, call)
  const structure = { ...output, text }
  if (fits(text, structure)) return { text, structure }
  const short = shortText(text, rest)
  for (let longest = 8_000; ; longest = Math.floor(longest / 2)) {
    const cut = { ...(shortened(labelsOnly(output), longest) as object), text: short }
    if (fits(short, cut) || longest < 50) return { text: short, structure: cut }
  }
}

const bytesOf = (text: string) => Buffer.byteLength(text)

const fits = (text: string, structure: object) => {
  const size = bytesOf(JSON.stringify(structure))
  return size <= structureAtMost && bytesOf(text) + size <= answerAtMost
}

/** Says that something is left out, before what the text ends with: how to carry a preview out. */
const shortText = (text: string, rest: string) => {
  const at = text.lastIndexOf("\n\n")
  const end = at >= 0 && text.length - at < 300 ? at : text.length
  const said = bytesOf(text) > textAtMost ? `${beginning(text.slice(0, end), textAtMost)}\n…` : text.slice(0, end)
  return `${said}\n\nThis answer is cut at 20,000 tokens. ${rest}${text.slice(end)}`
}

/** The whole letters that so many bytes hold. */
const beginning = (text: string, most: number) =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(most)).read)

const labelsOnly = (output: object) =>
  "changes" in output && Array.isArray(output.changes)
    ? { ...output, changes: output.changes.map(({ label }) => ({ label })) }
    : output

const shortened = (value: unknown, longest: number): unknown => {
  if (typeof value === "string") return bytesOf(value) > longest ? `${beginning(value, longest)}…` : value
  if (Array.isArray(value)) return value.map((each) => shortened(each, longest))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each, longest)]))
}

/** Bytes of a structure beside a page of its text. */
const besideText = 20_000

/** Cuts the longest texts of a structure whose text is answered in pages. */
export const cutTexts = <Output extends object>(output: Output): Output => {
  let cut = output
  for (
    let longest = 8_000;
    bytesOf(JSON.stringify(cut)) > besideText && longest > 50;
    longest = Math.floor(longest / 2)
  )
    cut = shortened(output, longest) as Output
  return cut
}

/** A part of a long text from a place on; `cursor` names the next. */
export const pageOfText = (text: string, from: string | undefined) => {
  const start = Math.max(0, Math.min(Number(from) || 0, text.length))
  const part = beginning(text.slice(start), textAtMost)
  const end = start + part.length
  return { part, cursor: end < text.length ? String(end) : null }
}

/** Bytes that the rows of a page take, in the text twice and in the structure. */
const rowsAtMost = 44_000

/** Of the rows, with the line of each, those that one answer holds. */
export const fitting = <Row>(rows: readonly Row[], lineOf: (row: Row) => string) => {
  const lines: string[] = []
  let size = 0
  for (const row of rows) {
    const line = lineOf(row)
    size += 2 * bytesOf(line) + bytesOf(JSON.stringify(row))
    if (size > rowsAtMost && lines.length > 0) break
    lines.push(line)
  }
  return { rows: rows.slice(0, lines.length), lines, all: lines.length === rows.length }
}

/** Of what follows on the next page; nothing on the last. */
export const moreFollows = (tool: string, cursor: string | null) =>
  cursor === null ? [] : [`More follows: call ${tool} again with cursor="${cursor}".`]
