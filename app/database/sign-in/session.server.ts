import type { ListedSession } from "~/contract/account"
import type { SystemRole } from "~/contract/role"
import { db } from "~/database/connection.server"
import type { SqlOrTx } from "~/database/transaction.server"

/** Payloads: a session's id, `person <id>` for all sessions of a person, `key <hash>` for a plan's API key, or `agent <id>` for a grant. */
export const sessionChannel = "session_ended"

export type StoredSession = {
  sessionId: string
  userId: number
  userName: string
  email: string
  systemRole: SystemRole
  language: "en" | "de" | null
  /** Its cookie was set over a day ago. */
  stale: boolean
  /** Of its last use. */
  address: string | null
  /** The last visit of the person, or the last use of the session, is over a minute ago. */
  unseen: boolean
}

/** Where a session began or was used. */
export type Place = { address: string | null; userAgent: string | null }

/** `language`: the browser's, in which the person is mailed unless they choose another. */
export const insertSession = async (
  personId: number,
  { address, userAgent }: Place,
  language: "en" | "de",
  sql: SqlOrTx = db(),
) => {
  const [row] = await sql<{ id: string }[]>`
    with told as (
      update app.person set browser_language = ${language}
      where id = ${personId} and browser_language is distinct from ${language})
    insert into app.session (person_id, address, user_agent) values (${personId}, ${address}, ${userAgent}) returning id`
  return (row as { id: string }).id
}

/** Undefined when it is ended, unused for 30 days, older than 90, or its person is disabled. */
export const sessionById = async (id: string): Promise<StoredSession | undefined> => {
  const [row] = await db()<StoredSession[]>`
    select s.id as "sessionId", p.id as "userId", p.user_name as "userName", p.email, p.role as "systemRole", p.language,
      s.address, s.cookie_date < now() - interval '1 day' as stale,
      coalesce(p.last_seen_at < now() - interval '1 minute', true) or s.last_used < now() - interval '1 minute' as unseen
    from app.session s join app.person p on p.id = s.person_id
    where s.id = ${id} and p.enabled and s.last_used > now() - interval '30 days'
      and s.created_date > now() - interval '90 days'`
  return row
}

/** Records that the session is in use, and where; `cookie`: and that its cookie is set again. */
export const touchSession = async (id: string, cookie: boolean, address: string | null) => {
  await db()`
    update app.session set last_used = now(), cookie_date = case when ${cookie} then now() else cookie_date end,
      address = coalesce(${address}, address)
    where id = ${id} and (${cookie} or last_used < now() - interval '1 minute' or address is distinct from ${address})`
}

/** Newest first, the current one before all others. */
export const sessionsOf = async (personId: number, current: string | null): Promise<ListedSession[]> =>
  db()<ListedSession[]>`
    select number as id, app.iso(created_date) as "createdDate", app.iso(last_used) as "lastSeenAt",
      user_agent as "userAgent", address, coalesce(id = ${current}::uuid, false) as current
    from app.session
    where person_id = ${personId} and last_used > now() - interval '30 days' and created_date > now() - interval '90 days'
    order by current desc, created_date desc, number desc limit 200`

/** Undefined: the person never had it. Null: it has ended. */
export const sessionByNumber = async (personId: number, number: number): Promise<string | null | undefined> => {
  const [row] = await db()<{ id: string | null }[]>`
    select id from app.session where number = ${number} and person_id = ${personId}
    union all select null from app.ended_session where number = ${number} and person_id = ${personId} limit 1`
  return row?.id ?? (row ? null : undefined)
}

/** Ends all sessions of the person but one; returns the others. */
export const deleteOtherSessions = async (personId: number, current: string | null) => {
  const rows = await db()<{ id: string }[]>`
    with gone as (
      delete from app.session where person_id = ${personId} and id is distinct from ${current}::uuid returning id
    )
    select id, pg_notify(${sessionChannel}, id::text) from gone`
  return rows.map(({ id }) => id)
}

export const deleteSession = async (id: string) => {
  await db()`
    with gone as (delete from app.session where id = ${id})
    select pg_notify(${sessionChannel}, ${id})`
}

export const noticePerson = async (personId: number) => {
  await db()`select pg_notify(${sessionChannel}, ${`person ${personId}`})`
}

/** Deletes sessions that are over, and traces older than anything that reads them. Returns how many sessions. */
export const deleteOldSessions = async (): Promise<number> => {
  const { count } = await db()`
    delete from app.session
    where last_used < now() - interval '30 days' or created_date < now() - interval '90 days'`
  await db()`delete from app.ended_session where ended_date < now() - interval '90 days'`
  await db()`delete from app.known_browser where seen_date < now() - interval '400 days'`
  return count
}
