import type { Entity } from "~/contract/fields/field"
import type { Admission } from "./admission.server"
import { boardDb, db, type Sql } from "./connection.server"

export type StoredEntry = {
  id: number
  entityType: string
  entityId: number
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  actorId: number | null
  actorName: string | null
  via: string
  /** Without a person: the key. */
  agent: string | null
  seq: number
  createdDate: string
  /** Another entry says it too. */
  along: boolean
  /** The card after an entry that published it, unless it is deleted by now. */
  published?: Record<string, unknown> | null
}

type ListPage = { before?: number | undefined; limit: number }

/** Without the texts of a row that is deleted by now, and without a picture, the largest value that an entry may hold. */
const slim = (side: "before" | "after") =>
  db()`case when not app.is_there(a.entity, a.entity_id) then app.bare(a.${db()(side)})
    when a.${db()(side)} ? 'imageBase64' then a.${db()(side)} || '{"imageBase64":null}' else a.${db()(side)} end as ${db()(side)}`

const entry = () => db()`
  a.id, a.entity as "entityType", a.entity_id as "entityId", a.action, ${slim("before")}, ${slim("after")}, a.actor_id as "actorId",
  p.user_name as "actorName", coalesce(a.along, false) as along, a.via, a.agent, coalesce(a.seq, 0) as seq, app.iso(a.created_date) as "createdDate"`

const older = (before: number | undefined) => (before === undefined ? db()`` : db()`and a.id < ${before}`)

/** Excludes notes while they were private, although nothing is logged of those. */
const open = () => db()`and (a.entity <> 'note' or coalesce(a.after, a.before) ->> 'visibility' = '1')`

const visible = (people: boolean) => (people ? db()`` : db()`and a.entity not in ('invitation', 'userplan')`)

type Range = { since?: number | undefined; before?: number | undefined }

const published = () => db()`case when a.action = 'update' and a.entity in ('goal', 'item', 'task')
    and a.before -> 'isDraft' = 'true' and a.after -> 'isDraft' = 'false'
  then app.card_then(a.entity, a.plan_id, a.entity_id, a.id) end as published`

/**
 * Entries of the plan's log by seq, oldest first, each for itself and none of drafts: at most `limit`, or those of the one call that
 * made more.
 */
export const changesOf = async (
  { planId }: Admission,
  { since, before, entity, id }: Range & { entity?: string | undefined; id?: number | undefined },
  limit: number,
  people: boolean,
): Promise<StoredEntry[]> => {
  const read = (within: Range, most: number | null) => boardDb()<StoredEntry[]>`
    select ${entry()}, ${published()} from app.audit a left join app.person p on p.id = a.actor_id
    where a.plan_id = ${planId} and a.draft is not true
      and (a.change_set is null or a.change_set < 0 or a.entity <> 'plan') ${open()} ${visible(people)}
      ${within.since === undefined ? db()`` : db()`and a.seq > ${within.since}`}
      ${within.before === undefined ? db()`` : db()`and a.seq < ${within.before}`}
      ${entity === undefined ? db()`` : db()`and a.entity = ${entity}`} ${id === undefined ? db()`` : db()`and a.entity_id = ${id}`}
    order by a.seq, a.id limit ${most}`
  const rows = [...(await read({ since, before }, limit + 1))]
  const next = rows[limit]
  if (!next) return rows
  const whole = rows.filter(({ seq }) => seq < next.seq)
  return whole.length > 0 ? whole : [...(await read({ since: next.seq - 1, before: next.seq + 1 }, null))]
}

/** Of a statement: entries that leave their plan by themselves, none of drafts, where `also` holds of `a`. */
export const outgoingWhere = (also: ReturnType<Sql>) =>
  db()`select ${entry()}, ${published()} from app.audit a left join app.person p on p.id = a.actor_id
    where ${also} and a.draft is not true and (a.change_set is null or a.change_set < 0 or a.entity <> 'plan') ${open()}`

/** What leaves the plan by itself: entries after `after`, or these, oldest first. */
export const outgoingEntries = async (
  { planId }: Admission,
  which: { after: number; limit: number } | { ids: number[] },
): Promise<StoredEntry[]> => {
  const these = "ids" in which ? db()`a.id = any (${which.ids})` : db()`a.id > ${which.after}`
  return boardDb()<StoredEntry[]>`
    ${outgoingWhere(db()`a.plan_id = ${planId} and ${these}`)} order by a.id limit ${"ids" in which ? null : which.limit}`
}

