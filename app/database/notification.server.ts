import type { Notification } from "~/contract/notification-row"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

const pageRows = 100

/** Of plans that the person is a member of; a SystemAdmin's other plans have none for them. */
const isOwn = (person: number, planId: number | null) => db()`
  v."personId" = ${person} and ${
    planId === null
      ? db()`v."planId" in (select m.plan_id from app.membership m where m.person_id = ${person})`
      : db()`v."planId" = ${planId}`
  }`

/** The newest 100 of a plan, or of all plans, or those before one. Only these are made JSON: a person may have thousands. */
export const notificationsOf = async (person: number, plan: Admission | null, before: number | undefined) => {
  const rows = await db()<{ notification: Notification }[]>`
    select to_jsonb(v) - 'personId' as notification
    from (select v.id from api.notification v
      where ${isOwn(person, plan?.planId ?? null)} ${before === undefined ? db()`` : db()`and v.id < ${before}`}
      order by v.id desc limit ${pageRows + 1}) page
      join api.notification v on v.id = page.id
    order by v.id desc`
  return {
    notifications: rows.slice(0, pageRows).map(({ notification }) => notification),
    more: rows.length > pageRows,
  }
}

export const notificationOf = async ({ person, planId }: Admission, id: number): Promise<Notification | undefined> => {
  if (person === null) return undefined
  const [row] = await db()<{ notification: Notification }[]>`
    select to_jsonb(v) - 'personId' as notification from api.notification v
    where ${isOwn(person, planId)} and v.id = ${id}`
  return row?.notification
}

/** The number of unread notifications by plan. */
export const unreadNotifications = async (person: number): Promise<{ planId: number; count: number }[]> =>
  db()<{ planId: number; count: number }[]>`
    select n.plan_id as "planId", count(*)::int as count
    from app.notification n join app.membership m on m.plan_id = n.plan_id and m.person_id = n.person_id
      left join app.goal g on g.id = n.goal_id left join app.item i on i.id = n.item_id left join app.task t on t.id = n.task_id
    where n.person_id = ${person} and n.read_date is null
      and coalesce(g.deletion_id, i.deletion_id, t.deletion_id) is null
    group by n.plan_id`

type NewNotifications = {
  ids: number[]
  /** `kind`: of the job that sends to it. */
  devices: { id: number; personId: number; kind: string }[]
  languages: Readonly<Record<number, "en" | "de">>
}

/** Ids for new notifications, the devices on which their readers want them too, and the languages they read. */
export const newNotifications = async (people: number[]): Promise<NewNotifications> => {
  const [row] = await db()<NewNotifications[]>`
    select (select json_agg(nextval('app.notification_id_seq')) from generate_series(1, ${people.length}::int)) as ids,
      (select coalesce(json_agg(json_build_object('id', s.id, 'personId', s.person_id, 'kind', app.push_kind(s.endpoint))), '[]')
        from app.push_subscription s where s.person_id = any (${people}::bigint[])) as devices,
      (select coalesce(json_object_agg(p.id, coalesce(p.language, p.browser_language, 'en')), '{}')
        from app.person p where p.id = any (${people}::bigint[])) as languages`
  return { ids: row?.ids ?? [], devices: row?.devices ?? [], languages: row?.languages ?? {} }
}
