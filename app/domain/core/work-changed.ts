// Finds the people whose task lists an outcome changes. Each gets an event on their own topic, so a list needs no plan's events.
import type { Application, WorkChanged } from "~/database/apply.server"
import { rowIn } from "~/rules/card"
import { type CardChange, type Change, isCardChange, type Rows } from "~/rules/rule"
import type { AnyOutcome } from "./outcome"

const nobody = (): WorkChanged => ({ people: [], items: [], goals: [], everyone: false, plan: false })

const isAny = ({ people, items, goals, everyone, drafts }: WorkChanged) =>
  everyone || drafts || people.length + items.length + goals.length > 0

/** Fields of a card that a person's list of tasks neither shows nor selects by. */
const unseen: ReadonlySet<string> = new Set(["order", "focus", "focusOrder", "focusDate", "modified", "modifiedDate"])
const isSeen = (fields: object) => Object.keys(fields).some((key) => !unseen.has(key))

/** Whether the card was a draft, and still is: no list has it, and it causes no event. */
const isDraft = (change: CardChange, rows: Rows) => {
  if (change.op === "insert") return change.row.isDraft
  const before = rowIn(rows, change.entity, change.id)
  return before?.isDraft === true && (change.op === "delete" || change.fields.isDraft !== false)
}

/** For a change of a draft, which causes no event of the plan. */
export const draftsChanged = (): WorkChanged => ({ ...nobody(), drafts: true })

/** Of a rule's changes; undefined when they change no list and no draft. */
export const workChanged = (changes: readonly Change[], rows: Rows): WorkChanged | undefined => {
  const found = nobody()
  const add = (ownerId: number | null | undefined) => {
    if (ownerId && !found.people.includes(ownerId)) found.people.push(ownerId)
  }
  for (const change of changes.filter(isCardChange)) {
    const ofDraft = isDraft(change, rows)
    // After the deletion of a draft, pages load the whole board again.
    if (ofDraft && change.op !== "delete") found.drafts = true
    if (ofDraft || (change.op === "update" && (change.spaced || !isSeen(change.fields)))) continue
    if (change.op === "insert") {
      if (change.entity === "task") add(change.row.ownerId)
    } else if (change.entity === "task") {
      add(rows.tasks.get(change.id)?.ownerId)
      if (change.op === "update") add(change.fields.ownerId)
    } else (change.entity === "item" ? found.items : found.goals).push(change.id)
  }
  return isAny(found) ? found : undefined
}

const memberEvents: ReadonlySet<string> = new Set(["MemberAdded", "MemberUpdated", "MemberRemoved"])
const wholeEvents: ReadonlySet<string> = new Set(["BoardUpdated", "PlanUpdated"])

/** The `work` of an application: the outcome's own, everybody's when the whole plan changed, and that of members who come and go. */
export const workOf = ({ scope, events = [], work }: AnyOutcome): Pick<Application, "work"> => {
  if (scope === "private") return {}
  const found = { ...(work ?? nobody()) }
  for (const event of events) {
    if (wholeEvents.has(event.event)) found.everyone = true
    if (event.event === "PlanUpdated" || memberEvents.has(event.event)) found.plan = true
    if (!memberEvents.has(event.event)) continue
    const id = "id" in event ? event.id : (event.data as { id?: number } | undefined)?.id
    if (id) found.people = [...found.people, id]
  }
  return isAny(found) ? { work: { event: "MyWorkUpdated", ...found } } : {}
}