/**
 * The plan's log, newest first, or what one `agent` or key did. `people`: with invitations and memberships. A change set of the
 * assistant is one entry.
 */
export const entriesOfPlan = async (
  { planId }: Admission,
  { before, limit }: ListPage,
  people: boolean,
  agent: string | undefined,
): Promise<StoredEntry[]> =>
  boardDb()<StoredEntry[]>`
    select ${entry()} from app.audit a left join app.person p on p.id = a.actor_id
    where a.plan_id = ${planId} and a.along is not true and (a.change_set is null or a.entity = 'plan') ${older(before)} ${open()} ${visible(people)}
      ${agent === undefined ? db()`` : db()`and a.agent = ${agent}`}
    order by a.id desc limit ${limit}`

/** Entries of the plan's log by their ids, oldest first. */
export const entriesById = async ({ planId }: Admission, ids: number[]): Promise<StoredEntry[]> =>
  boardDb()<StoredEntry[]>`
    select ${entry()} from app.audit a left join app.person p on p.id = a.actor_id
    where a.plan_id = ${planId} and a.id = any (${ids}) order by a.id`

type Kind = "goal" | "item" | "task" | "invitation" | "userplan"

/** The row itself and the rows below it. */
const rowsBelow = (planId: number, kind: Kind, id: number) => {
  const self = db()`select ${kind}::text as entity, ${id}::bigint as id`
  if (kind === "goal")
    return db()`${self}
      union all select 'item', i.id from app.item i where i.goal_id = ${id} and i.plan_id = ${planId}
      union all select 'task', t.id from app.item i join app.task t on t.item_id = i.id where i.goal_id = ${id} and i.plan_id = ${planId}`
  if (kind === "item")
    return db()`${self} union all select 'task', t.id from app.task t where t.item_id = ${id} and t.plan_id = ${planId}`
  return self
}

/** Entries of rows that were below it at the time and have been moved away or deleted. */
const leavers = (planId: number, { before, limit }: ListPage, kind: Kind, id: number, only?: string) => {
  if (kind !== "goal" && kind !== "item") return db()``
  const left =
    kind === "goal"
      ? db()`a.before ? 'goalId' and a.before ->> 'goalId'`
      : db()`a.before ? 'itemId' and a.before ->> 'itemId'`
  return db()`union (select a.id from app.audit a where a.plan_id = ${planId} and ${left} = ${String(id)} ${older(before)}
    ${only ? db()`and a.entity = ${only}` : db()`and a.entity in ('item', 'task')`} order by a.id desc limit ${limit})`
}

/** Entries of a goal's results and check-ins; the expression must be that of the index `audit_measured`. */
const measured = (planId: number, { before, limit }: ListPage, goal: number) => db()`
  union (select a.id from app.audit a where a.plan_id = ${planId} and a.entity in ('keyResult', 'checkIn') and a.along is not true
    and coalesce(a.after ->> 'goalId', a.before ->> 'goalId') = ${String(goal)} ${older(before)} order by a.id desc limit ${limit})`

/** Must be the expression of the index `audit_attached`. */
const attachedTo = () => db()`case
  when coalesce(a.after ->> 'taskId', a.before ->> 'taskId') is not null then 'task:' || coalesce(a.after ->> 'taskId', a.before ->> 'taskId')
  when coalesce(a.after ->> 'itemId', a.before ->> 'itemId') is not null then 'item:' || coalesce(a.after ->> 'itemId', a.before ->> 'itemId')
  else 'goal:' || coalesce(a.after ->> 'goalId', a.before ->> 'goalId') end`

/** The log of an entity and everything below it, with comments and files, newest first. `only`: rows of this kind. */
export const entriesOf = async (
  { planId }: Admission,
  page: ListPage,
  kind: Kind,
  id: number,
  only?: string,
): Promise<StoredEntry[]> => {
  const { before, limit } = page
  const onBoard = kind === "goal" || kind === "item" || kind === "task"
  return boardDb()<StoredEntry[]>`
    with below as (select * from (${rowsBelow(planId, kind, id)}) b where true ${only ? db()`and b.entity = ${only}` : db()``}),
    found as (
      (select e.id from below b, lateral (
        select a.id from app.audit a where a.plan_id = ${planId} and a.entity = b.entity and a.entity_id = b.id and a.along is not true ${older(before)}
        order by a.id desc limit ${limit}) e)
      ${
        onBoard
          ? db()`union (select e.id from below b, lateral (
              select a.id from app.audit a where a.plan_id = ${planId} and a.entity in ('comment', 'file') and ${attachedTo()} = b.entity || ':' || b.id
              ${older(before)} order by a.id desc limit ${limit}) e)`
          : db()``
      }
      ${leavers(planId, page, kind, id, only)}
      ${kind === "goal" && !only ? measured(planId, page, id) : db()``}
    )
    select ${entry()} from found f join app.audit a on a.id = f.id left join app.person p on p.id = a.actor_id
    order by a.id desc limit ${limit}`
}

