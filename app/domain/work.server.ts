import { leastRole } from "~/contract/capability"
import { isRefusal, notFound, refusal } from "~/contract/problem"
import { type Application, apply, applyApart, type Guard, rememberedAnswer } from "~/database/apply.server"
import { type ReadRows, readRows } from "~/database/board.server"
import { type NearRow, readNear } from "~/database/near.server"
import { pokeJobs } from "~/outside/jobs.server"
import { type RuleInput, type RuleName, rules } from "~/rules"
import { sameList } from "~/rules/gaps"
import type { Change, Decision, Emission, Entity, List, Near, Needs, Rows, Rule } from "~/rules/rule"
import { type Actor, callerName } from "./actor"
import { readAs, refusedTo } from "./admission.server"

/** A change beside the board's; `app.write_plan` does the first three, `app.write_<entity>` each of the others. */
export type PlanChange = {
  entity:
    | "plan"
    | "membership"
    | "invitation"
    | "plan_image"
    | "plan_key"
    | "revision"
    | "restoration"
    | "undeletion"
    | "reversion"
    | "moment"
    | "comment"
    | "notification"
    | "note"
    | "note_references"
    | "named_people"
    | "imported_comments"
    | "file"
    | "conversation"
    | "message"
    | "prompt"
    | "preferences"
    | "meeting"
  op: "insert" | "update" | "delete"
  id: number
  fields?: Record<string, unknown>
  /** The version read; another meanwhile means read and decide again. */
  was?: string
}
export type Audit = {
  entity: string
  id: number
  action: "create" | "update" | "delete" | "restore"
  before?: unknown
  after?: unknown
}
export type Job = { kind: string; input: unknown }

/** What a call does, decided: everything that is written in its one transaction. */
export type Deed = {
  changes?: Change[]
  planChanges?: PlanChange[]
  audits: Audit[]
  events: (Emission | { event: Emission["event"]; entity: string; id: number })[]
  answer?: { entity: string; id: number }
  /** Status remembered with the answer for a repeat under the same idempotency key. */
  status: number
  /** Versions of the rows that were read; another meanwhile means read and decide again. */
  guards?: Guard[]
  jobs?: Job[]
  /** Where the call does not name the plan: that of what it is about. */
  planId?: number
  /** Some people's and not the plan's: nothing of the plan, its seq, log or events, tells of it. */
  apart?: true
  /** What to answer, without a write, when nothing changes. */
  unchanged?: { answer: unknown }
}

const tries = 5
const racesForRoom = 2

/** Makes a board call: reads the rows, lets its rule decide, applies all or nothing. Answers the entity, or undefined. */
export const work = <Name extends RuleName>(actor: Actor, planId: number, name: Name, input: RuleInput<Name>) => {
  const rule = rules[name] as unknown as Rule<RuleInput<Name>>
  const [entity, verb] = name.split(".") as [Entity, string]
  const needs = rule.needs(input)
  let attempts = 0
  return carryOut(actor, planId, async () => {
    // Rows that others keep moving are left where they are: the row takes its order, and the next move there makes room.
    const makesRoom = ++attempts <= racesForRoom
    const read = await readAs(actor, planId, readRows, {
      goals: needs.goals ?? [],
      items: needs.items ?? [],
      tasks: needs.tasks ?? [],
      members: needs.members ?? [],
      last: lastWanted(needs),
      newId: verb === "create" ? entity : null,
      near: needs.near,
    })
    const context = {
      now: new Date().toISOString(),
      actor: { id: actor.userId, userName: actor.userName },
      newId: read.newId ?? 0,
    }
    let beside: Beside | undefined
    for (;;) {
      const rows = { ...rowsOf(planId, read, needs, beside), ...(makesRoom ? {} : { near: () => [] }) }
      if (actor.version !== null) refuseStale(actor.version, rows, entity, input as object)
      try {
        const decision = rule.decide(rows, input, context)
        const status = verb === "create" ? 201 : decision.answer ? 200 : 204
        return { ...deedOf(decision, rows, status), guards: guardsOf(read, decision, beside) }
      } catch (thrown) {
        if (!isUnread(thrown)) throw thrown
        beside = { ...thrown.near, rows: await readNear(read, thrown.near) }
      }
    }
  })
}

/** The rows around an order, read only where a row has to get room there. */
type Beside = Near & { rows: NearRow[] }

/** Thrown where a rule looks at rows of a list that were not read: they are, and it decides again. */
type Unread = Error & { near: Near }
const unread = (near: Near): Unread => Object.assign(new Error("Rows of a list were not read."), { near })
const isUnread = (thrown: unknown): thrown is Unread => thrown instanceof Error && "near" in thrown

/**
 * The one door for writes. `decide` reads and decides; when a row it read has changed meanwhile it is asked again.
 * A repeat under the same idempotency key gets the first answer: the apply finds the key taken and writes nothing, and a
 * refusal, as of a row the first call deleted, gives way to what is remembered. The database checks again that the role has the
 * capability that the call needs.
 */
