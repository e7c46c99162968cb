// described(): a change set as people read it, with the present values that it rests on. hasDrifted(): whether those still hold.

import type { Change, ChangedEntity, ChangedResult, ChangeFields, SentChangeSet } from "~/contract/change-set"
import { fieldIn, fieldsWith } from "~/contract/fields/card-fields"
import type { Entity, Listed } from "~/contract/fields/field"
import { fieldName } from "~/contract/fields/field-name"
import type { KeyResult } from "~/contract/key-result"
import { goalStatusWords } from "~/contract/shared/bounds"
import { counted } from "~/contract/shared/language/english"
import { givenFields, rowIn, valueIn } from "../card"
import { isEqual } from "../decide"
import { repeatWords } from "../repeat/words"
import { nameOf } from "./names"
import type { WorkingCopy } from "./working-copy"

type Sent = SentChangeSet["changes"][number]
type Fields = Record<string, unknown>
type Names = { people: ReadonlyMap<number, { userName: string }>; refs: ReadonlyMap<string, string> }

export const nouns = { goal: "goal", item: "action", task: "task", comment: "note" } as const

/** What a change of an existing card rests on; null when the card is gone. */
const beforeOf = (copy: WorkingCopy, { op, entity, id, fields = {} }: Sent): Fields | null => {
  if (op === "create" || entity === "comment" || !id) return null
  const card = rowIn(copy.rows, entity, id)
  if (!card) return null
  const keys = op === "update" ? Object.keys(fields) : givenFields[entity]
  const values = Object.fromEntries(
    keys.map((key) => [key, key === "results" ? resultsBefore(copy, fields.results) : (valueIn(card, key) ?? null)]),
  )
  return op === "delete" ? { ...values, ...belowOf(copy, entity, id) } : values
}

/** The present values of the results that a change names. A check-in rests on none: of two at once both are made. */
const resultsBefore = ({ rows }: WorkingCopy, results: unknown) =>
  (results as ChangedResult[]).flatMap(({ id, ...fields }) => {
    const row = id === undefined ? undefined : rows.keyResults.get(id)
    if (!row) return []
    return [{ id: row.id, ...Object.fromEntries(Object.keys(fields).map((key) => [key, row[key as keyof KeyResult]])) }]
  })

/** The number of cards that a deletion takes along. */
const belowOf = (copy: WorkingCopy, entity: Entity, id: number): { items?: number; tasks?: number } => {
  if (entity === "task") return {}
  if (entity === "item") return { tasks: copy.tasksOf(id).length }
  const items = copy.itemsOf(id)
  return { items: items.length, tasks: items.reduce((sum, item) => sum + copy.tasksOf(item.id).length, 0) }
}

/**
 * Whether the plan has changed in a way that matters: a value that the preview showed as the old one is another now, a
 * card is gone, or a deletion would take more along. A goal or action to which cards are added is looked up by the rules.
 */
export const hasDrifted = (copy: WorkingCopy, changes: readonly Change[]): boolean =>
  changes.some((change) => driftOf(copy, change) !== undefined)

/** The first field whose value has changed since the preview; null: the card is gone. */
export const driftOf = (copy: WorkingCopy, change: Change): { field: string | null } | undefined => {
  if (change.before === null) return
  const now = beforeOf(copy, change)
  if (now === null) return { field: null }
  const [field] = Object.entries(change.before).find(([key, value]) => !same(now[key], value)) ?? []
  return field === undefined ? undefined : { field }
}

/** A list of rows is the same in any order. */
const asSet = (value: unknown) => (Array.isArray(value) ? value.map(asText).sort() : (value ?? null))
/** Of a result its values in one order, since a stored object has them in another. */
const asText = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(Object.entries(value).sort()) : value
const same = (a: unknown, b: unknown) => isEqual(asSet(a), asSet(b))

/**
 * Each change with its label and what it rests on. `copy` is the plan before the changes. `day` writes a date in full
 * for the reader.
 */
export const described = (
  copy: WorkingCopy,
  changes: readonly Sent[],
  day: (iso: string) => string,
  warnings: ReadonlyMap<number, string> = new Map(),
): Change[] => {
  const refs = new Map<string, string>()
  for (const { ref, entity, fields = {} } of changes) if (ref) refs.set(ref, titleIn(entity, fields))
  const names: Names = { people: copy.rows.members, refs }
  return changes.map((change, at) => {
    const { op, entity, id = null, ref = null, fields = {} } = change
    const warning = warnings.get(at)
    return {
      op,
      entity,
      id,
      ref,
      fields: op === "delete" ? {} : fields,
      before: beforeOf(copy, change),
      label: labelOf(copy, change, names, day),
      ...(warning === undefined ? {} : { warning }),
    }
  })
}

