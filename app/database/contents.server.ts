import type { Entity } from "~/contract/fields/field"
import type { Contents } from "~/contract/plan"
import type { Admission } from "./admission.server"
import { boardDb } from "./connection.server"

/**
 * What a plan holds, or what a card in it holds; undefined: there is no such card. Private notes of others are not counted.
 * On a connection that saves do not use.
 */
export const contentsOf = async (
  { planId, person }: Admission,
  card?: { entity: Entity; id: number },
): Promise<Contents | undefined> => {
  const { entity = null, id = null } = card ?? {}
  const [row] = await boardDb()<(Contents & { found: boolean })[]>`
    with card as (select ${entity}::text as entity, ${id}::bigint as id),
    g as materialized (select g.id from app.goal g, card where g.plan_id = ${planId} and g.deletion_id is null
      and (card.entity is null or card.entity = 'goal' and g.id = card.id)),
    i as materialized (select i.id from app.item i, card where i.plan_id = ${planId} and i.deletion_id is null
      and (card.entity is null or card.entity = 'goal' and i.goal_id = card.id or card.entity = 'item' and i.id = card.id)),
    t as materialized (select t.id from app.task t, card where t.plan_id = ${planId} and t.deletion_id is null
      and (card.entity is null or card.entity <> 'task' and t.item_id in (select i.id from i) or card.entity = 'task' and t.id = card.id)),
    counted as (select (select count(*) from g)::int as g, (select count(*) from i)::int as i, (select count(*) from t)::int as t,
      (select count(*) from app.comment c where c.plan_id = ${planId}
        and (c.goal_id in (select g.id from g) or c.item_id in (select i.id from i) or c.task_id in (select t.id from t)))::int as comments,
      (select count(*) from app.note n, card where n.plan_id = ${planId} and card.entity is null
        and (n.visibility = 1 or n.created_by = ${person}))::int as notes,
      (select count(*) from app.file f, card where f.plan_id = ${planId}
        and (f.goal_id in (select g.id from g) or f.item_id in (select i.id from i) or f.task_id in (select t.id from t)
          or card.entity is null and num_nonnulls(f.goal_id, f.item_id, f.task_id) = 0 and (f.note_id is null
            or exists (select from app.note n where n.id = f.note_id and (n.visibility = 1 or n.created_by = ${person})))))::int as files)
    select case when card.entity is null then c.g else 0 end as goals,
      case when card.entity is null or card.entity = 'goal' then c.i else 0 end as items,
      case when card.entity = 'task' then 0 else c.t end as tasks, c.comments, c.notes, c.files,
      card.entity is null or case card.entity when 'goal' then c.g when 'item' then c.i else c.t end > 0 as found
    from counted c, card`
  if (!row?.found) return undefined
  const { found, ...contents } = row
  return contents
}
