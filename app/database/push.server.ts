import type { PushSubscription } from "~/contract/notification"
import type { NotificationKind } from "~/contract/notification-row"
import { db } from "./connection.server"
import { transaction } from "./transaction.server"

export type PushKey = { publicKey: string; privateKey: string }

/** The installation's key pair; the given one becomes it where there is none. */
export const pushKeyOr = async ({ publicKey, privateKey }: PushKey): Promise<PushKey> => {
  await db()`insert into app.push_key (public_key, private_key) values (${publicKey}, ${privateKey}) on conflict do nothing`
  return (await storedPushKey()) as PushKey
}

export const storedPushKey = async (): Promise<PushKey | undefined> => {
  const [row] = await db()<PushKey[]>`select public_key as "publicKey", private_key as "privateKey" from app.push_key`
  return row
}

const perPerson = 20

/**
 * A device has one subscription, of the session that subscribed last; of a person's devices the newest 20 remain. False:
 * the address is another person's, with other keys, which only that person's browser knows.
 */
export const storeSubscription = (person: number, session: string, { endpoint, keys }: PushSubscription) =>
  transaction(async (tx) => {
    const stored = await tx`
      insert into app.push_subscription as s (person_id, session_id, endpoint, p256dh, auth)
      values (${person}, ${session}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
      on conflict (endpoint) do update set person_id = excluded.person_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth, created_date = now()
      where s.person_id = excluded.person_id or (s.p256dh, s.auth) = (excluded.p256dh, excluded.auth)
      returning id`
    await tx`
      delete from app.push_subscription where person_id = ${person} and id in (
        select s.id from app.push_subscription s where s.person_id = ${person}
        order by s.created_date desc, s.id desc offset ${perPerson})`
    return stored.length > 0
  })

export const dropSubscription = async (person: number, endpoint: string) => {
  await db()`delete from app.push_subscription where person_id = ${person} and endpoint = ${endpoint}`
}

/** Removes a device that its push service no longer knows. */
export const dropDevice = async (device: number) => {
  await db()`delete from app.push_subscription where id = ${device}`
}

export type Pushed = {
  personId: number
  subscription: PushSubscription
  title: string
  kind: NotificationKind
  planId: number
  planName: string
  goalId: number | null
  itemId: number | null
  taskId: number | null
}

/** An unread notification for a device of its reader; undefined when they may no longer see it, or the device's session has ended. */
export const pushOf = async (notification: number, device: number): Promise<Pushed | undefined> => {
  const [row] = await db()<Pushed[]>`
    select n.person_id as "personId", v.title, v.kind, v."planId", l.name as "planName", v."goalId", v."itemId", v."taskId",
      json_build_object('endpoint', s.endpoint, 'keys', json_build_object('p256dh', s.p256dh, 'auth', s.auth)) as subscription
    from app.notification n join api.notification v on v.id = n.id
      join app.plan l on l.id = n.plan_id join app.person p on p.id = n.person_id and p.enabled
      join app.membership m on m.plan_id = n.plan_id and m.person_id = n.person_id
      join app.push_subscription s on s.person_id = n.person_id and s.id = ${device}
      join app.session o on o.id = s.session_id and o.last_used > now() - interval '30 days'
        and o.created_date > now() - interval '90 days'
    where n.id = ${notification} and n.read_date is null`
  return row
}
