// propose(): a change set tried on the plan and stored for its caller. applySet(): writes one, all or nothing.
import { type ChangedEntity, type ChangeSet, proposalLasts, type SentChangeSet } from "~/contract/change-set"
import type { Entity } from "~/contract/fields/field"
import { refusal } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import type { Guard } from "~/database/apply.server"
import { nextId, nextIds } from "~/database/plan.server"
import { openProposal, type StoredProposal } from "~/database/proposal.server"
import { isInReview } from "~/database/review.server"
import type { Tables, Write } from "~/database/tables"
import { resultsState, waitsState } from "~/database/waiting.server"
import { type Actor, callerName } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import {
  asDraft,
  cardLog,
  cardWrites,
  type Event,
  type LogEntry,
  type Notice,
  type Outcome,
} from "~/domain/core/outcome"
import { readRepeats, repeatBy } from "~/domain/core/repeats.server"
import { turn } from "~/domain/core/turn"
import { workChanged } from "~/domain/core/work-changed"
import { ownerNotices } from "~/domain/notify/notices.server"
import { completedIn, released } from "~/domain/notify/waiting.server"
import { keepBefore, versionInTurn } from "~/domain/versions.server"
import { applyChanges, type Made, type NewComment } from "~/rules/agent/apply-changes"
import { described, hasDrifted, summaryOf } from "~/rules/agent/propose"
import type { WorkingCopy } from "~/rules/agent/working-copy"
import { rowIn } from "~/rules/card"
import { dayOf, dueChange } from "~/rules/dates"
import { repeating } from "~/rules/repeat/repeated"
import type { Emission, Change as RowChange } from "~/rules/rule"
import { longDay } from "./dates"
import { type PlanCopy, planCopy } from "./plan-copy.server"

type Sent = SentChangeSet["changes"]
type Counts = { created: number; updated: number; deleted: number }

export type Proposing = {
  request: string
  changes: Sent
  isDraft?: boolean
  /** By position: why a person should look twice. */
  warnings?: ReadonlyMap<number, string>
}

/** A task that loses its date stops repeating from it, as on screen. */
const undated = (change: Sent[number], { tasks }: WorkingCopy["rows"]): Sent[number] => {
  const { op, entity, id, fields } = change
  const task = op === "update" && entity === "task" ? tasks.get(id ?? 0) : undefined
  return task && fields?.dueDate === null ? { ...change, fields: { ...dueChange(task, null), ...fields } } : change
}

/** Tries the changes without writing them; throws a refusal that names the first one the plan does not allow. */
export const tried = (copy: PlanCopy, actor: Actor, { changes: sent, isDraft, warnings }: Proposing) => {
  const { rows } = copy.fresh()
  const changes = sent.map((change) => undated(change, rows))
  let free = -1
  const { userId: id, userName } = actor
  const now = new Date().toISOString()
  const repeat = repeating({ today: () => dayOf(now), newId: () => free-- })
  const context = { now, actor: { id, userName }, repeat }
  applyChanges(copy.fresh(), changes, { ...context, nextId: () => free--, isDraft: isDraft ?? false })
  return described(copy.fresh(), changes, longDay, warnings)
}

/** The proposal as its caller gets it; stored, so that it can be carried out for half an hour. */
export const propose = async (
  actor: Actor,
  planId: number,
  proposing: Proposing,
): Promise<ChangeSet & { id: number }> => {
  const changes = tried(await planCopy(await admit(actor, planId)), actor, proposing)
  const id = await nextId("proposal")
  const summary = summaryOf(changes)
  const expiresAt = new Date(Date.now() + proposalLasts).toISOString()
  const caller = callerName(actor)
  const { request, isDraft = false } = proposing
  const row = { id, caller, request: request.trim(), summary, changes, isDraft, expiresDate: expiresAt }
  await commit({ ...actor, idempotency: null }, planId, async (): Promise<Outcome> => {
    return {
      writes: [
        { insert: "proposal", row },
        { procedure: "thinProposals", caller },
      ],
      scope: "private",
      whileArchived: true,
      status: 201,
    }
  })
  return { id, planId, expiresAt, summary, changes }
}

/** The plan has changed under a proposal in a way that matters; it must be previewed again. */
export class Drifted extends Error {}

