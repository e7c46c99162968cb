import { fieldIn } from "~/contract/fields/card-fields"
import type { BoardEntity, Entity } from "~/contract/fields/field"
import { isRefusal } from "~/contract/problem"
import { partsOf } from "~/rules/index"
import { type Change, isCardChange, isCardEntity, type Rows } from "~/rules/rule"
import { callsOf } from "~/rules/undo/calls"
import { type Conflict, conflictOf } from "~/rules/undo/conflict"
import { stepOf } from "~/rules/undo/inverse"
import { kindNamed } from "~/rules/undo/kind"
import type { Step } from "~/rules/undo/step"
import { type Observable, observable } from "../observable"
import type { BoardStore, Mutate } from "./board-types"
import { withRealIds } from "./temporary-ids"

type Card = { entity: Entity; id: number }

/** A card that is in the bin, with everything below it, or back from it. `accepted`: whether the server took the deletion. */
type Deletion = Card & { accepted: Promise<boolean>; isGone: boolean }

/** One gesture or edit: its calls, in the order they were made; or one deletion; or what one call applied. */
type Entry = {
  steps: Step[]
  deletion?: Deletion
  /** Undoes what the server did at once; it is not redone. */
  undoApplied?: () => Promise<unknown>
  reversal?: Reversal
  at: number
  joins: string | null
  failed: boolean
}

/** Undoes a change of something that is no row of the board, and returns what makes it again; or says why it cannot. */
export type Reversal = () => { back: Reversal } | { why: "gone" } | { why: "changed"; name: string }

export type Undone =
  /** `settled`: how it ended, where the server has to answer first. */
  | { done: true; settled?: Promise<Undone> }
  | {
      done: false
      why: Conflict["why"] | "refused" | "admins"
      entity?: BoardEntity
      id?: number
      name?: string
      message?: string
    }

export type HistoryState = { undo: boolean; redo: boolean }

export type History = {
  state: Observable<HistoryState>
  /** Undoes the last change; undefined when there is none. A change that can't be undone leaves the history. */
  undo(): Undone | undefined
  redo(): Undone | undefined
  /** Whether the next one changes nothing of the board, so that viewers may do it too. */
  isOwn(direction: keyof HistoryState): boolean
  /** Undoes the deletion of this card, whatever was changed since. */
  undoDeletion(card: Card): Undone | undefined
  /** Adds what one call has applied. `undo` rejects with a refusal where it cannot be undone. Returns what removes the entry. */
  applied(undo: () => Promise<unknown>): () => void
  /** Adds a change of something that is no row of the board. Returns what removes the entry. */
  also(reversal: Reversal): () => void
}

export type HistoryRecorder = {
  /**
   * Call it with a call's changes before they are shown, then the function it returns with whether the server accepts
   * it.
   */
  record(name: string, rows: Rows, changes: readonly Change[]): (done: Promise<boolean>) => void
  /** The calls made during `work` are one entry. */
  together(work: () => void): void
  /** Cards that one call of this person has made, and the board shows by now, are one entry. */
  made(cards: readonly Card[]): void
}

const mostSteps = 200
/** Milliseconds within which edits of the same text are one entry. */
const pause = 3_000
const typed = new Set<string | undefined>(["text", "number", "color"])

/**
 * Typing joins the previous step if both edit the same fields of the same row: the key of those. Null for other steps.
 */
const joinsOf = ({ touched: [only, ...others] }: Step): string | null => {
  if (!only || others.length > 0 || only.what !== "changed") return null
  const keys = Object.keys(only.fields)
  return keys.every((key) => (isCardEntity(only.entity) ? typed.has(fieldIn(only.entity, key)?.kind) : true))
    ? `${only.entity}:${only.id}:${keys.sort().join()}`
    : null
}

type Restoring = {
  /** Restores a deleted card with everything below it. */
  restore(card: Card): Promise<unknown>
  /** Whether its deletion waits to be sent. */
  isUnsent(card: Card): boolean
  /** Shows the card again, and restores it once its deletion was sent, also when this page is left before that. */
  queue(card: Card): void
}

