import type { AnswerOf } from "~/contract/call"
import type { BoardEntity } from "~/contract/fields/field"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { planCalls } from "~/contract/plan"
import type { VersionEffect } from "~/contract/plan-version"
import { notFound, refusal } from "~/contract/problem"
import { nextId, planFor } from "~/database/plan.server"
import type { Write } from "~/database/tables"
import {
  type AuditedChange,
  auditSince,
  compareVersion,
  deletionsOf,
  newestVersion,
  planSeq,
  versionsOf,
} from "~/database/version.server"
import { callerName, type Handlers } from "~/domain/core/actor"
import { admit, readAs } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { cardWrites, type LogEntry, type Outcome } from "~/domain/core/outcome"
import { createTurns } from "~/domain/core/turns.server"
import { noticeTexts } from "~/domain/notify/notices.server"
import { type Change, isCardEntity } from "~/rules/rule"
import { announcedByReturn } from "./comment.server"

type VersionCalls = Pick<
  typeof planCalls,
  "revisions" | "revisionChanges" | "removeRevisions" | "snapshot" | "restore" | "revert"
>

const effects: readonly VersionEffect[] = ["restored", "changed", "moved", "deleted"]

/** The field of a column. */
const fieldOf = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The write that stores a version of the state before a call that changes the board, with one event. */
export const keepBefore = async (description = ""): Promise<Extract<Write, { procedure: "keepVersion" }>> => ({
  procedure: "keepVersion",
  id: await newId(),
  automatic: true,
  description,
  before: true,
})

/** Each takes one of the few connections for whole plans, in a large plan for many seconds. */
export const versionInTurn = createTurns({ most: 10, what: "requests for versions", retryAfter: 5 })

/** Of everybody, one at a time, so that previews leave a connection to what writes whole plans. A caller has one of them. */
const previewInTurn = createTurns({
  most: 50,
  what: "previews of versions",
  retryAfter: 5,
  message: "Many large plans are being read. Please try again in a moment.",
})

const newId = () => nextId("plan_version")

export const versions: Handlers<VersionCalls> = {
  revisions: async (actor, { planId }) => versionsOf(await admit(actor, planId)),
  revisionChanges: async (actor, { planId, revisionId }) => {
    const plan = await admit(actor, planId)
    const compare = () => previewInTurn("all", () => compareVersion(plan, revisionId))
    const compared = await versionInTurn(callerName(actor), compare)
    if (!compared) throw notFound()
    const { counts, first } = compared
    // One of each effect before a second of any.
    const ordered = first.sort((a, b) => a.nth - b.nth || effects.indexOf(a.effect) - effects.indexOf(b.effect))
    return {
      restored: 0,
      changed: 0,
      moved: 0,
      deleted: 0,
      reordered: 0,
      ...counts,
      first: ordered.slice(0, 4).map(({ nth, fields, ...card }) => ({
        ...card,
        fields: fields.map(({ name, ...values }) => ({ name: fieldOf(name), ...values })),
      })),
    }
  },
  removeRevisions: async (actor, { planId }) => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      await admit(actor, planId)
      return {
        writes: [{ procedure: "deleteVersions" }],
        log: [{ entity: "plan", id: planId, action: "update", after: { versions: "deleted" } }],
        events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
        status: 204,
      }
    })
  },
  snapshot: async (actor, { planId, force = true, description }) => {
    const plan = await admit(actor, planId)
    const newest = force ? undefined : await newestVersion(plan)
    if (newest?.current) {
      const same = (await versionsOf(plan)).find(({ id }) => id === newest.id)
      if (same) {
        if (actor.caused) actor.caused.status = 200
        return same
      }
    }
    const id = await newId()
    return versionInTurn(callerName(actor), () =>
      commit(
        actor,
        planId,
        async (): Promise<Outcome<"plan_version">> => ({
          writes: [{ procedure: "keepVersion", id, automatic: false, description: description ?? "" }],
          log: [{ entity: "plan", id: planId, action: "update", after: { snapshot: description ?? "" } }],
          // No event: the seq must remain that of the stored board, because it tells whether the plan has changed since.
          events: [],
          answer: { entity: "plan_version", id, without: "planId" },
          status: 201,
        }),
      ),
    )
  },
  restore: async (actor, { planId, revisionId }) => {
    const decide = async (): Promise<Outcome> => {
      const plan = await admit(actor, planId)
      const wanted = (await versionsOf(plan)).find(({ id }) => id === revisionId)
      if (!wanted) throw notFound()
      const { guards, writes, notices } = await announcedByReturn(plan, { revisionId })
      return {
        guards,
        writes: [
          await keepBefore(),
          { procedure: "restoreLabels", id: revisionId },
          { procedure: "restoreVersion", id: revisionId },
          { procedure: "restoreKeyResults", id: revisionId },
          { procedure: "endCycles" },
          ...writes,
        ],
        log: [{ entity: "plan", id: planId, action: "update", after: { restored: wanted.createdDate } }],
        events: [{ event: "BoardUpdated", data: null }],
        notices: [{ kind: "restored", to: [actor.userId], title: () => noticeTexts.restored }, ...notices],
        status: 200,
      }
    }
    await versionInTurn(callerName(actor), () => commit(actor, planId, decide))
    return (await readAs(actor, planId, planFor)).plan
  },
  revert: async (actor, { planId, auditId }) => {
    const revisionId = await newId()
    const decide = async (): Promise<Outcome<never, AnswerOf<VersionCalls["revert"]>>> => {
      const plan = await admit(actor, planId)
      const seq = await planSeq(plan)
      const entries = await auditSince(plan, auditId)
      if (!entries) {
        throw refusal(409, "Too much has changed since then. Restore a version of the plan from that time instead.")
      }
      if (entries.at(-1)?.id !== auditId) throw notFound()
      if (entries.some(({ entity, after }) => entity === "plan" && after !== null && "restored" in after)) {
        throw refusal(409, "A version was restored after that change. Restore a version from before it instead.")
      }
      const undone = inverseOf(entries)
      const bin = await deletionsOf(plan)
      const undeletions = undone.restored.flatMap(({ entity, id }): Write[] => {
        const found = bin.find((deletion) => deletion.entity === entity && deletion.entityId === id)
        return found ? [{ procedure: "undelete", id: found.id }] : []
      })
      const count = (wanted: Change["op"]) => undone.changes.filter(({ op }) => op === wanted).length
      const counts = {
        created: undeletions.length + count("insert"),
        updated: count("update"),
        deleted: count("delete"),
      }
      const announced = await announcedByReturn(plan, { changes: undone.changes })
      return {
        guards: [["plan", planId, seq], ...announced.guards],
        writes: [
          ...undeletions,
          ...cardWrites(undone.changes),
          { procedure: "endCycles" },
          { procedure: "releaseOwners" },
          { procedure: "keepVersion", id: revisionId, automatic: false, description: "Reverted" },
          ...announced.writes,
        ],
        changeSet: -revisionId,
        log: [
          { entity: "plan", id: planId, action: "update", after: { restored: `before change ${auditId}` } },
          ...undone.renames,
        ],
        events: [{ event: "BoardUpdated", data: null }],
        notices: announced.notices,
        answer: { data: { revisionId, ...counts } },
        status: 200,
      }
    }
    return versionInTurn(callerName(actor), () => commit(actor, planId, decide))
  },
}

