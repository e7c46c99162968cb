// applyChanges(): what a change set writes, decided by the rules of the single calls.
import {
  type ChangedEntity,
  type ChangedResult,
  type ChangeFields,
  changeFields,
  type SentChangeSet,
} from "~/contract/change-set"
import type { BoardEntity, Entity } from "~/contract/fields/field"
import { faultSentence, invalidInput, parse } from "~/contract/parse"
import { invalid, isRefusal, type Refusal, refusal } from "~/contract/problem"
import "../check-in"
import { rowIn } from "../card"
import { type RuleCall, ruleOf } from "../index"
import { type Change, type Context, type Emission, isCardChange, type Rule } from "../rule"
import type { WorkingCopy } from "./working-copy"

type Sent = SentChangeSet["changes"][number]

export type NewComment = { id: number; on: { entity: Entity; id: number }; content: string }
/** `refs`: the ids that references got. `counts`: changes, not rows. */
export type Applied = {
  changes: Change[]
  comments: NewComment[]
  events: Emission[]
  refs: Map<string, number>
  counts: { created: number; updated: number; deleted: number }
  /** Existing cards that the changes rest on, although they write others. */
  parents: { entity: Entity; id: number }[]
}

/** Kinds of rows that a change set makes. */
export type Made = ChangedEntity | "keyResult" | "checkIn"
export type Trying = Omit<Context, "newId"> & {
  /** A free id for a new row. */
  nextId(entity: Made): number
  isDraft?: boolean
}

const past = { create: "created", update: "updated", delete: "deleted" } as const
const verbs = { create: "create", update: "update", delete: "remove" } as const

/**
 * Carries the changes out on the copy, in order. Throws a refusal whose path begins with `changes.<n>` for the first
 * one that the plan does not allow.
 */
export const applyChanges = (copy: WorkingCopy, set: readonly Sent[], trying: Trying): Applied => {
  const { refused, applied } = runAll(copy, set, trying, true)
  for (const thrown of refused.values()) throw thrown
  return applied()
}

/** Carries out the changes that the plan allows. Returns the messages of the others, by position. */
export const fitting = (copy: WorkingCopy, set: readonly Sent[], trying: Trying): Map<number, string> =>
  new Map([...runAll(copy, set, trying, false).refused].map(([at, { problem }]) => [at, problem.message]))

/** `stops`: at the first change that is refused. A refused change leaves the copy as it was. */
const runAll = (copy: WorkingCopy, set: readonly Sent[], trying: Trying, stops: boolean) => {
  const { nextId, isDraft, ...context } = trying
  const refs = new Map<string, { entity: ChangedEntity; id: number }>()
  const events: Emission[] = []
  const comments: NewComment[] = []
  const counts = { created: 0, updated: 0, deleted: 0 }
  const parents = new Map<string, { entity: Entity; id: number }>()
  const written: Change[] = []

  const idOf = (value: unknown, entity: Entity, path: string): number => {
    if (typeof value === "number") {
      if (value > 0) parents.set(`${entity} ${value}`, { entity, id: value })
      return value
    }
    const found = refs.get(String(value))
    if (!found) throw invalid(path, `There is no earlier change with the ref "${value}".`)
    if (found.entity !== entity) throw invalid(path, `The ref "${value}" names ${nouns[found.entity]}.`)
    return found.id
  }

  const makes = (call: RuleCall, newId: number) => {
    const rule: Rule<unknown> = ruleOf(call.name)
    const decision = rule.decide(copy.rows, call.input, { ...context, newId })
    for (const change of decision.changes) copy.write(change)
    written.push(...decision.changes)
    events.push(...decision.events)
  }

  const resultOf = (goalId: number, { id, ...fields }: ChangedResult, path: string) => {
    const { planId } = copy.rows
    if (id !== undefined) {
      if (copy.rows.keyResults.get(id)?.goalId !== goalId)
        throw invalid(`${path}.id`, `There is no result ${id} of this goal.`)
      makes({ name: "keyResult.update", input: { planId, id, ...fields } }, 0)
      return
    }
    const { name, start, target } = fields
    if (name === undefined || start === undefined || target === undefined)
      throw invalid(path, "A new result needs a name, a start and a target.")
    makes({ name: "keyResult.create", input: { planId, goalId, ...fields, name, start, target } }, nextId("keyResult"))
  }

  const carryOne = (change: Sent) => {
    const { op, entity } = change
    const fields = fieldsOf(change)
    if (entity === "comment") {
      if (op !== "create") throw refusal(400, "A comment can only be added.")
      comments.push({ id: nextId("comment"), ...commentOn(fields as ChangeFields["comment"], idOf) })
      return
    }
    if (op === "update" && Object.keys(fields).length === 0) throw invalid("fields", "Name what changes.")
    const id = op === "create" ? nextId(entity) : change.id
    if (!id) throw refusal(400, "Name the id of what is to be changed.")
    if (change.ref && op !== "create") throw refusal(400, "Only what is created has a ref.")
    if (change.ref && refs.has(change.ref)) throw refusal(400, `The ref "${change.ref}" is used twice.`)
    const { results = [], checkIn, ...own } = fields as ChangeFields["goal"]
    const input = {
      ...own,
      ...("goalId" in fields && fields.goalId ? { goalId: idOf(fields.goalId, "goal", "fields.goalId") } : {}),
      ...("itemId" in fields && fields.itemId ? { itemId: idOf(fields.itemId, "item", "fields.itemId") } : {}),
      ...("blockedByIds" in fields && fields.blockedByIds
        ? { blockedByIds: fields.blockedByIds.map((each) => idOf(each, entity, "fields.blockedByIds")) }
        : {}),
      ...(op === "create" ? (isDraft ? { isDraft } : {}) : { id }),
    }
    if (entity === "task" && op === "create") required(input, "itemId", "description")
    if (entity === "goal" && op === "create") required(input, "name")
    if (op !== "update" || Object.keys(own).length > 0) makes({ name: `${entity}.${verbs[op]}`, input } as RuleCall, id)
    for (const [at, result] of results.entries()) resultOf(id, result, `fields.results.${at}`)
    if (checkIn)
      makes({ name: "checkIn.create", input: { planId: copy.rows.planId, id, ...checkIn } }, nextId("checkIn"))
    if (change.ref) refs.set(change.ref, { entity, id })
  }

  const refused = new Map<number, Refusal>()
  for (const [at, change] of set.entries()) {
    try {
      carryOne(change)
      counts[past[change.op]] += 1
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      const { status, message, errors } = thrown.problem
      const path = errors?.[0]?.path
      const said = status === 404 ? gone(change) : message
      refused.set(
        at,
        refusal(status === 404 ? 400 : status, said, {
          errors: [{ path: `changes.${at}${path ? `.${path}` : ""}`, message: said }],
        }),
      )
      if (stops) break
    }
  }
  const isThere = (entity: BoardEntity, id: number) => rowIn(copy.rows, entity, id) !== undefined
  const applied = (): Applied => ({
    changes: topmost(merged(written), copy),
    comments: comments.filter(({ on }) => isThere(on.entity, on.id)),
    events: distinct(events).filter((event) => !("entity" in event) || isThere(event.entity, event.id)),
    refs: new Map([...refs].map(([ref, { id }]) => [ref, id])),
    counts,
    parents: [...parents.values()],
  })
  return { refused, applied }
}

