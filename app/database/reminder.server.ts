// What the clock decides, in its one transaction, and the contents of the mails that follow.
import type { Tx } from "./transaction.server"
import { transaction } from "./transaction.server"

export type ReminderKind = "dueSoon" | "daily" | "weekly" | "checkIn"
/** It is 8:00 or later on this day in the zone. */
export type Morning = { zone: string; day: string; isMonday: boolean }
export type Claimed = { personId: number; kind: ReminderKind; day: string }
export type DueCard = {
  personId: number
  planId: number
  itemId: number
  taskId: number | null
  name: string
  /** The person's own day on which they are reminded, the one before the due date. */
  day: string
  language: "en" | "de"
}

const lock = 4654

/** Runs `work` in one transaction unless another process is at it; undefined then. */
export const alone = <Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer | undefined> =>
  transaction(async (tx) => {
    const [row] = await tx<{ free: boolean }[]>`select pg_try_advisory_xact_lock(${lock}, 0) as free`
    return row?.free ? work(tx) : undefined
  })

export const zonesInUse = async (tx: Tx) =>
  (await tx<{ zone: string }[]>`select distinct coalesce(time_zone, 'UTC') as zone from app.person where enabled`).map(
    ({ zone }) => zone,
  )

/** Marks the mornings of members who have not been reminded on a day as late. */
export const claimMornings = (tx: Tx, mornings: Morning[]): Promise<Claimed[]> =>
  tx<Claimed[]>`
    insert into app.reminder as r (person_id, kind, day)
    select p.id, k.kind, m.day
    from jsonb_to_recordset(${JSON.stringify(mornings)}::text::jsonb) as m(zone text, day date, "isMonday" boolean)
      join app.person p on coalesce(p.time_zone, 'UTC') = m.zone and p.enabled
      cross join (values ('dueSoon'), ('daily'), ('weekly')) k(kind)
    where (k.kind <> 'weekly' or m."isMonday") and exists (select from app.membership s where s.person_id = p.id)
      and not exists (select from app.reminder o where o.person_id = p.id and o.kind = k.kind and o.day >= m.day)
    on conflict (person_id, kind) do update set day = excluded.day where r.day < excluded.day
    returning r.person_id as "personId", r.kind, r.day::text as day`.then((rows) => [...rows])

/** The open cards of those people that are due on the day after theirs. */
export const dueTomorrow = (tx: Tx, claimed: Claimed[]): Promise<DueCard[]> =>
  tx<DueCard[]>`
    select c."personId", o.plan_id as "planId", o.item_id as "itemId", o.task_id as "taskId", left(o.name, 2000) as name, c.day::text as day,
      coalesce(p.language, p.browser_language, 'en') as language
    from jsonb_to_recordset(${JSON.stringify(claimed)}::text::jsonb) as c("personId" bigint, day date)
      join app.shown_card o on o.owner_id = c."personId" and o.is_open
        and o.due_date >= (c.day + 1)::timestamp at time zone 'UTC' and o.due_date < (c.day + 2)::timestamp at time zone 'UTC'
      join app.membership m on m.plan_id = o.plan_id and m.person_id = c."personId"
      join app.plan l on l.id = o.plan_id and not l.is_archived
      join app.person p on p.id = c."personId"
    order by o.due_date, o.item_id, o.task_id nulls first`.then((rows) => [...rows])

const announce = (tx: Tx, made: readonly { id: number }[]) => tx`
  select realtime.send(jsonb_build_object('planId', n.plan_id, 'clientId', null, 'actorId', null, 'at', app.iso(now()),
      'data', app.event_data(n.plan_id, jsonb_build_object('entity', 'notification', 'id', n.id), n.person_id, null)),
    'SendNotificationToUser', 'user:' || n.person_id, true)
  from app.notification n where n.id = any (${made.map(({ id }) => id)}::bigint[])`

export type DueNotice = Omit<DueCard, "language"> & { title: string }

