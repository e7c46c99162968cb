// The contents of mails that are sent for the clock or collect notifications. Each is read when the mail is sent: who was
// disabled or left the plan, or no longer wants it, gets none.
import { db } from "./connection.server"
import { transaction } from "./transaction.server"

type Flag =
  | "emailNotifyMentions"
  | "notifyTaskAssigned"
  | "notifyTaskDueSoon"
  | "notifyGoalCheckIn"
  | "emailDailySummary"
  | "emailWeeklySummary"

const columns: Record<Flag, string> = {
  emailNotifyMentions: "email_notify_mentions",
  notifyTaskAssigned: "notify_task_assigned",
  notifyTaskDueSoon: "notify_task_due_soon",
  notifyGoalCheckIn: "notify_goal_check_in",
  emailDailySummary: "email_daily_summary",
  emailWeeklySummary: "email_weekly_summary",
}

/** `planId` null: in all plans. */
export const endMails = async ({ person, planId, flag }: { person: number; planId: number | null; flag: Flag }) => {
  await db()`
    update app.membership set ${db()(columns[flag])} = false
    where person_id = ${person} ${planId === null ? db()`` : db()`and plan_id = ${planId}`}`
}

/** Undefined when the person is not a member. */
export const planNamed = async (planId: number, person: number) => {
  const [row] = await db()<{ name: string }[]>`
    select l.name from app.plan l join app.membership m on m.plan_id = l.id and m.person_id = ${person} where l.id = ${planId}`
  return row?.name
}

/** A goal has neither of the other ids. */
export type LetterCard = {
  goalId?: number | null
  itemId: number | null
  taskId: number | null
  name: string
  due: string | null
}

/** `byId` null: a plan's API key. `agent`: the one that acted for the person. */
type By = { byId: number | null; agent: string | null }

export type AssignedLetter = {
  personId: number
  email: string
  userName: string
  planId: number
  planName: string
  cards: (LetterCard & By)[]
}

const collectFor = 2 * 60

/**
 * Collects for one mail, by its job, what a person has been notified of in a plan and has not been mailed. `wait`: seconds
 * until the oldest of it is two minutes old. Undefined: another mail has it.
 */
export const collectNotices = (
  kind: "mention" | "assigned",
  notification: number,
  job: number,
): Promise<{ first: boolean } | { wait: number } | undefined> =>
  transaction(async (tx) => {
    const [row] = await tx<{ personId: number; planId: number; own: boolean }[]>`
      select person_id as "personId", plan_id as "planId",
        exists (select from app.notification o where o.mail_job = ${job}) as own
      from app.notification where id = ${notification} and kind = ${kind}`
    if (row?.own) return { first: false }
    if (!row) return undefined
    const { personId, planId } = row
    await tx`select pg_advisory_xact_lock(4655, hashtext(${`${kind} ${personId} ${planId}`}))`
    const waiting = tx`
      person_id = ${personId} and plan_id = ${planId} and kind = ${kind} and mailed_date is null
        and (id = ${notification} or created_date > now() - interval '1 day')`
    // A row made in the future, before the clock was set back, has waited long enough.
    const [oldest] = await tx<{ wait: number; own: boolean | null }[]>`
      select coalesce(ceil(extract(epoch from min(created_date) filter (where created_date <= clock_timestamp())
          + make_interval(secs => ${collectFor}) - clock_timestamp())), 0)::int as wait, bool_or(id = ${notification}) as own
      from app.notification where ${waiting}`
    if (!oldest?.own) return undefined
    if (oldest.wait > 0) return { wait: oldest.wait }
    await tx`update app.notification set mailed_date = now(), mail_job = ${job} where ${waiting}`
    return { first: true }
  })

export type MentionLetter = {
  personId: number
  email: string
  userName: string
  planId: number
  planName: string
  /** `name`: the card's. */
  mentions: (By & {
    by: string
    name: string
    content: string
    goalId: number | null
    itemId: number | null
    taskId: number | null
  })[]
}