const nouns = { goal: "a goal", item: "an action", task: "a task", comment: "a note" }
const gone = ({ entity, id }: Sent) => `There is no ${nouns[entity].split(" ")[1]} ${id} in this plan.`

const required = (input: object, ...names: string[]) => {
  const missing = names.find((name) => !(name in input))
  if (missing) throw invalid(`fields.${missing}`, faultSentence({ path: missing, message: "is missing." }))
}

const fieldsOf = ({ op, entity, fields = {} }: Sent): ChangeFields[ChangedEntity] => {
  if (op === "delete") return {}
  const { data, faults } = parse(changeFields[entity], fields)
  if (faults) throw invalidInput(faults, "fields")
  return data
}

type IdOf = (value: unknown, entity: Entity, path: string) => number

const commentOn = ({ content, ...on }: ChangeFields["comment"], idOf: IdOf): Omit<NewComment, "id"> => {
  const named = Object.entries(on).filter(([, value]) => value !== undefined)
  const [key, value] = named[0] ?? []
  if (!key || named.length > 1) throw refusal(400, "A note belongs to one card: a goal, an action or a task.")
  if (content.trim() === "") throw invalid("fields.content", "Enter the text of the note.")
  const entity = key.slice(0, -2) as Entity
  return { on: { entity, id: idOf(value, entity, `fields.${key}`) }, content }
}

const idIn = (change: Change) => (change.op === "insert" ? change.row.id : change.id)

/** One write for each row: later fields win. */
const merged = (changes: Change[]): Change[] => {
  const rows = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.entity} ${idIn(change)}`
    const had = rows.get(key)
    if (change.op === "update" && had?.op === "insert") {
      rows.set(key, { ...had, row: { ...had.row, ...change.fields } } as Change)
    } else if (change.op === "update" && had?.op === "update") {
      rows.set(key, { ...had, fields: { ...had.fields, ...change.fields } } as Change)
    } else rows.set(key, change)
  }
  return [...rows.values()]
}

/** Without the deletions of cards whose parent is deleted by the same set. */
const topmost = (changes: Change[], { wasIn }: WorkingCopy): Change[] => {
  const gone = new Set(changes.flatMap((change) => (change.op === "delete" ? `${change.entity} ${change.id}` : [])))
  return changes.filter(
    (change) =>
      change.op !== "delete" ||
      !isCardChange(change) ||
      !wasIn(change.entity, change.id).some((above) => gone.has(above)),
  )
}

/** Each event of a row once, in the place of its last. */
const distinct = (events: Emission[]): Emission[] => {
  const last = new Map<string, Emission>()
  for (const [at, event] of events.entries()) {
    const key = "entity" in event ? `${event.event} ${event.id}` : event.data === null ? event.event : String(at)
    last.delete(key)
    last.set(key, event)
  }
  return [...last.values()]
}
