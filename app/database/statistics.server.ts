import { backgroundDb } from "./connection.server"

/** Changed rows of a table from which its statistics are out of date, as autovacuum sees it, which looks once a minute. */
const outdatedFrom = { rows: 2_000, percent: 10 }

let running: Promise<void> | undefined
let again = false

/**
 * Renews the planner's statistics of the tables that have changed much, so that the first read of an imported board does
 * not take ten times as long. Callers at the same time share a run.
 */
export const renewStatistics = (): Promise<void> => {
  if (running) again = true
  running ??= renew().finally(() => {
    running = undefined
  })
  return running
}

const renew = async () => {
  do {
    again = false
    const sql = backgroundDb()
    const outdated = await sql<{ name: string }[]>`
      select s.relname as name from pg_stat_user_tables s
      where s.schemaname = 'app' and s.n_mod_since_analyze > ${outdatedFrom.rows} + ${outdatedFrom.percent} * s.n_live_tup / 100`
    for (const { name } of outdated) await sql`analyze ${sql(`app.${name}`)}`
  } while (again)
}
