import type { IntegrationState } from "~/contract/integration"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

/** The plan whose API key has this SHA-256. */
export const planOfKey = async (hash: Uint8Array): Promise<number | undefined> => {
  const [row] = await db()<{ id: number | null }[]>`select app.plan_of_key(${hash}) as id`
  return row?.id ?? undefined
}

export const keyOf = async ({ planId }: Admission): Promise<IntegrationState> => {
  const [row] = await db()<IntegrationState[]>`
    select api_key_hash is not null as enabled, app.iso(api_key_created) as "createdDate", app.iso(api_key_used) as "lastUsed"
    from app.plan where id = ${planId}`
  return row ?? { enabled: false, createdDate: null, lastUsed: null }
}
