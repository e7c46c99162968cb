import { type RuleName, rules } from "~/rules"
import type { Entity } from "~/rules/rule"
import type { BoardStore, Failure, Mutate, PendingCall } from "./board-types"
import type { Outbox } from "./outbox"
import { withRealIds } from "./temporary-ids"

type Options = {
  store: BoardStore
  outbox: Outbox
  clientId: string
  actor: { id: number; userName: string }
  onFailure?(failure: Failure): void
}

export const entityOf = (name: RuleName) => name.slice(0, name.indexOf(".")) as Entity

/** The row a call is about; of an order, the first it names. */
export const rowOf = (input: unknown): number | null => {
  const { id, itemId, orders } = input as { id?: number; itemId?: number; orders?: { id: number }[] }
  return id ?? itemId ?? orders?.[0]?.id ?? null
}

/** Calls of one tab: shown at once, then sent by the outbox. `close` stops answering those that wait. */
export const openMutate = ({ store, outbox, clientId, actor, onFailure }: Options) => {
  const waiting = new Map<string, (taken: boolean) => void>()

  const stop = outbox.listen((event) => {
    if (event.kind === "added" || event.entry.planId !== store.planId) return
    const { ref, name, input } = event.entry
    const mine = event.entry.clientId === clientId
    if (event.kind === "dropped" && (mine || !waiting.has(ref))) {
      if (mine) onFailure?.({ name, input, problem: event.problem, entity: entityOf(name), id: rowOf(input) })
    }
    waiting.get(ref)?.(event.kind === "settled")
    waiting.delete(ref)
  })

  const mutate: Mutate = (name, given, { draftId } = {}) => {
    const creates = name.endsWith(".create")
    const newId = creates ? (draftId ?? store.newDraftId()) : 0
    const input = withRealIds({ ...given, planId: store.planId }, store.realId)
    const call = {
      name,
      input,
      ref: crypto.randomUUID(),
      clientId,
      context: { now: new Date().toISOString(), actor, newId },
    } as unknown as PendingCall
    const id = creates ? newId : (rowOf(input) ?? 0)
    if (!store.addPending(call)) return { id, done: Promise.resolve(true) }
    const done = new Promise<boolean>((resolve) => waiting.set(call.ref, resolve))
    outbox.add({ ...call, planId: store.planId })
    return { id, done }
  }

  return { mutate, close: stop }
}

export const ruleNames = Object.keys(rules) as RuleName[]
