import type { Board } from "~/contract/plan"
import type { Move } from "~/rules"
import type { BoardReader, Failure, Mutate } from "./board-types"
import type { Observable } from "./observable"

export type LiveState = "Disconnected" | "Connecting" | "Connected" | "Reconnecting"

/** Everything the board page needs of one open plan. */
export type PlanSession = {
  planId: number
  store: BoardReader
  mutate: Mutate
  /** Runs the calls a drop makes (rules/ordering). A refusal goes to `onFailure`. */
  carryOut(moves: readonly Move[]): void
  live: Observable<LiveState>
  /** Ids of the people who have the plan open, oneself included. */
  presence: Observable<ReadonlySet<number>>
  outbox: { pendingCount: Observable<number>; retry(): void }
  /** Resolves when there is a board to show, from the server or from this browser's memory; rejects when there is neither. */
  ready: Promise<void>
  close(): void
}

export type OpenPlan = (options: {
  planId: number
  user: { id: number; userName: string }
  /** Present when the page came with it. */
  board?: Board
  onFailure?(failure: Failure): void
  /** Removed from the plan, or the plan is gone. */
  onRemoved?(why: "removed" | "deleted"): void
}) => PlanSession
