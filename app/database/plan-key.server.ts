import { db } from "./connection.server"

/** The plan whose API key has this SHA-256. */
export const planOfKey = async (hash: Uint8Array): Promise<number | undefined> => {
  const [row] = await db()<{ id: number }[]>`select id from app.plan where api_key_hash = ${hash}`
  return row?.id
}
