// What a call writes, logs, emits and answers.

import type { CheckIn } from "~/contract/check-in"
import type { Comment } from "~/contract/comment"
import type { EventName, UserEventName } from "~/contract/events"
import { namesWith } from "~/contract/fields/card-fields"
import type { BoardEntity, Entity } from "~/contract/fields/field"
import type { FileEntry } from "~/contract/file"
import type { Goal } from "~/contract/goal"
import type { Invitation } from "~/contract/invitation"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Meeting } from "~/contract/meeting"
import type { Conversation, Message } from "~/contract/message"
import type { Note } from "~/contract/note"
import type { NotificationKind } from "~/contract/notification-row"
import type { Plan } from "~/contract/plan"
import type { PlanVersion } from "~/contract/plan-version"
import type { Prompt } from "~/contract/prompt"
import type { Task } from "~/contract/task"
import type { Member } from "~/contract/user"
import type { View } from "~/contract/view"
import type { Guard, PreparedRows, WorkChanged } from "~/database/apply.server"
import type { GoalColumns, ItemColumns, TaskColumns, Write } from "~/database/tables"
import { type AllRows, rowIn } from "~/rules/card"
import type { Change, Emission, LabelChange } from "~/rules/rule"
import { groupBy } from "~/rules/transfer/outline"
import { checkInWrite, resultWrite } from "./measure-writes"

/** Rows as the API's views return them. */
export type Rows = {
  goal: Goal
  item: Item
  task: Task
  label: Label
  key_result: KeyResult
  check_in: CheckIn
  plan: Plan
  member: Member
  comment: Comment
  note: Note
  file: FileEntry
  conversation: Omit<Conversation, "messages">
  message: Message
  prompt: Prompt
  plan_version: PlanVersion
  invitation: Invitation
  meeting: Meeting
  view: View
}
export type RowName = keyof Rows

export type LogEntry = {
  entity: string
  id: number
  action: "create" | "update" | "delete" | "restore"
  before?: unknown
  after?: unknown
  /** Another entry says it too. */
  along?: true
  /** Of a card that is a draft, or of its comment or file. */
  draft?: boolean
}

/** An event on people's own topics. With `entity`, its data is that row, in a field `within` if named, and `data`. */
type PersonalEvent = {
  event: UserEventName
  to: number[]
  data?: object | null
  entity?: RowName | "notification" | "unread"
  id?: number
  within?: string
}

export type Event = Emission | { event: EventName; entity: RowName; id: number } | PersonalEvent
export type Job = { kind: string; input: unknown }

/** Answered: the row, by its name; Data: what is answered in place of one. */
export type Outcome<Answered extends RowName = never, Data extends object = never> = {
  /** In order, in one transaction. */
  writes: Write[]
  log?: LogEntry[]
  /** Further writes and log entries, after these. */
  prepared?: PreparedRows
  events?: Event[]
  /** The people whose tasks change, in addition to those its events name. */
  work?: WorkChanged
  jobs?: Job[]
  /** Who is notified, in addition. */
  notices?: Notice[]
  /** A change of a person: each of their plans gets the event and a log entry. */
  everywhere?: { personId: number; event: EventName; before: object; after: object }
  /** The row as its view returns it, plus the fields of `data`, minus the field `without`; or `data` alone. */
  answer?: { entity: Answered; id: number; data?: object; without?: string } | { data: Data }
  /** Stored with the answer for a repeat under the same idempotency key. */
  status: number
  guards?: Guard[]
  /** The row's plan, where the call does not name one. */
  planId?: number
  /** The assistant's change set, by which its log entries are found. */
  changeSet?: number
  /** propose: a credential that only proposes may write it; write by default. */
  access?: "propose"
  /** An archived plan takes no other outcome: this one writes nothing in it, takes access away, or unarchives or deletes it. */
  whileArchived?: true
  /** private: leaves no trace in the plan's seq, log and events. Absent: plan. */
  scope?: "plan" | "private"
  /** Set when nothing changes: the answer, given without a write. */
  unchanged?: { answer: unknown }
  /** Called once it is committed; not for a repeat under the same idempotency key. */
  committed?(): void
}

export type AnyOutcome = Outcome<RowName, object>

const goalColumns = (row: Partial<Goal>): Partial<GoalColumns> => {
  const { planId, createdBy, createdDate, modifiedDate, owner, awaitedOwner, progress, lastCheckIn, ...columns } = row
  return { ...columns, ...personId("awaitedOwner", awaitedOwner) }
}

const personId = (name: string, person: { id: number | null } | null | undefined) =>
  person === undefined ? {} : { [name]: person?.id ?? null }

const itemColumns = (row: Partial<Item>): Partial<ItemColumns> => {
  const {
    planId,
    goal,
    blocked,
    completed,
    focus,
    owner,
    awaitedOwner,
    createdById,
    createdDate,
    modifiedDate,
    attachmentCount,
    ...columns
  } = row
  return { ...columns, ...personId("ownerId", owner), ...personId("awaitedOwner", awaitedOwner) }
}

