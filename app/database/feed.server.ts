import type { Feed } from "~/contract/feed"
import { backgroundDb, db } from "./connection.server"

export type StoredFeed = Omit<Feed, "url"> & { personId: number; seed: string; hash: Uint8Array }

const columns = () => db()`
  f.id, f.person_id as "personId", f.plan_id as "planId", f.seed, f.token_hash as hash, app.iso(f.made_date) as "createdDate",
  app.iso(f.used_date) as "lastUsedAt"`

/** The person's own. */
export const feedsOf = async (person: number): Promise<StoredFeed[]> =>
  db()<StoredFeed[]>`
    select ${columns()} from app.feed f where f.person_id = ${person}
      and (f.plan_id is null or app.role_in(f.person_id, f.plan_id) is not null)
    order by f.plan_id nulls first`

/** The feed whose token has this SHA-256, of a person who may sign in. */
export const feedOfHash = async (
  hash: Uint8Array,
): Promise<(StoredFeed & { language: "en" | "de"; planName: string | null }) | undefined> => {
  const [row] = await db()<(StoredFeed & { language: "en" | "de"; planName: string | null })[]>`
    select ${columns()}, coalesce(u.language, u.browser_language, 'en') as language, p.name as "planName"
    from app.feed f join app.person u on u.id = f.person_id and u.enabled left join app.plan p on p.id = f.plan_id
    where f.token_hash = ${hash} and (f.plan_id is null or app.role_in(f.person_id, f.plan_id) is not null)`
  return row
}

export const feedUsed = async (id: number) => {
  await backgroundDb()`
    update app.feed set used_date = now() where id = ${id} and coalesce(used_date < now() - interval '1 minute', true)`
}

export type FeedCard = {
  entity: "task" | "item"
  id: number
  planId: number
  planName: string
  /** A day. */
  due: string
  changed: string
  name: string
  item: string | null
  goal: string | null
  labels: string[] | null
  done: boolean
  recurrence: string | null
  recurrenceFrom: string | null
}

/** Half a year back and a year ahead, of which the next ones count first. */
export const mostFeedCards = 2_000

/** The dated cards that the person owns in plans of theirs, none of drafts, archived plans aside. */
export const feedCardsOf = async ({
  personId,
  planId,
}: Pick<StoredFeed, "personId" | "planId">): Promise<FeedCard[]> => {
  const seen = (row: "t" | "i") => db()`
    ${db()(`${row}.owner_id`)} = ${personId} and ${db()(`${row}.due_date`)} between now() - interval '6 months' and now() + interval '1 year'
      and ${planId === null ? db()`not p.is_archived` : db()`${db()(`${row}.plan_id`)} = ${planId}`}`
  const labels = (row: "t" | "i") => db()`
    (select array_agg(l.name order by l."order", l.id) from app.label l where l.id = any (${db()(`${row}.label_ids`)}))`
  return db()<FeedCard[]>`
    select * from (
      select 'task' as entity, t.id, t.plan_id as "planId", p.name as "planName", app.iso(t.due_date) as due, app.iso(t.modified_date) as changed,
        t.description as name, coalesce(nullif(btrim(i.topic), ''), i.description) as item, g.name as goal, ${labels("t")} as labels,
        t.completed_date is not null as done, t.recurrence, t.recurrence_from as "recurrenceFrom"
      from app.task t join app.membership m on m.plan_id = t.plan_id and m.person_id = ${personId}
        join app.plan p on p.id = t.plan_id
        join app.item i on i.id = t.item_id and i.deletion_id is null and not i.is_draft
        left join app.goal g on g.id = i.goal_id
      where ${seen("t")} and t.deletion_id is null and not t.is_draft and g.is_draft is not true
      union all
      select 'item', i.id, i.plan_id, p.name, app.iso(i.due_date), app.iso(i.modified_date),
        coalesce(nullif(btrim(i.topic), ''), i.description), null, g.name, ${labels("i")}, i.completed_date is not null, null, null
      from app.item i join app.membership m on m.plan_id = i.plan_id and m.person_id = ${personId}
        join app.plan p on p.id = i.plan_id left join app.goal g on g.id = i.goal_id
      where ${seen("i")} and i.deletion_id is null and not i.is_draft and g.is_draft is not true) c
    order by c.due < app.iso(now()), abs(extract(epoch from c.due::timestamptz - now())), c.entity, c.id limit ${mostFeedCards}`
}
