import type { Problem } from "~/contract/problem"
import type { Task } from "~/contract/task"
import { today } from "~/rules/dates"
import { openTasksOf } from "~/rules/decide"
import { partsOf, type RuleName, subjectOf } from "~/rules/index"
import { inserts } from "~/rules/rule"
import type { Outbox } from "../outbox/outbox"
import { baseOf } from "../outbox/typed-texts"
import { serverNow } from "../server-clock"
import type { BoardStore, Failure, Mutate, PendingCall } from "./board-types"
import type { HistoryRecorder } from "./history"
import { finishedBy, nextIdsFor } from "./next-tasks"
import { namesTemporary, withRealIds } from "./temporary-ids"

type Options = {
  store: BoardStore
  outbox: Pick<Outbox, "add" | "listen">
  clientId: string
  actor: { id: number; userName: string }
  history: HistoryRecorder
  /** Tasks that repeat have been finished here, as they were before. */
  onFinished?(tasks: readonly Task[]): void
}

export const failureOf = (name: RuleName, input: unknown, problem: Problem): Failure => ({
  name,
  input,
  problem,
  entity: partsOf(name)[0],
  id: subjectOf(input),
})

/** The calls of one tab: shown at once by the store, then sent by the outbox. */
export const openMutate = ({
  store,
  outbox,
  clientId,
  actor,
  history,
  onFinished,
}: Options): { mutate: Mutate; close(): void } => {
  const waiting = new Map<string, (taken: boolean) => void>()
  const close = outbox.listen((event) => {
    if (event.kind === "added") return
    waiting.get(event.entry.ref)?.(event.kind === "settled")
    waiting.delete(event.entry.ref)
  })

  /** Orders leave out cards of this tab only, and nothing can be moved into one. */
  const sendable = (input: object): object | undefined => {
    const orders = (input as { orders?: { id: number; itemId?: number }[] }).orders
    const local = (value: unknown) => {
      let found = false
      withRealIds(value, (id) => {
        if (store.isLocal(id)) found = true
        return id
      })
      return found
    }
    if (orders) return { ...input, orders: orders.filter((entry) => !local(entry)) }
    return namesTemporary(input) && local(input) ? undefined : input
  }

  /** Temporary ids for the copies of an action's tasks. */
  const idsOfCopies = (input: object) => {
    const tasks = openTasksOf(store.rows, (input as { id: number }).id)
    return { newIds: Object.fromEntries(tasks.map(({ id }) => [id, store.newDraftId()])) }
  }

  const mutate: Mutate = (name, given, { draftId } = {}) => {
    const real = withRealIds({ ...given, planId: store.planId }, store.realId) as { planId: number; id?: number }
    // A deleted label comes back under its id, once the server has given it one.
    const former = name === "label.create" ? Math.max(0, real.id ?? 0) : 0
    if (name === "label.create" && former === 0) delete real.id
    const newId = former || (inserts(name) ? (draftId ?? store.newDraftId()) : 0)
    const input = sendable(real)
    const id = newId || (subjectOf(given) ?? 0)
    if (!input) return { id, done: Promise.resolve(false) }
    const [entity] = partsOf(name)
    const nextIds = nextIdsFor({ name, input } as PendingCall, store.task)
    const base = name === `${entity}.update` && id > 0 ? baseOf(store[entity](id), input) : undefined
    const call = {
      name,
      input,
      ...(base && { base }),
      ref: crypto.randomUUID(),
      clientId,
      context: {
        now: new Date(serverNow()).toISOString(),
        actor,
        newId,
        ...(name === "item.copy" && idsOfCopies(input)),
        ...(nextIds && { nextIds, today: today(new Date(serverNow())) }),
      },
    } as unknown as PendingCall
    const finished = finishedBy(call, store.task)
    let recorded: ReturnType<HistoryRecorder["record"]> | undefined
    const changes = store.addPending(call, (changes) => {
      recorded = history.record(name, store.rows, changes)
    })
    if (!changes) return { id, done: Promise.resolve(true) }
    if (finished.length > 0) onFinished?.(finished)
    const done = new Promise<boolean>((resolve) => waiting.set(call.ref, resolve))
    recorded?.(done)
    outbox.add({ ...call, planId: store.planId })
    return { id, done }
  }

  return { mutate, close }
}
