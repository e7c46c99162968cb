import { limits } from "~/contract/shared/bounds"
import type { OwnTask } from "~/contract/task"
import { boardDb, db } from "~/database/connection.server"

/** Of the tasks of whole plans, absent: whatever it is. `from` and `until` are days, `until` not included. */
export type TaskFilter = {
  ownerId: number | undefined
  ownerName: string | undefined
  goalId: number | undefined
  itemId: number | undefined
  /** Null: open ones. */
  column: 0 | 1 | 2 | null
  from: string | undefined
  until: string | undefined
  undated: boolean
  labelId: number | undefined
  labelName: string | undefined
  blocked: boolean | undefined
  after: number | undefined
  limit: number
}

/** Of these plans; with a person, of which they are a member and which are not archived; null: all. */
type Where = { person: number | null; plans: number[] | null }

const place = () => db()`coalesce(t.due_date, 'infinity'), t.plan_id, t.id`
const when = (day: string) => `${day}T00:00:00Z`

const within = ({ person, plans }: Where) => db()`
  ${plans === null ? db()`true` : db()`t.plan_id = any (${plans})`}
  ${person === null ? db()`` : db()`and t.plan_id in (select m.plan_id from app.membership m join app.plan a on a.id = m.plan_id and not a.is_archived where m.person_id = ${person})`}`

const matching = (where: Where, wanted: TaskFilter) => {
  const { ownerId, ownerName, goalId, itemId, column, from, until, undated, labelId, labelName, blocked } = wanted
  const only = <Value>(value: Value | undefined, condition: (value: Value) => ReturnType<typeof place>) =>
    value === undefined ? db()`` : db()`and ${condition(value)}`
  return db()`
    app.task t
      join app.item i on i.id = t.item_id and i.deletion_id is null and not i.is_draft
      join app.plan p on p.id = t.plan_id
      left join app.goal g on g.id = i.goal_id
      left join app.person o on o.id = t.owner_id
    where t.deletion_id is null and not t.is_draft and g.is_draft is not true
      and ${within(where)}
      and ${column === null ? db()`t.completed_date is null and i.completed_date is null` : db()`t.type = ${column}`}
      ${only(ownerId, (id) => db()`t.owner_id = ${id}`)}
      ${only(ownerName, (name) => db()`lower(o.user_name) = lower(${name})`)}
      ${only(goalId, (id) => db()`i.goal_id = ${id}`)}
      ${only(itemId, (id) => db()`t.item_id = ${id}`)}
      ${only(from, (day) => db()`t.due_date >= ${when(day)}::timestamptz`)}
      ${only(until, (day) => db()`t.due_date < ${when(day)}::timestamptz`)}
      ${undated ? db()`and t.due_date is null` : db()``}
      ${only(labelId, (id) => db()`t.label_ids @> array[${id}::bigint]`)}
      ${only(
        labelName,
        (name) => db()`exists (select from app.label l
        where l.plan_id = t.plan_id and l.id = any (t.label_ids) and lower(l.name) = lower(btrim(${name})))`,
      )}
      ${only(
        blocked,
        (is) => db()`${is} = (t.blocked_by_ids <> '{}' and app.blockers('task', t.blocked_by_ids, true) <> '{}')`,
      )}`
}

/** A page in order of due date, plan and id. */
export const tasksMatching = async (where: Where, wanted: TaskFilter): Promise<{ tasks: OwnTask[]; more: boolean }> => {
  const { after, limit } = wanted
  const rows = await boardDb()<{ task: OwnTask; more: boolean }[]>`
    with found as (
      select t.id, p.name as plan, g.name as goal, coalesce(nullif(btrim(i.topic), ''), left(btrim(i.description), 80)) as item,
        octet_length(t.description) as bytes, row_number() over (order by ${place()}) as nth
      from ${matching(where, wanted)}
        ${after === undefined ? db()`` : db()`and (${place()}) > (select ${place()} from app.task t where t.id = ${after} and ${within(where)})`}
      order by ${place()} limit ${limit + 1}),
    summed as (select found.*, sum(bytes) over (order by nth) as upto from found),
    page as (select * from summed where nth = 1 or (upto <= ${limits.listPage.bytes} and nth <= ${limit}))
    select to_jsonb(v) || jsonb_build_object('planName', x.plan, 'itemTopic', x.item, 'goalName', x.goal)
        || case v."labelIds"::text when '[]' then '{}' else jsonb_build_object('labelNames', (select jsonb_agg(l.name order by l."order", l.id)
          from json_array_elements_text(v."labelIds") i join app.label l on l.id = i::bigint)) end as task,
      (select count(*) from page) < (select count(*) from found) as more
    from page x join api.task v on v.id = x.id order by x.nth`
  return { tasks: rows.map(({ task }) => task), more: rows[0]?.more ?? false }
}
