// What the log's sentences are made of: names, marked values, and the differing part of two texts.

import { escapeHtml } from "~/contract/shared/html"
import { dateFormat } from "~/contract/shared/language/format"
import { nameInALine } from "~/rules/line-name"
import { auditTexts as texts } from "./audit-texts"

export type Fields = Record<string, unknown>

export type Logged = {
  entityType: string
  entityId: number
  action: string
  before: Fields | null
  after: Fields | null
  by: string
  via: string
  /** The agent that did it for that person. */
  agent?: string | null
}

/** Names of the plan's rows and people at the time of the entry. */
export type Names = {
  goal: ReadonlyMap<number, string>
  item: ReadonlyMap<number, string>
  task: ReadonlyMap<number, string>
  label: ReadonlyMap<number, string>
  keyResult: ReadonlyMap<number, string>
  person: ReadonlyMap<number, string>
}

/** Longest part of a value in a sentence, and of its text around a difference, in characters. */
const longest = 160
const contextLength = 24

export const nounOf = (entity: string) =>
  (Object.hasOwn(texts.nouns, entity) ? texts.nouns[entity] : undefined) ?? entity

export const textOf = (value: unknown) => (typeof value === "string" ? value : "")

export const cut = (text: string, length = longest) => nameInALine(text, length)

export const bold = (text: string) => `<b>${escapeHtml(text)}</b>`

export const nameIn = (fields: Fields | null) =>
  textOf(fields?.name) ||
  textOf(fields?.topic) ||
  textOf(fields?.friendlyName) ||
  textOf(fields?.title) ||
  textOf(fields?.description) ||
  textOf(fields?.userName) ||
  textOf(fields?.email)

const named = (entity: string): keyof Names | undefined =>
  entity === "userplan"
    ? "person"
    : entity === "goal" || entity === "item" || entity === "task" || entity === "label" || entity === "keyResult"
      ? entity
      : undefined

export const nameOf = ({ entityType, entityId, before, after }: Logged, names: Names) => {
  const kind = named(entityType)
  return (kind && names[kind].get(entityId)) || nameIn(after) || nameIn(before)
}

const isInside = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** The largest length up to `most` for which `holds`, as it does for every shorter one. */
const longestTrue = (most: number, holds: (length: number) => boolean) => {
  let [length, beyond] = [0, most + 1]
  while (beyond - length > 1) {
    const middle = (length + beyond) >> 1
    if (holds(middle)) length = middle
    else beyond = middle
  }
  return length
}

/**
 * The differing part of two texts, with the words around it. Found by comparing slices, in a binary search: comparing
 * character by character takes some 20 ms for a page of long texts.
 */
const differing = (before: string, after: string): [string, string] => {
  const most = Math.min(before.length, after.length)
  const start = longestTrue(most, (length) => after.slice(0, length) === before.slice(0, length))
  const end = longestTrue(
    most - start,
    (length) => after.slice(after.length - length) === before.slice(before.length - length),
  )
  const piece = (text: string) => {
    if (text.length <= longest) return cut(text)
    let from = Math.max(0, start - contextLength)
    if (isInside(text, from)) from--
    let to = Math.min(text.length, text.length - end + contextLength)
    if (isInside(text, to)) to++
    return cut(`${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`)
  }
  return [piece(before), piece(after)]
}

export const was = (text: string) => `<del>${escapeHtml(text)}</del>`
export const is = (text: string) => `<ins>${escapeHtml(text)}</ins>`

/** " from … to …"; empty where nothing differs. */
export const fromTo = (before: string, after: string) => {
  const [a, b] = differing(before, after)
  if (a === b) return ""
  return texts.fromTo(a && was(a), b && is(b))
}

const shortDate = dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
export const dayText = (value: unknown) => {
  const at = Date.parse(/^\d{4}-\d\d-\d\d/.exec(textOf(value))?.[0] ?? "")
  return Number.isNaN(at) ? "" : shortDate(at).replace("Sept ", "Sep ")
}

/** A moment to the minute; other text unchanged. */
export const momentText = (value: unknown) => {
  const [, clock] = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/.exec(textOf(value)) ?? []
  return clock ? texts.moment(dayText(value), clock) : cut(textOf(value))
}

export const plain = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return texts.switched[value ? "on" : "off"]
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}

export const personName = (fields: Fields | null, names: Names): string => {
  const owner = fields?.owner as { id?: number; userName?: string } | null | undefined
  const id = owner?.id ?? (typeof fields?.ownerId === "number" ? fields.ownerId : undefined)
  return (id === undefined ? undefined : names.person.get(id)) ?? owner?.userName ?? ""
}

/** Empty for a deleted row. */
export const rowName = (names: ReadonlyMap<number, string>, value: unknown) =>
  typeof value === "number" ? (names.get(value) ?? "") : ""

export const rowText = (noun: string, name: string) => texts.row(noun, name && bold(name))

/** A key has no agent: it has its own name. */
export type Proposer = { agent?: string | null; userName?: string }

export const proposerIn = ({ agent, userName = "" }: Proposer) => {
  const person = bold(cut(userName, 80))
  return agent ? texts.agentFor(bold(cut(agent, 80)), person) : person
}
