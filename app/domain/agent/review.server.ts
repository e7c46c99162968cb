// The plan's review list: submit() puts a proposal into it; the calls that list, apply, reject and withdraw.

import { can } from "~/contract/capability"
import type { Change } from "~/contract/change-set"
import { isRefusal, notFound, refusal } from "~/contract/problem"
import {
  type Proposal,
  type ProposalState,
  type proposalCalls,
  type ReviewedChange,
  reviewLasts,
} from "~/contract/proposal"
import type { Admission } from "~/database/admission.server"
import {
  changedSince,
  lastCarriedOut,
  openProposal,
  planOfProposal,
  type StoredProposal,
} from "~/database/proposal.server"
import {
  adminsIn,
  openInReview,
  planOfReviewed,
  proposalsInReview,
  type ReviewedProposal,
  reviewedProposal,
} from "~/database/review.server"
import { type Actor, callerName, type Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { listPageInTurn, listPageOf } from "~/domain/core/list-page"
import type { Event, Notice, Outcome } from "~/domain/core/outcome"
import { turn } from "~/domain/core/turn"
import { limitOf, mostOf, tooOften } from "~/domain/limits/limits.server"
import { countExactly } from "~/domain/limits/rate.server"
import { noticeTexts } from "~/domain/notify/notices.server"
import { chosenOf } from "./apply.server"
import { planCopy } from "./plan-copy.server"
import { type AppliedSet, applySet, Drifted, decidedBefore, propose } from "./proposal.server"
import { misfitsOf, staleIn } from "./stale.server"

/** Puts a proposal of the caller into the plan's review list, for seven days. */
export const submit = async (actor: Actor, plan: Admission, proposal: StoredProposal): Promise<Proposal> => {
  const caller = callerName(actor)
  const wait = await countExactly("proposals", caller, limitOf("proposals_per_hour"))
  if (wait > 0) throw tooOften("proposals_per_hour", wait)
  const { id } = proposal
  const { planId } = plan
  const { userId: personId, userName, agent } = actor
  const expires = new Date(Date.now() + reviewLasts).toISOString()
  await commit(actor, planId, async (): Promise<Outcome> => {
    if (!(await openProposal(plan, caller, id))) throw decidedBefore()
    const { count, isRecent } = await openInReview(plan, caller)
    if (count >= mostOf("open_proposals"))
      throw refusal(409, "Too many proposals wait in this plan. People of the plan have to decide some first.")
    const title = (by: string) => noticeTexts.proposed(by, proposal.changes.length)
    const notices: Notice[] = isRecent ? [] : [{ kind: "proposed", to: await adminsIn(plan), title }]
    return {
      guards: [["proposal", id, "open"]],
      writes: [{ update: "proposal", row: { id, inReview: true, personId, userName, agent, expiresDate: expires } }],
      events: [{ event: "ProposalAdded", data: { id, planId, agent, proposedBy: { id: personId, userName } } }],
      notices,
      access: "propose",
      status: 201,
    }
  })
  return read(actor, plan, id)
}

/** Puts a preview of the caller, or its changes at the positions `only`, into the review list of its plan. */
export const submitOwn = async (actor: Actor, id: number, only?: number[]): Promise<Proposal> => {
  const planId = await planOfProposal(callerName(actor), id)
  if (planId === undefined) throw refusal(404, "There is no such proposal of yours. Propose the changes again.")
  const plan = await admit(actor, planId)
  const open = (preview: number) => openProposal(plan, callerName(actor), preview)
  const whole = await open(id)
  if (!whole) throw decidedBefore()
  if (!only) return submit(actor, plan, whole)
  const { request } = whole
  const part = await open((await propose(actor, planId, { request, changes: chosenOf(whole, only) })).id)
  if (!part) throw decidedBefore()
  return submit(actor, plan, part)
}

/** For agents: that a proposal waits, and how to learn what became of it. */
export const waitsText = (id: number, summary: string) =>
  `${summary}: this waits in the review list of the plan, whose members decide. To see what became of it: get_proposal {"id":${id}}`

const read = async (actor: Actor, plan: Admission, id: number): Promise<Proposal> => {
  const found = await reviewedProposal(plan, id)
  if (!found) throw notFound()
  const [shown] = await shownIn(actor, plan, [found])
  return shown as Proposal
}

/** A proposal of a review list that the caller may read. */
export const reviewedById = async (actor: Actor, id: number): Promise<Proposal> => {
  const planId = await planOfReviewed(id)
  if (planId === undefined) throw notFound()
  return read(actor, await admit(actor, planId), id)
}

const isOpen = ({ decision, isExpired }: ReviewedProposal) => decision === null && !isExpired

/** The copy is of the plan as it is now: read once for all proposals of a list. */
const shownIn = async (actor: Actor, plan: Admission, found: ReviewedProposal[]): Promise<Proposal[]> => {
  const copy = found.some(isOpen) ? await planCopy(plan) : undefined
  const undoable = await undoableIn(actor, plan, found)
  const shown: Proposal[] = []
  for (const each of found) {
    const stale = copy && isOpen(each) ? await staleIn(plan, copy, each) : new Map<number, string>()
    shown.push({ ...asShown(each, stale), undoable: each.id === undoable })
    await turn()
  }
  return shown
}

/** The one that the caller applied last, while it can be undone. */
const undoableIn = async (actor: Actor, plan: Admission, found: ReviewedProposal[]): Promise<number | undefined> => {
  const caller = callerName(actor)
  const own = found.filter(({ decidedCaller, applied, undone }) => applied && !undone && decidedCaller === caller)
  const last = own.length > 0 ? await lastCarriedOut(plan, caller) : undefined
  if (!last || !own.some(({ id }) => id === last.id)) return undefined
  return (await changedSince(plan, last.id)) ? undefined : last.id
}

const asShown = (
  { caller: _, decidedCaller: __, personId, userName, request, isExpired, decision, changes, ...own }: ReviewedProposal,
  stale: ReadonlyMap<number, string>,
): Omit<Proposal, "undoable"> => ({
  ...own,
  request: request || null,
  proposedBy: { id: personId, userName },
  changes: changes.map((change, at): ReviewedChange => {
    const reason = stale.get(at)
    return reason === undefined ? change : { ...change, stale: reason }
  }),
  state: stateOf(decision, isExpired, stale.size === changes.length),
})

const stateOf = (decision: ReviewedProposal["decision"], isExpired: boolean, isStale: boolean): ProposalState =>
  decision ?? (isExpired ? "expired" : isStale ? "stale" : "open")

const applyReviewed = async (actor: Actor, planId: number, id: number, only?: number[]): Promise<AppliedSet> => {
  const plan = await admit(actor, planId)
  const found = await reviewedProposal(plan, id)
  if (!found) throw notFound()
  if (!isOpen(found)) throw decidedBefore()
  const misfits = misfitsOf(await planCopy(plan), found)
  const all = [...found.changes.keys()]
  chosenOf(found, only)
  const positions = all.filter((at) => (only ? only.includes(at) : !misfits.has(at)))
  if (positions.length === 0 || positions.some((at) => misfits.has(at))) throw noLonger()
  const changes = positions.map((at) => found.changes[at] as Change)
  const decision = positions.length === all.length ? "applied" : "partly"
  const proposal: StoredProposal = { ...found, isDraft: false }
  const { agent, personId, userName } = found
  const counts = { applied: positions.length, of: all.length }
  const title = (name: string) => noticeTexts.applied(name, counts.applied, counts.of, agent ?? userName)
  return applySet(actor, planId, {
    proposal,
    changes,
    request: found.request,
    review: {
      row: { decision, applied: positions, ...decisionOf(actor) },
      log: { proposal: { id, ...counts, agent, userName } },
      events: [decidedEvent(actor, found, decision)],
      notices: noticeOf(personId, title),
    },
  }).catch((thrown) => {
    const isOutdated = thrown instanceof Drifted || (isRefusal(thrown) && thrown.problem.status === 400)
    throw isOutdated ? noLonger() : thrown
  })
}

const noLonger = () =>
  refusal(409, "Nothing was applied, because some of these changes no longer fit the plan. Check the list again.")

const decisionOf = (actor: Actor) => ({
  decidedBy: actor.userId,
  decidedName: actor.userName,
  decidedCaller: callerName(actor),
  decidedDate: new Date().toISOString(),
})

const decidedEvent = (
  { userId: id, userName }: Actor,
  { id: proposal, planId, agent }: ReviewedProposal,
  state: ProposalState,
): Event => ({
  event: "ProposalDecided",
  data: { id: proposal, planId, agent, state, decidedBy: { id, userName } },
})

const noticeOf = (personId: number | null, title: Notice["title"]): Notice[] =>
  personId === null ? [] : [{ kind: "decided", to: [personId], title }]

export const proposals: Handlers<typeof proposalCalls> = {
  proposals: async (actor, { planId, state = "open", before }) => {
    const plan = await admit(actor, planId)
    return listPageInTurn(actor, async () => {
      const { proposals, more } = await proposalsInReview(plan, state === "open", before)
      return listPageOf(actor, await shownIn(actor, plan, proposals), more)
    })
  },
  proposal: async (actor, { planId, id }) => read(actor, await admit(actor, planId), id),
  applyProposal: async (actor, { planId, id, only }) => {
    const { changeSet: _, ...counts } = await applyReviewed(actor, planId, id, only)
    return counts
  },
  rejectProposal: async (actor, { planId, id, comment }) => {
    const plan = await admit(actor, planId)
    await commit(actor, planId, async (): Promise<Outcome> => {
      const found = await reviewedProposal(plan, id)
      if (!found) throw notFound()
      if (!isOpen(found)) throw decidedBefore()
      const { agent, personId, userName, changes } = found
      const said = comment?.trim() || null
      const title = (name: string) => noticeTexts.rejected(name, changes.length, agent ?? userName)
      return {
        guards: [["proposal", id, "open"]],
        writes: [
          {
            update: "proposal",
            row: {
              id,
              decision: "rejected",
              comment: said,
              expiresDate: new Date().toISOString(),
              ...decisionOf(actor),
            },
          },
        ],
        log: [
          {
            entity: "plan",
            id: planId,
            action: "update",
            after: { rejected: { id, changes: changes.length, agent, userName, comment: said } },
          },
        ],
        events: [decidedEvent(actor, found, "rejected")],
        notices: noticeOf(personId, title),
        status: 200,
      }
    })
    return read(actor, plan, id)
  },
  withdrawProposal: async (actor, { planId, id }): Promise<undefined> => {
    const plan = await admit(actor, planId)
    await commit(actor, planId, async (): Promise<Outcome> => {
      const found = await reviewedProposal(plan, id)
      if (!found) throw notFound()
      const mayWithdraw = found.personId === null ? can(plan.standing, "manageKey") : found.personId === actor.userId
      if (!mayWithdraw)
        throw refusal(403, "Only its author withdraws a proposal, and admins of the plan that of a key.")
      if (!isOpen(found)) throw decidedBefore()
      return {
        guards: [["proposal", id, "open"]],
        writes: [{ delete: "proposal", row: { id } }],
        events: [{ event: "ProposalDecided", data: { id, planId, agent: found.agent, state: "withdrawn" } }],
        status: 204,
      }
    })
  },
}
