import { db } from "./connection.server"

/** The plan whose API key has this SHA-256. */
export const planOfKey = async (hash: Uint8Array): Promise<number | undefined> => {
  const [row] = await db()<{ id: number | null }[]>`select app.plan_of_key(${hash}) as id`
  return row?.id ?? undefined
}
