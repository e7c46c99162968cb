import type { ListedAgent } from "~/contract/agent"
import type { AccessLevel } from "~/contract/capability"
import type { SystemRole } from "~/contract/role"
import { db } from "~/database/connection.server"
import { sessionChannel } from "./session.server"

/** Hashes are SHA-256s. `expires` null: until it is ended. */
export type NewGrant = Pick<ListedAgent, "name" | "host" | "verified" | "scopes" | "plans" | "expires"> & {
  personId: number
  clientId: string
  access: AccessLevel
  resource: string
  requestHash: Uint8Array
  codeHash: Uint8Array
  redirectUri: string
  challenge: string
}

/**
 * Stores the grant with a code for a minute, for the plans among `plans` that the person is in. "answered": the request has been, "full": the person
 * has `most` grants.
 */
export const insertGrant = async (grant: NewGrant, most: number): Promise<"stored" | "answered" | "full"> => {
  const { personId, clientId, name, host, verified, access, scopes, plans, resource, expires } = grant
  const { requestHash, codeHash, redirectUri, challenge } = grant
  const [row] = await db()<{ full: boolean; stored: boolean }[]>`
    with held as (
      select count(*) >= ${most} as full from app.agent_grant
      where person_id = ${personId} and (expires_date is null or expires_date > now())
        and (refresh_expires > now() or code_expires > now())),
    stored as (
      insert into app.agent_grant (person_id, client_id, name, host, verified, access, scopes, every_plan, resource, expires_date,
        request_hash, code_hash, code_expires, redirect_uri, challenge)
      select ${personId}::bigint, ${clientId}, ${name}, ${host}, ${verified}::boolean, ${access}, ${scopes}::text[], ${plans === null}::boolean,
        ${resource}, ${expires}::timestamptz, ${requestHash}::bytea, ${codeHash}::bytea, now() + interval '60 seconds', ${redirectUri}, ${challenge}
      from held where not held.full
      on conflict (request_hash) do nothing returning id),
    used as (update app.oauth_client set used_date = now() where id = ${clientId} and exists (select from stored)),
    chosen as (
      insert into app.agent_grant_plan (grant_id, plan_id)
      select s.id, p from stored s, unnest(${plans ?? []}::bigint[]) p where app.role_in(${personId}, p) is not null)
    select held.full, exists (select from stored) as stored from held`
  return row?.stored ? "stored" : row?.full ? "full" : "answered"
}

/** What a grant's tokens are made from. `refreshHash`, `accessHash`: of the new ones. */
type Tokens = { refreshHash: Uint8Array; accessHash: Uint8Array }
export type Issued = { id: number; scopes: string[]; seconds: number }

const isAlive = () => db()`
  (g.expires_date is null or g.expires_date > now()) and exists (select from app.person p where p.id = g.person_id and p.enabled)`

/** At most so many access tokens of a grant are valid at once; the oldest end first. */
const tokensAtMost = 20

/** Adds an access token for an hour to the grant that `taken` names, and deletes expired ones. */
const withToken = ({ accessHash }: Tokens) => db()`
  token as (
    insert into app.agent_token (token_hash, grant_id, expires_date)
    select ${accessHash}::bytea, t.id, least(now() + interval '1 hour', t.expires_date) from taken t),
  over as (
    delete from app.agent_token o using taken t where o.grant_id = t.id and (o.expires_date < now() or o.token_hash in (
      select n.token_hash from app.agent_token n where n.grant_id = t.id order by n.expires_date desc offset ${tokensAtMost - 1})))
  select t.id, t.scopes, extract(epoch from least(interval '1 hour', t.expires_date - now()))::float8 as seconds from taken t`

type Code = { codeHash: Uint8Array; clientId: string; redirectUri: string | null; challenge: string }

/** The grant of a code, if this client may use it, and whether it has been used. */
export const grantOfCode = async (code: Code): Promise<{ id: number; used: boolean } | undefined> => {
  const { codeHash, clientId, redirectUri, challenge } = code
  const [row] = await db()<{ id: number; used: boolean }[]>`
    select id, code_used is not null as used from app.agent_grant
    where code_hash = ${codeHash} and client_id = ${clientId} and challenge = ${challenge}
      and (${redirectUri}::text is null or redirect_uri = ${redirectUri})`
  return row
}

/** Uses up the grant's code. Of two concurrent attempts one succeeds. */
export const takeCode = async (id: number, tokens: Tokens): Promise<Issued | undefined> => {
  const [row] = await db()<Issued[]>`
    with taken as (
      update app.agent_grant g
      set code_used = now(), refresh_hash = ${tokens.refreshHash}, refresh_expires = now() + interval '90 days'
      where g.id = ${id} and g.code_used is null and g.code_expires > now() and ${isAlive()}
      returning g.id, g.scopes, g.expires_date),
    ${withToken(tokens)}`
  return row
}

type Refresh = { id: number; hash: Uint8Array; clientId: string }

