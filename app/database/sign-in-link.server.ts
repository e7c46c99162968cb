import { db } from "./connection.server"
import type { SqlOrTx, Tx } from "./transaction.server"

export type NewLink = {
  tokenHash: Uint8Array
  email: string
  returnUrl: string
  invitationToken: string | null
  browserHash: Uint8Array
  ip: string
}

/**
 * Seconds until the address may get another mail (one a minute, 10 an hour) and the IP may request one (60 an hour).
 * 0: now. Concurrent requests for either wait for this transaction.
 */
export const waitBeforeLink = async (tx: Tx, email: string, ip: string): Promise<number> => {
  // Always IP before address, so that two requests cannot deadlock.
  await tx`select pg_advisory_xact_lock(4650, hashtext(${ip}))`
  await tx`select pg_advisory_xact_lock(4651, hashtext(lower(${email})))`
  const [row] = await tx<{ wait: number }[]>`
    with address as (
      select created_date, row_number() over (order by created_date desc) as n from app.sign_in_link
      where lower(email) = lower(${email}) and created_date > now() - interval '1 hour'
    ), place as (
      select created_date, row_number() over (order by created_date desc) as n from app.sign_in_link
      where ip = ${ip} and created_date > now() - interval '1 hour'
    ), free_at as (
      select created_date + interval '1 minute' as at from address where n = 1
      union all select created_date + interval '1 hour' from address where n = 10
      union all select created_date + interval '1 hour' from place where n = 60
    )
    select greatest(0, ceil(coalesce(extract(epoch from max(at) - now()), 0)))::int as wait from free_at`
  return row?.wait ?? 0
}

export const insertLink = async (sql: SqlOrTx, link: NewLink) => {
  await sql`
    insert into app.sign_in_link (token_hash, email, return_url, invitation_token, browser_hash, ip)
    values (${link.tokenHash}, ${link.email}, ${link.returnUrl}, ${link.invitationToken}, ${link.browserHash}, ${link.ip})`
}

/** Undefined when there is no such link, it was used, or it is older than 15 minutes. */
export const openLink = async (tokenHash: Uint8Array) => {
  const [row] = await db()<{ email: string; browserHash: Buffer | null }[]>`
    select email, browser_hash as "browserHash" from app.sign_in_link
    where token_hash = ${tokenHash} and used_date is null and created_date > now() - interval '15 minutes'`
  return row
}

/** Uses up the link; undefined when it is not open. Of two concurrent attempts one succeeds. */
export const takeLink = async (tx: Tx, tokenHash: Uint8Array) => {
  const [row] = await tx<{ email: string; returnUrl: string; invitationToken: string | null }[]>`
    update app.sign_in_link set used_date = now()
    where token_hash = ${tokenHash} and used_date is null and created_date > now() - interval '15 minutes'
    returning email, return_url as "returnUrl", invitation_token as "invitationToken"`
  return row
}

/** The limits look back an hour. */
export const deleteOldLinks = async () => {
  await db()`delete from app.sign_in_link where created_date < now() - interval '1 day'`
}
