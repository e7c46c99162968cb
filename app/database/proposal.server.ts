import type { Change } from "~/contract/change-set"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"
import type { AuditedChange } from "./version.server"

export type StoredProposal = {
  id: number
  request: string
  summary: string
  changes: Change[]
  isDraft: boolean
  createdDate: string
  expires: string
}

const columns = () =>
  db()`p.id, p.request, p.summary, p.changes, p.is_draft as "isDraft", app.iso(p.created_date) as "createdDate", app.iso(p.expires_date) as expires`

/** The caller's proposal, if it can still be carried out. */
export const openProposal = async (
  { planId }: Admission,
  caller: string,
  id: number,
): Promise<StoredProposal | undefined> => {
  const [row] = await db()<StoredProposal[]>`select ${columns()} from app.proposal p
    where p.id = ${id} and p.plan_id = ${planId} and p.caller = ${caller} and app.state_of('proposal', p.id, 0) = 'open'`
  return row
}

/** The caller's proposals that can still be carried out, newest first. */
export const openProposals = async ({ planId }: Admission, caller: string): Promise<StoredProposal[]> => [
  ...(await db()<StoredProposal[]>`select ${columns()} from app.proposal p
    where p.plan_id = ${planId} and p.caller = ${caller} and app.state_of('proposal', p.id, 0) = 'open' order by p.id desc`),
]

type Counts = { created: number; updated: number; deleted: number }

/** Who carried a proposal out: in review, its decider. */
const decider = () => db()`coalesce(p.decided_caller, p.caller)`

/** What a proposal of the caller changed, with the log's counts while it can be undone; undefined if it was never carried out. */
export const carriedOutBefore = async ({ planId }: Admission, caller: string, id: number) => {
  const [row] = await db()<{ summary: string; counts: Counts | null }[]>`
    select p.summary, case when p.undone_date is null then a.after -> 'assistant' end as counts from app.proposal p
    left join app.audit a on a.change_set = p.id and a.plan_id = p.plan_id and a.entity = 'plan'
    where p.id = ${id} and p.plan_id = ${planId} and ${decider()} = ${caller} and p.carried_out_date is not null`
  return row
}

/** The change set that the caller carried out last and has not undone. */
export const lastCarriedOut = async ({ planId }: Admission, caller: string) => {
  const [row] = await db()<{ id: number; summary: string }[]>`select p.id, p.summary from app.proposal p
    where p.plan_id = ${planId} and ${decider()} = ${caller} and p.carried_out_date is not null and p.undone_date is null
    order by p.carried_out_date desc, p.id desc limit 1`
  return row
}

/** The log entries of a change set, newest first. */
export const entriesOfSet = async ({ planId }: Admission, set: number): Promise<AuditedChange[]> => [
  ...(await db()<AuditedChange[]>`select id, entity, entity_id as "entityId", action, before, after from app.audit
    where change_set = ${set} and plan_id = ${planId} order by id desc`),
]

/**
 * The first later change of a card that the set wrote, or of a card or comment below one that it created: who made it
 * and the card's id. A later set that was undone, and its undoing, cancel out.
 */
export const changedSince = async ({ planId }: Admission, set: number) => {
  const [row] = await db()<{ actorId: number | null; actor: string | null; entity: string; entityId: number }[]>`
    with written as (select entity, entity_id, action, max(id) over () as upto from app.audit where change_set = ${set} and plan_id = ${planId}
      and entity in ('goal', 'item', 'task', 'keyResult')),
    undone as (select p.id as change_set from app.proposal p where p.plan_id = ${planId} and p.undone_date is not null
      union select r.change_set from app.audit r join app.audit b on b.plan_id = r.plan_id
        and b.id = substring(r.after ->> 'restored' from '^before change ([0-9]+)$')::bigint
        join app.proposal p on p.id = b.change_set and p.undone_date is not null
        where r.plan_id = ${planId} and r.id > (select max(upto) from written) and r.change_set < 0 and r.entity = 'plan' and r.via = 'agent')
    select a.actor_id as "actorId", n.user_name as actor, w.entity, w.entity_id as "entityId"
    from written w join app.audit a on a.plan_id = ${planId} and a.id > w.upto and a.change_set is distinct from ${set}
      and not exists (select from undone u where u.change_set = a.change_set)
      and ((a.entity = w.entity and a.entity_id = w.entity_id)
        or (w.action = 'create' and (coalesce(a.after, a.before) ->> (w.entity || 'Id'))::bigint = w.entity_id))
    left join app.person n on n.id = a.actor_id order by a.id limit 1`
  return row
}

/** The plan that a proposal of the caller is about, whether it can still be carried out or not. */
export const planOfProposal = async (caller: string, id: number): Promise<number | undefined> => {
  const [row] = await db()<{ planId: number }[]>`
    select plan_id as "planId" from app.proposal where id = ${id} and caller = ${caller}`
  return row?.planId
}
