import { archivedPlan, leastRole } from "~/contract/capability"
import { boardChanged, isShownToVisitors } from "~/contract/events"
import { codeOf, isRefusal, messageOf, notFound, type Problem, refusal } from "~/contract/problem"
import { type Application, apply, preparedLogBytes, rememberedAnswer } from "~/database/apply.server"
import { isArchived } from "~/database/plan.server"
import {
  countChanges,
  countDeliveries,
  countEverywhere,
  countLogged,
  fullAs,
  refuseDeliveries,
  refuseFullLog,
  refuseHurried,
} from "~/domain/limits/quota.server"
import { withNotices } from "~/domain/notify/notices.server"
import { pokeJobs } from "~/outside/jobs.server"
import { type Actor, callerName, keyName } from "./actor"
import { refuseBeyond, refusedTo } from "./admission.server"
import type { AnyOutcome, Outcome, RowName, Rows } from "./outcome"
import { workOf } from "./work-changed"

/** Attempts before a call queues, and in all. Each process has its own queues, so a queued call can still lose. */
const races = 2
const tries = 30

/**
 * The only way to write: commits in one transaction what `decide` makes of the rows it reads, and retries when one of
 * them has changed. A repeat under the same idempotency key gets the first answer: the key is taken, so nothing is
 * written, and a refusal, such as of a row that the first call deleted, is replaced by the stored answer. The
 * database checks the role again.
 */
export const commit = async <Answered extends RowName = never, Data extends object = never>(
  actor: Actor,
  planId: number | null,
  decide: () => Promise<Outcome<Answered, Data>>,
  via: string = actor.via,
): Promise<Rows[Answered] | Data> => {
  let leave: (() => void) | undefined
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await attemptOnce(actor, planId, decide, via)) as Rows[Answered] | Data
      } catch (thrown) {
        if (isRefusal(thrown)) return (await firstAnswer(actor, thrown)) as Rows[Answered] | Data
        const code = codeOf(thrown)
        if (code === "LW404") throw notFound()
        if (code === "LWFUL") throw fullAs(messageOf(thrown))
        if (code === "LWARC") throw refusal(409, archivedPlan)
        if (code === "LWBSY")
          throw refusal(409, "One of the plans is being changed as a whole right now. Please try again in a moment.")
        if (code === "LW403") throw refusedTo(neededBy(actor))
        if (!code || !passing.has(code)) throw thrown
        if (attempt === tries) throw refusal(409, "Others are changing the same cards right now. Please try again.")
        if (attempt >= races && planId !== null) leave ??= await queue(planId)
      }
    }
  } finally {
    leave?.()
  }
}

/** Retried: a changed row, a serialization failure, a deadlock, and a unique row that two calls insert. */
const passing = new Set(["LW409", "40001", "40P01", "23505"])

const nothing = "[]"

const attemptOnce = async (
  actor: Actor,
  planId: number | null,
  decide: () => Promise<AnyOutcome>,
  via: string,
): Promise<unknown> => {
  const decided = await decide()
  // What tools write reaches this without the door's check.
  if (decided.scope !== "private") refuseBeyond(actor, decided.access ?? "write")
  const plan = decided.planId ?? planId
  const outcome = await withNotices(actor, plan, decided)
  if (outcome.unchanged && !actor.idempotency) {
    if (plan !== null && !outcome.whileArchived && (await isArchived(plan))) throw refusal(409, archivedPlan)
    return outcome.unchanged.answer
  }
  const application = applicationOf(actor, plan, outcome, via)
  const deliveries = (outcome.events ?? []).flatMap((event) => ("to" in event ? event.to : [])).length
  if (deliveries > 0 || application.work?.everyone || application.work?.drafts) refuseDeliveries(actor)
  if (outcome.everywhere) countEverywhere(actor)
  const isLogged = application.log !== nothing || outcome.prepared !== undefined
  if (isLogged) {
    refuseFullLog(actor, plan)
    refuseHurried(actor)
  }
  const applied = await apply(application)
  if (applied.replay) return replayed(actor, applied.replay, plan)
  if (isLogged) {
    countLogged(actor, plan, application.log.length + preparedLogBytes(outcome.prepared))
    countChanges(actor, outcome.log?.length ?? 0)
  }
  countDeliveries(actor, deliveries + (applied.told ?? 0))
  outcome.committed?.()
  if (actor.caused) {
    actor.caused.applied = true
    actor.caused.answer = applied.answer
    if (outcome.events?.length) actor.caused.seq = applied.seq
  }
  if (outcome.jobs) pokeJobs()
  return applied.answer
}

