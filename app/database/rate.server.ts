import { db } from "./connection.server"

export type Counted = { kind: string; caller: string; calls: number }

/** Adds calls to those that all processes have counted in the window that began then; answers what they now come to. */
export const countCalls = async (counts: (Counted & { began: string })[]): Promise<Counted[]> => {
  const [row] = await db()<{ counted: Counted[] }[]>`
    select app.count_calls(${JSON.stringify(counts)}::text::jsonb) as counted`
  return row?.counted ?? []
}

/** No window is longer than an hour. */
export const forgetCounts = async () => {
  await db()`delete from app.rate where began < now() - interval '2 hours'`
}
