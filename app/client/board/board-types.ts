import type { CheckIn } from "~/contract/check-in"
import type { LoggedEvent } from "~/contract/event-payload"
import type { BoardEntity, Entity } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Board, Drafts, Plan } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import type { Task, TaskType } from "~/contract/task"
import type { Member } from "~/contract/user"
import type { RuleCall, RuleInput, RuleName } from "~/rules/index"
import type { PeopleLooks } from "~/rules/people/person-look"
import type { Change, Context, RowOf, Rows } from "~/rules/rule"
import type { Base } from "../outbox/typed-texts"

export type { RowOf }

/**
 * A sorted list of ids. `goals` are the open ones by order, `closedGoals` the completed ones; `list` are the open actions out of focus, by order; `lanes` the focused ones,
 * by focusOrder; `history` the completed ones, newest first; each for all goals or, with `:goalId`, for one. A lane's
 * columns are `tasks:itemId:type`, to do and doing by order, done newest first. A goal's results are `results:goalId`, and those of its
 * check-ins that this tab knows `checkIns:goalId`, newest first.
 */
export type ListKey =
  | "goals"
  | "closedGoals"
  | "list"
  | "lanes"
  | "history"
  | `list:${number}`
  | `lanes:${number}`
  | `history:${number}`
  | `tasks:${number}:${TaskType}`
  | "labels"
  | `results:${number}`
  | `checkIns:${number}`

/**
 * The subject of a subscription: one row, one list, one count, one row's unsent changes, the plan's own parts, or
 * any of these.
 */
export type StoreKey =
  | `${BoardEntity}:${number}`
  | ListKey
  | `tally:${number}`
  | `saving:${BoardEntity}:${number}`
  | "plan"
  | "members"
  | "any"

/** A completed action leaves its tasks as they are. */
export type Tally = { tasks: number; tasksDone: number }

/**
 * The board as components read it. Snapshots keep their identity until they change, so they fit useSyncExternalStore.
 */
export type BoardReader = {
  readonly planId: number
  /** The shown rows, as rules read them. */
  readonly rows: Rows
  /** Grows with every change of anything shown. */
  version(): number
  subscribe(key: StoreKey, listener: () => void): () => void
  /** Temporary ids still work after the real one is known. */
  goal(id: number): Goal | undefined
  item(id: number): Item | undefined
  task(id: number): Task | undefined
  label(id: number): Label | undefined
  keyResult(id: number): KeyResult | undefined
  checkIn(id: number): CheckIn | undefined
  list(key: ListKey): readonly number[]
  /** Of one goal's tasks; 0: of those without a goal. */
  tally(goalId: number): Tally
  /** True while the row has changes that the server has not confirmed. */
  isSaving(entity: BoardEntity, id: number): boolean
  plan(): Plan | undefined
  /** With distinct names. */
  members(): readonly Member[]
  looks(): PeopleLooks
  member(id: number): Member | undefined
  /** Counts this tab's changes; and what the count was after a card's last one, 0 for none. */
  changesHere(): number
  changedHere(entity: Entity, id: number): number
  /** A React key that stays when a temporary id becomes a real one. */
  keyOf(entity: BoardEntity, id: number): number
  /** The real id of a temporary one, once known. */
  realId(id: number): number
  /** An id ≤ 0 for a card that is not sent yet. */
  newDraftId(): number
  /** A card of this tab only, until `mutate("….create", …, { draftId })` or `dropDraft`. */
  putDraft<E extends Entity>(entity: E, row: RowOf[E]): void
  dropDraft(entity: Entity, id: number): void
}

/** An unconfirmed call: shown over the server's rows by running its rule. */
export type PendingCall = RuleCall & {
  /** Present when a text of a card is changed. */
  base?: Base
  /** Its idempotency key. */
  ref: string
  clientId: string
  /** `today`: the person's day. `nextIds`: of the tasks that follow the repeating ones it finishes, by their place in the call. */
  context: Omit<Context, "repeat"> & { today?: string; nextIds?: Record<number, number> }
}

/** Data that an event names but does not include. */
export type Missing = { fetch: { entity: Entity; id: number } } | { reload: true }

export type BoardStore = BoardReader & {
  /** The plan's `seq` that the server's rows belong to. */
  seq(): number
  load(board: Board): void
  /** The server's rows without pending calls. */
  snapshot(): Board | undefined
  /** Events in the order of their seq. */
  apply(events: readonly LoggedEvent[]): Missing[]
  /** A single fetched row; undefined: it doesn't exist. */
  putRow<E extends Entity>(entity: E, id: number, row: RowOf[E] | undefined): void
  /** All drafts that the server has, which cause no events. False: the board has to be loaded; nothing is changed. */
  putDrafts(drafts: Drafts): boolean
  /**
   * Shows a call's result at once. False: it changes nothing and is dropped. Throws the rule's refusal. `before` gets
   * the changes before they are applied.
   */
  addPending(call: PendingCall, before?: (changes: readonly Change[]) => void): boolean
  /** The pending calls of this plan, in the order they are sent. One whose rule refuses it stays without effect. */
  adoptPending(calls: readonly PendingCall[]): void
  /** Whether the id belongs to a card of this tab only. */
  isLocal(id: number): boolean
  /**
   * The server accepted the call, which is pending until the event of `seq`; without `seq` it caused none. `made`: ids
   * by temporary ones.
   */
  settle(ref: string, outcome: { seq?: number; answer?: unknown; made?: readonly [number, number][] }): void
  /** The server refused it: its effect is undone. */
  drop(ref: string): void
}

export type Failure = {
  name: RuleName
  input: unknown
  problem: Problem
  entity: BoardEntity
  id: number | null
  /** Of the refused change in the outbox; absent when it was refused here. */
  ref?: string
}

export type MutateResult = {
  /** The row's id; a create's is temporary and translated by `realId`. */
  id: number
  /** Resolves true when the server accepted it, false when it refused (after `onFailure`). */
  done: Promise<boolean>
}

/**
 * Shows the change at once and sends it. Throws a refusal (contract/problem) and sends nothing when the rule refuses it
 * here.
 */
export type Mutate = <Name extends RuleName>(
  name: Name,
  input: Omit<RuleInput<Name>, "planId">,
  options?: { draftId?: number },
) => MutateResult
