import type { IntegrationState } from "~/contract/integration"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

/** `hash`: the key's SHA-256 in hexadecimal digits. */
export type KeyPlan = { hash: string; planId: number; ownerId: number }

/** The plans whose API keys have these SHA-256s, in hexadecimal digits. */
export const plansOfKeys = async (hashes: string[]): Promise<KeyPlan[]> =>
  db()<KeyPlan[]>`
    select encode(hash, 'hex') as hash, plan_id as "planId", owner_id as "ownerId"
    from app.plans_of_keys((select array_agg(decode(h, 'hex')) from unnest(${hashes}::text[]) h))`

/** The SHA-256 of the key, in hexadecimal digits, whose own SHA-256 this is. */
export const hashOfKey = async (id: string): Promise<string | undefined> => {
  const [row] = await db()<{ hash: string }[]>`
    select encode(api_key_hash, 'hex') as hash from app.plan where sha256(api_key_hash) = decode(${id}, 'hex')`
  return row?.hash
}

export const keyOf = async ({ planId }: Admission): Promise<IntegrationState> => {
  const [row] = await db()<IntegrationState[]>`
    select api_key_hash is not null as enabled, app.iso(api_key_created) as "createdDate", app.iso(api_key_used) as "lastUsed"
    from app.plan where id = ${planId}`
  return row ?? { enabled: false, createdDate: null, lastUsed: null }
}
