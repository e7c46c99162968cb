import type { CheckIn } from "~/contract/check-in"
import type { Person } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { PlanRole } from "~/contract/role"
import { copiedAtOnce } from "~/contract/shared/bounds"
import type { Task } from "~/contract/task"
import { type Admission, type Sealed, seal } from "./admission.server"
import { backgroundDb, boardDb, db } from "./connection.server"
import { isTaken, type NearWanted } from "./near.server"

type Versioned<Row> = [version: number, row: Row][] | null

/** The result of `app.rows`. */
export type ReadRows = {
  goals?: Versioned<Goal>
  items?: Versioned<Item>
  tasks?: Versioned<Task>
  members?: Person[] | null
  last?: { goal: number | null; item: number | null; focus: number | null; task: number | null }
  colors?: string[]
  newId?: number
  /** Whether another row has the order that `near` gives. */
  taken?: boolean
  labels?: Versioned<Label>
  chain?: Chain | null
  measures?: Measures | null
}

/** Of goals that are not in the bin. `deleted`: results that are gone from them. */
export type Measures = {
  goals: [version: number, row: Goal][]
  results: [version: number, row: KeyResult][]
  deleted: { id: number; goalId: number }[]
  checkIns: CheckIn[]
}

/** Cards that others wait for, and the state of what waits for what in the plan. */
export type Chain = { of: "item" | "task"; cards: (Item | Task)[]; state: string }

export type RowsWanted = {
  goals: number[]
  items: number[]
  tasks: number[]
  members: number[]
  last: Record<string, unknown> | null
  /** The table whose next id a create takes. */
  newId: "goal" | "item" | "task" | "label" | "key_result" | "check_in" | null
  near?: NearWanted
  labels?: boolean
  /** Also the open tasks of this action. */
  openTasksOf?: number
  /** Also the cards with this label. */
  labelled?: number
  /** Also these goals, and those of these results and check-ins, with all their results. */
  resultsOf?: MeasuresWanted
  /** Also what these wait for, and what they wait for in turn. */
  chain?: { of: "item" | "task"; ids: number[] }
}

export const readRows = async (
  person: number | null,
  planId: number,
  { near, labels = false, labelled, openTasksOf, chain, resultsOf, ...wanted }: RowsWanted,
): Promise<Sealed<ReadRows>> => {
  const [row] = await db()<
    {
      rows: Sealed<ReadRows>
      taken: boolean
      labels: ReadRows["labels"]
      chain: Chain | null
      measures: Measures | null
    }[]
  >`
    select ${near ? isTaken(planId, near) : db()`false`} as taken, ${labels ? labelsIn(planId) : db()`null`} as labels,
      ${chain ? chainIn(planId, chain) : db()`null`} as chain, ${resultsOf ? measuresIn(planId, resultsOf) : db()`null`} as measures,
      app.rows(${person}, ${planId}, ${wanted.goals}::bigint[],
      ${wanted.items}::bigint[]${labelled === undefined ? db()`` : withLabel("item", planId, labelled)},
      ${wanted.tasks}::bigint[]${labelled === undefined ? db()`` : withLabel("task", planId, labelled)}${openTasksOf === undefined ? db()`` : openIn(planId, openTasksOf)}, ${wanted.members}::bigint[],
      ${wanted.last === null ? null : JSON.stringify(wanted.last)}::text::jsonb, ${wanted.newId}) as rows`
  if (!row) return seal(null)
  const { rows, ...more } = row
  return Object.assign(rows, more)
}

const labelsIn = (planId: number) => db()`
  (select coalesce(json_agg(json_build_array(l.version, v) order by l.id), '[]')
    from app.label l join api.label v on v.id = l.id where l.plan_id = ${planId})`

type MeasuresWanted = Partial<Record<"goals" | "results" | "checkIns", number[]>>

const measuresIn = (planId: number, { goals = [], results = [], checkIns = [] }: MeasuresWanted) => db()`
  (with goal as materialized (
    select x.id, x.version from app.goal x where x.plan_id = ${planId} and x.deletion_id is null and x.id in (
      select unnest(${goals}::bigint[])
      union all select k.goal_id from app.key_result k where k.id = any (${results}::bigint[])
      union all select c.goal_id from app.check_in c where c.id = any (${checkIns}::bigint[])))
  select json_build_object(
    'goals', (select coalesce(json_agg(json_build_array(g.version, v)), '[]') from goal g join api.goal v on v.id = g.id),
    'results', (select coalesce(json_agg(json_build_array(k.version, v) order by k.id), '[]')
      from goal g join app.key_result k on k.goal_id = g.id join api.key_result v on v.id = k.id),
    'deleted', (select coalesce(json_agg(json_build_object('id', k.id, 'goalId', k.goal_id)), '[]')
      from goal g join app.key_result k on k.goal_id = g.id where k.deleted_date is not null),
    'checkIns', (select coalesce(json_agg(v), '[]') from api.check_in v where v.id = any (${checkIns}::bigint[]) and v."planId" = ${planId})))`