/** Whether the plan has it or, for people and invitations, had it. */
export const isOfPlan = async ({ planId }: Admission, kind: Kind, id: number): Promise<boolean> => {
  const table = db()(`app.${kind}`)
  const [row] =
    kind === "goal" || kind === "item" || kind === "task"
      ? await db()`select 1 from ${table} where id = ${id} and plan_id = ${planId} and deletion_id is null`
      : await db()`
          select 1 from app.audit where plan_id = ${planId} and entity = ${kind} and entity_id = ${id}
          union select 1 from app.membership where ${kind} = 'userplan' and plan_id = ${planId} and person_id = ${id} limit 1`
  return row !== undefined
}

/** The person who last changed a text of a card, other than the one who asks. */
export const lastToWrite = async (
  { planId }: Admission,
  entity: Entity,
  id: number,
  but: number | null,
): Promise<{ id: number; userName: string } | undefined> => {
  const [person] = await db()<{ id: number; userName: string }[]>`
    select p.id, p.user_name as "userName" from app.audit a join app.person p on p.id = a.actor_id
    where a.plan_id = ${planId} and a.entity = ${entity} and a.entity_id = ${id} and a.actor_id is distinct from ${but}
      and a.after ?| array['name', 'topic', 'description', 'explanation']
    order by a.id desc limit 1`
  return person
}

export type NamedKind = "goal" | "item" | "task" | "label" | "keyResult" | "person"
type Asked = readonly [kind: NamedKind, id: number, at: number]

/** Must be the condition of the index `audit_renamed`. */
const renames = () => db()`a.before ?| '{name,topic,description,userName}'`

/** What a later entry says that the field was before it: what it was at the entry `n.at`. */
const then = (kind: NamedKind, field: string) => db()`
  (select a.before ->> ${field} from app.audit a where n.kind = ${kind} and a.plan_id = n.plan and a.entity = ${kind === "person" ? "userplan" : kind}
    and a.entity_id = n.id and a.id > n.at and ${renames()} and a.before ? ${field} order by a.id limit 1)`

/**
 * The names of rows and people at the time of an entry, in the order asked, and whether a person is still called so; null: unknown, or a
 * deleted row, which has no name.
 */
export const namesThen = async ({ planId }: Admission, asked: readonly Asked[]) => {
  const rows = await db()<{ name: string | null; current: boolean }[]>`
    select left(coalesce(g.name, case when btrim(i.topic) = '' then i.description else i.topic end, t.name, l.name, k.name, u.name), 400) as name,
      u.name is not distinct from u.now as current
    from (select row_number() over () as nth, e ->> 0 as kind, (e ->> 1)::bigint as id, (e ->> 2)::bigint as at, ${planId}::bigint as plan
        from jsonb_array_elements(${JSON.stringify(asked)}::text::jsonb) e) n
      left join lateral (select coalesce(${then("goal", "name")}, x.name) as name from app.goal x
        where n.kind = 'goal' and x.id = n.id and x.plan_id = n.plan and x.deletion_id is null) g on true
      left join lateral (select coalesce(${then("item", "topic")}, x.topic) as topic, coalesce(${then("item", "description")}, x.description) as description
        from app.item x where n.kind = 'item' and x.id = n.id and x.plan_id = n.plan and x.deletion_id is null) i on true
      left join lateral (select coalesce(${then("task", "description")}, x.description) as name from app.task x
        where n.kind = 'task' and x.id = n.id and x.plan_id = n.plan and x.deletion_id is null) t on true
      left join lateral (select coalesce(${then("label", "name")},
          (select x.name from app.label x where n.kind = 'label' and x.id = n.id and x.plan_id = n.plan)) as name) l on true
      left join lateral (select coalesce(${then("keyResult", "name")}, x.name) as name from api.key_result x
        where n.kind = 'keyResult' and x.id = n.id and x."planId" = n.plan) k on true
      left join lateral (select coalesce(${then("person", "userName")}, x.user_name) as name, x.user_name as now from app.person x
        where n.kind = 'person' and x.id = n.id) u on true
    order by n.nth`
  return [...rows]
}
