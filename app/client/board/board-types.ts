import type { LoggedEvent } from "~/contract/events"
import type { Entity } from "~/contract/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Board, Plan } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import type { Task, TaskType } from "~/contract/task"
import type { Member } from "~/contract/user"
import type { RuleCall, RuleInput, RuleName } from "~/rules/index"
import type { Change, Context, RowOf, Rows } from "~/rules/rule"

export type { RowOf }

/**
 * A sorted list of ids. `goals` by order; `list` are the open actions out of focus, by order; `lanes` the focused ones, by focusOrder;
 * `history` the completed ones, newest first; each for all goals or, with `:goalId`, for one. A lane's columns are `tasks:itemId:type`,
 * to do and doing by order, done newest first.
 */
export type ColumnKey =
  | "goals"
  | "list"
  | "lanes"
  | "history"
  | `list:${number}`
  | `lanes:${number}`
  | `history:${number}`
  | `tasks:${number}:${TaskType}`

/** What a listener may wait for: one row, one column, one count, one row's unsent changes, or the plan's own parts. */
export type StoreKey =
  | `${Entity}:${number}`
  | ColumnKey
  | `tally:${number}`
  | `saving:${Entity}:${number}`
  | "plan"
  | "members"

export type Tally = { items: number; itemsDone: number; tasks: number; tasksDone: number }

/** What a board component reads. Snapshots keep their identity until they change, so they fit useSyncExternalStore. */
export type BoardReader = {
  readonly planId: number
  /** Another after every change of anything that is shown. */
  version(): number
  subscribe(key: StoreKey, listener: () => void): () => void
  /** Temporary ids go on working after the real one is known. */
  goal(id: number): Goal | undefined
  item(id: number): Item | undefined
  task(id: number): Task | undefined
  column(key: ColumnKey): readonly number[]
  /** Of one goal's actions and tasks; 0: of those without a goal. */
  tally(goalId: number): Tally
  /** True while the row has changes that the server has not confirmed. */
  isSaving(entity: Entity, id: number): boolean
  plan(): Plan | undefined
  members(): readonly Member[]
  member(id: number): Member | undefined
  /** A React key that stays when a temporary id becomes a real one. */
  keyOf(id: number): number
  /** The real id of a temporary one, once known. */
  realId(id: number): number
  /** An id ≤ 0 for a card that is not sent yet. */
  newDraftId(): number
  /** A card that lives in this tab alone, until `mutate("….create", …, { draftId })` or `dropDraft`. */
  putDraft<E extends Entity>(entity: E, row: RowOf[E]): void
  dropDraft(entity: Entity, id: number): void
}

/** A call that is not confirmed: shown over the server's rows by running its rule. */
export type PendingCall = RuleCall & {
  /** Its idempotency key. */
  ref: string
  clientId: string
  context: Context
}

/** What an event leaves to be fetched. */
export type Missing = { fetch: { entity: Entity; id: number } } | { reload: true }

export type BoardStore = BoardReader & {
  /** The plan's `seq` that the server's rows are of. */
  seq(): number
  load(board: Board): void
  /** The server's rows without what is pending. */
  snapshot(): Board | undefined
  /** Events in the order of their seq. */
  apply(events: readonly LoggedEvent[]): Missing[]
  /** A row fetched by itself; undefined: it is not there. */
  putRow<E extends Entity>(entity: E, id: number, row: RowOf[E] | undefined): void
  /** What is shown, as rules see it. */
  readonly rows: Rows
  /**
   * Shows a call's result at once. False: it changes nothing and is not kept. Throws the rule's refusal. `before` is told of the
   * changes while the rows are still those before them.
   */
  addPending(call: PendingCall, before?: (changes: readonly Change[]) => void): boolean
  /** The calls of this plan that wait, in the order they are sent. One that does not fit the rows is kept without effect. */
  adoptPending(calls: readonly PendingCall[]): void
  /** Whether the id is of a card that lives in this tab alone. */
  isLocal(id: number): boolean
  /** The server took the call. `seq`: the plan's with it, whose event ends the wait; absent when the call caused none. */
  settle(ref: string, outcome: { seq?: number; answer?: unknown }): void
  /** The server refused it: the rows go back. */
  drop(ref: string): void
}

export type Failure = { name: RuleName; input: unknown; problem: Problem; entity: Entity; id: number | null }

export type MutateResult = {
  /** The row's id: for a create a temporary one, which `realId` translates. */
  id: number
  /** Resolves true when the server took it, false when it refused (after `onFailure`). */
  done: Promise<boolean>
}

/**
 * Shows the change at once and sends it. Throws a refusal (contract/problem) when the rule refuses it here already; nothing is sent then.
 */
export type Mutate = <Name extends RuleName>(
  name: Name,
  input: Omit<RuleInput<Name>, "planId">,
  options?: { draftId?: number },
) => MutateResult
