import { useCallback, useSyncExternalStore } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { taskColumn, useBoard } from "~/ui/plan/board-context"
import { cardKey } from "~/ui/plan/card-element"
import { foundCard } from "~/ui/plan/every-card"
import { hitsOf, searchOf, type ViewState } from "~/ui/plan/view-state"

/** Whether the lane's action matches the search, and its tasks that do, by column. */
type LaneMatches = { action: boolean; tasks: readonly [number, number, number] }

/** A search: its words, and the keys of the cards that the server found. */
type Searched = { words: string; hits: ReadonlySet<string> | undefined }

const searchedIn = (state: ViewState): Searched => {
  const words = searchOf(state)
  return { words, hits: hitsOf(state, words) }
}

type Counted = Searched & { version: number; lanes: ReadonlyMap<number, LaneMatches> }
const counted = new WeakMap<BoardReader, Counted>()

/** The matches in each lane, counted once per state of the board and search. */
const matchesIn = (store: BoardReader, searched: Searched) => {
  const { words, hits } = searched
  const version = store.version()
  const last = counted.get(store)
  if (last?.version === version && last.words === words && last.hits === hits) return last.lanes
  const lanes = new Map(store.list("lanes").map((id) => [id, matchesOf(store, searched, id)]))
  counted.set(store, { version, words, hits, lanes })
  return lanes
}

const matchesOf = (store: BoardReader, { words, hits }: Searched, itemId: number): LaneMatches => {
  const tasksOf = (type: 0 | 1 | 2) =>
    store.list(taskColumn(itemId, type)).filter((id) => {
      const task = store.task(id)
      return task && (foundCard("task", task, id).small.includes(words) || hits?.has(cardKey({ entity: "task", id })))
    }).length
  const item = store.item(itemId)
  return {
    action:
      item !== undefined &&
      (foundCard("item", item, itemId).small.includes(words) ||
        hits?.has(cardKey({ entity: "item", id: itemId })) === true),
    tasks: [tasksOf(0), tasksOf(1), tasksOf(2)],
  }
}

const useMatches = <T extends string | null>(read: (store: BoardReader, searched: Searched) => T): T | null => {
  const { session, view } = useBoard()
  const { store } = session
  const subscribe = useCallback(
    (listener: () => void) => {
      const off = [view.subscribe(listener), store.subscribe("any", listener)]
      return () => {
        for (const stop of off) stop()
      }
    },
    [view, store],
  )
  const snapshot = () => {
    const searched = searchedIn(view.get())
    return searched.words === "" ? null : read(store, searched)
  }
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}

/** Whether the lane has a match; null without a search. */
export const useLaneMatch = (itemId: number): "some" | "none" | null =>
  useMatches((store, searched) => {
    const matches = matchesIn(store, searched).get(itemId)
    return matches && (matches.action || matches.tasks.some((count) => count > 0)) ? "some" : "none"
  })

/** The number of lanes with a match, and of matching tasks by column; null without a search. */
export const useMatchTotals = (lanes: readonly number[]): readonly number[] | null => {
  const totals = useMatches((store, searched) => {
    const all = matchesIn(store, searched)
    const sums = [0, 0, 0, 0]
    for (const id of lanes) {
      const { action, tasks } = all.get(id) ?? { action: false, tasks: [0, 0, 0] as const }
      if (action || tasks.some((count) => count > 0)) sums[0] = (sums[0] ?? 0) + 1
      for (const type of [0, 1, 2] as const) sums[type + 1] = (sums[type + 1] ?? 0) + tasks[type]
    }
    // A string, because a snapshot must keep its identity.
    return sums.join()
  })
  return totals === null ? null : totals.split(",").map(Number)
}