/** Refusals of another request under a known key, which no stored answer replaces. */
const ofOtherRequests = new WeakSet<Error>()

type Stored = { hash: string; status: number | null; answer: unknown; dropped: boolean }

/**
 * `plan`: one that the caller may change, null for private data. Another request under the key gets the answer of the
 * first one there, since a page may have closed before it stored what it sent.
 */
const replayed = (actor: Actor, { hash, status, answer, dropped }: Stored, plan?: number | null) => {
  if (hash !== actor.idempotency?.hash) {
    const made = answer as { planId?: number; createdById?: number } | null
    const isToldOf = plan === null ? made?.createdById === actor.userId : made?.planId === plan
    const message = "This Idempotency-Key was used with another request. Use a new key for a new request."
    const other = refusal(409, message, made && plan !== undefined && isToldOf ? { current: made } : {})
    ofOtherRequests.add(other)
    throw other
  }
  if (dropped)
    throw refusal(409, "This request was carried out, but its answer is no longer stored. Load what it changed.")
  if (actor.caused) actor.caused.replay = { status, answer }
  return answer
}

/** The answer stored under the call's key; undefined when there is none. */
export const storedAnswer = async (actor: Actor): Promise<unknown> => {
  const stored = actor.idempotency && (await rememberedAnswer(callerName(actor), actor.idempotency.key))
  return stored ? replayed(actor, stored) : undefined
}

/** The answer stored under the call's key; rethrows when there is none. */
export const firstAnswer = async (actor: Actor, thrown: Error): Promise<unknown> => {
  if (ofOtherRequests.has(thrown)) throw thrown
  const stored = actor.idempotency && (await rememberedAnswer(callerName(actor), actor.idempotency.key))
  if (!stored) throw thrown
  return replayed(actor, stored)
}

const queues = new Map<number, Promise<void>>()

/** Waits for earlier calls in this process's queue of the plan; resolves to a function that leaves it. */
const queue = async (planId: number) => {
  const before = queues.get(planId)
  let leave = () => {}
  const mine = new Promise<void>((resolve) => {
    leave = () => {
      if (queues.get(planId) === mine) queues.delete(planId)
      resolve()
    }
  })
  queues.set(planId, mine)
  await before
  return leave
}

const neededBy = ({ needs }: Actor) => {
  if (!needs) throw new Error("a call that names no capability wrote to a plan")
  return needs
}

const toVisitors = (events: { event: string }[]) =>
  events.some(({ event }) => isShownToVisitors(event)) ? { visitors: boardChanged } : {}

const applicationOf = (actor: Actor, planId: number | null, outcome: AnyOutcome, via: string): Application => ({
  person: actor.userId,
  planId,
  scope: outcome.scope ?? "plan",
  role: planId === null ? 2 : leastRole(neededBy(actor)),
  clientId: actor.clientId,
  via,
  agent: keyName(actor) ?? actor.agent,
  ...(outcome.changeSet === undefined ? {} : { changeSet: outcome.changeSet }),
  ...(outcome.whileArchived ? { whileArchived: true } : {}),
  guards: outcome.guards ?? [],
  writes: outcome.writes,
  ...(outcome.prepared ? { prepared: outcome.prepared } : {}),
  log: outcome.log ? JSON.stringify(outcome.log) : nothing,
  events: outcome.events ?? [],
  ...toVisitors(outcome.events ?? []),
  ...workOf(outcome),
  ...(outcome.everywhere ? { everywhere: { ...outcome.everywhere, ...toVisitors([outcome.everywhere]) } } : {}),
  answer: outcome.answer ?? null,
  idempotency: actor.idempotency && { caller: callerName(actor), ...actor.idempotency, status: outcome.status },
  jobs: outcome.jobs ?? [],
})

export const stale = (current: unknown, changedBy?: Problem["changedBy"]) =>
  refusal(409, "Somebody has changed this since you loaded it. Load the latest version and repeat your change.", {
    current,
    ...(changedBy ? { changedBy } : {}),
  })