/** Notifies of each card, live and on devices, and queues a mail for each person and plan where it is wanted. */
export const notifyDue = async (tx: Tx, notices: DueNotice[]) => {
  const made = await tx<{ id: number }[]>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(notices)}::text::jsonb)
        as g("personId" bigint, "planId" bigint, "itemId" bigint, "taskId" bigint, title text, day date)),
    made as (
      insert into app.notification (plan_id, person_id, kind, title, item_id, task_id)
      select "planId", "personId", 'dueSoon', title, case when "taskId" is null then "itemId" end, "taskId" from given
      returning id, person_id),
    pushed as (
      insert into app.job (kind, input)
      select app.push_kind(s.endpoint), jsonb_build_object('notificationId', n.id, 'device', s.id, 'personId', n.person_id)
      from made n join app.push_subscription s on s.person_id = n.person_id),
    mailed as (
      insert into app.job (kind, input)
      select distinct 'mail.dueSoon', jsonb_build_object('personId', g."personId", 'planId', g."planId", 'day', g.day + 1)
      from given g join app.membership m on m.plan_id = g."planId" and m.person_id = g."personId" and m.notify_task_due_soon)
    select id from made`
  await announce(tx, made)
}

/** Queues a summary for those people who want one of some plan. `since`: ISO. */
export const queueSummaries = async (tx: Tx, claimed: (Claimed & { since: string })[]) => {
  await tx`
    insert into app.job (kind, input)
    select 'mail.summary', to_jsonb(c)
    from jsonb_to_recordset(${JSON.stringify(claimed)}::text::jsonb) as c("personId" bigint, kind text, day text, since text)
    where exists (select from app.membership m join app.plan l on l.id = m.plan_id and not l.is_archived where m.person_id = c."personId"
      and case c.kind when 'daily' then m.email_daily_summary else m.email_weekly_summary end)`
}

export type StaleGoal = {
  personId: number
  planId: number
  goalId: number
  name: string
  /** The last check-in, or when there was first something to check in. */
  since: string
  zone: string
  day: string
  language: "en" | "de"
}

/**
 * The open goals that are measured and had no check-in for some six days, of owners who may check them in and have not been reminded in the
 * week before their day.
 */
export const staleGoals = (tx: Tx, claimed: Claimed[]): Promise<StaleGoal[]> =>
  tx<StaleGoal[]>`
    select p.id as "personId", g.plan_id as "planId", g.id as "goalId", left(g.name, 400) as name, app.iso(s.since) as since, coalesce(p.time_zone, 'UTC') as zone,
      m.day::text as day, coalesce(p.language, p.browser_language, 'en') as language
    from jsonb_to_recordset(${JSON.stringify(claimed)}::text::jsonb) as m("personId" bigint, day date)
      join app.person p on p.id = m."personId"
      join app.goal g on g.owner_id = p.id and g.deletion_id is null and not g.completed and not g.is_draft
      join app.membership b on b.plan_id = g.plan_id and b.person_id = p.id and b.role < 2
      join app.plan l on l.id = g.plan_id and not l.is_archived
      left join app.check_in c on c.id = g.last_check_in
      cross join lateral (select min(k.created_date) as first from app.key_result k where k.goal_id = g.id and k.deleted_date is null) k
      cross join lateral (select coalesce(c.created_date, greatest(g.created_date, g.start_date, k.first)) as since) s
    where (c.id is not null or k.first is not null or g.start_date is not null or g.due_date is not null)
      and s.since < m.day::timestamp at time zone 'UTC' - interval '5 days'
      and not exists (select from app.reminder r where r.person_id = p.id and r.kind = 'checkIn' and r.day > m.day - 7)
    order by p.id, g.plan_id, g."order", g.id`.then((rows) => [...rows])

export type CheckInNotice = { personId: number; planId: number; goalId: number; title: string; day: string }

/** Notifies of the first goal of each plan, live and on devices, and queues a mail of all of them for each person who wants one. */
export const notifyCheckIns = async (tx: Tx, notices: CheckInNotice[], goals: StaleGoal[]) => {
  await tx`
    insert into app.reminder as r (person_id, kind, day)
    select distinct "personId", 'checkIn', day from jsonb_to_recordset(${JSON.stringify(notices)}::text::jsonb) as g("personId" bigint, day date)
    on conflict (person_id, kind) do update set day = excluded.day where r.day < excluded.day`
  const made = await tx<{ id: number }[]>`
    with made as (
      insert into app.notification (plan_id, person_id, kind, title, goal_id)
      select "planId", "personId", 'checkIn', title, "goalId" from jsonb_to_recordset(${JSON.stringify(notices)}::text::jsonb)
        as g("personId" bigint, "planId" bigint, "goalId" bigint, title text)
      returning id, person_id),
    pushed as (
      insert into app.job (kind, input)
      select app.push_kind(s.endpoint), jsonb_build_object('notificationId', n.id, 'device', s.id, 'personId', n.person_id)
      from made n join app.push_subscription s on s.person_id = n.person_id),
    mailed as (
      insert into app.job (kind, input)
      select 'mail.checkIn', jsonb_build_object('personId', g."personId", 'day', g.day, 'goals', json_agg(g."goalId"))
      from jsonb_to_recordset(${JSON.stringify(goals)}::text::jsonb) as g("personId" bigint, "planId" bigint, "goalId" bigint, day text)
        join app.membership m on m.plan_id = g."planId" and m.person_id = g."personId" and m.notify_goal_check_in
      group by g."personId", g.day)
    select id from made`
  await announce(tx, made)
}
