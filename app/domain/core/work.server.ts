import "~/rules/copy"
import "~/rules/check-in"
import "~/rules/label"
import type { CheckIn } from "~/contract/check-in"
import type { BoardEntity, Entity } from "~/contract/fields/field"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import { isRefusal } from "~/contract/problem"
import { copiedAtOnce } from "~/contract/shared/bounds"
import type { Task } from "~/contract/task"
import type { Guard } from "~/database/apply.server"
import { lastToWrite } from "~/database/audit.server"
import { type ReadRows, readRows } from "~/database/board.server"
import { type NearRow, readNear } from "~/database/near.server"
import { nextIds } from "~/database/plan.server"
import { cachedRows, cacheRead, cacheWritten } from "~/domain/board/cached-cards.server"
import { announced, publishes } from "~/domain/comment.server"
import { ownerNotices } from "~/domain/notify/notices.server"
import { completedIn, released, unwaited } from "~/domain/notify/waiting.server"
import { partsOf, type RuleInput, type RuleName, ruleOf } from "~/rules"
import { rowIn } from "~/rules/card"
import { openTasksOf } from "~/rules/decide"
import { byOrder, nearIn, sameList } from "~/rules/gaps"
import {
  type CardList,
  type Context,
  type Decision,
  inserts,
  isCardEntity,
  type Near,
  type Needs,
  type RowOf,
  type Rows,
} from "~/rules/rule"
import { type Actor, isFor } from "./actor"
import { readAs } from "./admission.server"
import { commit, stale } from "./commit.server"
import { cardLog, cardWrites, type Outcome } from "./outcome"
import { isRepeatsUnread, readRepeats, repeatBy } from "./repeats.server"
import { workChanged } from "./work-changed"

type Row = RowOf & { checkIn: CheckIn & { leftOut?: number[] } }
/** The row that a rule's call answers. */
type Answered<Name extends RuleName> =
  Name extends `${infer E extends BoardEntity}.${"create" | "update" | "restore" | "moveActionToGoal" | "setCards"}`
    ? Row[E]
    : Name extends "item.copy"
      ? Item & { tasks: { id: number; copyOf: number }[] }
      : Name extends "task.copy"
        ? Task
        : undefined

/** The table and view of a kind of rows. */
const tables = {
  goal: "goal",
  item: "item",
  task: "task",
  label: "label",
  keyResult: "key_result",
  checkIn: "check_in",
} as const
const tableOf = (entity: BoardEntity) => tables[entity]
type BoardRow = ReturnType<typeof tableOf>

/** The attempts in which a call makes room for its row. */
const racesForRoom = 2

/**
 * Makes a board call: lets its rule decide from cached rows, or from the rows it reads, and commits. Cached rows only
 * serve to write: what they refuse, or what they leave as it is, is decided again from the database.
 */
export const work = async <Name extends RuleName>(
  actor: Actor,
  planId: number,
  name: Name,
  input: RuleInput<Name>,
): Promise<Answered<Name>> => {
  const rule = ruleOf(name)
  const [entity] = partsOf(name)
  const needs = rule.needs(input)
  let attempts = 0
  const answer = await commit(actor, planId, async () => {
    // Rows that others are moving too are left in place: the row takes its order, and the next move there makes room.
    const makesRoom = ++attempts <= racesForRoom
    const cached = attempts === 1 ? fromCache(actor, planId, name, input, needs) : undefined
    if (cached) return cached
    const read = await readAs(actor, planId, readRows, {
      goals: needs.goals ?? [],
      items: needs.items ?? [],
      tasks: needs.tasks ?? [],
      members: needs.members ?? [],
      last: lastWanted(needs),
      newId: inserts(name) ? tableOf(entity) : null,
      openTasksOf: needs.openTasksOf,
      near: needs.near,
      labels: needs.labels,
      labelled: needs.labelled,
      chain: needs.chain,
      resultsOf: needs.resultsOf,
    })
    cacheRead(planId, read)
    const copied = needs.openTasksOf === undefined ? {} : { newIds: await copyIds(read, needs.openTasksOf) }
    let context = { ...contextOf(actor, read.newId), ...copied }
    let beside: Beside | undefined
    for (;;) {
      const rows = { ...rowsOf(planId, read, needs, beside), ...(makesRoom ? {} : { near: () => [] }) }
      const stored = actor.version === null ? undefined : staleRow(actor.version, rows, entity, input as object)
      if (stored) {
        const by = isCardEntity(entity) ? await lastToWrite(read, entity, stored.id, actor.userId) : undefined
        throw stale(stored, by)
      }
      try {
        const decision = rule.decide(rows, input, context)
        const status = inserts(name) ? 201 : decision.answer ? 200 : 204
        const outcome = outcomeOf(decision, rows, status)
        const more = publishes(decision.changes, rows) ? await announced(read, decision.changes, rows) : undefined
        const completed = completedIn(decision.changes, rows)
        const freed = attempts > 1 ? await released(read, completed) : undefined
        return {
          ...outcome,
          ...(more && { writes: [...outcome.writes, ...more.writes] }),
          notices: [...(outcome.notices ?? []), ...(more?.notices ?? []), ...(freed?.notices ?? [])],
          guards: [
            ...guardsOf(read, planId, decision, beside),
            ...(more?.guards ?? []),
            ...(freed?.guards ?? unwaited(completed)),
          ],
          committed: () => cacheWritten(planId, read, decision),
        }
      } catch (thrown) {
        if (isRepeatsUnread(thrown)) {
          const repeats = (read.tasks ?? []).filter(([, { recurrence }]) => recurrence !== null).length
          context = { ...context, repeat: repeatBy(await readRepeats(actor, Math.max(1, repeats))) }
          continue
        }
        if (!isUnread(thrown)) throw thrown
        beside = { ...thrown.near, rows: await readNear(read, thrown.near) }
      }
    }
  })
  return answer as Answered<Name>
}

