import type { Notification } from "~/contract/notification"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

const own = ({ person, planId }: Admission) => db()`
  select to_jsonb(v) - 'personId' as notification from api.notification v where v."personId" = ${person} and v."planId" = ${planId}`

export const notificationsOf = async (plan: Admission): Promise<Notification[]> => {
  const rows = await db()<{ notification: Notification }[]>`${own(plan)} order by v.id desc limit 200`
  return rows.map(({ notification }) => notification)
}

export const notificationOf = async (plan: Admission, id: number): Promise<Notification | undefined> => {
  const [row] = await db()<{ notification: Notification }[]>`${own(plan)} and v.id = ${id}`
  return row?.notification
}
