import { type CheckIn, checkInPage } from "~/contract/check-in"
import type { KeyResult } from "~/contract/key-result"
import { limits } from "~/contract/shared/bounds"
import type { Admission } from "./admission.server"
import { db, type Sql } from "./connection.server"

/** The results of a plan's goals, by order. */
export const keyResultsOf = async ({ planId }: Admission): Promise<KeyResult[]> => {
  const rows = await db()<{ result: KeyResult }[]>`
    select to_jsonb(v) as result from api.key_result v where v."planId" = ${planId} order by v."order", v.id`
  return rows.map(({ result }) => result)
}

/** The check-ins of a goal before one of them, newest first; undefined: the plan has no such goal. */
export const checkInsOf = async (
  { planId }: Admission,
  goalId: number,
  before: number | undefined,
): Promise<CheckIn[] | undefined> => {
  const [row] = await db()<{ checkIns: CheckIn[] }[]>`
    select (select coalesce(json_agg(v order by v.id desc), '[]') from (
      select * from api.check_in c where c."goalId" = g.id ${before === undefined ? db()`` : db()`and c.id < ${before}`}
      order by c.id desc limit ${checkInPage}) v) as "checkIns"
    from app.goal g where g.id = ${goalId} and g.plan_id = ${planId} and g.deletion_id is null`
  return row?.checkIns
}

/** All check-ins of a plan in pages, oldest first, each as the JSON of an array in UTF-8. */
export const checkInsOfPlan = async ({ planId }: Admission): Promise<Uint8Array<ArrayBuffer>[]> => {
  const pages: Uint8Array<ArrayBuffer>[] = []
  const { bytes, rows } = limits.listPage
  const encoder = new TextEncoder()
  for (let after = 0; ; ) {
    const [page] = await db()<{ text: string | null; last: number | null }[]>`
      with page as (
        select x.id from (
          select c.id, row_number() over place as nth, sum(octet_length(c.note)) over place as upto
          from (select o.id, o.note from app.check_in o where o.plan_id = ${planId} and o.id > ${after} order by o.id limit ${rows}) c
          window place as (order by c.id rows unbounded preceding)) x
        where x.nth = 1 or x.upto <= ${bytes})
      select (select json_agg(v order by v.id)::text from api.check_in v where v.id in (select id from page)) as text,
        (select max(id) from page) as last`
    if (!page || page.last === null) return pages
    if (page.text !== null) pages.push(encoder.encode(page.text))
    after = page.last
  }
}

/** A card with its log. */
export type LoggedCard = {
  entity: "item" | "task"
  id: number
  name: string
  isDone: boolean
  dueDate: string | null
  entries: { action: string; before: object | null; after: object | null }[]
}

const fields = ["type", "completed", "dueDate"]

const bare = (side: "before" | "after") => db()`
  (select jsonb_object_agg(f.key, f.value) from jsonb_each(a.${db()(side)}) f where f.key = any (${fields}))`

/**
 * The goal's cards of which the log tells since its last check-in, or in the last 7 days without one, each with its entries; undefined:
 * the plan has no such goal.
 */
export const changedCardsOf = ({ planId }: Admission, goalId: number): Promise<ChangedCards | undefined> =>
  changedCards(db()`g.id = ${goalId} and g.plan_id = ${planId}`)

/** The same of a goal whose owner is reminded. */
export const changedCardsFor = (goalId: number): Promise<ChangedCards | undefined> =>
  changedCards(db()`g.id = ${goalId}`)

type ChangedCards = { since: string; cards: LoggedCard[] }

const changedCards = async (goal: ReturnType<Sql>): Promise<ChangedCards | undefined> => {
  const [row] = await db()<ChangedCards[]>`
    with goal as materialized (
      select g.id, g.plan_id, coalesce((select c.created_date from app.check_in c where c.id = g.last_check_in), now() - interval '7 days') as since
      from app.goal g where ${goal} and g.deletion_id is null),
    card as materialized (
      select 'item' as entity, i.id, coalesce(nullif(btrim(i.topic), ''), i.description) as name, i.completed_date is not null as done, i.due_date
      from goal g join app.item i on i.goal_id = g.id and i.deletion_id is null and not i.is_draft
      union all
      select 'task', t.id, t.description, t.type = 2, t.due_date from goal g join app.item i on i.goal_id = g.id and i.deletion_id is null
        join app.task t on t.item_id = i.id and t.deletion_id is null and not t.is_draft)
    select app.iso(g.since) as since, (select coalesce(json_agg(json_build_object('entity', c.entity, 'id', c.id, 'name', left(c.name, 400),
        'isDone', c.done, 'dueDate', app.iso(c.due_date), 'entries', e.entries) order by c.entity, c.id), '[]')
      from card c cross join lateral (
        select json_agg(json_build_object('action', a.action, 'before', ${bare("before")}, 'after', ${bare("after")}) order by a.id) as entries
        from app.audit a where a.plan_id = g.plan_id and a.entity = c.entity and a.entity_id = c.id and a.created_date > g.since) e
      where e.entries is not null) as cards
    from goal g`
  return row
}