const onBoard = (entity: string): entity is BoardEntity =>
  ["goal", "item", "task", "label", "keyResult"].includes(entity)

/** What cards are called by. */
const nameFields: Record<BoardEntity, string[]> = {
  goal: ["name"],
  item: ["topic", "description"],
  task: ["description"],
  label: ["name"],
  keyResult: ["name"],
  checkIn: [],
}

/** The changes that take the board back to before the oldest of these entries, given newest first. */
export const inverseOf = (entries: AuditedChange[]) => {
  type Row = {
    entity: BoardEntity
    id: number
    fields: Record<string, unknown>
    /** As it was deleted. */
    last?: Record<string, unknown>
    /** As it is now, of what the entries tell. */
    now: Record<string, unknown>
    made?: boolean
    gone?: boolean
    back?: boolean
  }
  const rows = new Map<string, Row>()
  for (const entry of entries) {
    if (!onBoard(entry.entity)) continue
    const key = `${entry.entity} ${entry.entityId}`
    const row = rows.get(key) ?? { entity: entry.entity, id: entry.entityId, fields: {}, now: {} }
    rows.set(key, row)
    if (entry.action === "create") row.made = true
    if (entry.action === "create" || entry.action === "update") row.now = { ...entry.after, ...row.now }
    // A deletion and a restore of the same row cancel out.
    const undone = entry.action === "delete" ? row.back : row.gone
    if (entry.action === "delete") [row.gone, row.back] = [!undone, false]
    if (entry.action === "restore") [row.gone, row.back] = [false, !undone]
    if (entry.action === "delete") row.last ??= entry.before ?? {}
    if (entry.action === "update") Object.assign(row.fields, entry.before)
  }
  const isMade = (entity: BoardEntity, id: unknown) => rows.get(`${entity} ${id}`)?.made === true
  // Deleting a parent deletes the cards below it. An action that was there before leaves a new goal, with its tasks.
  const goesAlong = ({ entity, now }: Row) =>
    (entity === "item" && isMade("goal", now.goalId)) || (entity === "task" && isMade("item", now.itemId))
  const all = [...rows.values()]
  const changes = all.flatMap((row): Change[] => {
    const { entity, id, fields } = row
    if (entity === "keyResult" && row.gone && !row.made)
      return [{ op: "insert", entity, row: { ...row.last, ...fields } as KeyResult, restored: true }]
    // Labels are not in the bin.
    if (entity === "label" && row.gone && !row.made)
      return [{ op: "insert", entity, row: { ...row.last, ...fields } as Label }]
    if (row.made) return row.gone || goesAlong(row) ? [] : [{ op: "delete", entity, id } as Change]
    if (row.back) return [{ op: "delete", entity, id } as Change]
    return Object.keys(fields).length > 0 ? [{ op: "update", entity, id, fields } as Change] : []
  })
  // A card's own log says what it was called before, which later readers go by.
  const renames = all.flatMap(({ entity, id, fields, now }): LogEntry[] => {
    const changed = nameFields[entity].filter((key) => key in fields && key in now && fields[key] !== now[key])
    const pick = (side: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, side[key]]))
    return changed.length > 0 ? [{ entity, id, action: "update", before: pick(now), after: pick(fields) }] : []
  })
  const restored = all.flatMap(({ entity, id, gone, made }) =>
    gone && !made && isCardEntity(entity) ? [{ entity, id }] : [],
  )
  return { changes, renames, restored }
}
