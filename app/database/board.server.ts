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
