import { type AuditEntry, type auditCalls, auditPage } from "~/contract/audit"
import { can } from "~/contract/capability"
import { notFound } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { entriesOf, entriesOfPlan, isOfPlan, namesOf, type StoredEntry } from "~/database/audit.server"
import { auditMessage, isReorder, type Names } from "~/rules/audit-message"
import { callerName, type Handlers, type Person } from "./actor"
import { admit } from "./admission.server"
import { shownNames } from "./member-names.server"
import { countMoved } from "./moved.server"
import { pageInTurn } from "./page"

/** The ids that entries name, by kind. */
const collect = (entries: readonly StoredEntry[]) => {
  const ids = { goal: new Set<number>(), item: new Set<number>(), task: new Set<number>(), person: new Set<number>() }
  const add = (kind: keyof typeof ids, id: unknown) => {
    if (typeof id === "number") ids[kind].add(id)
  }
  for (const { entityType, entityId, before, after } of entries) {
    if (entityType === "goal" || entityType === "item" || entityType === "task") add(entityType, entityId)
    if (entityType === "userplan") add("person", entityId)
    for (const side of [before, after]) {
      add("goal", side?.goalId)
      add("item", side?.itemId)
      add("task", side?.taskId)
      add("person", side?.ownerId)
      add("person", (side?.owner as { id?: number } | null)?.id)
    }
  }
  return { goal: [...ids.goal], item: [...ids.item], task: [...ids.task], person: [...ids.person] }
}

const lettersIn = (fields: StoredEntry["before"]) =>
  Object.values(fields ?? {}).reduce((sum: number, value) => sum + (typeof value === "string" ? value.length : 0), 0)

const shownTo = async (actor: Person, plan: Admission, entries: readonly StoredEntry[]): Promise<AuditEntry[]> => {
  if (entries.length === 0) return []
  const letters = entries.reduce((sum, { before, after }) => sum + lettersIn(before) + lettersIn(after), 0)
  countMoved(callerName(actor), letters)
  const names = { goal: new Map(), item: new Map(), task: new Map(), person: new Map() } satisfies Names
  const [named, shown] = await Promise.all([namesOf(plan, collect(entries)), shownNames(plan.planId)])
  for (const { entity, id, name } of named) names[entity].set(id, (entity === "person" && shown.get(id)) || name)
  return entries.map((entry) => {
    const { id, entityType, entityId, action, createdDate, actorId } = entry
    const by = entry.actorName === null ? "Integration" : (shown.get(actorId ?? 0) ?? entry.actorName)
    return {
      id,
      entityType,
      entityId,
      action: isReorder(entry) ? "reorder" : action,
      message: auditMessage({ ...entry, by }, names),
      createdDate,
      createdBy: { id: entry.actorName === null ? null : actorId, userName: by },
    }
  })
}

type Asked = { planId: number; id: number; before?: number; type?: string }
type Kind = Parameters<typeof isOfPlan>[1]

const ofOne =
  (kind: Kind) =>
  async (actor: Person, { planId, id, before, type }: Asked) => {
    const plan = await admit(actor, planId)
    if (!(await isOfPlan(plan, kind, id))) throw notFound()
    return pageInTurn(actor, async () =>
      shownTo(actor, plan, await entriesOf(plan, { before, limit: auditPage }, kind, id, type)),
    )
  }

export const audits: Handlers<typeof auditCalls> = {
  ofPlan: async (actor, { planId, before }) => {
    const plan = await admit(actor, planId)
    const people = can(plan.standing, "managePeople")
    return pageInTurn(actor, async () =>
      shownTo(actor, plan, await entriesOfPlan(plan, { before, limit: auditPage }, people)),
    )
  },
  ofGoal: ofOne("goal"),
  ofItem: ofOne("item"),
  ofTask: ofOne("task"),
  ofInvitation: ofOne("invitation"),
  ofMember: ofOne("userplan"),
}
