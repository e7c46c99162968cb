import type { Notification } from "~/contract/notification"
import { db } from "./connection.server"

const own = (person: number, planId: number) => db()`
  select to_jsonb(v) - 'personId' as notification from api.notification v where v."personId" = ${person} and v."planId" = ${planId}`

export const notificationsOf = async (person: number, planId: number): Promise<Notification[]> => {
  const rows = await db()<{ notification: Notification }[]>`${own(person, planId)} order by v.id desc limit 200`
  return rows.map(({ notification }) => notification)
}

export const notificationOf = async (person: number, planId: number, id: number): Promise<Notification | undefined> => {
  const [row] = await db()<{ notification: Notification }[]>`${own(person, planId)} and v.id = ${id}`
  return row?.notification
}