const chainIn = (planId: number, { of, ids }: { of: "item" | "task"; ids: number[] }) => db()`
  json_build_object('of', ${of}::text, 'state', app.state_of(${`${of}Waits`}, ${planId}, 0), 'cards', (
    with recursive chain(id) as (
      select c.id from unnest(${ids}::bigint[]) c(id)
      union
      -- Each card by its key: a join might read the whole table at each step of a long chain.
      select b.id from chain c cross join lateral (select x.plan_id, x.deletion_id, x.blocked_by_ids from ${db()(`app.${of}`)} x
        where x.id = c.id offset 0) x cross join unnest(x.blocked_by_ids) b(id) where x.plan_id = ${planId} and x.deletion_id is null)
    select coalesce(json_agg(v), '[]') from chain c join ${db()(`api.${of}`)} v on v.id = c.id where v."planId" = ${planId}))`

const withLabel = (entity: "item" | "task", planId: number, label: number) => db()`
  || array(select c.id from ${db()(`app.${entity}`)} c
    where c.plan_id = ${planId} and c.deletion_id is null and c.label_ids @> array[${label}::bigint])`

/** One more than may be copied tells that there are too many. */
const openIn = (planId: number, item: number) => db()`
  || array(select t.id from app.task t where t.item_id = ${item} and t.plan_id = ${planId} and t.type <> 2 and t.deletion_id is null
    limit ${copiedAtOnce + 1})`

/** The plan's seq, and its last write in ms since 1970. */
export const boardState = async (person: number | null, planId: number) => {
  const [row] = await db()<{ role: PlanRole | null; seq: number; edited: number }[]>`
    select ${person === null ? db()`1::smallint` : db()`app.role_in(${person}, ${planId})`} as role, c.seq,
      (extract(epoch from c.last_edit) * 1000)::bigint as edited
    from app.plan_clock c where c.plan_id = ${planId}`
  const { role = null, seq = 0, edited = 0 } = row ?? {}
  return seal(role, { seq, edited })
}

export type BoardSize = { cards: number; bytes: number }

/** As its quotas count it. */
export const sizeOfBoard = async ({ planId }: Pick<Admission, "planId">): Promise<BoardSize> => {
  const [row] = await db()<BoardSize[]>`
    select count as cards, bytes from app.usage where kind = 'cards' and plan_id = ${planId} and person_id = 0`
  return row ?? { cards: 0, bytes: 0 }
}

export type BoardRows = "goals" | "items" | "tasks"

/** A row as JSON text. */
export type BoardRow = { id: number; version: number; order: number; text: string }

/** The result of `app.board`. */
export type BoardRead = Record<BoardRows, BoardRow[]> & {
  seq: number
  /** Passed to the next read, which then omits older rows. */
  since: string
  /** The database's start time. A promoted standby or a restored database assigns transaction ids again. */
  began: string
  people: string
  /** True: all rows. False: the rows that may have changed, and the ids of deleted ones. */
  whole: boolean
  plan: string
  members: string
  labels: string
  key_results: string
  /** The number of rows in the plan. */
  counts: Record<BoardRows, number>
  gone: Record<BoardRows, number[]> | null
  /** Characters of the texts that rows are slices of. */
  held: number
}
type Head = Omit<BoardRead, BoardRows | "held">
type Piece = { name: null } | { name: BoardRows; lines: string }

/** Rows in one message of the database: a board in one would be copied and cut all at once. */
export const rowsAtOnce = 200

/** `large`: on a connection that saves do not use, since what is sent on it after this waits for the whole board. */
export const readBoard = async (
  { person, planId, standing }: Admission,
  after?: { since: string; began: string; people: string },
  large = false,
): Promise<BoardRead | undefined> => {
  let head: Head | undefined
  const rows: Record<BoardRows, BoardRow[]> = { goals: [], items: [], tasks: [] }
  let held = 0
  const add = (row: Head & Piece) => {
    if (row.name === null) head = row
    else {
      held += row.lines.length
      rowsIn(row.lines, rows[row.name])
    }
  }
  const pieces = (large ? boardDb() : db())<(Head & Piece)[]>`
    select p.name, p.lines, h.* from app.board(${person}, ${planId}, ${standing === "key" ? null : standing}::smallint,
        case when ${after?.began ?? null}::text = pg_postmaster_start_time()::text then ${after?.since ?? null}::text::xid8 end,
        ${after?.people ?? null}::text::jsonb) b
      cross join lateral (
        select null as name, null as lines
        union all select 'goals', array_to_string(b.goals[n:n + ${rowsAtOnce - 1}], E'\n') from generate_series(1, cardinality(b.goals), ${rowsAtOnce}) n
        union all select 'items', array_to_string(b.items[n:n + ${rowsAtOnce - 1}], E'\n') from generate_series(1, cardinality(b.items), ${rowsAtOnce}) n
        union all select 'tasks', array_to_string(b.tasks[n:n + ${rowsAtOnce - 1}], E'\n') from generate_series(1, cardinality(b.tasks), ${rowsAtOnce}) n
      ) p
      left join lateral (select b.seq, b.since, b.whole, b.plan, b.members, b.labels, b.key_results, b.counts, b.gone, b.people,
        pg_postmaster_start_time()::text as began where p.name is null) h on true`
  // Messages that arrive together are read in one turn of the event loop, so those of a large board are asked for one by one.
  await (large ? pieces.cursor(1, (message) => message.forEach(add)) : pieces.forEach(add))
  return head?.seq == null ? undefined : { ...head, ...rows, held }
}