const contextOf = ({ userId, userName }: Actor, newId = 0): Context => ({
  now: new Date().toISOString(),
  actor: { id: userId, userName },
  newId,
  repeat: repeatBy(),
})

/** New ids for the copies of an action's open tasks; none where the rule refuses their number. */
const copyIds = async (read: ReadRows, itemId: number) => {
  const sources = openTasksOf({ tasks: byId<Task>(read.tasks, []) }, itemId)
  if (sources.length === 0 || sources.length > copiedAtOnce) return {}
  const ids = await nextIds("task", sources.length)
  return Object.fromEntries(sources.map(({ id }, at) => [id, ids[at] as number]))
}

/** The outcome from cached rows, unless the call must read. The commit checks the actor's role and the rows' versions. */
const fromCache = <Name extends RuleName>(
  actor: Actor,
  planId: number,
  name: Name,
  input: RuleInput<Name>,
  needs: Needs,
): Outcome<BoardRow> | undefined => {
  if (actor.version !== null || !isFor(actor, planId)) return undefined
  const read = inserts(name) ? undefined : cachedRows(planId, needs)
  if (!read) return undefined
  const rows = rowsOf(planId, read, needs)
  try {
    const decision = ruleOf(name).decide(rows, input, contextOf(actor))
    if (decision.changes.length === 0 || publishes(decision.changes, rows)) return undefined
    return {
      ...outcomeOf(decision, rows, decision.answer ? 200 : 204),
      guards: [
        ...guardsOf(read, planId, decision),
        ...orderGuard(needs, rows),
        ...unwaited(completedIn(decision.changes, rows)),
      ],
      committed: () => cacheWritten(planId, read, decision),
    }
  } catch (thrown) {
    if (isRefusal(thrown) || isUnread(thrown) || isRepeatsUnread(thrown)) return undefined
    throw thrown
  }
}

/** The order that a row takes must be free in its list: otherwise its rule has to make room, with rows it must read. */
const orderGuard = ({ near }: Needs, { tasks }: Rows): Guard[] => {
  const list = near && listAsked(near, tasks)
  if (!list) return []
  const { order, id = 0 } = near
  return [list.of === "tasks" ? [list.of, id, order, list.itemId, list.type] : [list.of, id, order]]
}

/** The rows around an order, read only where room has to be made. */
type CardsNear = Omit<Near, "list"> & { list: CardList }
type Beside = CardsNear & { rows: NearRow[] }

/** Thrown when a rule needs rows of a list that were not read; `work` reads them and runs the rule again. */
type Unread = Error & { near: CardsNear }
const unread = (near: CardsNear): Unread => Object.assign(new Error("Rows of a list were not read."), { near })
const isUnread = (thrown: unknown): thrown is Unread => thrown instanceof Error && "near" in thrown

const lastWanted = ({ last, colors }: Needs) => (last || colors ? { ...last, ...(colors ? { colors } : {}) } : null)

/** `beside`: rows that the call does not name. */
const byId = <Row extends { id: number }>(
  read: [number, Row][] | null | undefined,
  beside: readonly object[],
): ReadonlyMap<number, Row> =>
  new Map([...(beside as Row[]), ...(read ?? []).map(([, row]) => row)].map((row) => [row.id, row]))

