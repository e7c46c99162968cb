import type { Notification } from "~/contract/notification"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

const pageRows = 100

const own = ({ person, planId }: Admission) => db()`
  select to_jsonb(v) - 'personId' as notification from api.notification v where v."personId" = ${person} and v."planId" = ${planId}`

/** The newest 100, or those before one. */
export const notificationsOf = async (plan: Admission, before: number | undefined) => {
  const rows = await db()<{ notification: Notification }[]>`
    ${own(plan)} ${before === undefined ? db()`` : db()`and v.id < ${before}`} order by v.id desc limit ${pageRows + 1}`
  return {
    notifications: rows.slice(0, pageRows).map(({ notification }) => notification),
    more: rows.length > pageRows,
  }
}

export const notificationOf = async (plan: Admission, id: number): Promise<Notification | undefined> => {
  const [row] = await db()<{ notification: Notification }[]>`${own(plan)} and v.id = ${id}`
  return row?.notification
}