/** Replaces the refresh token. Of two concurrent attempts one succeeds. */
export const replaceRefresh = async ({ id, hash, clientId }: Refresh, tokens: Tokens): Promise<Issued | undefined> => {
  const [row] = await db()<Issued[]>`
    with taken as (
      update app.agent_grant g set refresh_hash = ${tokens.refreshHash}, refresh_expires = now() + interval '90 days'
      where g.id = ${id} and g.client_id = ${clientId} and g.refresh_hash = ${hash} and g.refresh_expires > now() and ${isAlive()}
      returning g.id, g.scopes, g.expires_date),
    ${withToken(tokens)}`
  return row
}

/** Whether the grant is there, with another refresh token than this one of its own. */
export const isReplaced = async ({ id, hash, clientId }: Refresh): Promise<boolean> => {
  const rows = await db()`
    select from app.agent_grant where id = ${id} and client_id = ${clientId} and refresh_hash is distinct from ${hash}`
  return rows.length > 0
}

/** Ends the grant in all processes. False: there is none of this person or client, where they are given. */
export const deleteGrant = async (
  id: number,
  { personId = null, clientId = null }: { personId?: number | null; clientId?: string | null } = {},
): Promise<boolean> => {
  const rows = await db()`
    with gone as (
      delete from app.agent_grant
      where id = ${id} and (${personId}::bigint is null or person_id = ${personId})
        and (${clientId}::text is null or client_id = ${clientId})
      returning id)
    select pg_notify(${sessionChannel}, 'agent ' || id) from gone`
  return rows.length > 0
}

/** Ends one access token of the client. */
export const deleteToken = async (tokenHash: Uint8Array, clientId: string) => {
  await db()`
    with gone as (
      delete from app.agent_token t using app.agent_grant g
      where t.token_hash = ${tokenHash} and g.id = t.grant_id and g.client_id = ${clientId} returning g.id)
    select pg_notify(${sessionChannel}, 'agent ' || id) from gone`
}

export const agentsOf = async (personId: number): Promise<ListedAgent[]> =>
  db()<ListedAgent[]>`
    select g.id, g.name, g.host, g.verified, g.scopes,
      case when g.every_plan then null else array(select plan_id from app.agent_grant_plan c where c.grant_id = g.id order by 1) end as plans,
      app.iso(g.created_date) as "createdDate", app.iso(g.last_used) as "lastUsedAt", app.iso(g.expires_date) as expires
    from app.agent_grant g
    where g.person_id = ${personId} and g.refresh_expires > now() and (g.expires_date is null or g.expires_date > now())
    order by g.created_date desc, g.id desc`

export type StoredAccess = {
  grantId: number
  userId: number
  userName: string
  systemRole: SystemRole
  agent: string
  access: AccessLevel
  plans: number[] | null
  resource: string
  /** In milliseconds. */
  until: number
  /** The last use was over a minute ago. */
  unseen: boolean
}

/** Undefined when the access token has ended, or the person is disabled. */
export const accessOf = async (tokenHash: Uint8Array): Promise<StoredAccess | undefined> => {
  const [row] = await db()<StoredAccess[]>`
    select g.id as "grantId", p.id as "userId", p.user_name as "userName", p.role as "systemRole", g.name as agent, g.access, g.resource,
      case when g.every_plan then null else array(select plan_id from app.agent_grant_plan c where c.grant_id = g.id) end as plans,
      extract(epoch from t.expires_date)::float8 * 1000 as until,
      coalesce(g.last_used < now() - interval '1 minute', true) as unseen
    from app.agent_token t join app.agent_grant g on g.id = t.grant_id join app.person p on p.id = g.person_id
    where t.token_hash = ${tokenHash} and t.expires_date > now() and p.enabled`
  return row
}

export const touchGrant = async (id: number) => {
  await db()`update app.agent_grant set last_used = now() where id = ${id}`
}

export type StoredClient = { name: string; redirectUris: string[] }

export const insertClient = async (id: string, { name, redirectUris }: StoredClient) => {
  await db()`insert into app.oauth_client (id, name, redirect_uris) values (${id}, ${name}, ${redirectUris})`
}

export const clientById = async (id: string): Promise<StoredClient | undefined> => {
  const [row] = await db()<StoredClient[]>`
    select name, redirect_uris as "redirectUris" from app.oauth_client where id = ${id}`
  return row
}

/** Clients without a grant, of which the oldest are deleted beyond so many. */
const unusedAtMost = 20_000

/**
 * Deletes grants that are over or whose code nobody took, and clients without grants: a day after their registration, or 90 days after a person
 * allowed them something. Returns how many rows.
 */
export const deleteOldGrants = async (): Promise<number> => {
  const grants = await db()`
    delete from app.agent_grant
    where expires_date < now() or refresh_expires < now() or (refresh_hash is null and code_expires < now() - interval '1 hour')`
  await db()`delete from app.agent_token where expires_date < now()`
  const clients = await db()`
    delete from app.oauth_client c where not exists (select from app.agent_grant g where g.client_id = c.id)
      and (coalesce(c.used_date + interval '90 days', c.created_date + interval '1 day') < now() or c.id in (
        select id from app.oauth_client where used_date is null order by created_date desc offset ${unusedAtMost}))`
  return grants.count + clients.count
}
