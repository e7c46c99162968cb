import { db } from "./connection.server"

export type Counted = { kind: string; caller: string; calls: number }

/** Adds calls to the counts of all processes in the window that began then; returns the totals. */
export const countCalls = async (counts: (Counted & { began: string; ends: string })[]): Promise<Counted[]> => {
  const [row] = await db()<{ counted: Counted[] }[]>`
    select app.count_calls(${JSON.stringify(counts)}::text::jsonb) as counted`
  return row?.counted ?? []
}

/** Drops windows that are over, on the clock of any process. Returns how many. */
export const forgetCounts = async (): Promise<number> => {
  const { count } = await db()`delete from app.rate where ends < now() - interval '1 hour'`
  return count
}
