// Proposals in a plan's review list.
import type { Change } from "~/contract/change-set"
import { limits } from "~/contract/shared/bounds"
import type { Admission } from "./admission.server"
import { boardDb, db } from "./connection.server"

export type ReviewedProposal = {
  id: number
  planId: number
  caller: string
  personId: number | null
  userName: string
  agent: string | null
  request: string
  summary: string
  changes: Change[]
  createdDate: string
  expires: string
  isExpired: boolean
  decision: "applied" | "partly" | "rejected" | null
  decidedBy: { id: number | null; userName: string } | null
  decidedDate: string | null
  decidedCaller: string | null
  comment: string | null
  applied: number[] | null
  undone: string | null
}

/** Characters of a request that a list shows: it may be a long outline. */
const shownRequest = 2_000

const columns =
  () => db()`p.id, p.plan_id as "planId", p.caller, p.person_id as "personId", p.user_name as "userName", p.agent,
  left(p.request, ${shownRequest}) as request,
  p.summary, p.changes, app.iso(p.created_date) as "createdDate", app.iso(p.expires_date) as expires, p.expires_date <= now() as "isExpired",
  p.decision, case when p.decided_name is not null then jsonb_build_object('id', p.decided_by, 'userName', p.decided_name) end as "decidedBy",
  app.iso(p.decided_date) as "decidedDate", p.decided_caller as "decidedCaller", p.comment, p.applied, app.iso(p.undone_date) as undone`

const isOpen = () => db()`p.decision is null and p.expires_date > now()`

export const reviewedProposal = async ({ planId }: Admission, id: number): Promise<ReviewedProposal | undefined> => {
  const [row] = await db()<ReviewedProposal[]>`
    select ${columns()} from app.proposal p where p.id = ${id} and p.plan_id = ${planId} and p.in_review`
  return row
}

export const planOfReviewed = async (id: number): Promise<number | undefined> => {
  const [row] = await db()<
    { planId: number }[]
  >`select plan_id as "planId" from app.proposal where id = ${id} and in_review`
  return row?.planId
}

/** Whether it waits for a decision. */
export const isInReview = async ({ planId }: Admission, id: number): Promise<boolean> => {
  const [row] =
    await db()`select 1 from app.proposal p where p.id = ${id} and p.plan_id = ${planId} and p.in_review and ${isOpen()}`
  return row !== undefined
}

/** A page of the list, newest first, after the proposal `before`. `open`: only undecided ones. */
export const proposalsInReview = async ({ planId }: Admission, open: boolean, before: number | undefined) => {
  const { bytes, rows } = limits.listPage
  const page = await boardDb()<(ReviewedProposal & { more: boolean })[]>`
    with listed as (
      select p.id, row_number() over place as nth, sum(octet_length(p.changes::text)) over place as upto from app.proposal p
      where p.plan_id = ${planId} and p.in_review and (${!open} or (${isOpen()})) and (${before ?? null}::bigint is null or p.id < ${before ?? null})
      window place as (order by p.id desc rows unbounded preceding))
    select ${columns()}, (select count(*) from listed) > l.nth as more from listed l join app.proposal p on p.id = l.id
    where l.nth = 1 or (l.upto <= ${bytes} and l.nth <= ${rows}) order by p.id desc`
  return { proposals: page.map(({ more: _, ...row }) => row), more: page.at(-1)?.more ?? false }
}

/** Open proposals of the plan, and whether its caller has put one there in the last hour. */
export const openInReview = async ({ planId }: Admission, caller: string) => {
  const [row] = await db()<{ count: number; isRecent: boolean }[]>`
    select count(*) filter (where ${isOpen()})::integer as count,
      coalesce(bool_or(p.caller = ${caller} and p.created_date > now() - interval '1 hour'), false) as "isRecent"
    from app.proposal p where p.plan_id = ${planId} and p.in_review`
  return row ?? { count: 0, isRecent: false }
}

/** The last log entry since `since` of each card that changed `field`, or its deletion without one; in the order asked. */
export const lastEntries = async (
  { planId }: Admission,
  since: string,
  asked: readonly { entity: string; id: number; field: string | null }[],
): Promise<(number | null)[]> => {
  const rows = await db()<{ entry: number | null }[]>`
    select (select a.id from app.audit a where a.plan_id = ${planId} and a.entity = x.entity and a.entity_id = x.id
      and a.created_date >= ${since}::timestamptz and case when x.field is null then a.action = 'delete' else a.after ? x.field end
      order by a.id desc limit 1) as entry
    from unnest(${asked.map(({ entity }) => entity)}::text[], ${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ field }) => field)}::text[])
      with ordinality x (entity, id, field, place) order by x.place`
  return rows.map(({ entry }) => entry)
}

/** The plan's owner and its members with the role Admin. */
export const adminsIn = async ({ planId }: Admission): Promise<number[]> => {
  const rows = await db()<{ personId: number }[]>`
    select m.person_id as "personId" from app.membership m where m.plan_id = ${planId} and m.role = 0
    union select p.owner_id from app.plan p where p.id = ${planId}`
  return rows.map(({ personId }) => personId)
}
