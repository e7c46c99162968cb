// The columns that a write may name, by table. A field is its column in camel case; supabase/migrations/*_write.sql
// builds the statements.
import type { AccessLevel } from "~/contract/capability"
import type { Change } from "~/contract/change-set"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Countdown, Wheel } from "~/contract/meeting"
import type { NotificationKind } from "~/contract/notification-row"
import type { PlanRole, SystemRole } from "~/contract/role"
import type { WeekStart } from "~/contract/shared/language/week"
import type { Task } from "~/contract/task"
import type { View } from "~/contract/view"
import type { WebhookFormat } from "~/contract/webhook"

/** ISO UTC with milliseconds. */
type Instant = string
type Place = { goalId?: number | null; itemId?: number | null; taskId?: number | null }

export type GoalColumns = Omit<Goal, "planId" | DerivedOfGoal> & { awaitedOwner: number | null }
type DerivedOfGoal =
  | "createdBy"
  | "createdDate"
  | "modifiedDate"
  | "owner"
  | "awaitedOwner"
  | "progress"
  | "lastCheckIn"
export type ItemColumns = Omit<Item, "planId" | DerivedOfItem> & { ownerId: number | null; awaitedOwner: number | null }
type DerivedOfItem =
  | "blocked"
  | "goal"
  | "completed"
  | "focus"
  | "owner"
  | "awaitedOwner"
  | "createdById"
  | "createdDate"
  | "modifiedDate"
  | "attachmentCount"
export type TaskColumns = Omit<Task, "planId" | DerivedOfTask> & { color: string | null; awaitedOwner: number | null }
type DerivedOfTask =
  | "blocked"
  | "goalId"
  | "color"
  | "ownColor"
  | "complete"
  | "owner"
  | "awaitedOwner"
  | "readOnly"
  | "createdDate"
  | "modified"
  | "attachmentCount"

/** Optional columns have a default. */
export type Tables = {
  person: {
    id: number
    userName: string
    role: SystemRole
    enabled: boolean
    avatarKey: string | null
    avatarVersion: number
    timeZone?: string | null
    language?: "en" | "de" | null
    weekStart?: WeekStart | null
  }
  plan: {
    id: number
    name: string
    ownerId: number
    type: number
    effortAndComplexityVisible: boolean
    aiInstructions: string
    aiEnabled?: boolean
    isTemplate?: boolean
    isArchived?: boolean
    snapshotDescription?: string | null
    imageKey?: string | null
    imageVersion?: number
  }
  plan_key: {
    id: number
    name: string
    access: AccessLevel
    /** `\x` and the SHA-256 in hex */
    hash: string
    expires: Instant | null
    isIntegration?: boolean
    madeBy: number
    madeDate?: Instant
    usedDate?: Instant | null
  }
  webhook: {
    id: number
    name: string
    url: string
    events: string[]
    format: WebhookFormat
    active?: boolean
    /** Sealed. */
    secret: string
    secretDate?: Instant
    secretBy: number
    madeBy: number
    offDate?: Instant
    offReason?: "gone" | "failing"
  }
  feed: {
    id: number
    personId: number
    seed: string
    /** `\\x` and the SHA-256 in hex */
    tokenHash: string
  }
  membership: {
    personId: number
    role: PlanRole
    emailNotifyMentions?: boolean
    notifyTaskAssigned?: boolean
    notifyTaskDueSoon?: boolean
    notifyGoalCheckIn?: boolean
    emailDailySummary?: boolean
    emailWeeklySummary?: boolean
    starred?: boolean
  }
  invitation: {
    id: number
    email: string
    userName: string | null
    role: PlanRole
    token: string
    invitedBy: number
    renewedDate?: Instant
    acceptedDate?: Instant
  }
  named_person: { id: number; userName: string; email: string | null; personId?: number | null }
  goal: GoalColumns
  item: ItemColumns
  task: TaskColumns
  label: Omit<Label, "planId">
  key_result: Omit<KeyResult, "planId" | "modifiedDate"> & { deletedDate?: Instant | null }
  check_in: {
    id: number
    goalId: number
    status: number
    confidence: number | null
    note: string
    results: { id: number; before: number; current: number }[]
    progress: number | null
    statusBefore: number | null
    agent?: null
    importedAuthor?: number
    createdDate?: Instant
  }
  comment: Place & {
    id: number
    content: string
    mentions?: number[]
    unannounced?: number[]
    byKey: boolean
    agent?: string | null
    importedAuthor?: number
    createdDate?: Instant
    editedDate?: Instant | null
  }
  notification: Place & {
    id: number
    personId: number
    actorId: number | null
    agent?: string | null
    kind: NotificationKind
    title: string
    commentId?: number
    readDate?: Instant
  }
  note: {
    id: number
    title: string
    content: string
    type: number
    visibility: number
    byKey: boolean
    agent?: string | null
    modifiedBy: number | null
    modifiedKey?: string | null
  }
  file: Place & {
    id: number
    uniqueName: string
    friendlyName: string
    mimeType: string
    size: number
    thumbnailName: string | null
    noteId?: number | null
    commentId?: number | null
  }
  conversation: { id: number; participants: number[] }
  message: { id: number; conversationId: number; senderId: number; content: string; deletedDate?: Instant }
  prompt: { id: number; ownerId: number; name: string; text: string }
  view: Omit<View, "planId">
  proposal: {
    id: number
    /** As `callerName` names it. */
    caller: string
    request: string
    summary: string
    changes: Change[]
    isDraft?: boolean
    expiresDate: Instant
    carriedOutDate?: Instant
    undoneDate?: Instant
    inReview?: boolean
    personId?: number | null
    userName?: string
    agent?: string | null
    decision?: "applied" | "partly" | "rejected"
    decidedBy?: number | null
    decidedName?: string
    decidedCaller?: string
    decidedDate?: Instant
    comment?: string | null
    applied?: number[]
  }
  ai_task: {
    id: number
    personId: number
    kind: "plan" | "check" | "copy"
    input: object
    status?: string
    error?: object
  }
  meeting: { countdown: Countdown | null; wheel: Wheel | null }
  public_link: {
    id: number
    seed: string
    /** `\x` and the SHA-256 in hex */
    tokenHash: string
    passwordHash: string | null
    expires: Instant | null
  }
}
export type Table = keyof Tables

