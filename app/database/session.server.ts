import type { SystemRole } from "~/contract/user"
import { db } from "./connection.server"
import type { SqlOrTx } from "./transaction.server"

/** Payloads: a session's id, or `person <id>` for all sessions of a person. */
export const sessionChannel = "session_ended"

export type StoredSession = {
  sessionId: string
  userId: number
  userName: string
  email: string
  systemRole: SystemRole
  /** Not used for a day. */
  stale: boolean
  /** The person's last visit is over a minute ago. */
  unseen: boolean
}

export const insertSession = async (personId: number, sql: SqlOrTx = db()) => {
  const [row] = await sql<{ id: string }[]>`insert into app.session (person_id) values (${personId}) returning id`
  return (row as { id: string }).id
}

/** Undefined when it is ended, unused for 30 days, or its person is disabled. */
export const sessionById = async (id: string): Promise<StoredSession | undefined> => {
  const [row] = await db()<StoredSession[]>`
    select s.id as "sessionId", p.id as "userId", p.user_name as "userName", p.email, p.role as "systemRole",
      s.last_used < now() - interval '1 day' as stale,
      coalesce(p.last_seen_at < now() - interval '1 minute', true) as unseen
    from app.session s join app.person p on p.id = s.person_id
    where s.id = ${id} and p.enabled and s.last_used > now() - interval '30 days'`
  return row
}

export const touchSession = async (id: string) => {
  await db()`update app.session set last_used = now() where id = ${id}`
}

export const deleteSession = async (id: string) => {
  await db()`
    with gone as (delete from app.session where id = ${id})
    select pg_notify(${sessionChannel}, ${id})`
}

export const deleteSessionsOf = async (personId: number) => {
  await db()`
    with gone as (delete from app.session where person_id = ${personId})
    select pg_notify(${sessionChannel}, ${`person ${personId}`})`
}

export const noticePerson = async (personId: number) => {
  await db()`select pg_notify(${sessionChannel}, ${`person ${personId}`})`
}

export const deleteUnusedSessions = async () => {
  await db()`delete from app.session where last_used < now() - interval '30 days'`
}