const rowsOf = (planId: number, read: ReadRows, needs: Needs, beside?: Beside): Rows => {
  const of = (entity: Entity): object[] => [
    ...(needs.chain?.of === entity ? (read.chain?.cards ?? []) : []),
    ...(beside && entityOf[beside.list.of] === entity ? beside.rows.map(({ row }) => row) : []),
  ]
  const tasks = byId(read.tasks, of("task"))
  const labels = (read.labels ?? []).map(([, label]) => label).sort(byOrder)
  const { goals = [], results = [], deleted = [], checkIns = [] } = read.measures ?? {}
  const keyResults = results.map(([, result]) => result).sort(byOrder)
  return {
    planId,
    goals: byId([...(read.goals ?? []), ...goals], of("goal")),
    items: byId(read.items, of("item")),
    tasks,
    labels: new Map(labels.map((label) => [label.id, label])),
    keyResults: new Map(keyResults.map((result) => [result.id, result])),
    deletedResults: new Map(deleted.map((result) => [result.id, result])),
    checkIns: new Map(checkIns.map((checkIn) => [checkIn.id, checkIn])),
    members: new Map((read.members ?? []).flatMap((person) => (person.id === null ? [] : [[person.id, person]]))),
    last: {
      goal: () => read.last?.goal ?? 0,
      item: () => read.last?.item ?? 0,
      focus: () => read.last?.focus ?? 0,
      task: () => read.last?.task ?? 0,
    },
    colors: () => read.colors ?? [],
    near: ({ list, ...at }) => {
      if (list.of === "labels") return nearIn(list, labels.length, (index) => labels[index] as Label, at)
      if (list.of === "results") {
        const own = keyResults.filter(({ goalId }) => goalId === list.goalId)
        return nearIn(list, own.length, (index) => own[index] as KeyResult, at)
      }
      const near = { ...at, list }
      if (beside && sameList(beside.list, near.list) && beside.order === near.order && beside.reach >= near.reach) {
        return beside.rows.map(({ row }) => row)
      }
      const asked = needs.near && listAsked(needs.near, tasks)
      const free = !read.taken && asked && sameList(asked, near.list) && needs.near?.order === near.order
      if (free && near.reach === 0) return []
      throw unread(near)
    },
  }
}

const entityOf = { goals: "goal", list: "item", lanes: "item", tasks: "task" } as const

/** The list in which the database checked whether an order is taken. */
const listAsked = (
  { of, id, itemId, type }: NonNullable<Needs["near"]>,
  tasks: Rows["tasks"],
): CardList | undefined => {
  if (of !== "tasks") return { of }
  const task = id === undefined ? undefined : tasks.get(id)
  const [its, column] = [itemId ?? task?.itemId, type ?? (task?.type === 2 ? 0 : task?.type)]
  return its === undefined || column === undefined ? undefined : { of, itemId: its, type: column }
}

/** Guards the rows that the call names and those it writes. Their neighbours may change without a conflict. */
const guardsOf = (
  { goals, items, tasks, labels, chain, measures }: ReadRows,
  planId: number,
  { changes }: Decision,
  beside?: Beside,
): Guard[] => {
  const guards = (entity: Entity, rows: [number, { id: number }][] | null | undefined) =>
    (rows ?? []).map(([version, row]): Guard => [entity, row.id, version])
  const spaced = new Set(changes.flatMap((change) => (change.op === "update" && change.spaced ? change.id : [])))
  const moved = (beside?.rows ?? []).flatMap(({ version, row }) =>
    spaced.has(row.id) ? [[version, row] as [number, typeof row]] : [],
  )
  return [
    ...guards("goal", goals),
    ...guards("item", items),
    ...guards("task", tasks),
    ...guards("goal", measures?.goals),
    ...(measures?.goals ?? []).map(([, { id }]): Guard => ["results", id, resultState(measures?.results ?? [], id)]),
    ...(labels ? [["labels", planId, labelState(labels)] satisfies Guard] : []),
    ...(chain ? [[`${chain.of}Waits`, planId, chain.state] satisfies Guard] : []),
    ...(beside ? guards(entityOf[beside.list.of], moved) : []),
  ]
}

/** As `app.state_of` makes it. */
const labelState = (labels: [number, Label][]) => labels.map(([version, { id }]) => `${id} ${version}`).join(",")

/** As `app.state_of` makes it. */
const resultState = (results: [number, KeyResult][], of: number) =>
  results.flatMap(([version, { id, goalId }]) => (goalId === of ? `${id} ${version}` : [])).join(",")

/** The named row, if it has a version and it is another one. */
const staleRow = (version: string, rows: Rows, entity: BoardEntity, input: object) => {
  const id = "id" in input ? input.id : "itemId" in input ? input.itemId : undefined
  const row = typeof id === "number" ? rowIn(rows, entity, id) : undefined
  if (!row) return
  const now = "modified" in row ? row.modified : "modifiedDate" in row ? row.modifiedDate : undefined
  return now === undefined || now === version ? undefined : row
}

/** The outcome of a rule's decision, with a log entry for each row changed. */
const outcomeOf = ({ changes, events, answer }: Decision, rows: Rows, status: number): Outcome<BoardRow> => ({
  writes: cardWrites(changes),
  events: events.map((event) => ("entity" in event ? { ...event, entity: tableOf(event.entity) } : event)),
  notices: ownerNotices(changes, rows),
  status,
  work: workChanged(changes, rows),
  ...(answer ? { answer: { ...answer, entity: tableOf(answer.entity) } } : {}),
  ...(changes.length === 0 ? { unchanged: { answer: answer && rowIn(rows, answer.entity, answer.id) } } : {}),
  log: cardLog(changes, rows),
})