type KeyOf<T extends Table> = T extends "membership" ? "personId" : T extends "meeting" ? never : "id"
type Key<T extends Table> = { [K in KeyOf<T>]: number }

/** One row to insert, update or delete, within the outcome's plan. An update leaves absent columns as they are. */
export type RowWrite = {
  [T in Table]:
    | { insert: T; row: Tables[T] }
    | { update: T; row: Key<T> & Partial<Tables[T]> }
    | { delete: T; row: Key<T> }
}[Table]

/** Writes to more rows than the call has read; each is a function app.do_<name> in supabase/migrations. */
export type Procedure =
  | { procedure: "deleteCard"; entity: "goal" | "item" | "task"; id: number }
  | { procedure: "takeGoalColors"; items: number[] }
  | { procedure: "releaseOwners" }
  | { procedure: "removeMember"; personId: number }
  | { procedure: "endSessions"; personId: number }
  | { procedure: "readConversation"; id: number; messageId?: number }
  | { procedure: "readNotifications" }
  | { procedure: "findReferences" }
  | { procedure: "endCycles" }
  | { procedure: "keepVersion"; id: number; automatic: boolean; description: string; before?: true }
  | { procedure: "deleteVersions" }
  | { procedure: "thinProposals"; caller: string }
  | { procedure: "thinAiTasks" }
  | { procedure: "retryJob" | "dropJob"; id: number }
  | { procedure: "retryJobs" }
  | { procedure: "restoreVersion" | "restoreLabels" | "restoreKeyResults" | "undelete"; id: number }

export type Write = RowWrite | Procedure

type Sent = { table: string; op: string; rows: object[] } | { procedure: string }

const snakes = new Map<string, string>()

/** The only mapping of a field to its column. */
const snake = (name: string) => {
  let found = snakes.get(name)
  if (found === undefined) {
    found = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    snakes.set(name, found)
  }
  return found
}

const columns = (row: object) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value]))

/** The form that app.apply takes: the same order, with adjacent writes of one kind merged. */
export const sentWrites = (writes: Write[]): Sent[] => {
  const sent: Sent[] = []
  for (const write of writes) {
    if ("procedure" in write) {
      sent.push({ ...write, procedure: snake(write.procedure) })
      continue
    }
    const [op, table] = Object.entries(write)[0] as [string, Table]
    const last = sent.at(-1)
    if (last && "table" in last && last.table === table && last.op === op) last.rows.push(columns(write.row))
    else sent.push({ table, op, rows: [columns(write.row)] })
  }
  return sent
}
