import { db } from "~/database/connection.server"

/** Stores the ticket for a minute and returns its end; undefined when the session has ended. */
export const insertTicket = async (tokenHash: Uint8Array, sessionId: string): Promise<string | undefined> => {
  const [row] = await db()<{ expires: string }[]>`
    with old as (delete from app.mcp_ticket where session_id = ${sessionId} and expires_date < now())
    insert into app.mcp_ticket (token_hash, session_id, expires_date)
    select ${tokenHash}, s.id, now() + interval '60 seconds' from app.session s where s.id = ${sessionId}
    returning app.iso(expires_date) as expires`
  return row?.expires
}

/**
 * Uses up the ticket and returns its session, unless the ticket is too old or the person disabled. Of two concurrent
 * attempts one succeeds.
 */
export const takeTicket = async (tokenHash: Uint8Array): Promise<string | undefined> => {
  const [row] = await db()<{ sessionId: string }[]>`
    with taken as (delete from app.mcp_ticket where token_hash = ${tokenHash} returning session_id, expires_date)
    select s.id as "sessionId" from taken t join app.session s on s.id = t.session_id
      join app.person p on p.id = s.person_id where t.expires_date > now() and p.enabled`
  return row?.sessionId
}
