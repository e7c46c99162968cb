// countStatements(): the statements that are sent to Postgres from now on, over all connections of the app. The returned function ends it.
import { backgroundDb, boardDb, db, searchDb, wholePlanDb } from "~/database/connection.server"

type Heard = { debug?: (id: number, query: string) => void }

export const countStatements = () => {
  const sent: string[] = []
  const pools = new Set([db(), searchDb(), boardDb(), wholePlanDb(), backgroundDb()])
  const options = [...pools].map((pool) => pool.options as unknown as Heard)
  for (const each of options) each.debug = (_, query) => void sent.push(query)
  return () => {
    for (const each of options) delete each.debug
    return sent
  }
}
