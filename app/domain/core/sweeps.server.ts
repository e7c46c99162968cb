// Rows that are no longer needed are removed by jobs, so that one process does it and a failure is retried and listed.

import { sweepOld } from "~/database/board.server"
import { forgetCounts } from "~/database/rate.server"
import { forgetWords } from "~/database/search.server"
import { deleteOldGrants } from "~/database/sign-in/agent-grant.server"
import { deleteOldSessions } from "~/database/sign-in/session.server"
import { deleteOldLinks } from "~/database/sign-in/sign-in-link.server"
import { finishSweep, queueSweeps } from "~/database/sweep.server"
import { type JobHandlers, pokeJobs } from "~/outside/jobs.server"

const hour = 3_600

/** Deletes expired sessions, grants and tokens of agents, and links too old for any limit to count. */
export const sweepAccounts = async () =>
  (await deleteOldSessions()) + (await deleteOldGrants()) + (await deleteOldLinks())

/** Each answers how many rows it has removed. */
const sweeps: Record<string, { seconds: number; work: () => Promise<number> }> = {
  rows: { seconds: hour, work: sweepOld },
  sessions: { seconds: hour, work: sweepAccounts },
  counts: { seconds: hour, work: forgetCounts },
  manyWords: { seconds: hour, work: () => forgetWords("many") },
  words: { seconds: 24 * hour, work: () => forgetWords("edited") },
}

export const sweepJobs: JobHandlers = Object.fromEntries(
  Object.entries(sweeps).map(([name, { work }]) => [`sweep.${name}`, async () => finishSweep(name, await work())]),
)

/** Call it every minute, in every process. */
export const sweepInTurn = async () => {
  const queued = await queueSweeps(Object.entries(sweeps).map(([name, { seconds }]) => ({ name, seconds })))
  if (queued > 0) pokeJobs()
}
