// rowOf(): a change of a preview as its row shows it, in the reader's language: what, and below it where and how.
import { type ChangeKind, kindOf } from "~/client/agent/ghosts"
import type { BoardReader } from "~/client/board/board-types"
import type { Change } from "~/contract/change-set"
import { cardFieldNames } from "~/contract/fields/card-field-texts"
import { fieldIn } from "~/contract/fields/card-fields"
import type { Entity } from "~/contract/fields/field"
import { dateFormat } from "~/contract/shared/language/format"
import { nameOf } from "~/rules/agent/names"
import { shortDay } from "~/rules/dates"
import { nameInALine } from "~/rules/line-name"
import { repeatWords } from "~/rules/repeat/words"
import { agent } from "~/ui/agent/texts"
import { cardTexts } from "~/ui/plan/texts"

export type ChangeRow = {
  kind: ChangeKind
  title: string
  detail: string
  /** What is deleted, as the row says it beside its kind's sign. */
  deletes?: string
  /** The day that is set. */
  date?: string
}

type Fields = Record<string, unknown>
type Read = { store: BoardReader; refs: ReadonlyMap<string, string> }

const longest = 120
/** Without marks that would turn or hide the text around it. */
const shortened = (value: unknown) => nameInALine(String(value ?? ""), longest)

/** A day that is set is written in full, with its year. */
const fullDay = dateFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })

const cardIn = (store: BoardReader, entity: Entity, id: number) =>
  ({ goal: store.goal, item: store.item, task: store.task })[entity](id)

/** The names of the cards that the changes make, by their refs. */
export const refsOf = (changes: readonly Change[]): Read["refs"] =>
  new Map(changes.flatMap(({ ref, fields }) => (ref ? [[ref, nameOf(fields)] as const] : [])))

const namedBy = ({ store, refs }: Read, entity: Entity, value: unknown): string => {
  if (typeof value === "string") return refs.get(value) ?? ""
  const card = typeof value === "number" ? cardIn(store, entity, value) : undefined
  return card ? nameOf(card) : ""
}

const columnOf = (value: unknown) => cardTexts.columns[Number(value)] ?? ""

/** A field in a few words; empty where another part of the row says it. */
const partOf = (read: Read, { op, entity, fields, before }: Change, name: string, isOnly: boolean): string => {
  const texts = agent.change
  const [from, to] = [before?.[name], fields[name]]
  if (entity === "comment") return ""
  const field = fieldIn(entity, name)
  const isTitle = name === "name" || name === "topic" || (entity === "task" && name === "description")
  if (isTitle) return op === "create" ? "" : texts.renamed(shortened(to))
  if (name === "description") return op === "create" || !to ? "" : texts.described(shortened(to))
  if (name === "completed") return op === "create" ? "" : to ? texts.completed : texts.reopened
  if (name === "focus") return to ? texts.intoFocus : op === "create" ? "" : texts.outOfFocus
  if (name === "type") {
    if (op === "create") return to ? texts.inColumn(columnOf(to)) : ""
    return isOnly ? agent.columnBecomes(columnOf(from), columnOf(to)) : texts.toColumn(columnOf(to))
  }
  if (name === "goalId" || name === "itemId") {
    const card = namedBy(read, name === "goalId" ? "goal" : "item", to)
    return to === null ? (op === "create" ? "" : texts.outOfGoal) : texts.to(card)
  }
  const label = field?.kind ? cardFieldNames[name as keyof typeof cardFieldNames] : name
  if (name === "dueDate") {
    const [was, is] = [typeof from === "string" && shortDay(from), typeof to === "string" && fullDay(new Date(to))]
    if (!is) return op === "create" ? "" : isOnly && was ? agent.dueGone(was) : texts.without(label)
    return isOnly && was ? agent.dueBecomes(was, is) : agent.due(is)
  }
  if (to === null || to === undefined) return op === "create" ? "" : texts.without(label)
  if (field?.kind === "person") return texts.value(label, read.store.member(Number(to))?.userName ?? "")
  if (field?.kind === "day") return texts.value(label, fullDay(new Date(String(to))))
  if (field?.kind === "repeat") return texts.value(label, repeatWords(String(to)))
  if (field?.kind === "flag") return to ? label : op === "create" ? "" : texts.without(label)
  return op === "create" && !to ? "" : texts.value(label, shortened(to))
}