/** Adds the rows of lines of `id version order {row}`. */
export const rowsIn = (lines: string, rows: BoardRow[]) => {
  for (const line of lines.split("\n")) {
    const afterId = line.indexOf(" ")
    const afterVersion = line.indexOf(" ", afterId + 1)
    const afterOrder = line.indexOf(" ", afterVersion + 1)
    rows.push({
      id: Number(line.slice(0, afterId)),
      version: Number(line.slice(afterId + 1, afterVersion)),
      order: Number(line.slice(afterVersion + 1, afterOrder)),
      text: line.slice(afterOrder + 1),
    })
  }
}

/** Bytes and rows of events in one answer, and of drafts. An event has 32 KB at most. */
const atOnce = { bytes: 2 * 1_048_576, rows: 1_000 }

type Since = {
  seq: number
  events: { seq: number; event: string; payload: unknown }[]
  drafts: Record<BoardRows, object[]> | null
  draftsTag: string
}

/** Whether the drafts of a plan fit in an answer. */
const areFew = (planId: number) => db()`
  (select count(*) <= ${atOnce.rows} and coalesce(sum(d.bytes), 0) <= ${atOnce.bytes} from (
    select octet_length(g::text) as bytes from app.goal g where g.plan_id = ${planId} and g.is_draft and g.deletion_id is null
    union all select octet_length(i::text) from app.item i where i.plan_id = ${planId} and i.is_draft and i.deletion_id is null
    union all select octet_length(t::text) from app.task t where t.plan_id = ${planId} and t.is_draft and t.deletion_id is null) d)`

/** The oldest events after `since`, and the plan's drafts, unless these are the ones of that tag, or too many; `seq` is the plan's. */
export const eventsSince = async ({ planId }: Admission, since: number, draftsTag: string | undefined) => {
  const [row] = await db()<Since[]>`
    select c.seq, d.tag as "draftsTag", case when d.tag is distinct from ${draftsTag ?? null}::text and ${areFew(planId)} then app.drafts(c.plan_id) end as drafts, (select coalesce(json_agg(json_build_object('seq', e.seq, 'event', e.event, 'payload', app.readable(e.entity, e.payload)) order by e.seq), '[]')
      from (select o.*, sum(octet_length(o.payload::text)) over (order by o.seq rows unbounded preceding) as upto
        from (select * from app.event n where n.plan_id = c.plan_id and n.seq > ${since} and n.seq <= c.seq order by n.seq limit ${atOnce.rows}) o) e
      where e.upto <= ${atOnce.bytes}) as events
    from app.plan_clock c cross join app.drafts_tag(c.plan_id) d(tag) where c.plan_id = ${planId}`
  return row
}

/** Of a person in a plan. */
const mostNotifications = 1_000

/** Deletes the oldest events of plans and the oldest answers of callers that exceed their quota, and people's oldest notifications. */
export const dropOldest = async () => {
  await backgroundDb()`select app.drop_events()`
  await backgroundDb()`select app.drop_all_answers()`
  await backgroundDb()`select app.drop_notifications(${mostNotifications})`
}

/**
 * Deletes expired rows: events after 8 days; idempotency keys, proposals and the assistant's tasks after a day; the bin,
 * deleted results and proposals in review after 30 days. Returns how many.
 */
export const sweepOld = async (): Promise<number> => {
  const removed = [
    await backgroundDb()`delete from app.event where created_date < now() - interval '8 days'`,
    await backgroundDb()`delete from app.idempotency where created_date < now() - interval '1 day'`,
    await backgroundDb()`delete from app.proposal where created_date < now() - case when in_review then interval '30 days' else interval '1 day' end`,
    await backgroundDb()`delete from app.ai_task where created_date < now() - interval '1 day'`,
    await backgroundDb()`delete from app.job_day where day < now() - interval '30 days'`,
    await backgroundDb()`delete from app.key_result where deleted_date < now() - interval '30 days'`,
    await backgroundDb()`delete from app.deletion where deleted_date < now() - interval '30 days'`,
  ]
  return removed.reduce((sum, { count }) => sum + count, 0)
}
