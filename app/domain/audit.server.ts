import { type AuditEntry, type auditCalls, changesPage, type LoggedChange, logPageRows } from "~/contract/audit"
import { can } from "~/contract/capability"
import { fieldsWith } from "~/contract/fields/card-fields"
import { notFound } from "~/contract/problem"
import { textOfHtml } from "~/contract/shared/html"
import type { Admission } from "~/database/admission.server"
import {
  changesOf,
  entriesById,
  entriesOf,
  entriesOfPlan,
  isOfPlan,
  type NamedKind,
  namesThen,
  type StoredEntry,
} from "~/database/audit.server"
import { type MemberName, memberNames } from "~/database/plan.server"
import { type Actor, callerName, type Handlers, type Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { listPageInTurn } from "~/domain/core/list-page"
import { shownNames, shownNamesOf } from "~/domain/core/member-names.server"
import { countMoved } from "~/domain/limits/moved.server"
import { auditMessage, isReorder, type Names } from "~/rules/log/audit-message"

const listFields = [...fieldsWith("item", "lists"), ...fieldsWith("task", "lists")]

/** The rows and people that an entry names. */
const namedIn = ({ entityType, entityId, before, after, actorId }: StoredEntry): (readonly [NamedKind, number])[] => {
  const found = new Map<string, readonly [NamedKind, number]>()
  const add = (kind: NamedKind, id: unknown) => {
    if (typeof id === "number") found.set(`${kind} ${id}`, [kind, id])
  }
  if (
    entityType === "goal" ||
    entityType === "item" ||
    entityType === "task" ||
    entityType === "label" ||
    entityType === "keyResult"
  )
    add(entityType, entityId)
  if (entityType === "userplan") add("person", entityId)
  add("person", actorId)
  for (const side of [before, after]) {
    add("goal", side?.goalId)
    add("item", side?.itemId)
    add("task", side?.taskId)
    for (const [name, { lists }] of listFields)
      if (lists && Array.isArray(side?.[name])) for (const id of side[name]) add(lists, id)
    add("person", side?.ownerId)
    add("person", (side?.owner as { id?: number } | null)?.id)
  }
  return [...found.values()]
}

const none = () => ({
  goal: new Map<number, string>(),
  item: new Map<number, string>(),
  task: new Map<number, string>(),
  label: new Map<number, string>(),
  keyResult: new Map<number, string>(),
  person: new Map<number, string>(),
})

/** Names as of each entry. People who still have that name are numbered as they are in the plan now. */
const namesOf = async (
  plan: Admission,
  entries: readonly StoredEntry[],
  members: Promise<readonly MemberName[]> = memberNames(plan.planId),
): Promise<Map<number, Names>> => {
  const asked = entries.flatMap((entry) => namedIn(entry).map(([kind, id]) => [kind, id, entry.id] as const))
  const [found, shown] = await Promise.all([namesThen(plan, asked), members.then(shownNamesOf)])
  const all = new Map(entries.map(({ id }) => [id, none()] as const))
  for (const [at, [kind, id, entry]] of asked.entries()) {
    const { name, current } = found[at] ?? { name: null, current: false }
    if (name === null) continue
    const known: Map<number, string> | undefined = all.get(entry)?.[kind]
    known?.set(id, (kind === "person" && current && shown.get(id)) || name)
  }
  return all
}

const lettersIn = (fields: StoredEntry["before"]) =>
  Object.values(fields ?? {}).reduce((sum: number, value) => sum + (typeof value === "string" ? value.length : 0), 0)

const noNames: Names = none()

const doer = ({ actorId, actorName, agent }: StoredEntry, then: Names) =>
  actorName === null ? (agent ?? "Integration") : (then.person.get(actorId ?? 0) ?? actorName)

const agentOf = ({ actorId, agent }: StoredEntry) => (actorId === null ? null : agent)

const viaOf = (entry: StoredEntry): LoggedChange["via"] => {
  if (entry.actorId === null) return "key"
  if (entry.agent !== null) return "agent"
  return entry.via === "agent" ? "assistant" : entry.via === "import" ? "import" : "web"
}

/** Drafts are unknown to readers of the log as data: a card is made when it is published, and deleted when it becomes a draft again. */
export const changeOf = ({
  action,
  before,
  after,
  published,
}: StoredEntry): Pick<LoggedChange, "op" | "before" | "after"> => {
  const op = action as LoggedChange["op"]
  if (op !== "update" || before?.isDraft === undefined || before.isDraft === after?.isDraft)
    return { op, before, after }
  return after?.isDraft
    ? { op: "delete", before, after: null }
    : { op: "create", before: null, after: published ?? after }
}

const changed = (entry: StoredEntry, shown: ReadonlyMap<number, string>): LoggedChange => {
  const { seq, createdDate: at, actorId, actorName, entityType: entity, entityId: id } = entry
  const userName = (actorId !== null && shown.get(actorId)) || doer(entry, noNames)
  const actor = { id: actorName === null ? null : actorId, userName }
  return { seq, at, actor, agent: agentOf(entry), via: viaOf(entry), entity, id, ...changeOf(entry) }
}

/**
 * Entries as they leave the plan by itself, with the sentence of each, in the language in which it is asked for. `worded`: with names of
 * the time in the sentences, which take as long to read as all else. `known`: the plan's members, where they have been read.
 */
export const outgoing = async (
  plan: Admission,
  entries: readonly StoredEntry[],
  worded: boolean,
  known?: readonly MemberName[],
) => {
  const members = known ? Promise.resolve(known) : memberNames(plan.planId)
  const [names, shown] = await Promise.all([
    worded ? namesOf(plan, entries, members) : new Map<number, Names>(),
    members.then(shownNamesOf),
  ])
  return entries.map((entry) => {
    const then = names.get(entry.id) ?? noNames
    const by = doer(entry, then)
    return { ...changed(entry, shown), sentence: () => auditMessage({ ...entry, by, agent: agentOf(entry) }, then) }
  })
}

const shownTo = async (actor: Actor, plan: Admission, entries: readonly StoredEntry[]): Promise<AuditEntry[]> => {
  if (entries.length === 0) return []
  const letters = entries.reduce((sum, { before, after }) => sum + lettersIn(before) + lettersIn(after), 0)
  countMoved(callerName(actor), letters)
  const names = await namesOf(plan, entries)
  return entries.map((entry) => {
    const { id, entityType, entityId, action, createdDate, actorId } = entry
    const then = names.get(id) ?? noNames
    const by = doer(entry, then)
    return {
      id,
      entityType,
      entityId,
      action: isReorder(entry) ? "reorder" : action,
      message: auditMessage({ ...entry, by, agent: agentOf(entry) }, then),
      createdDate,
      createdBy: { id: entry.actorName === null ? null : actorId, userName: by },
      agent: agentOf(entry),
      via: viaOf(entry),
      ...proposalIn(entry),
    }
  })
}

const proposalIn = ({ after }: StoredEntry): { proposal?: number } => {
  const { id } = (after?.proposal ?? after?.rejected ?? {}) as { id?: unknown }
  return typeof id === "number" ? { proposal: id } : {}
}

/** What entries of the plan's log say, as plain text, by their ids. */
export const sentencesOf = async (plan: Admission, ids: number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const entries = await entriesById(plan, ids)
  const names = await namesOf(plan, entries)
  return new Map(
    entries.map((entry) => {
      const then = names.get(entry.id) ?? noNames
      return [entry.id, textOfHtml(auditMessage({ ...entry, by: doer(entry, then), agent: agentOf(entry) }, then))]
    }),
  )
}

type Asked = { planId: number; id: number; before?: number; type?: string }
type Kind = Parameters<typeof isOfPlan>[1]

const ofOne =
  (kind: Kind) =>
  async (actor: Person, { planId, id, before, type }: Asked) => {
    const plan = await admit(actor, planId)
    if (!(await isOfPlan(plan, kind, id))) throw notFound()
    return listPageInTurn(actor, async () =>
      shownTo(actor, plan, await entriesOf(plan, { before, limit: logPageRows }, kind, id, type)),
    )
  }

type PlanPage = { planId: number; before?: number | undefined; agent?: string | undefined }

/** A page of the plan's log, newest first; people and invitations for admins. */
export const activityOf = async (actor: Actor, { planId, before, agent }: PlanPage) => {
  const plan = await admit(actor, planId)
  const people = can(plan.standing, "manageMembers")
  return listPageInTurn(actor, async () =>
    shownTo(actor, plan, await entriesOfPlan(plan, { before, limit: logPageRows }, people, agent)),
  )
}

/** The log's entries after `since`, oldest first, each with its sentence and the values before and after; whether more follow. */
export const changesSince = async (actor: Actor, planId: number, since: number) => {
  const plan = await admit(actor, planId)
  const people = can(plan.standing, "manageMembers")
  return listPageInTurn(actor, async () => {
    const entries = await changesOf(plan, { since }, changesPage, people)
    const shown = await shownTo(actor, plan, entries)
    const changes = shown.map(
      ({ entityType: entity, entityId, action: op, message, createdDate, createdBy, agent }, at) => {
        const { seq = since, before = null, after = null } = entries[at] ?? {}
        return { seq, at: createdDate, by: createdBy.userName, agent, entity, entityId, op, before, after, message }
      },
    )
    const seq = entries.at(-1)?.seq ?? since
    const more = entries.length > 0 && (await changesOf(plan, { since: seq }, 1, people)).length > 0
    return { seq, more, changes }
  })
}

export const audits: Handlers<typeof auditCalls> = {
  changes: async (actor, { planId, ...asked }) => {
    const plan = await admit(actor, planId)
    return listPageInTurn(actor, async () => {
      const entries = await changesOf(plan, asked, changesPage, can(plan.standing, "manageMembers"))
      countMoved(
        callerName(actor),
        entries.reduce((sum, { before, after }) => sum + lettersIn(before) + lettersIn(after), 0),
      )
      const shown = await shownNames(planId)
      return entries.map((entry) => changed(entry, shown))
    })
  },
  ofPlan: activityOf,
  ofGoal: ofOne("goal"),
  ofItem: ofOne("item"),
  ofTask: ofOne("task"),
  ofInvitation: ofOne("invitation"),
  ofMember: ofOne("userplan"),
}