/** Of the mentions collected, those the person still sees; undefined without any. */
export const mentionLetter = async (job: number): Promise<MentionLetter | undefined> => {
  const [row] = await db()<MentionLetter[]>`
    select p.id as "personId", p.email, p.user_name as "userName", l.id as "planId", l.name as "planName",
      json_agg(json_build_object('by', c."createdBy" ->> 'userName', 'byId', (c."createdBy" ->> 'id')::float8, 'agent', n.agent,
        'name', left(coalesce(g.name, nullif(btrim(i.topic), ''), i.description, t.description), 2000), 'content', c.content,
        'goalId', n."goalId", 'itemId', n."itemId", 'taskId', n."taskId") order by n.id) as mentions
    from app.notification o join api.notification n on n.id = o.id join api.comment c on c.id = o.comment_id
      join app.person p on p.id = o.person_id and p.enabled
      join app.membership m on m.plan_id = o.plan_id and m.person_id = p.id and m.email_notify_mentions
      join app.plan l on l.id = o.plan_id left join app.goal g on g.id = o.goal_id
      left join app.item i on i.id = o.item_id left join app.task t on t.id = o.task_id
    where o.mail_job = ${job} and o.kind = 'mention'
    group by p.id, l.id`
  return row
}

/** Of the cards collected, those the person still owns; undefined without any. */
export const assignedLetter = async (job: number): Promise<AssignedLetter | undefined> => {
  const [row] = await db()<AssignedLetter[]>`
    select p.id as "personId", p.email, p.user_name as "userName", l.id as "planId", l.name as "planName",
      json_agg(json_build_object('goalId', o.goal_id, 'itemId', o.item_id, 'taskId', o.task_id, 'name', left(o.name, 2000),
        'due', app.iso(o.due_date), 'byId', n.actor_id, 'agent', v.agent) order by n.id) as cards
    from app.notification n join api.notification v on v.id = n.id join app.person p on p.id = n.person_id and p.enabled
      join app.membership m on m.plan_id = n.plan_id and m.person_id = p.id and m.notify_task_assigned
      join app.plan l on l.id = n.plan_id
      join lateral (
        select null::bigint as goal_id, c.item_id, c.task_id, c.name, c.due_date from app.shown_card c
        where c.plan_id = n.plan_id and c.owner_id = p.id
          and case when n.task_id is null then c.task_id is null and c.item_id = n.item_id else c.task_id = n.task_id end
        union all
        select g.id, null, null, g.name, g.due_date from app.goal g
        where g.id = n.goal_id and g.plan_id = n.plan_id and g.owner_id = p.id and g.deletion_id is null and not g.is_draft) o on true
    where n.mail_job = ${job}
    group by p.id, l.id`
  return row
}

export type DueLetter = Omit<AssignedLetter, "cards"> & { cards: LetterCard[] }

/** The person's open cards that are due on a day. */
export const dueLetter = async (person: number, planId: number, day: string): Promise<DueLetter | undefined> => {
  const [row] = await db()<DueLetter[]>`
    select p.id as "personId", p.email, p.user_name as "userName", l.id as "planId", l.name as "planName",
      json_agg(json_build_object('itemId', o.item_id, 'taskId', o.task_id, 'name', left(o.name, 2000),
        'due', app.iso(o.due_date)) order by o.item_id, o.task_id nulls first) as cards
    from app.person p
      join app.membership m on m.plan_id = ${planId} and m.person_id = p.id and m.notify_task_due_soon
      join app.plan l on l.id = m.plan_id
      join app.shown_card o on o.plan_id = l.id and o.owner_id = p.id and o.is_open
        and o.due_date >= ${`${day}T00:00:00Z`}::timestamptz and o.due_date < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
    where p.id = ${person} and p.enabled
    group by p.id, l.id`
  return row
}

export type PlanSummary = {
  planId: number
  planName: string
  /** Those with anything in them. A mention has only a name. */
  lists: { [list in "overdue" | "due" | "done" | "mentions"]?: { count: number; rows: LetterCard[] } } & {
    goals?: { count: number; rows: SummaryGoal[] }
  }
}
/** An open goal with a check-in since the last summary. `progress`: of its results, 1 for all; null without any. */
export type SummaryGoal = { goalId: number; name: string; status: number | null; progress: number | null }
export type Summary = { personId: number; email: string; userName: string; plans: PlanSummary[] }

/** Rows of each list in a mail. */
const shown = 5

export type SummaryInput = { personId: number; kind: "daily" | "weekly"; day: string; since: string }