const titleIn = (entity: ChangedEntity, fields: Fields): string =>
  nameOf(entity === "goal" ? { name: fields.name } : entity === "item" ? fields : { description: fields.description })

/** In one line and in the order of its letters, so that no name shows as a change of its own or backwards. */
const plain = (name: string) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").replace(/[\u202A-\u202E\u2066-\u2069]/g, "")
const quoted = (name: string) => `"${plain(name)}"`

const labelOf = (copy: WorkingCopy, change: Sent, { people, refs }: Names, day: (iso: string) => string): string => {
  const { op, entity, id, fields = {} } = change
  const named = (entity: Listed, value: unknown): string => {
    if (typeof value === "string") return quoted(refs.get(value) ?? value)
    const card = typeof value === "number" ? rowIn(copy.rows, entity, value) : undefined
    return card ? quoted(nameOf(card)) : "nothing"
  }
  const person = (value: unknown) =>
    typeof value === "number" ? plain(people.get(value)?.userName ?? "somebody") : "nobody"
  const noun = nouns[entity]
  if (entity === "comment") {
    const [key, value] = Object.entries(fields).find(([key]) => key.endsWith("Id")) ?? ["itemId", null]
    return `Add a note to ${named(key.slice(0, -2) as Entity, value)}: ${quoted(shortened(String(fields.content ?? "")))}`
  }
  if (op === "create") {
    const title = quoted(titleIn(entity, fields))
    const place =
      entity === "item" && fields.goalId
        ? ` to ${named("goal", fields.goalId)}`
        : entity === "task"
          ? ` to ${named("item", fields.itemId)}`
          : ""
    const details = [
      ...(fields.focus === true ? ["in Focus"] : []),
      ...(entity === "task" && (fields.type === 1 || fields.type === 2) ? [`in ${columns[fields.type]}`] : []),
      ...(fields.ownerId ? [`owner ${person(fields.ownerId)}`] : []),
      ...fieldsWith(entity, "agent").flatMap(([name]) =>
        saidElsewhere.has(name) || !fields[name] || isNone(fields[name])
          ? []
          : [said(entity, name, fields[name], { day, named })],
      ),
      ...resultWords(copy, fields.results),
    ]
    return `Add the ${noun} ${[`${title}${place}`, ...details].join(", ")}`
  }
  const title = id ? named(entity, id) : "nothing"
  if (op === "delete") {
    const { items = 0, tasks = 0 } = id ? belowOf(copy, entity, id) : {}
    const below = [
      ...(items ? [counted(items, { one: "# action", other: "# actions" })] : []),
      ...(tasks ? [counted(tasks, { one: "# task", other: "# tasks" })] : []),
    ]
    return `Delete the ${noun} ${title}${below.length > 0 ? ` with ${below.join(" and ")}` : ""}`
  }
  const changed = Object.entries(fields).flatMap(([key, value]): string | string[] => {
    switch (key) {
      case "results":
        return resultWords(copy, value)
      case "checkIn":
        return checkInWords(copy, value as CheckInSent)
      case "completed":
        return value ? "complete" : "reopen"
      case "focus":
        return value ? "into Focus" : "out of Focus"
      case "goalId":
        return value === null ? "take out of its goal" : `move to the goal ${named("goal", value)}`
      case "itemId":
        return `move to the action ${named("item", value)}`
      case "type":
        return `move to ${columns[value as 0 | 1 | 2]}`
      case "ownerId":
        return value === null ? "no owner" : `owner ${person(value)}`
      default:
        return said(entity, key, value, { day, named })
    }
  })
  return `Change the ${noun} ${title}: ${changed.join(", ")}`
}

type CheckInSent = NonNullable<ChangeFields["goal"]["checkIn"]>

/** Result "Sign-ups" 420 */
const resultWords = ({ rows }: WorkingCopy, results: unknown): string[] =>
  ((results ?? []) as ChangedResult[]).map(({ id, name, unit, start, target, current }) => {
    const had = id === undefined ? undefined : rows.keyResults.get(id)
    const title = `result ${quoted(had?.name ?? name ?? "")}`
    const values = [
      ...(had && name !== undefined ? [`rename to ${quoted(name)}`] : []),
      ...(current === undefined ? [] : [String(current)]),
      ...(start === undefined ? [] : [`from ${start}`]),
      ...(target === undefined ? [] : [`to ${target}`]),
      ...(unit ? [plain(unit)] : []),
    ]
    return `${had ? "" : "new "}${title} ${values.join(" ")}`
  })