const taskColumns = (row: Partial<Task>): Partial<TaskColumns> => {
  const {
    planId,
    goalId,
    blocked,
    color,
    ownColor,
    complete,
    owner,
    awaitedOwner,
    readOnly,
    createdDate,
    modified,
    attachmentCount,
    ...columns
  } = row
  return {
    ...columns,
    ...personId("awaitedOwner", awaitedOwner),
    ...(ownColor === undefined ? {} : { color: ownColor }),
  }
}

const lists = { goal: namesWith("goal", "lists"), item: namesWith("item", "lists"), task: namesWith("task", "lists") }
const byId = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

const cardWrite = (change: Change): Write => {
  if (change.entity === "label") return labelWrite(change)
  if (change.entity === "keyResult") return resultWrite(change)
  if (change.entity === "checkIn") return checkInWrite(change)
  if (change.op === "delete") return { procedure: "deleteCard", entity: change.entity, id: change.id }
  const row = change.op === "insert" ? change.row : { ...change.fields, id: change.id }
  const columns =
    change.entity === "goal"
      ? goalColumns(row as Partial<Goal>)
      : change.entity === "item"
        ? itemColumns(row as Partial<Item>)
        : taskColumns(row as Partial<Task>)
  // Versions compare columns, and the order of labels changes without their cards.
  for (const name of lists[change.entity]) {
    const ids = (columns as Record<string, number[] | undefined>)[name]
    if (ids) Object.assign(columns, { [name]: byId(ids) })
  }
  return { [change.op]: change.entity, row: columns } as Write
}

const labelWrite = (change: LabelChange): Write => {
  if (change.op === "delete") return { delete: "label", row: { id: change.id } }
  if (change.op === "update") return { update: "label", row: { ...change.fields, id: change.id } }
  const { planId, ...row } = change.row
  return { insert: "label", row }
}

/** Marks an entry of a draft. */
export const asDraft = (card: object | undefined): Pick<LogEntry, "draft"> =>
  card && "isDraft" in card && card.isDraft === true ? { draft: true } : {}

const kinds = (["insert", "update", "delete"] as const).flatMap((op) =>
  (["label", "goal", "keyResult", "checkIn", "item", "task"] as const).map((entity): [Change["op"], BoardEntity] => [
    op,
    entity,
  ]),
)

/** A rule's changes as writes: parents first, and rows of one kind adjacent, so that they share a statement. */
export const cardWrites = (changes: Change[]): Write[] => {
  const moved = changes.flatMap((change) =>
    change.op === "update" && change.entity === "item" && "goalId" in change.fields ? change.id : [],
  )
  const byKind = groupBy(changes, ({ op, entity }) => `${op} ${entity}`)
  const writes = kinds.flatMap(([op, entity]) => (byKind.get(`${op} ${entity}`) ?? []).map(cardWrite))
  return moved.length > 0 ? [...writes, { procedure: "takeGoalColors", items: moved }] : writes
}

/** Of a result or a check-in. */
const goalOf = (change: Change, rows: AllRows): number | undefined => {
  if (change.entity !== "keyResult" && change.entity !== "checkIn") return undefined
  return (change.op === "insert" ? change.row : rowIn(rows, change.entity, change.id))?.goalId
}

/**
 * A log entry for each row that a rule's changes write; what a check-in changes is in its own too. `rows`: those before them.
 */
export const cardLog = (changes: Change[], rows: AllRows): LogEntry[] =>
  changes.flatMap((change): LogEntry[] => {
    const { entity } = change
    const goalId = goalOf(change, rows)
    const ofDraft = goalId === undefined ? {} : asDraft(rows.goals.get(goalId))
    if (change.op === "insert") {
      const action = "restored" in change ? "restore" : "create"
      return [{ entity, id: change.row.id, action, after: change.row, ...asDraft(change.row), ...ofDraft }]
    }
    const before: object | undefined = rowIn(rows, entity, change.id)
    if (change.op === "delete")
      return [{ entity, id: change.id, action: "delete", before, ...asDraft(before), ...ofDraft }]
    const had = Object.fromEntries(Object.keys(change.fields).map((key) => [key, before?.[key as keyof typeof before]]))
    const draft = asDraft(before).draft ? asDraft({ ...before, ...change.fields }) : {}
    const after = goalId === undefined ? change.fields : { ...change.fields, goalId }
    const along = "along" in change && (entity === "goal" || entity === "keyResult") ? { along: true as const } : {}
    return [{ entity, id: change.id, action: "update", before: had, after, ...draft, ...ofDraft, ...along }]
  })

/** Notifies people of the plan, but not of their own doing, unless they waited for it (`imported`, `restored`). */
export type Notice = {
  kind: NotificationKind
  /** Who caused it; defaults to the actor. */
  by?: { id: number | null; userName: string }
  to: number[]
  /** Said in the language of who is notified. `by`: what the author is called in the plan. */
  title: (by: string) => string
  about?: { entity: Entity; id: number }
  comment?: number
}
