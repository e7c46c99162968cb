import type { AccessLevel } from "~/contract/capability"
import type { PlanKey } from "~/contract/integration"
import type { Admission } from "~/database/admission.server"
import { db } from "~/database/connection.server"

/** `hash`: the key's SHA-256 in hexadecimal digits. */
export type KnownKey = {
  hash: string
  id: number
  planId: number
  ownerId: number
  name: string
  access: AccessLevel
  expires: string | null
}

/** The keys that have these SHA-256s, in hexadecimal digits; expired ones too. */
export const keysOfHashes = async (hashes: string[]): Promise<KnownKey[]> =>
  db()<KnownKey[]>`
    select encode(hash, 'hex') as hash, id, plan_id as "planId", owner_id as "ownerId", name, access, app.iso(expires) as expires
    from app.keys_of_hashes((select array_agg(decode(h, 'hex')) from unnest(${hashes}::text[]) h))`

/** The SHA-256 of the key, in hexadecimal digits, whose own SHA-256 this is. */
export const hashOfKey = async (id: string): Promise<string | undefined> => {
  const [row] = await db()<{ hash: string }[]>`
    select encode(hash, 'hex') as hash from app.plan_key
    where sha256(hash) = decode(${id}, 'hex') and coalesce(expires > now(), true)`
  return row?.hash
}

/** The key with this `\x` and SHA-256 in hex. */
export const keyOfHash = async (
  hash: string,
): Promise<Pick<PlanKey, "id" | "name" | "access" | "expires"> | undefined> => {
  const [row] = await db()<Pick<PlanKey, "id" | "name" | "access" | "expires">[]>`
    select id, name, access, app.iso(expires) as expires from app.plan_key where hash = ${hash}::text::bytea`
  return row
}

export const keysOfPlan = async ({ planId }: Admission): Promise<PlanKey[]> => {
  const rows = await db()<{ key: PlanKey }[]>`
    select json_build_object('id', k.id, 'name', k.name, 'access', k.access, 'expires', app.iso(k.expires),
      'createdDate', app.iso(k.made_date), 'lastUsedAt', app.iso(k.used_date), 'isIntegration', k.is_integration,
      'createdBy', case when p.id is not null then json_build_object('id', p.id, 'userName', p.user_name) end) as key
    from app.plan_key k left join app.person p on p.id = k.made_by
    where k.plan_id = ${planId} order by k.id desc`
  return rows.map(({ key }) => key)
}