/** Of each plan the person wants summed up; undefined when there is nothing to tell. */
export const summaryFor = async ({ personId, kind, day, since }: SummaryInput): Promise<Summary | undefined> => {
  const today = db()`${`${day}T00:00:00Z`}::timestamptz`
  const flag = db()(`m.${columns[kind === "daily" ? "emailDailySummary" : "emailWeeklySummary"]}`)
  const checkedIn = db()`
      union all
      select 'goals', g.plan_id, g.id, null, null, g.name, null, g.status, g.progress, g."order"
      from wanted w join app.goal g on g.plan_id = w.plan_id and g.deletion_id is null and not g.completed and not g.is_draft
        join app.check_in c on c.id = g.last_check_in and c.created_date >= ${since}::timestamptz`
  const [row] = await db()<Summary[]>`
    with wanted as materialized (
      select m.plan_id, l.name from app.membership m join app.plan l on l.id = m.plan_id and not l.is_archived
      where m.person_id = ${personId} and ${flag}),
    found as (
      select case when o.due_date < ${today} then 'overdue' else 'due' end as list, o.plan_id, null::bigint as goal_id, o.item_id, o.task_id,
        o.name, o.due_date, null::smallint as status, null::numeric as progress, 0::float8 as place
      from app.shown_card o join wanted w on w.plan_id = o.plan_id
      where o.owner_id = ${personId} and o.is_open and o.due_date < ${today} + make_interval(days => ${kind === "daily" ? 1 : 7})
      union all
      select 'done', o.plan_id, null, o.item_id, o.task_id, o.name, o.due_date, null, null, 0
      from wanted w join app.shown_card o on o.plan_id = w.plan_id where o.completed_date >= ${since}::timestamptz
      union all
      select 'mentions', v."planId", null, null, null, v.title, null, null, null, -v.id
      from app.notification o join wanted w on w.plan_id = o.plan_id join api.notification v on v.id = o.id
      where o.person_id = ${personId} and o.kind = 'mention' and o.read_date is null and o.created_date >= ${since}::timestamptz
      ${kind === "daily" ? db()`` : checkedIn}),
    listed as (
      select f.*, row_number() over (partition by plan_id, list order by place, due_date, item_id, task_id nulls first) as nth
      from found f),
    lists as (
      select plan_id, list, json_build_object('count', count(*), 'rows', json_agg(json_build_object('itemId', item_id,
        'taskId', task_id, 'name', left(name, 2000), 'due', app.iso(due_date), 'goalId', goal_id, 'status', status, 'progress', progress)
        order by nth) filter (where nth <= ${shown})) as content
      from listed group by plan_id, list),
    plans as (
      select json_build_object('planId', w.plan_id, 'planName', w.name, 'lists', json_object_agg(l.list, l.content)) as plan,
        lower(w.name) as place, w.plan_id
      from wanted w join lists l on l.plan_id = w.plan_id group by w.plan_id, w.name)
    select p.id as "personId", p.email, p.user_name as "userName",
      (select json_agg(plan order by place, plan_id) from plans) as plans
    from app.person p where p.id = ${personId} and p.enabled and exists (select from plans)`
  return row
}

export type WaitingGoal = {
  planId: number
  goalId: number
  name: string
  progress: number | null
  startDate: string | null
  dueDate: string | null
  /** Of the last check-in, if there was one. */
  checkedIn: string | null
  status: number | null
  confidence: number | null
}
type CheckInLetter = { email: string; userName: string; goals: WaitingGoal[] }

/** Those of the goals that still wait for a check-in of this person, who wants to be reminded; undefined where there is none. */
export const checkInLetter = async (
  person: number,
  goalIds: number[],
  day: string,
): Promise<CheckInLetter | undefined> => {
  const [row] = await db()<CheckInLetter[]>`
    select p.email, p.user_name as "userName", json_agg(json_build_object('planId', g.plan_id, 'goalId', g.id, 'name', left(g.name, 400),
      'progress', g.progress, 'startDate', app.iso(g.start_date), 'dueDate', app.iso(g.due_date), 'checkedIn', app.iso(c.created_date),
      'status', c.status, 'confidence', c.confidence) order by g.plan_id, g."order", g.id) as goals
    from app.person p
      join app.goal g on g.id = any (${goalIds}::bigint[]) and g.owner_id = p.id and g.deletion_id is null and not g.completed and not g.is_draft
      join app.membership m on m.plan_id = g.plan_id and m.person_id = p.id and m.notify_goal_check_in
      left join app.check_in c on c.id = g.last_check_in
    where p.id = ${person} and p.enabled and (c.id is null or c.created_date < ${`${day}T00:00:00Z`}::timestamptz - interval '5 days')
    group by p.id`
  return row
}
