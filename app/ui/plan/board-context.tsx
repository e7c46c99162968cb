import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from "react"
import type { BoardReader, ListKey, Mutate, RowOf, StoreKey, Tally } from "~/client/board/board-types"
import type { Filtering } from "~/client/board/filtering"
import type { PlanSession } from "~/client/plan-session"
import type { Profile } from "~/contract/account"
import type { Capability } from "~/contract/capability"
import type { BoardEntity, Entity } from "~/contract/fields/field"
import type { KeyResult } from "~/contract/key-result"
import type { Plan } from "~/contract/plan"
import type { PlanPath } from "~/contract/shared/deep-link"
import { type WeekStart, weekStartOf } from "~/contract/shared/language/week"
import type { TaskType } from "~/contract/task"
import type { Member } from "~/contract/user"
import type { PeopleLooks } from "~/rules/people/person-look"
import { isHolding } from "~/rules/waiting"
import { LooksContext } from "~/ui/parts/avatar"
import { type CardRef, useViewOf, type View, type ViewState } from "~/ui/plan/view-state"

export type BoardUser = Pick<Profile, "id" | "userName"> & Partial<Pick<Profile, "avatarUrl" | "weekStart">>

export type BoardContextValue = {
  session: PlanSession
  view: View
  user: BoardUser
  /** Whether the reader has a capability in this plan. */
  can(what: Capability): boolean
  /** Sends a change; a refusal shows on the card. Undefined if a rule refused it at once. */
  change: (...call: Parameters<Mutate>) => ReturnType<Mutate> | undefined
  /** Opens another page of the plan. */
  go(path: PlanPath): void
}

const types: readonly TaskType[] = [0, 1, 2]

export const BoardContext = createContext<BoardContextValue | undefined>(undefined)

export const useBoard = (): BoardContextValue => {
  const value = useContext(BoardContext)
  if (!value) throw new Error("A board component stands outside the board.")
  return value
}

/** The first day of the reader's week. */
export const useWeekStart = (): WeekStart => weekStartOf(useBoard().user.weekStart)

export const useView = <T,>(select: (state: ViewState) => T): T => useViewOf(useBoard().view, select)

const useStored = <T,>(key: StoreKey, read: (store: BoardReader) => T): T => {
  const { store } = useBoard().session
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(
    subscribe,
    () => read(store),
    () => read(store),
  )
}

/** Grows with every change of anything on the board. */
export const useChanged = (): number => useStored("any", (store) => store.version())

export const useRow = <E extends BoardEntity>(entity: E, id: number): RowOf[E] | undefined =>
  useStored(`${entity}:${id}`, (store) => store[entity](id) as RowOf[E] | undefined)

export const useList = (key: ListKey): readonly number[] => useStored(key, (store) => store.list(key))

/** The cards of a list that the filter shows. */
export const shownIn = (store: BoardReader, { filtering }: ViewState, key: ListKey): readonly number[] =>
  (filtering ?? store).list(key)

export const useShown = (key: ListKey): readonly number[] => {
  const { session, view } = useBoard()
  const { store } = session
  const filtering = useView(({ filtering }) => filtering)
  const subscribe = useCallback(
    (listener: () => void) => (filtering ? filtering.subscribe(listener) : store.subscribe(key, listener)),
    [filtering, store, key],
  )
  const read = () => shownIn(store, view.get(), key)
  return useSyncExternalStore(subscribe, read, read)
}

export const taskColumn = (itemId: number, type: TaskType): ListKey => `tasks:${itemId}:${type}`

/** A list of actions: the selected goal's, or all. */
export const filtered = (list: "list" | "lanes" | "history", goalId: number | null): ListKey =>
  goalId === null ? list : `${list}:${goalId}`

/** Number of tasks in these lanes: all of them, or only what `filtering` shows. */
export const useColumnTotals = (
  lanes: readonly number[],
  filtering: Filtering | null = null,
): readonly [number, number, number] => {
  const { store } = useBoard().session
  const subscribe = useCallback(
    (listener: () => void) => {
      if (filtering) return filtering.subscribe(listener)
      const off = lanes.flatMap((id) => types.map((type) => store.subscribe(taskColumn(id, type), listener)))
      return () => {
        for (const stop of off) stop()
      }
    },
    [filtering, store, lanes],
  )
  const lists = filtering ?? store
  const count = () => types.map((type) => lanes.reduce((sum, id) => sum + lists.list(taskColumn(id, type)).length, 0))
  // A string, because a snapshot must keep its identity.
  const read = () => count().join()
  const [todo = 0, doing = 0, done = 0] = useSyncExternalStore(subscribe, read, read).split(",").map(Number)
  return [todo, doing, done]
}

/** A goal's results, by order. */
export const useResults = (goalId: number): readonly KeyResult[] => {
  const { store } = useBoard().session
  useChanged()
  return store.list(`results:${goalId}`).flatMap((id) => store.keyResult(id) ?? [])
}

export const useTally = (goalId: number): Tally => useStored(`tally:${goalId}`, (store) => store.tally(goalId))

/** How many of the cards are still open, so that they block. */
export const useHolding = (entity: "item" | "task", ids: readonly number[]): number =>
  useStored("any", (store) => ids.filter((id) => isHolding(store[entity](id))).length)

export const useSaving = (entity: Entity, id: number): boolean =>
  useStored(`saving:${entity}:${id}`, (store) => store.isSaving(entity, id))

export const usePlan = (): Plan | undefined => useStored("plan", (store) => store.plan())

export const useMembers = (): readonly Member[] => useStored("members", (store) => store.members())

export const useMember = (id: number | null): Member | undefined =>
  useStored("members", (store) => (id === null ? undefined : store.member(id)))

const noLooks: PeopleLooks = new Map()

/** The looks of an open plan's people. */
export const usePlanLooks = (store: BoardReader | undefined): PeopleLooks => {
  const subscribe = useCallback((listener: () => void) => store?.subscribe("members", listener) ?? (() => {}), [store])
  const read = () => store?.looks() ?? noLooks
  return useSyncExternalStore(subscribe, read, read)
}

export const useObserved = <T,>(value: { get(): T; subscribe(listener: () => void): () => void }): T =>
  useSyncExternalStore(value.subscribe, value.get, value.get)

/** Whether the card is a completed action or a task of one. */
export const useClosed = ({ entity, id }: CardRef): boolean => {
  const task = useRow("task", entity === "task" ? id : 0)
  const item = useRow("item", entity === "item" ? id : 0)
  return task?.readOnly || item?.completed || false
}

/** An open board, and how its people are shown. */
export const BoardProvider = ({ value, children }: { value: BoardContextValue | undefined; children: ReactNode }) => (
  <BoardContext.Provider value={value}>
    <LooksContext.Provider value={usePlanLooks(value?.session.store)}>{children}</LooksContext.Provider>
  </BoardContext.Provider>
)
