import type { Deleted } from "~/contract/deleted"
import type { Entity } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

const inTheBin = () => db()`d.deleted_date > now() - interval '30 days'`

/** A page of the plan's bin, newest first; `last` is the deletion that the next page continues after. */
export const deletedOf = async ({ planId }: Admission, before: number | undefined) => {
  const rows = await db()<{ id: number; deleted: Deleted }[]>`
    select d.id, json_build_object('entity', d.entity, 'id', d.entity_id, 'name', left(coalesce(g.name, nullif(btrim(i.topic), ''), i.description, t.description), 200),
      'deletedDate', app.iso(d.deleted_date), 'deletedBy', json_build_object('id', p.id, 'userName', coalesce(p.user_name, d.key_name, 'Integration')),
      'contains', json_build_object('items', case when d.entity = 'goal' then items.n else 0 end,
        'tasks', case when d.entity = 'task' then 0 else tasks.n end, 'comments', comments.n, 'files', files.n),
      'waitsFor', case
        when ig.deletion_id is not null then json_build_object('entity', 'goal', 'name', left(ig.name, 200), 'why', 'deleted')
        when ti.deletion_id is not null or ti.completed_date is not null then json_build_object('entity', 'item',
          'name', left(coalesce(nullif(btrim(ti.topic), ''), ti.description), 200),
          'why', case when ti.deletion_id is null then 'completed' else 'deleted' end) end) as deleted
    from app.deletion d left join app.person p on p.id = d.deleted_by
      left join app.goal g on d.entity = 'goal' and g.id = d.entity_id
      left join app.item i on d.entity = 'item' and i.id = d.entity_id left join app.goal ig on ig.id = i.goal_id
      left join app.task t on d.entity = 'task' and t.id = d.entity_id left join app.item ti on ti.id = t.item_id,
      lateral (select count(*)::int as n
        from app.item where deletion_id = d.id) items,
      lateral (select count(*)::int as n
        from app.task where deletion_id = d.id) tasks,
      lateral (select count(*)::int as n from (
        select from app.goal x join app.comment c on c.goal_id = x.id where x.deletion_id = d.id
        union all select from app.item x join app.comment c on c.item_id = x.id where x.deletion_id = d.id
        union all select from app.task x join app.comment c on c.task_id = x.id where x.deletion_id = d.id) every) comments,
      lateral (select count(*)::int as n from (
        select from app.goal x join app.file c on c.goal_id = x.id where x.deletion_id = d.id
        union all select from app.item x join app.file c on c.item_id = x.id where x.deletion_id = d.id
        union all select from app.task x join app.file c on c.task_id = x.id where x.deletion_id = d.id) every) files
    where d.plan_id = ${planId} and ${inTheBin()} ${before === undefined ? db()`` : db()`and d.id < ${before}`}
    order by d.id desc limit ${limits.listPage.rows + 1}`
  const page = rows.slice(0, limits.listPage.rows)
  return { rows: page.map(({ deleted }) => deleted), last: rows.length > page.length ? page.at(-1)?.id : undefined }
}

export type Deletion = {
  id: number
  name: string
  /** The row's parent; null for a goal, or an action without one. */
  parent: {
    entity: "goal" | "item"
    id: number
    name: string
    version: number
    gone: boolean
    completed: boolean
  } | null
}

/** The deletion of a row, and the parent that it would be restored under. */
export const deletionOf = async ({ planId }: Admission, entity: Entity, id: number): Promise<Deletion | undefined> => {
  const [row] = await db()<Deletion[]>`
    select d.id, coalesce(g.name, nullif(btrim(i.topic), ''), i.description, t.description) as name, case
      when ig.id is not null then json_build_object('entity', 'goal', 'id', ig.id, 'name', ig.name, 'version', ig.version,
        'gone', ig.deletion_id is not null, 'completed', false)
      when ti.id is not null then json_build_object('entity', 'item', 'id', ti.id, 'name', coalesce(nullif(btrim(ti.topic), ''), ti.description),
        'version', ti.version, 'gone', ti.deletion_id is not null, 'completed', ti.completed_date is not null) end as parent
    from app.deletion d
      left join app.goal g on d.entity = 'goal' and g.id = d.entity_id
      left join app.item i on d.entity = 'item' and i.id = d.entity_id left join app.goal ig on ig.id = i.goal_id
      left join app.task t on d.entity = 'task' and t.id = d.entity_id left join app.item ti on ti.id = t.item_id
    where d.plan_id = ${planId} and d.entity = ${entity} and d.entity_id = ${id} and ${inTheBin()}`
  return row
}