export type Applying = {
  /** The stored proposal, if the changes are one or a part of one. */
  proposal?: StoredProposal
  changes: Sent
  request: string
  isDraft?: boolean
  /** Takes the ids that the references get. */
  refs?: Map<string, number>
  /** The proposal is in the plan's review list, and decided by this. */
  review?: { row: Partial<Tables["proposal"]>; log: object; events: Event[]; notices: Notice[] }
}
export type AppliedSet = Counts & { revisionId: number; changeSet: number }

/**
 * Writes the changes in one transaction, with a version of the plan before them and one entry in its log. Throws
 * `Drifted` when a proposal no longer fits the plan, and a refusal when it has been carried out before.
 */
export const applySet = (actor: Actor, planId: number, asked: Applying): Promise<AppliedSet> =>
  versionInTurn(callerName(actor), () => applyNow(actor, planId, asked))

const applyNow = async (actor: Actor, planId: number, asked: Applying): Promise<AppliedSet> => {
  const { proposal, review, changes, request, isDraft = proposal?.isDraft ?? false } = asked
  const caller = callerName(actor)
  const now = new Date().toISOString()
  return commit(
    actor,
    planId,
    async (): Promise<Outcome<never, AppliedSet>> => {
      const plan = await admit(actor, planId)
      if (proposal && !(await (review ? isInReview(plan, proposal.id) : openProposal(plan, caller, proposal.id))))
        throw review ? decidedBefore() : carriedOutBefore()
      // Read before the cards, so that what they wait for is no older.
      const beside = [...(await guardsOfWaits(plan, changes)), ...(await guardsOfResults(changes))]
      const copy = await planCopy(plan)
      if (proposal && hasDrifted(copy.fresh(), partOf(proposal, changes))) throw new Drifted()
      const after = copy.fresh()
      const finished = finishedIn(after, changes)
      const ids = await idsFor(changes)
      const successors = finished > 0 ? await readRepeats(actor, finished) : undefined
      let at = 0
      const repeat = repeatBy(successors && { ...successors, newId: () => successors.newId(at++) })
      const context = { now, actor: { id: actor.userId, userName: actor.userName }, repeat }
      await turn()
      const done = applyChanges(after, changes, { ...context, nextId: ids, isDraft })
      for (const [ref, id] of done.refs) asked.refs?.set(ref, id)
      const keep = await keepBefore(review ? "Before a proposal was applied" : "Before a change by the assistant")
      const changeSet = proposal?.id ?? (await nextId("proposal"))
      const comments = done.comments.map((comment) => commentOf(comment, actor, after))
      await turn()
      const before = copy.fresh().rows
      const freed = await released(plan, completedIn(done.changes, before))
      const written = {
        id: changeSet,
        caller,
        request,
        summary: summaryOf(changes),
        changes: [],
        isDraft,
        expiresDate: now,
        carriedOutDate: now,
      }
      return {
        changeSet,
        guards: [
          ...(proposal ? [["proposal", proposal.id, "open"] as ["proposal", number, "open"]] : []),
          ...beside,
          ...freed.guards,
          ...done.changes.flatMap((change) => copy.guard(change.entity, idIn(change))),
          ...done.parents
            .filter(({ entity, id }) => !done.changes.some((change) => change.entity === entity && idIn(change) === id))
            .flatMap(({ entity, id }) => copy.guard(entity, id)),
        ],
        writes: [
          keep,
          proposal
            ? {
                update: "proposal",
                row: {
                  id: changeSet,
                  expiresDate: now,
                  carriedOutDate: now,
                  // The log has what it wrote; a list shows what it was.
                  ...(review?.row ?? { summary: written.summary, changes: [] }),
                },
              }
            : { insert: "proposal", row: written },
          { procedure: "thinProposals", caller },
          ...cardWrites(done.changes),
          ...comments.map(({ write }) => write),
        ],
        log: [
          { entity: "plan", id: planId, action: "update", after: { assistant: done.counts, ...review?.log } },
          ...cardLog(done.changes, before),
          ...comments.map(({ log }) => log),
        ],
        notices: [...ownerNotices(done.changes, before), ...freed.notices, ...(review?.notices ?? [])],
        work: workChanged(done.changes, before),
        events: [...done.events.map(ofRow), ...comments.flatMap(({ events }) => events), ...(review?.events ?? [])],
        answer: { data: { revisionId: (keep as { id: number }).id, ...done.counts, changeSet } },
        status: 200,
      }
    },
    review ? actor.via : "agent",
  )
}