export const carryOut = async (
  actor: Actor,
  planId: number | null,
  decide: () => Promise<Deed>,
  via: string = actor.via,
): Promise<unknown> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const deed = await decide()
      if (deed.unchanged && !actor.idempotency) return deed.unchanged.answer
      const applied = await (deed.apart ? applyApart : apply)(applicationOf(actor, deed.planId ?? planId, deed, via))
      if (applied.replay) return checkedReplay(actor, applied.replay).answer
      if (actor.caused && deed.events.length > 0) actor.caused.seq = applied.seq
      if (deed.jobs) pokeJobs()
      return applied.answer
    } catch (thrown) {
      if (isRefusal(thrown)) {
        const first = await replayed(actor)
        if (first) return first.answer
        throw thrown
      }
      const code = (thrown as { code?: string }).code
      if (code === "LW404") throw notFound()
      if (code === "LW403") throw refusedTo(neededBy(actor))
      const passing = code === "LW409" || code === "40001" || code === "40P01"
      if (!passing) throw thrown
      if (attempt === tries) throw refusal(409, "Others are changing the same cards right now. Please try again.")
    }
  }
}

const neededBy = ({ needs }: Actor) => {
  if (!needs) throw new Error("a call that names no capability wrote to a plan")
  return needs
}

const replayed = async (actor: Actor) => {
  if (!actor.idempotency) return undefined
  const found = await rememberedAnswer(callerName(actor), actor.idempotency.key)
  return found && checkedReplay(actor, found)
}

const checkedReplay = (actor: Actor, found: { hash: string; status: number | null; answer: unknown }) => {
  if (found.hash !== actor.idempotency?.hash) {
    throw refusal(409, "This Idempotency-Key was used with another request. Use a new key for a new request.")
  }
  return found
}

const applicationOf = (actor: Actor, planId: number | null, deed: Deed, via: string): Application => ({
  person: actor.userId,
  planId,
  role: leastRole(neededBy(actor)),
  clientId: actor.clientId,
  via,
  guards: deed.guards ?? [],
  changes: deed.changes ?? [],
  planChanges: deed.planChanges ?? [],
  audits: deed.audits,
  events: deed.events,
  answer: deed.answer ?? null,
  idempotency: actor.idempotency && { caller: callerName(actor), ...actor.idempotency, status: deed.status },
  after: deed.jobs ?? [],
})

const lastWanted = ({ last, colors }: Needs) => (last || colors ? { ...last, ...(colors ? { colors } : {}) } : null)

const byId = <Row extends { id: number }>(
  read: [number, Row][] | null | undefined,
  beside: readonly NearRow[],
): ReadonlyMap<number, Row> =>
  new Map(
    [...beside.map(({ row }) => row as unknown as Row), ...(read ?? []).map(([, row]) => row)].map((row) => [
      row.id,
      row,
    ]),
  )

const rowsOf = (planId: number, read: ReadRows, needs: Needs, beside?: Beside): Rows => {
  const of = (entity: Entity) => (beside && entityOf[beside.list.of] === entity ? beside.rows : [])
  const tasks = byId(read.tasks, of("task"))
  return {
    planId,
    goals: byId(read.goals, of("goal")),
    items: byId(read.items, of("item")),
    tasks,
    members: new Map((read.members ?? []).flatMap((person) => (person.id === null ? [] : [[person.id, person]]))),
    last: {
      goal: () => read.last?.goal ?? 0,
      item: () => read.last?.item ?? 0,
      focus: () => read.last?.focus ?? 0,
      task: () => read.last?.task ?? 0,
    },
    colors: () => read.colors ?? [],
    near: (near) => {
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

/** The list in which the database looked whether an order is taken. */
const listAsked = ({ of, id, itemId, type }: NonNullable<Needs["near"]>, tasks: Rows["tasks"]): List | undefined => {
  if (of !== "tasks") return { of }
  const task = id === undefined ? undefined : tasks.get(id)
  const [its, column] = [itemId ?? task?.itemId, type ?? (task?.type === 2 ? 0 : task?.type)]
  return its === undefined || column === undefined ? undefined : { of, itemId: its, type: column }
}

/** The rows that the call names and those it writes. Rows beside them may change meanwhile: who moves another card is not refused. */
const guardsOf = ({ goals, items, tasks }: ReadRows, { changes }: Decision, beside?: Beside): Guard[] => {
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
    ...(beside ? guards(entityOf[beside.list.of], moved) : []),
  ]
}

const rowOf = (rows: Rows, entity: Entity, id: number) =>
  entity === "goal" ? rows.goals.get(id) : entity === "item" ? rows.items.get(id) : rows.tasks.get(id)

const refuseStale = (version: string, rows: Rows, entity: Entity, input: object) => {
  const id = "id" in input ? input.id : "itemId" in input ? input.itemId : undefined
  const row = typeof id === "number" ? rowOf(rows, entity, id) : undefined
  if (!row) return
  const now = "modified" in row ? row.modified : row.modifiedDate
  if (now !== version) throw stale(row)
}

export const stale = (current: unknown) =>
  refusal(409, "Somebody has changed this since you loaded it. Load it again and repeat your change.", { current })

/** The deed of a rule's decision, with an audit entry for each row changed. */
const deedOf = (decision: Decision, rows: Rows, status: number): Deed => ({
  ...decision,
  status,
  ...(decision.changes.length === 0
    ? { unchanged: { answer: decision.answer && rowOf(rows, decision.answer.entity, decision.answer.id) } }
    : {}),
  audits: decision.changes.map((change): Audit => {
    const { entity } = change
    if (change.op === "insert") return { entity, id: change.row.id, action: "create", after: change.row }
    const before = rowOf(rows, entity, change.id)
    if (change.op === "delete") return { entity, id: change.id, action: "delete", before }
    const had = Object.fromEntries(Object.keys(change.fields).map((key) => [key, before?.[key as keyof typeof before]]))
    return { entity, id: change.id, action: "update", before: had, after: change.fields }
  }),
})