type Options = {
  store: BoardStore
  mutate(): Mutate
  /** Undefined for people who may not restore cards. */
  restore(): Restoring | undefined
  now?(): number
}

/**
 * Undo and redo of this tab's changes. An undo consists of ordinary calls; it is refused if it would undo somebody
 * else's later change. A deletion is undone by the server, from the plan's bin.
 */
export const openHistory = ({ store, mutate, restore, now = Date.now }: Options): History & HistoryRecorder => {
  const state = observable<HistoryState>({ undo: false, redo: false })
  const undos: Entry[] = []
  const redos: Entry[] = []
  /** The entry for the calls being made; undefined: each is a separate entry. */
  let open: Entry | undefined
  /** New ids of recreated rows, by the ids that entries know: ids are unique in a kind only. */
  const remade = new Map<string, number>()

  const resolve = (entity: BoardEntity, id: number): number => {
    const real = store.realId(id)
    const later = [id, real, store.keyOf(entity, real)].find((each) => remade.has(`${entity}:${each}`))
    return later === undefined ? real : resolve(entity, remade.get(`${entity}:${later}`) as number)
  }

  const entry = (steps: Step[] = [], joins: string | null = null): Entry => ({ steps, at: now(), joins, failed: false })

  const emitChange = () => {
    for (const stack of [undos, redos]) {
      const good = stack.filter(({ failed }) => !failed).slice(-mostSteps)
      if (good.length < stack.length) stack.splice(0, stack.length, ...good)
    }
    const next = { undo: undos.length > 0, redo: redos.length > 0 }
    const { undo, redo } = state.get()
    if (undo !== next.undo || redo !== next.redo) state.set(next)
  }

  const add = (step: Step): Entry => {
    if (open) {
      open.steps.push(step)
      return open
    }
    redos.length = 0
    const joins = joinsOf(step)
    const last = undos.at(-1)
    if (last && joins !== null && last.joins === joins && now() - last.at < pause) {
      const [earlier] = last.steps as [Step]
      // The earlier step's inverse undoes both; the later step's rows are the state to compare with.
      last.steps = [{ inverse: earlier.inverse, touched: step.touched }]
      last.at = now()
      return last
    }
    const made = entry([step], joins)
    undos.push(made)
    return made
  }

  const put = (made: Entry) => {
    redos.length = 0
    undos.push(made)
    emitChange()
    return () => {
      const at = undos.indexOf(made)
      if (at >= 0) undos.splice(at, 1)
      emitChange()
    }
  }

  const together = (work: () => void) => {
    if (open) return work()
    const group = entry()
    open = group
    try {
      work()
    } finally {
      open = undefined
    }
    if (group.steps.length === 0) return
    redos.length = 0
    undos.push(group)
    emitChange()
  }

  const outcomeOf = async (undo: () => Promise<unknown>): Promise<Undone> => {
    try {
      await undo()
      return { done: true }
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      return { done: false, why: "refused", message: thrown.problem.message }
    }
  }

  const undelete = (taken: Entry, deletion: Deletion, to: Entry[]): Undone => {
    const { entity, id, accepted } = deletion
    const restoring = restore()
    if (!restoring) return { done: false, why: "admins" }
    const back: Entry = { ...taken, deletion: { ...deletion, isGone: false } }
    const card = { entity, id: resolve(entity, id) }
    if (restoring.isUnsent(card)) {
      restoring.queue(card)
      to.push(back)
      return { done: true }
    }
    const bringBack = async () => {
      try {
        if (await accepted) await restoring.restore({ entity, id: resolve(entity, id) })
      } catch (thrown) {
        back.failed = true
        emitChange()
        throw thrown
      }
    }
    to.push(back)
    return { done: true, settled: outcomeOf(bringBack) }
  }

  const deleteAgain = (taken: Entry, deletion: Deletion, to: Entry[]): Undone => {
    const { entity } = deletion
    const id = resolve(entity, deletion.id)
    if (!store[entity](id)) return { done: false, why: "gone", entity, id }
    open = entry()
    try {
      const { done } = mutate()(`${entity}.remove`, { id })
      to.push({ ...taken, deletion: { ...deletion, accepted: done, isGone: true } })
      return { done: true }
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      return { done: false, why: "refused", message: thrown.problem.message }
    } finally {
      open = undefined
    }
  }

  const run = (from: Entry[], to: Entry[]): Undone | undefined => {
    const taken = from.pop()
    if (!taken) return undefined
    if (taken.undoApplied) {
      emitChange()
      return { done: true, settled: outcomeOf(taken.undoApplied) }
    }
    if (taken.reversal) {
      const done = taken.reversal()
      if ("back" in done) to.push({ ...entry(), reversal: done.back })
      emitChange()
      return "back" in done ? { done: true } : { done: false, ...done }
    }
    if (taken.deletion) {
      const outcome = (taken.deletion.isGone ? undelete : deleteAgain)(taken, taken.deletion, to)
      emitChange()
      return outcome
    }
    const { rows } = store
    const conflict = conflictOf(rows, taken.steps, resolve)
    if (conflict) {
      emitChange()
      return { done: false, ...conflict }
    }
    const back = entry()
    open = back
    let outcome: Undone = { done: true }
    try {
      for (const step of taken.steps.slice().reverse()) {
        for (const inverse of step.inverse) {
          for (const { name, input } of callsOf(rows, inverse, resolve)) {
            const [entity] = partsOf(name)
            const real = withRealIds(input, (id, field) => resolve(kindNamed(name, field), id))
            const { id } = mutate()(name, real)
            const former = inverse.remakes === undefined ? id : resolve(entity, inverse.remakes)
            if (former !== id) remade.set(`${entity}:${former}`, id)
          }
        }
      }
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      outcome = { done: false, why: "refused", message: thrown.problem.message }
    } finally {
      open = undefined
    }
    if (back.steps.length > 0 || back.deletion) to.push(back)
    emitChange()
    return outcome
  }

  return {
    state,
    undo: () => run(undos, redos),
    redo: () => run(redos, undos),
    isOwn: (direction) => (direction === "undo" ? undos : redos).at(-1)?.reversal !== undefined,
    undoDeletion: ({ entity, id }) => {
      const at = undos.findLastIndex(
        ({ deletion }) => deletion?.entity === entity && resolve(entity, deletion.id) === resolve(entity, id),
      )
      const [taken] = at < 0 ? [] : undos.splice(at, 1)
      if (!taken?.deletion) return undefined
      const outcome = undelete(taken, taken.deletion, redos)
      emitChange()
      return outcome
    },
    applied: (undo) => put({ ...entry(), undoApplied: undo }),
    also: (reversal) => put({ ...entry(), reversal }),
    record: (name, rows, changes) => {
      const [first] = changes
      const gone = name.endsWith(".remove") && first?.op === "delete" && isCardChange(first) ? first : undefined
      if (gone && !open) {
        return (accepted) => {
          const { entity, id } = gone
          const made: Entry = { ...entry(), deletion: { entity, id, accepted, isGone: true } }
          redos.length = 0
          undos.push(made)
          emitChange()
          void accepted.then((taken) => {
            made.failed = !taken
            if (!taken) emitChange()
          })
        }
      }
      const stepAfter = stepOf(rows, changes)
      const undoing = open
      return (done) => {
        // The undo of a copy with many tasks: they come back from the bin.
        if (!stepAfter && gone && undoing?.steps.length === 0)
          undoing.deletion = { entity: gone.entity, id: gone.id, accepted: done, isGone: true }
        if (!stepAfter) return
        const into = add(stepAfter(rows))
        emitChange()
        void done.then((taken) => {
          if (taken) return
          into.failed = true
          emitChange()
        })
      }
    },
    together,
    made: (cards) =>
      together(() => {
        for (const { entity, id } of cards) {
          const row = store[entity](id)
          const after = row && stepOf(store.rows, [{ op: "insert", entity, row } as Change])
          if (after) add(after(store.rows))
        }
      }),
  }
}