/** That no cards have come to wait for others meanwhile, where the changes make some wait. */
const guardsOfWaits = async (plan: Admission, changes: Sent): Promise<Guard[]> => {
  const kinds = (["item", "task"] as const).filter((kind) =>
    changes.some(({ entity, fields }) => entity === kind && fields && "blockedByIds" in fields),
  )
  return Promise.all(
    kinds.map(async (kind): Promise<Guard> => [`${kind}Waits`, plan.planId, await waitsState(plan, kind)]),
  )
}

/** That the results of goals are as they were, where the changes set some or check in. */
const guardsOfResults = async (changes: Sent): Promise<Guard[]> => {
  const goals = new Set(
    changes.flatMap(({ entity, id, fields = {} }) =>
      entity === "goal" && id && ("results" in fields || "checkIn" in fields) ? [id] : [],
    ),
  )
  return Promise.all([...goals].map(async (id): Promise<Guard> => ["results", id, await resultsState(id)]))
}

const rowNames = { keyResult: "key_result", checkIn: "check_in" } as const
/** The event with its row as views name it. */
const ofRow = (event: Emission): Event =>
  "entity" in event && (event.entity === "keyResult" || event.entity === "checkIn")
    ? { ...event, entity: rowNames[event.entity] }
    : event

/** A proposal in review is decided once. */
export const decidedBefore = () =>
  refusal(409, "This proposal was decided before, or has expired. Load the list again.")

const carriedOutBefore = () =>
  refusal(409, "These changes were carried out already, or their preview is older than 30 minutes. Ask for them again.")

const idIn = (change: RowChange) => (change.op === "insert" ? change.row.id : change.id)

/** The stored changes that are carried out, with what they rest on. */
const partOf = ({ changes }: StoredProposal, sent: Sent) => {
  const keys = new Set(sent.map(keyOf))
  return changes.filter((change) => keys.has(keyOf(change)))
}
const keyOf = ({ op, entity, id = null, ref = null }: Sent[number]) => `${op} ${entity} ${id} ${ref}`

/** How many tasks that repeat the changes may finish. */
const finishedIn = ({ rows }: WorkingCopy, changes: Sent) =>
  changes.filter(
    ({ op, entity, id, fields = {} }) =>
      op === "update" &&
      entity === "task" &&
      fields.type === 2 &&
      (rows.tasks.get(id ?? 0)?.recurrence || changes.some(({ fields = {} }) => fields.recurrence)),
  ).length

/** Ids for all that the changes create. */
const idsFor = async (changes: Sent) => {
  const count = (entity: ChangedEntity) =>
    changes.filter((change) => change.op === "create" && change.entity === entity).length
  const entities = ["goal", "item", "task", "comment"] as const
  const reserved = new Map<Made, number[]>()
  for (const entity of entities) {
    if (count(entity) > 0) reserved.set(entity, await nextIds(entity, count(entity)))
  }
  const ofGoals = changes.flatMap(({ entity, fields = {} }) => (entity === "goal" ? [fields] : []))
  const results = ofGoals.flatMap(({ results }) => (Array.isArray(results) ? results.filter(({ id }) => !id) : []))
  const checkIns = ofGoals.filter(({ checkIn }) => checkIn)
  if (results.length > 0) reserved.set("keyResult", await nextIds("key_result", results.length))
  if (checkIns.length > 0) reserved.set("checkIn", await nextIds("check_in", checkIns.length))
  return (entity: Made) => {
    const id = reserved.get(entity)?.shift()
    if (id === undefined) throw new Error(`no id is reserved for another ${entity}`)
    return id
  }
}

const addedEvent = { goal: "GoalCommentAdded", item: "ItemCommentAdded", task: "TaskCommentAdded" } as const

const commentOf = ({ id, on, content }: NewComment, actor: Actor, { rows }: WorkingCopy) => {
  const card = rowIn(rows, on.entity, on.id)
  const fields = { [`${on.entity satisfies Entity}Id`]: on.id, content, mentions: [] }
  const write: Write = { insert: "comment", row: { id, ...fields, byKey: actor.userId === null, agent: actor.agent } }
  const log: LogEntry = { entity: "comment", id, action: "create", after: fields, ...asDraft(card) }
  const events: Event[] = card?.isDraft ? [] : [{ event: addedEvent[on.entity], entity: "comment", id }]
  return { write, log, events }
}
