// undoLast(): takes back the change set that the caller carried out last.
import type { DoneCounts } from "~/contract/ai"
import type { Entity } from "~/contract/fields/field"
import { refusal } from "~/contract/problem"
import { changedSince, entriesOfSet, lastCarriedOut } from "~/database/proposal.server"
import type { Write } from "~/database/tables"
import { deletionsOf } from "~/database/version.server"
import { type Actor, callerName } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { cardWrites, type Outcome } from "~/domain/core/outcome"
import { inverseOf, keepBefore, versionInTurn } from "~/domain/versions.server"
import { nameOf } from "~/rules/agent/names"
import type { Card } from "~/rules/card"
import { type PlanCopy, planCopy } from "./plan-copy.server"

export type Undone = { summary: string; done: DoneCounts }

/**
 * Refuses with 409, naming who and which card, when one of its cards has changed since. `only`: the change set that is
 * meant; it is refused too when another was carried out after it.
 */
export const undoLast = (actor: Actor, planId: number, only?: number): Promise<Undone> =>
  versionInTurn(callerName(actor), () => undoNow(actor, planId, only))

const undoNow = async (actor: Actor, planId: number, only?: number): Promise<Undone> => {
  return commit(
    actor,
    planId,
    async (): Promise<Outcome<never, Undone>> => {
      const plan = await admit(actor, planId)
      const set = await lastCarriedOut(plan, callerName(actor))
      if (!set)
        throw refusal(409, "There is nothing to undo: the assistant has changed nothing for you in the last day.")
      if (only !== undefined && set.id !== only)
        throw refusal(
          409,
          "This has been undone already, or something else was done for you after it. Undo that first.",
        )
      const copy = await planCopy(plan)
      const later = await changedSince(plan, set.id)
      if (later) throw changedRefusal(copy, actor, later)
      const entries = await entriesOfSet(plan, set.id)
      const { changes, renames, restored } = inverseOf(entries)
      const bin = await deletionsOf(plan)
      const undeletions = restored.flatMap(({ entity, id }): Write[] => {
        const found = bin.find((deletion) => deletion.entity === entity && deletion.entityId === id)
        return found ? [{ procedure: "undelete", id: found.id }] : []
      })
      const keep = await keepBefore("Before an undo of the assistant")
      const isOnCards = changes.length > 0 || restored.length > 0
      return {
        guards: [
          ["proposal", set.id, "carried out"],
          ...changes.flatMap((change) => (change.op === "insert" ? [] : copy.guard(change.entity, change.id))),
        ],
        writes: [
          keep,
          ...undeletions,
          ...cardWrites(changes),
          ...(isOnCards ? [{ procedure: "releaseOwners" } as const] : []),
          ...besideCards(entries),
          { update: "proposal", row: { id: set.id, undoneDate: new Date().toISOString() } },
        ],
        changeSet: -keep.id,
        log: [
          { entity: "plan", id: planId, action: "update", after: { restored: `before change ${entries.at(-1)?.id}` } },
          ...renames,
        ],
        events: [{ event: "BoardUpdated", data: null }],
        answer: { data: { summary: set.summary, done: countsOf(changes, restored.length) } },
        status: 200,
      }
    },
    "agent",
  )
}

const countsOf = (changes: readonly { op: "insert" | "update" | "delete" }[], restored: number): DoneCounts => {
  const count = (op: "insert" | "update" | "delete") => changes.filter((change) => change.op === op).length
  return { created: count("insert") + restored, updated: count("update"), deleted: count("delete") }
}

/** The deletions of the comments and check-ins that the set added. */
const besideCards = (entries: { entity: string; entityId: number; action: string }[]) =>
  entries.flatMap(({ entity, entityId, action }): Write[] =>
    action === "create" && entity === "comment"
      ? [{ delete: "comment", row: { id: entityId } }]
      : action === "create" && entity === "checkIn"
        ? [{ delete: "check_in", row: { id: entityId } }]
        : [],
  )

const changedRefusal = (
  { cards }: PlanCopy,
  actor: Actor,
  { actorId, actor: name, entity, entityId }: NonNullable<Awaited<ReturnType<typeof changedSince>>>,
) => {
  const rows = { goal: cards.goals, item: cards.items, task: cards.tasks }[entity as Entity] as
    | readonly Card[]
    | undefined
  const card = [...(rows ?? [])].find(({ id }) => id === entityId)
  const who = actorId === actor.userId ? "You have" : `${name ?? "Integration"} has`
  const what = card ? `"${nameOf(card)}"` : "one of these cards"
  return refusal(
    409,
    `${who} changed ${what} since, so this can’t be undone as a whole. Change it by hand, or restore a version.`,
    card ? { card: { entity: entity as Entity, id: entityId } } : {},
  )
}
