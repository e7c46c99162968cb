import { db } from "~/database/connection.server"
import type { SqlOrTx, Tx } from "~/database/transaction.server"

export type NewLink = {
  tokenHash: Uint8Array
  email: string
  returnUrl: string
  invitationToken: string | null
  browserHash: Uint8Array
  known: boolean
  ip: string
  codeHash: string
}

export type Asker = Pick<NewLink, "email" | "ip" | "known" | "browserHash">

/** Whether the browser has signed in to the address before. */
export const isKnownBrowser = async (tx: Tx, email: string, browserHash: Uint8Array) => {
  const [row] = await tx`
    select from app.known_browser where browser_hash = ${browserHash} and email = lower(${email}) limit 1`
  return row !== undefined
}

/**
 * Seconds until this asker may have another mail sent to the address: one a minute and 10 an hour. A browser known to the
 * address is an asker of its own; all others count by IP, with at most 60 mails an hour to any address. 10 mails of
 * strangers an hour reach an address, and then one every 15 minutes, so that its newest link is always a valid one.
 * 0: now. Concurrent requests for the IP or the address wait for this transaction.
 */
export const waitBeforeLink = async (tx: Tx, { email, ip, known, browserHash }: Asker): Promise<number> => {
  // Always IP before address, so that two requests cannot deadlock.
  await tx`select pg_advisory_xact_lock(4650, hashtext(${ip}))`
  await tx`select pg_advisory_xact_lock(4651, hashtext(lower(${email})))`
  const [row] = await tx<{ wait: number }[]>`
    with address as (
      select created_date, known, ip, browser_hash from app.sign_in_link
      where lower(email) = lower(${email}) and created_date > now() - interval '1 hour'
    ), own as (
      select created_date, row_number() over (order by created_date desc) as n from address
      where known = ${known} and case when known then browser_hash = ${browserHash} else ip = ${ip} end
    ), strangers as (
      select created_date, row_number() over (order by created_date desc) as n,
        max(created_date) over () as newest from address where not known and not ${known}
    ), place as (
      select created_date, row_number() over (order by created_date desc) as n from app.sign_in_link
      where ip = ${ip} and not known and not ${known} and created_date > now() - interval '1 hour'
    ), free_at as (
      select created_date + interval '1 minute' as at from own where n = 1
      union all select created_date + interval '1 hour' from own where n = 10
      union all select least(created_date + interval '1 hour', newest + interval '15 minutes') from strangers where n = 10
      union all select created_date + interval '1 hour' from place where n = 60
    )
    select greatest(0, ceil(coalesce(extract(epoch from max(at) - now()), 0)))::int as wait from free_at`
  return row?.wait ?? 0
}

export const insertLink = async (sql: SqlOrTx, link: NewLink) => {
  await sql`
    insert into app.sign_in_link (token_hash, email, return_url, invitation_token, browser_hash, known, ip, code_hash)
    values (${link.tokenHash}, ${link.email}, ${link.returnUrl}, ${link.invitationToken}, ${link.browserHash}, ${link.known},
      ${link.ip}, ${link.codeHash})`
}

/** Undefined when there is no such link, it was used, or it is older than 15 minutes. */
export const openLink = async (tokenHash: Uint8Array) => {
  const [row] = await db()<{ email: string; browserHash: Buffer | null }[]>`
    select email, browser_hash as "browserHash" from app.sign_in_link
    where token_hash = ${tokenHash} and used_date is null and created_date > now() - interval '15 minutes'`
  return row
}

/**
 * Whether the browser that asked for the link may open its mail without a mailbox: an account needs a browser that it
 * has signed in with, an invited address a request that came with the invitation.
 */
export const opensWithoutMailbox = async (tokenHash: Uint8Array, browserHash: Uint8Array) => {
  const [row] = await db()<{ opens: boolean }[]>`
    select case
      when exists (select from app.person p where lower(p.email) = lower(l.email)) then
        exists (select from app.known_browser b where b.browser_hash = l.browser_hash and b.email = lower(l.email))
      else coalesce((select bool_or(i.token = coalesce(l.invitation_token, '')) from app.invitation i
        where lower(i.email) = lower(l.email) and i.accepted_date is null), true)
      end as opens
    from app.sign_in_link l where l.token_hash = ${tokenHash} and l.browser_hash = ${browserHash}`
  return row?.opens === true
}

/** Uses up the link; undefined when it is not open. Of two concurrent attempts one succeeds. */
export const takeLink = async (tx: Tx, tokenHash: Uint8Array) => {
  const [row] = await tx<{ email: string; returnUrl: string; invitationToken: string | null }[]>`
    update app.sign_in_link set used_date = now()
    where token_hash = ${tokenHash} and used_date is null and created_date > now() - interval '15 minutes'
    returning email, return_url as "returnUrl", invitation_token as "invitationToken"`
  return row
}

/**
 * Counts a try on every open mail that this browser asked for, and returns them: each takes five, for ten minutes. Of a day's fifty,
 * or asking again and again would find a code in the end, a browser known to the address has its own; those where a session of the
 * person is used share others, which no one elsewhere can use up; and all the rest share the last. New browsers of one IP have
 * sixty an hour for all addresses.
 */
export const tryCode = (email: string, browserHash: Uint8Array) => db()<{ tokenHash: Buffer; codeHash: string }[]>`
  with home as materialized (select s.address from app.session s join app.person p on p.id = s.person_id
    where lower(p.email) = lower(${email}) and s.address is not null),
  asked as materialized (select o.*, exists (select from home h where h.address = o.ip) as at_home from app.sign_in_link o
    where lower(o.email) = lower(${email}) and o.created_date > now() - interval '1 day'),
  open as materialized (select a.token_hash from asked a
    where a.browser_hash = ${browserHash} and 50 > (select coalesce(sum(o.code_tries), 0) from asked o
      where o.known = a.known and case when a.known then o.browser_hash = a.browser_hash else o.at_home = a.at_home end)
    and (a.known or 60 > (select coalesce(sum(o.code_tries), 0) from app.sign_in_link o
      where o.ip = a.ip and not o.known and o.created_date > now() - interval '1 hour')))
  update app.sign_in_link l set code_tries = code_tries + 1
  where token_hash in (select o.token_hash from open o) and code_hash is not null and code_tries < 5
    and used_date is null and created_date > now() - interval '10 minutes'
  returning token_hash as "tokenHash", code_hash as "codeHash"`

/** The limits look back a day. Returns how many. */
export const deleteOldLinks = async (): Promise<number> => {
  const { count } = await db()`delete from app.sign_in_link where created_date < now() - interval '1 day'`
  return count
}
