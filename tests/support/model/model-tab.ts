import { openBoardStore } from "~/client/board/board-store"
import type { PendingCall } from "~/client/board/board-types"
import { openHistory } from "~/client/board/history"
import { openMutate } from "~/client/board/mutate"
import { type NamedRows, namedBy, withRealIds } from "~/client/board/temporary-ids"
import { openSequence } from "~/client/live/sequence"
import type { OutboxEvent } from "~/client/outbox/outbox"
import type { BoardEntry } from "~/client/outbox/outbox-entry"
import type { LoggedEvent } from "~/contract/event-payload"
import type { Entity } from "~/contract/fields/field"
import type { Board } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import { inserts } from "~/rules/rule"
import type { AnyCall } from "./any-call"
import { type ModelPlan, people } from "./model-plan"

/**
 * A tab on a model plan, wired as in a session, over a network that the test controls: it decides when calls are sent
 * and answers received; events wait in an inbox and arrive in any order, twice or never; requests are answered on
 * demand.
 */
export const modelTab = (
  plan: ModelPlan,
  clientId: string,
  who = people[0] as { id: number; userName: string },
  restore?: (card: { entity: Entity; id: number }) => Promise<unknown>,
) => {
  const store = openBoardStore(plan.planId)
  const listeners = new Set<(event: OutboxEvent) => void>()
  const queue: BoardEntry[] = []
  const answers: { seq?: number; answer?: unknown; refused?: true }[] = []
  const asked: (() => void)[] = []
  const realIds = new Map<number, number>()
  let inbox: LoggedEvent[] = []
  let told = plan.log.length

  /** Answered with the server's state at the time of the request. */
  const ask = <Answer>(answer: Answer) => new Promise<Answer>((resolve) => asked.push(() => resolve(answer)))
  const show = (fresh: Board) => {
    const ahead = store.seq() > fresh.seq
    store.load(fresh)
    if (ahead) void sequence.catchUp()
  }
  let reloading: Promise<void> | undefined
  const reload = () => {
    reloading ??= ask(plan.board())
      .then(show)
      .finally(() => {
        reloading = undefined
      })
    return reloading
  }
  const sequence = openSequence({
    seq: store.seq,
    changes: (since) => ask({ seq: plan.log.length, events: plan.log.slice(since), drafts: plan.drafts() }),
    onDrafts: (drafts) => {
      if (!store.putDrafts(drafts)) void reload()
    },
    reload,
    apply: (events) => {
      if (store.apply(events).length > 0) void reload()
    },
  })
  /** Answers all requests until `work` is done. */
  const answered = async (work: Promise<void>) => {
    let done = false
    void work.finally(() => {
      done = true
    })
    while (!done) {
      asked.shift()?.()
      await settled()
    }
  }
  const history = openHistory({
    store,
    mutate: () => mutate,
    restore: () => restore && { restore, isUnsent: () => false, queue: () => {} },
  })
  const { mutate } = openMutate({
    store,
    clientId,
    actor: who,
    history,
    outbox: {
      add: (call) => {
        const entry = { ...call, userId: who.id, at: queue.length } as BoardEntry
        queue.push(entry)
        return entry
      },
      listen: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
  })
  const tell = (event: OutboxEvent) => {
    for (const listener of [...listeners]) listener(event)
  }

  store.load(plan.board())

  return {
    store,
    queue,
    history,
    mutate,
    together: history.together,
    do: ({ name, input }: AnyCall) => {
      try {
        mutate(name, input as never)
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown
      }
    },
    /** The server runs the oldest call. `lost`: its answer doesn't arrive and the call is sent again. */
    send: (lost = false) => {
      const call = queue[0]
      if (!call || answers.length > 0) return
      const input = withRealIds(call.input as object, (id) => realIds.get(id) ?? id)
      try {
        const { answer, seq } = plan.call(call.name, input, { clientId, key: call.ref })
        if (!lost) answers.push({ seq, answer })
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown
        answers.push({ refused: true })
      }
    },
    receive: async () => {
      const given = answers.shift()
      if (!given) return
      const entry = queue.shift() as BoardEntry
      if (given.refused) {
        tell({ kind: "refused", entry, problem: { type: "", title: "", status: 409, detail: "", message: "" } })
        store.drop(entry.ref)
        return
      }
      const { seq, answer } = given
      if (inserts(entry.name))
        for (const [temporary, id] of namedBy(entry.context, answer as NamedRows)) realIds.set(temporary, id)
      const made = madeFor(plan, entry)
      for (const [temporary, id] of made) realIds.set(temporary, id)
      tell({ kind: "settled", entry, seq, answer, made })
      if (seq === undefined) {
        await answered(sequence.catchUp())
      }
      store.settle(entry.ref, { seq, answer, made })
    },
    /** One of the inbox's events arrives; `again`: it stays there to arrive once more. */
    hear: (which: number, again = false) => {
      inbox.push(...plan.log.slice(told))
      told = plan.log.length
      if (inbox.length === 0) return
      const at = which % inbox.length
      const event = inbox[at] as LoggedEvent
      if (!again) inbox = inbox.filter((_, index) => index !== at)
      sequence.receive(event)
    },
    /** Drops one event of the inbox. */
    lose: (which: number) => {
      inbox.push(...plan.log.slice(told))
      told = plan.log.length
      if (inbox.length > 0) inbox.splice(which % inbox.length, 1)
    },
    /** Answers the oldest request. */
    answer: () => asked.shift()?.(),
    /** Catches up with all events and answers all requests. */
    rest: async () => {
      await answered(sequence.catchUp())
      while (asked.length > 0) await answered(settled())
    },
  }
}

/** The next ones of the repeating tasks that the entry has finished, as the session asks for them. */
export const madeFor = (plan: ModelPlan, { name, input, context }: Pick<PendingCall, "name" | "input" | "context">) => {
  const { orders, id } = input as { id: number; orders?: { id: number }[] }
  const ids = name === "task.update" ? [id] : (orders ?? []).map((each) => each.id)
  return Object.entries(context.nextIds ?? {}).flatMap(([at, temporary]): [number, number][] => {
    const next = plan.views().tasks.find((task) => task.id === ids[Number(at)])?.next?.id
    return next ? [[temporary, next]] : []
  })
}

/** Waits until the handlers of resolved promises have run. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

export type ModelTab = ReturnType<typeof modelTab>
