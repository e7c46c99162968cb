import { goal, type ListedGoal, listedGoal } from "~/contract/goal"
import { limits } from "~/contract/shared/bounds"
import { db } from "~/database/connection.server"

/** What a listed goal has of a goal's own columns. */
const columns = Object.keys(listedGoal.shape).filter((field) => field in goal.shape)

type Wanted = {
  /** Of these plans alone; null: of all plans of the person. */
  plans: number[] | null
  /** Whose plans; null: a key, which names its plan. */
  person: number | null
  /** Goals of this owner alone. */
  ownerId: number | null
  completed: boolean
  before: number | null
}

const place = () => db()`g.plan_id, g."order", g.id`

/** Without drafts, archived plans that are not asked for, and plans that the person has left. */
const matching = ({ plans, person, ownerId, completed }: Wanted) => db()`
  app.goal g join app.plan p on p.id = g.plan_id
  where g.deletion_id is null and not g.is_draft
    and ${plans === null ? db()`not p.is_archived` : db()`g.plan_id = any (${plans}::bigint[])`}
    and ${person === null || plans?.length === 1 ? db()`true` : db()`g.plan_id in (select m.plan_id from app.membership m where m.person_id = ${person})`}
    and ${ownerId === null ? db()`true` : db()`g.owner_id = ${ownerId}`} and ${completed ? db()`true` : db()`not g.completed`}`

/** A page in order of plan and place; null where the goal that it continues after is not in the list any more. */
export const goalsMatching = async (
  wanted: Wanted,
): Promise<{ goals: Omit<ListedGoal, "pace">[] | null; more: boolean }> => {
  const { before } = wanted
  if (before !== null) {
    const [there] = await db()`select 1 from ${matching(wanted)} and g.id = ${before}`
    if (!there) return { goals: null, more: false }
  }
  // `offset 0`: what belongs to a goal is found by its key, whatever the tables' statistics say.
  const rows = await db()<{ goal: Omit<ListedGoal, "pace"> }[]>`
    with page as materialized (
      select g.id, g.last_check_in, p.name as plan, row_number() over (order by ${place()}) as nth from ${matching(wanted)}
        ${before === null ? db()`` : db()`and (${place()}) > (select ${place()} from app.goal g where g.id = ${before})`}
      order by ${place()} limit ${limits.listPage.rows + 1})
    select row_to_json(goal) as goal from (
      select v.*, x.plan as "planName", coalesce(r.rows, '[]') as "keyResults", t.tasks, t.done as "tasksDone",
        coalesce(c.note, '') as note
      from page x
        join lateral (select ${db()(columns)} from api.goal where id = x.id offset 0) v on true
        left join lateral (select json_agg(v order by v."order", v.id) as rows
          from (select v.* from api.key_result v where v."goalId" = x.id offset 0) v) r on true
        left join lateral (
          select count(*)::int as tasks, count(*) filter (where t.type = 2)::int as done
          from (select i.id, i.deletion_id, i.is_draft from app.item i where i.goal_id = x.id offset 0) i
            cross join lateral (select t.type, t.deletion_id, t.is_draft from app.task t where t.item_id = i.id offset 0) t
          where i.deletion_id is null and not i.is_draft and t.deletion_id is null and not t.is_draft) t on true
        left join app.check_in c on c.id = x.last_check_in order by x.nth) goal`
  const more = rows.length > limits.listPage.rows
  return { goals: rows.slice(0, limits.listPage.rows).map(({ goal }) => goal), more }
}