const deleted = ({ before }: Change): string => {
  const { items = 0, tasks = 0 } = (before ?? {}) as { items?: number; tasks?: number }
  const below = [...(items > 0 ? [agent.actions(items)] : []), ...(tasks > 0 ? [agent.tasks(tasks)] : [])]
  return below.length > 0 ? agent.change.with(below) : ""
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const detailOf = (read: Read, change: Change): string => {
  const { op, entity, fields } = change
  if (op === "delete") return deleted(change)
  if (entity === "comment") {
    const [key, value] = Object.entries(fields as Fields).find(([key]) => key.endsWith("Id")) ?? ["itemId", null]
    return `${agent.change.new.comment} ${agent.change.to(namedBy(read, key.slice(0, -2) as Entity, value))}`
  }
  const names = Object.keys(fields)
  const parts = names.flatMap((name) => partOf(read, change, name, names.length === 1 && op === "update") || [])
  if (op === "update") return capitalized(parts.join(", "))
  const parent = entity === "task" ? "itemId" : "goalId"
  const place = fields[parent] ? partOf(read, change, parent, false) : ""
  const others = parts.filter((part) => part !== place)
  return [place ? `${agent.change.new[entity]} ${place}` : agent.change.new[entity], ...others].join(", ")
}

export type Fact = { name: string; before: string; after: string }

/** A value as the row of a field shows it; empty without one. */
const shownIn = (read: Read, entity: Entity, name: string, value: unknown): string => {
  if (value === null || value === undefined || value === "") return ""
  if (name === "goalId" || name === "itemId") return namedBy(read, name === "goalId" ? "goal" : "item", value)
  const kind = fieldIn(entity, name)?.kind
  if (kind === "column") return columnOf(value)
  if (kind === "person") return read.store.member(Number(value))?.userName ?? ""
  if (kind === "day") return shortDay(String(value))
  if (kind === "repeat") return repeatWords(String(value))
  return shortened(value)
}

/** Each field that an update changes, as it was and as it will be. A yes or no is a phrase. */
export const factsOf = (store: BoardReader, change: Change, refs: Read["refs"]): Fact[] => {
  const read = { store, refs }
  const { fields, before } = change
  if (change.entity === "comment") return []
  const entity = change.entity
  return Object.entries(fields).map(([name, to]) => {
    const kind = fieldIn(entity, name)?.kind
    if (kind === "flag") return { name: "", before: "", after: capitalized(partOf(read, change, name, false)) }
    const label = kind === "column" ? agent.change.column : cardFieldNames[name as keyof typeof cardFieldNames]
    return {
      name: capitalized(label ?? name),
      before: shownIn(read, entity, name, before?.[name]) || agent.change.none,
      after: shownIn(read, entity, name, to) || agent.change.none,
    }
  })
}

export const rowOf = (store: BoardReader, change: Change, refs: Read["refs"] = new Map()): ChangeRow => {
  const { op, entity, id, fields } = change
  const card =
    entity === "comment"
      ? { description: fields.content }
      : op === "create"
        ? fields
        : id === null
          ? undefined
          : cardIn(store, entity, id)
  return {
    kind: kindOf(change),
    title: nameInALine(card ? nameOf(card) : change.label, longest),
    detail: detailOf({ store, refs }, change),
    ...(op === "delete" ? { deletes: agent.change.delete[entity] } : {}),
    ...(typeof fields.dueDate === "string" ? { date: fields.dueDate } : {}),
  }
}
