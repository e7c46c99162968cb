import type { SystemRole } from "~/contract/role"
import type { WeekStart } from "~/contract/shared/language/week"
import type { OwnInPlan } from "~/contract/user"
import { db } from "~/database/connection.server"

export type StoredPerson = {
  id: number
  userName: string
  email: string
  role: SystemRole
  avatarUrl: string | null
  timeZone: string | null
  language: "en" | "de" | null
  weekStart: WeekStart | null
}

export const personById = async (id: number): Promise<StoredPerson | undefined> => {
  const [row] = await db()<StoredPerson[]>`
    select id, user_name as "userName", email, role, time_zone as "timeZone", language, week_start as "weekStart",
      case when avatar_key is not null then '/api/Users/' || id || '/avatar?ts=' || avatar_version end as "avatarUrl"
    from app.person where id = ${id}`
  return row
}

/** What a person's days and weeks depend on. */
export const calendarOf = async (id: number): Promise<{ timeZone: string | null; weekStart: WeekStart | null }> => {
  const [row] = await db()<{ timeZone: string | null; weekStart: WeekStart | null }[]>`
    select time_zone as "timeZone", week_start as "weekStart" from app.person where id = ${id}`
  return row ?? { timeZone: null, weekStart: null }
}

/** Null: UTC. */
export const timeZoneOf = async (id: number) => {
  const [row] = await db()<{ timeZone: string | null }[]>`
    select time_zone as "timeZone" from app.person where id = ${id}`
  return row?.timeZone ?? null
}

export const sharesAPlan = async (one: number, other: number) => {
  const [row] = await db()`select from app.membership a join app.membership b on b.plan_id = a.plan_id
    where a.person_id = ${one} and b.person_id = ${other} limit 1`
  return row !== undefined
}

export const isEnabled = async (id: number) => {
  const [row] = await db()<{ enabled: boolean }[]>`select enabled from app.person where id = ${id}`
  return row?.enabled
}

export const pictureKeyOf = async (id: number) => {
  const [row] = await db()<{ key: string | null }[]>`select avatar_key as key from app.person where id = ${id}`
  return row?.key ?? null
}

/** Undefined when the person is not a member. */
export const planPreferencesOf = async (person: number, planId: number): Promise<OwnInPlan | undefined> => {
  const [row] = await db()<OwnInPlan[]>`
    select email_notify_mentions as "emailNotifyMentions", notify_task_assigned as "notifyTaskAssigned", notify_task_due_soon as "notifyTaskDueSoon",
      notify_goal_check_in as "notifyGoalCheckIn",
      email_daily_summary as "emailDailySummary", email_weekly_summary as "emailWeeklySummary", starred
    from app.membership where person_id = ${person} and plan_id = ${planId}`
  return row
}
