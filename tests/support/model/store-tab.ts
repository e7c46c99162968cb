// storeTab(plan, clientId): a board's store with its queue of calls, against a model of the server.

import { openBoardStore } from "~/client/board/board-store"
import type { PendingCall } from "~/client/board/board-types"
import { type NamedRows, namedBy, temporaryId, withRealIds } from "~/client/board/temporary-ids"
import { isRefusal } from "~/contract/problem"
import { openTasksOf } from "~/rules/decide"
import { inserts } from "~/rules/rule"
import type { AnyCall } from "./any-call"
import { type ModelPlan, people } from "./model-plan"

export const planId = 7

let refs = 0
/** A call of a page that the store shows before its answer. */
export const pendingCall = ({ name, input }: AnyCall, clientId = "me"): PendingCall =>
  ({
    name,
    input: { planId, ...input },
    ref: `call ${++refs}`,
    clientId,
    context: { now: new Date(Date.UTC(2027, 0, 1)).toISOString(), actor: people[0], newId: temporaryId() },
  }) as unknown as PendingCall

const temporaryIds = (tasks: { id: number }[]) => Object.fromEntries(tasks.map(({ id }) => [id, temporaryId()]))

/** A tab with its queue: the server accepts calls in order, and the test controls when answers and events arrive. */
export const storeTab = (plan: ModelPlan, clientId: string) => {
  const store = openBoardStore(planId)
  store.load(plan.board())
  const queue: PendingCall[] = []
  const answers: { ref: string; seq?: number; answer?: unknown; refused?: true }[] = []
  const realIds = new Map<number, number>()

  const hear = (count = 1) => {
    const next = plan.log.slice(store.seq(), store.seq() + count)
    if (next.length === 0) return
    if (store.apply(next).some((missing) => "reload" in missing)) store.load(plan.board())
  }

  return {
    store,
    queue,
    do: (call: AnyCall) => {
      const pending = pendingCall(call, clientId)
      try {
        if (pending.name === "item.copy")
          pending.context = { ...pending.context, newIds: temporaryIds(openTasksOf(store.rows, pending.input.id)) }
        if (store.addPending(pending)) queue.push(pending)
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown
      }
    },
    /** The server accepts the oldest call. `lost`: its answer does not arrive and the call is sent again. */
    send: (lost: boolean) => {
      const call = queue[0]
      if (!call || answers.length > 0) return
      const input = withRealIds(call.input as object, (id) => realIds.get(id) ?? id)
      try {
        const { answer, seq } = plan.call(call.name, input, { clientId, key: call.ref })
        if (lost) return
        answers.push({ ref: call.ref, seq, answer })
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown
        answers.push({ ref: call.ref, refused: true })
      }
    },
    receive: () => {
      const given = answers.shift()
      if (!given) return
      const call = queue.shift() as PendingCall
      if (given.refused) return store.drop(given.ref)
      if (inserts(call.name))
        for (const [temporary, id] of namedBy(call.context, given.answer as NamedRows)) realIds.set(temporary, id)
      // Like the session: without a seq, missed events are loaded first.
      if (given.seq === undefined) hear(Number.POSITIVE_INFINITY)
      store.settle(given.ref, { seq: given.seq, answer: given.answer })
    },
    hear,
  }
}