const checkInWords = ({ rows }: WorkingCopy, { status, confidence, note, values = [] }: CheckInSent) => [
  `check in as ${goalStatusWords[status]}`,
  ...(confidence === undefined || confidence === null ? [] : [`confidence ${confidence}`]),
  ...values.map(({ keyResultId, current }) => {
    const name = rows.keyResults.get(keyResultId)?.name
    return `result ${name === undefined ? keyResultId : quoted(name)} ${current}`
  }),
  ...(note ? [`note ${quoted(shortened(note))}`] : []),
]

/** Of a new card, said elsewhere in its line. */
const saidElsewhere: ReadonlySet<string> = new Set([
  "name",
  "topic",
  "description",
  "color",
  "completed",
  "focus",
  "goalId",
  "itemId",
  "type",
  "ownerId",
])

const isNone = (value: unknown) => Array.isArray(value) && value.length === 0

type Saying = { day: (iso: string) => string; named: (entity: Listed, value: unknown) => string }

/** "due 4 December 2026", "no due date", "value 5" */
const said = (entity: Entity, name: string, value: unknown, { day, named }: Saying) => {
  const { kind, lists, agent: { word } = { word: name } } = fieldIn(entity, name) ?? {}
  if (lists && Array.isArray(value))
    return isNone(value)
      ? lists === "label"
        ? `no ${word}`
        : `${word} nothing`
      : `${word} ${value.map((id) => named(lists, id)).join(", ")}`
  if (value === null) return `no ${fieldName(name)?.toLowerCase() ?? word}`
  if (kind === "day") return `${word} ${day(String(value))}`
  if (kind === "flag") return value ? word : `not ${word}`
  if (kind === "health") return `${word} ${goalStatusWords[value as 0 | 1 | 2]}`
  if (kind === "repeat") return `${word} ${repeatWords(String(value))}`
  return `${word} ${kind === "text" ? quoted(shortened(String(value))) : value}`
}

export const columns = { 0: "To Do", 1: "Doing", 2: "Done" } as const

const mostLetters = 120
const shortened = (text: string) => {
  const line = text.replace(/\s+/g, " ").trim()
  return [...line].length > mostLetters ? `${[...line].slice(0, mostLetters - 1).join("")}…` : line
}

/** "2 additions, 1 change and 1 deletion" */
export const summaryOf = (changes: readonly Pick<Change, "op">[]): string => {
  const count = (op: Change["op"]) => changes.filter((change) => change.op === op).length
  const parts = [
    ...(count("create") ? [counted(count("create"), { one: "# addition", other: "# additions" })] : []),
    ...(count("update") ? [counted(count("update"), { one: "# change", other: "# changes" })] : []),
    ...(count("delete") ? [counted(count("delete"), { one: "# deletion", other: "# deletions" })] : []),
  ]
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "No changes")
}

const signs = { create: "+", update: "~", delete: "-" } as const

/** "2 additions and 1 change", of what was carried out. */
export const countsText = ({ created, updated, deleted }: { created: number; updated: number; deleted: number }) =>
  summaryOf([
    ...Array.from({ length: created }, () => ({ op: "create" }) as const),
    ...Array.from({ length: updated }, () => ({ op: "update" }) as const),
    ...Array.from({ length: deleted }, () => ({ op: "delete" }) as const),
  ])

const question = "Ready to proceed?"

/** A preview's text with the call that carries it out, before its question. */
export const withCall = (text: string, call: string) =>
  text.endsWith(question) ? `${text.slice(0, -question.length)}${call}\n${question}` : text

/** The text of a preview for a chat: a first line with "PREVIEW:", one line a change, and a question. */
export const previewText = (changes: readonly Change[], lead = ""): string => {
  const lines = changes.map(({ op, entity, fields, label, warning }) => {
    const isBelow = entity === "task" && typeof fields.itemId === "string"
    const indent = isBelow || (entity === "item" && typeof fields.goalId === "string") ? (isBelow ? "    " : "  ") : ""
    return `${indent}${signs[op]} ${label}${warning ? ` (${warning})` : ""}`
  })
  return [...(lead ? [lead, ""] : []), `PREVIEW: ${summaryOf(changes)}`, "", ...lines, "", question].join("\n")
}
