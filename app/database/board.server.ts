import type { Person } from "~/contract/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import type { PlanRole } from "~/contract/user"
import { db } from "./connection.server"

type Versioned<Row> = [version: number, row: Row][] | null

/** What `app.rows` answers; role null: not of the plan. */
export type ReadRows = {
  role: PlanRole | null
  goals?: Versioned<Goal>
  items?: Versioned<Item>
  tasks?: Versioned<Task>
  members?: Person[] | null
  last?: { goal: number | null; item: number | null; focus: number | null; task: number | null }
  colors?: string[]
  newId?: number
}

export type RowsWanted = {
  goals: number[]
  items: number[]
  tasks: number[]
  members: number[]
  last: Record<string, unknown> | null
  /** The table whose next id a create takes. */
  newId: "goal" | "item" | "task" | null
}

export const readRows = async (person: number | null, planId: number, wanted: RowsWanted): Promise<ReadRows> => {
  const [row] = await db()<{ rows: ReadRows }[]>`
    select app.rows(${person}, ${planId}, ${wanted.goals}::bigint[], ${wanted.items}::bigint[], ${wanted.tasks}::bigint[],
      ${wanted.members}::bigint[], ${wanted.last === null ? null : JSON.stringify(wanted.last)}::text::jsonb, ${wanted.newId}) as rows`
  return row?.rows ?? { role: null }
}

/** The version a row of the board had when it was read. */
export type Guard = [entity: "goal" | "item" | "task", id: number, version: number]

export type Application = {
  person: number | null
  /** Null: of no plan, which only what is applied apart may be. */
  planId: number | null
  /** The highest plan role number that may. */
  role: PlanRole
  clientId: string | null
  via: string
  guards: Guard[]
  changes: unknown[]
  planChanges: unknown[]
  audits: unknown[]
  events: unknown[]
  answer: { entity: string; id: number } | null
  idempotency: { caller: string; key: string; hash: string; status: number } | null
  after: { kind: string; input: unknown }[]
}

export type Applied = {
  seq?: number
  answer?: unknown
  replay?: { hash: string; status: number | null; answer: unknown }
}

export const apply = async (a: Application): Promise<Applied> => {
  const json = (value: unknown) => JSON.stringify(value)
  const [row] = await db()<{ applied: Applied }[]>`
    select app.apply(${a.person}, ${a.planId}, ${a.role}::smallint, ${a.clientId}, ${a.via}, ${json(a.guards)}::text::jsonb,
      ${json(a.changes)}::text::jsonb, ${json(a.planChanges)}::text::jsonb, ${json(a.audits)}::text::jsonb, ${json(a.events)}::text::jsonb,
      ${json(a.answer ?? {})}::text::jsonb, ${a.idempotency ? json(a.idempotency) : null}::text::jsonb, ${json(a.after)}::text::jsonb) as applied`
  return row?.applied ?? {}
}

/** What is some people's and not the plan's: without seq, log or events. */
export const applyApart = async (a: Application): Promise<Applied> => {
  const json = (value: unknown) => JSON.stringify(value)
  const [row] = await db()<{ applied: Applied }[]>`
    select app.apply_apart(${a.person}, ${a.planId}, ${a.role}::smallint, ${json(a.planChanges)}::text::jsonb,
      ${json(a.answer ?? {})}::text::jsonb, ${a.idempotency ? json(a.idempotency) : null}::text::jsonb, ${json(a.after)}::text::jsonb) as applied`
  return row?.applied ?? {}
}

export const rememberedAnswer = async (caller: string, key: string) => {
  const [row] = await db()<{ request_hash: string; status: number | null; answer: unknown }[]>`
    select request_hash, status, answer from app.idempotency where caller = ${caller} and key = ${key}`
  return row && { hash: row.request_hash, status: row.status, answer: row.answer }
}

/** The person's plan role, the plan's seq and its last write, ms since 1970; undefined when the plan is not theirs to see. */
export const boardState = async (person: number | null, planId: number) => {
  const [row] = await db()<{ role: PlanRole | null; seq: number; edited: number }[]>`
    select ${person === null ? db()`1::smallint` : db()`app.role_in(${person}, ${planId})`} as role, c.seq,
      (extract(epoch from c.last_edit) * 1000)::bigint as edited
    from app.plan_clock c where c.plan_id = ${planId}`
  return row && row.role !== null ? { role: row.role, seq: row.seq, edited: row.edited } : undefined
}

/** The board as JSON text. */
export const boardText = async (person: number | null, planId: number, role: PlanRole | null) => {
  const [row] = await db()<
    { board: string | null }[]
  >`select app.board(${person}, ${planId}, ${role}::smallint) as board`
  return row?.board ?? undefined
}

export const listRows = async (
  entity: "goal" | "item" | "task",
  person: number | null,
  planId: number,
): Promise<unknown[]> => {
  const [row] = await db()<{ rows: unknown[] }[]>`select app.list(${person}, ${planId}, ${entity}) as rows`
  return row?.rows ?? []
}

export const eventsSince = async (planId: number, since: number) => {
  const [row] = await db()<{ seq: number; events: { seq: number; event: string; payload: unknown }[] }[]>`
    select c.seq, (select coalesce(json_agg(json_build_object('seq', e.seq, 'event', e.event, 'payload', e.payload) order by e.seq), '[]')
      from app.event e where e.plan_id = c.plan_id and e.seq > ${since} and e.seq <= c.seq) as events
    from app.plan_clock c where c.plan_id = ${planId}`
  return row
}

/** Drops what is kept for a time only: events of over a week, idempotency keys of over a day, the bin after 30 days. */
export const sweepOld = async () => {
  await db()`delete from app.event where created_date < now() - interval '8 days'`
  await db()`delete from app.idempotency where created_date < now() - interval '1 day'`
  await db()`delete from app.deletion where deleted_date < now() - interval '30 days'`
}
