import type { EntityType, SearchHits } from "~/contract/search"
import { type Sealed, seal } from "./admission.server"
import { db } from "./connection.server"

const kinds: Record<EntityType, string> = {
  goals: "goal",
  items: "item",
  tasks: "task",
  comments: "comment",
  notes: "note",
  files: "file",
}

/** Rows as their own calls answer them, with their score. */
export type Scored = { [Type in EntityType]: (Omit<SearchHits[Type][number], "snippet"> & { score: number })[] }

export const searchFor = async (
  person: number | null,
  planId: number,
  {
    q,
    types,
    limit,
    noteType = null,
  }: { q: string; types: readonly EntityType[]; limit: number; noteType?: number | null },
): Promise<Sealed<{ hits: Partial<Scored> }>> => {
  const [row] = await db()<{ read: Sealed<{ hits: Partial<Scored> }> }[]>`
    select app.search(${person}, ${planId}, ${q}, ${types.map((type) => kinds[type])}::text[], ${limit}, ${noteType}::smallint) as read`
  return row?.read ?? seal(null)
}

/** Rows per transaction, which also limits its locks: one per plan. */
const keptAtOnce = 100

/** Indexes all due rows, in any plan. */
export const keepWords = async () => {
  for (let due = keptAtOnce; due === keptAtOnce; ) {
    const [row] = await db()<{ due: number }[]>`select app.keep_due_words(null, ${keptAtOnce}) as due`
    due = row?.due ?? 0
  }
}
