import { limits } from "~/contract/shared/bounds"
import type { OwnTask } from "~/contract/task"
import { db } from "~/database/connection.server"

/** Of an answer: rows are small beside their descriptions, whose bytes are counted. */
const page = { bytes: limits.listPage.bytes, rows: 2_000 }

type Wanted = {
  /** Done tasks and those of completed actions too. */
  done: boolean
  /** Of the done ones, only those done since then; null: all. */
  doneSince: string | null
  planId: number | null
  /** Of these plans alone; null: of all. */
  plans: number[] | null
  before: number | null
}

/**
 * The tasks of members' plans that a person owns and that no draft holds. The index on the owner finds them; a membership that has ended shows
 * nothing, whatever the rows still say.
 */
const own = (person: number) => db()`
  app.task t
    join app.membership m on m.plan_id = t.plan_id and m.person_id = ${person}
    join app.item i on i.id = t.item_id and i.deletion_id is null and not i.is_draft
    join app.plan p on p.id = t.plan_id
    left join app.goal g on g.id = i.goal_id
  where t.owner_id = ${person} and t.deletion_id is null and not t.is_draft and g.is_draft is not true`

const open = () => db()`t.completed_date is null and i.completed_date is null`

const isMine = (person: number, { done, doneSince, planId, plans }: Wanted) => db()`
  ${own(person)}
  and ${done ? db()`(${doneSince}::timestamptz is null or ${open()} or t.completed_date >= ${doneSince}::timestamptz)` : open()}
  ${planId === null ? db()`and not p.is_archived` : db()`and t.plan_id = ${planId}`}
  ${plans === null ? db()`` : db()`and t.plan_id = any (${plans})`}`

const place = () => db()`coalesce(t.due_date, 'infinity'), t.plan_id, t.id`

/** A page in order of due date, plan and id; null where the row it continues after is not in the list any more. */
export const ownTasksOf = async (
  person: number,
  wanted: Wanted,
): Promise<{ tasks: OwnTask[] | null; more: boolean }> => {
  const { before } = wanted
  if (before !== null) {
    const [there] = await db()`select 1 from ${isMine(person, wanted)} and t.id = ${before}`
    if (!there) return { tasks: null, more: false }
  }
  const rows = await db()<{ task: OwnTask; more: boolean }[]>`
    with mine as (
      select t.id, p.name as plan, g.name as goal, coalesce(nullif(btrim(i.topic), ''), left(btrim(i.description), 80)) as item,
        octet_length(t.description) + octet_length(p.name) + octet_length(i.topic) + coalesce(octet_length(g.name), 0) as bytes,
        row_number() over (order by ${place()}) as nth
      from ${isMine(person, wanted)}
        ${before === null ? db()`` : db()`and (${place()}) > (select ${place()} from app.task t where t.id = ${before})`}
      order by ${place()} limit ${page.rows + 1}),
    summed as (select mine.*, sum(bytes) over (order by nth) as upto from mine),
    page as (select * from summed where nth = 1 or (upto <= ${page.bytes} and nth <= ${page.rows}))
    select to_jsonb(v) || jsonb_build_object('planName', x.plan, 'itemTopic', x.item, 'goalName', x.goal) as task,
      (select count(*) from page) < (select count(*) from mine) as more
    from page x join api.task v on v.id = x.id order by x.nth`
  return { tasks: rows.map(({ task }) => task), more: rows[0]?.more ?? false }
}

/** The person's open tasks that are due before the day; a due date is midnight UTC of its day. */
export const overdueOf = async (person: number, day: string): Promise<number> => {
  const [row] = await db()<{ count: number }[]>`
    select count(*)::int as count from ${own(person)} and ${open()} and not p.is_archived and t.due_date < ${`${day}T00:00:00Z`}::timestamptz`
  return row?.count ?? 0
}
