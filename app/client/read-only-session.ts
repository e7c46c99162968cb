import { refusal } from "~/contract/problem"
import type { BoardReader } from "./board/board-types"
import { observable } from "./observable"
import type { PlanSession } from "./plan-session"

const mayNot = () => refusal(403, "This link shows the board read-only.")

const emptyOutbox: PlanSession["outbox"] = {
  add: () => {
    throw mayNot()
  },
  queue: () => [],
  refused: observable([]),
  texts: observable([]),
  removals: observable([]),
  views: observable([]),
  listen: () => () => {},
  hide: () => {},
  remove: () => {},
  pendingCount: observable(0),
  retry: () => {},
  close: () => {},
}

/** A session that shows a board and changes nothing, without a live connection. */
export const readOnlySession = (planId: number, store: BoardReader): PlanSession => ({
  planId,
  userId: undefined,
  store,
  mutate: () => {
    throw mayNot()
  },
  makeCalls: () => {},
  history: {
    state: observable({ undo: false, redo: false }),
    undo: () => undefined,
    redo: () => undefined,
    isOwn: () => false,
    undoDeletion: () => undefined,
    applied: () => () => {},
    also: () => () => {},
  },
  together: (work) => work(),
  fill: async () => {
    throw mayNot()
  },
  onEvent: () => () => {},
  live: observable("Connected"),
  crowded: observable(null),
  follow: () => ({ send: () => {}, close: () => {} }),
  presence: observable(new Set<number>()),
  writers: observable(new Map()),
  write: () => {},
  outbox: emptyOutbox,
  refresh: async () => {},
  ready: Promise.resolve(),
  close: () => {},
})
