import type { EntityType, SearchHits } from "~/contract/search"
import { type Sealed, seal } from "./admission.server"
import { backgroundDb, searchDb } from "./connection.server"

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

/** A card as its own calls answer it, with the labels that were found. */
export type Labelled = { id: number; labelNames: string[] }

export type Found = {
  hits: Partial<Scored>
  /** Ended by its time limit: more rows may match. */
  incomplete: boolean
  /** Changed texts of the plan are still to be indexed. */
  due: boolean
  /** The cards with a label whose name has the words, whatever their texts say, newest change first. */
  labelled: { items: Labelled[]; tasks: Labelled[] }
}

type Searched = { q: string; types: readonly EntityType[]; limit: number }

const labelledIn = (of: "item" | "task", planId: number, { q, types, limit }: Searched) =>
  types.includes(`${of}s`)
    ? searchDb()`(select coalesce(json_agg(to_jsonb(v) || jsonb_build_object('labelNames', c.names)), '[]')
        from (select array(select l.id from app.label l where l.plan_id = ${planId} and app.words(${q}) <> ''
            and position(app.words(${q}) in app.words(l.name)) > 0) as ids) n
          cross join lateral (select x.id, array(select l.name from app.label l where l.id = any (n.ids) and l.id = any (x.label_ids)) as names
            from ${searchDb()(`app.${of}`)} x where n.ids <> '{}' and x.plan_id = ${planId} and x.label_ids && n.ids and x.deletion_id is null
              and not x.is_draft order by x.modified_date desc, x.id desc limit ${limit}) c
          join ${searchDb()(`api.${of}`)} v on v.id = c.id)`
    : searchDb()`'[]'::json`

export const searchFor = async (
  person: number | null,
  planId: number,
  {
    q,
    types,
    limit,
    noteType = null,
  }: { q: string; types: readonly EntityType[]; limit: number; noteType?: number | null },
): Promise<Sealed<Found>> => {
  const [row] = await searchDb()<{ read: Sealed<Found>; items: Labelled[]; tasks: Labelled[] }[]>`
    select ${labelledIn("item", planId, { q, types, limit })} as items, ${labelledIn("task", planId, { q, types, limit })} as tasks, app.search(${person}, ${planId}, ${q}, ${types.map((type) => kinds[type])}::text[], ${limit}, ${noteType}::smallint) as read`
  return row ? Object.assign(row.read, { labelled: { items: row.items, tasks: row.tasks } }) : seal(null)
}

/** Weight of the rows in one transaction; see app.keep_due_words. */
const indexedAtOnce = 100

/** Indexes a plan's due rows up to the weight; false: none are left, or another process indexes the plan. */
const keepSome = async (planId: number) => {
  const [row] = await backgroundDb()<
    { more: boolean }[]
  >`select app.keep_due_words(${planId}, ${indexedAtOnce}) as more`
  return row?.more ?? false
}

/**
 * Forgets words that no text has any more, in plans that have many, or that were edited since the sweep before. Returns how many.
 */
export const forgetWords = async (of: "many" | "edited"): Promise<number> => {
  const plans = await (of === "many"
    ? backgroundDb()<{ id: number }[]>`select plan_id as id from app.search_word group by 1 having count(*) > 50000`
    : backgroundDb()<{ id: number }[]>`
        select plan_id as id from app.plan_clock where last_edit > now() - interval '2 days' order by 1`)
  let removed = 0
  for (const { id } of plans) {
    const [row] = await backgroundDb()<{ gone: number }[]>`select app.forget_words(${id})::int as gone`
    removed += row?.gone ?? 0
  }
  return removed
}

/** Plans that a search waits for. They go first. */
const wanted = new Map<number, (() => void)[]>()

const duePlans = async () => {
  const rows = await backgroundDb()<{ id: number }[]>`select distinct plan_id as id from app.search_due`
  return rows.map(({ id }) => id)
}

/** Indexes a batch of each due plan in turn, so that none waits for all of another's rows. */
const indexAll = async () => {
  const plans = await duePlans()
  while (plans.length > 0 || wanted.size > 0) {
    for (const planId of [...wanted.keys()]) await indexWanted(planId)
    const planId = plans.shift()
    if (planId !== undefined && (await keepSome(planId))) plans.push(planId)
  }
}

const indexWanted = async (planId: number) => {
  const waiting = wanted.get(planId) ?? []
  wanted.delete(planId)
  try {
    if (await keepSome(planId)) wanted.set(planId, [...waiting, ...(wanted.get(planId) ?? [])])
    else for (const resume of waiting) resume()
  } catch (error) {
    for (const resume of waiting) resume()
    throw error
  }
}

let indexing: Promise<void> | undefined

const startIndexing = () => {
  indexing ??= indexAll().finally(() => {
    indexing = undefined
  })
  return indexing
}

/** Indexes all due rows, in any plan, on a connection of its own. */
export const keepWords = async () => {
  await indexing?.catch(() => {})
  await startIndexing()
}

/** Has the plan's due rows indexed ahead of others, and waits for them, at most `ms`. Failures are left to keepWords. */
export const keepWordsOf = (planId: number, ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const resume = () => {
      clearTimeout(timer)
      resolve()
    }
    wanted.set(planId, [...(wanted.get(planId) ?? []), resume])
    startIndexing().catch(resume)
  })
