import type { Comment } from "~/contract/comment"
import type { Entity } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { type Admission, type Sealed, seal } from "./admission.server"
import { db } from "./connection.server"
import { listPageAfter } from "./lists/list-page"

/**
 * `byKey`: written with the plan's API key, not by a person. `unannounced`: the people mentioned while the card was a
 * draft, who are notified when it is published.
 */
export type StoredComment = Comment & { byKey: boolean; unannounced: number[] }

export type CardComments = {
  /** Null: there is no such entity. */
  about: { id: number; name: string; isDraft: boolean; version: number; ownerId: number | null } | null
  /** A page of them, newest first; null: the one it continues after is gone. */
  comments: StoredComment[] | null
  more: boolean
  /** The requested people who are members. */
  members: number[]
}

/** A card with a page of its comments (with `comment`, that one alone), and the members among `people`. */
export const commentsOfCard = async (
  person: number | null,
  planId: number,
  entity: Entity,
  id: number,
  comment: number | null = null,
  people: number[] = [],
  before?: number,
): Promise<Sealed<CardComments>> => {
  const [row] = await db()<{ read: Sealed<CardComments> }[]>`
    select app.card_comments(${person}, ${planId}, ${entity}, ${id}, ${comment}, ${people}::bigint[], ${listPageAfter(before)}::text::jsonb) as read`
  return row?.read ?? seal(null)
}

export type Unannounced = {
  id: number
  people: number[]
  author: { id: number | null; userName: string }
  goalId: number | null
  itemId: number | null
  taskId: number | null
}

/** The comments of these cards that mention people who have not been notified, and the plan's state as their guard. */
export const unannouncedOn = async (
  { planId }: Admission,
  cards: { goals: number[]; items: number[]; tasks: number[] },
): Promise<{ comments: Unannounced[]; state: string }> => {
  const [row] = await db()<{ comments: Unannounced[]; state: string }[]>`
    select app.state_of('mentions', ${planId}, 0) as state, (
      select coalesce(json_agg(json_build_object('id', c.id, 'author', v."createdBy",
        'goalId', c.goal_id, 'itemId', c.item_id, 'taskId', c.task_id,
        'people', (select coalesce(json_agg(m.person_id), '[]') from app.membership m
          where m.plan_id = ${planId} and m.person_id = any (c.unannounced))) order by c.id), '[]')
      from app.comment c join api.comment v on v.id = c.id
      where c.plan_id = ${planId} and c.unannounced <> '{}' and (c.goal_id = any (${cards.goals}::bigint[])
        or c.item_id = any (${cards.items}::bigint[]) or c.task_id = any (${cards.tasks}::bigint[]))) as comments`
  return row ?? { comments: [], state: "" }
}

/** A draft with mentions whose notifications have not been sent. `isDraft`: whether it is one in the version too. */
export type HeldDraft = { entity: Entity; id: number; isDraft: boolean; card: Record<string, unknown> }

/** The drafts of a plan that hold mentions back, as a version of the plan has them where it does. */
export const draftsWithMentions = async (
  { planId }: Admission,
  revisionId: number | null = null,
): Promise<HeldDraft[]> => {
  return db()<HeldDraft[]>`
    with held as (select c.goal_id, c.item_id, c.task_id from app.comment c where c.plan_id = ${planId} and c.unannounced <> '{}'),
      draft as (
        select 'goal' as entity, g.id, to_jsonb(g) as card from app.goal g where g.is_draft and g.id in (select goal_id from held)
        union all select 'item', i.id, to_jsonb(i) from app.item i where i.is_draft and i.id in (select item_id from held)
        union all select 'task', t.id, to_jsonb(t) from app.task t where t.is_draft and t.id in (select task_id from held))
    select d.entity, d.id, coalesce(k, d.card) as card, coalesce((k -> 'is_draft')::boolean, true) as "isDraft" from draft d
      left join lateral (select k from app.plan_version r, jsonb_array_elements(r.content -> d.entity) k
        where r.id = ${revisionId} and r.plan_id = ${planId} and (k ->> 'id')::bigint = d.id) v on true`
}

/** All comments of a plan in pages, each as the JSON of an array in UTF-8. */
export const commentsOfPlan = async ({ planId }: Admission): Promise<Uint8Array<ArrayBuffer>[]> => {
  const pages: Uint8Array<ArrayBuffer>[] = []
  const { bytes, rows } = limits.listPage
  const encoder = new TextEncoder()
  for (let after = 0; ; ) {
    const [page] = await db()<{ text: string | null; last: number | null }[]>`
      with page as (
        select x.id from (
          select c.id, row_number() over place as nth, sum(octet_length(c.content)) over place as upto
          from (select o.id, o.content from app.comment o where o.plan_id = ${planId} and o.id > ${after}
            order by o.id limit ${rows}) c
          window place as (order by c.id rows unbounded preceding)) x
        where x.nth = 1 or x.upto <= ${bytes})
      select (select json_agg(v)::text from api.comment v where v.id in (select id from page)) as text,
        (select max(id) from page) as last`
    if (!page || page.last === null) return pages
    if (page.text !== null) pages.push(encoder.encode(page.text))
    after = page.last
  }
}
