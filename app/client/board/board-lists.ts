import type { BoardEntity } from "~/contract/fields/field"
import type { Task } from "~/contract/task"
import { type BoardRow, isTask } from "~/rules/card"
import { comparing, listsOf } from "./board-rows"
import type { Tally } from "./board-types"

/**
 * Lists stay sorted as single rows are added and removed, so that no change scans the whole board. A list's
 * snapshot keeps its identity until its ids change; `changed()` returns the keys changed since the last time.
 */

const empty: readonly number[] = []
const noTally: Tally = { tasks: 0, tasksDone: 0 }

export type Lookup = (entity: BoardEntity, id: number) => BoardRow | undefined

export const boardLists = (lookup: Lookup) => {
  const lists = new Map<string, number[]>()
  const snapshots = new Map<string, readonly number[]>()
  const dirty = new Set<string>()
  const tallies = new Map<number, Tally>()
  const talliesBefore = new Map<number, Tally>()

  /** The row's index, or the one it would get. */
  const placeOf = (list: string, ids: number[], entity: BoardEntity, row: BoardRow) => {
    const compare = comparing(list)
    let [low, high] = [0, ids.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = lookup(entity, ids[middle] as number)
      if (other && compare(other, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  const add = (tally: Tally, { complete }: Task, by: 1 | -1) => {
    tally.tasks += by
    if (complete) tally.tasksDone += by
  }

  const count = (row: BoardRow, by: 1 | -1) => {
    if (!isTask(row)) return
    const goal = row.goalId ?? 0
    const before = tallies.get(goal) ?? noTally
    if (!talliesBefore.has(goal)) talliesBefore.set(goal, before)
    const after = { ...before }
    add(after, row, by)
    tallies.set(goal, after)
  }

  return {
    /** Call it while `lookup` still returns the row. */
    remove: (entity: BoardEntity, row: BoardRow) => {
      count(row, -1)
      for (const list of listsOf(row)) {
        const ids = lists.get(list)
        if (!ids) continue
        ids.splice(placeOf(list, ids, entity, row), 1)
        dirty.add(list)
      }
    },
    insert: (entity: BoardEntity, row: BoardRow) => {
      count(row, 1)
      for (const list of listsOf(row)) {
        const ids = lists.get(list)
        if (ids) ids.splice(placeOf(list, ids, entity, row), 0, row.id)
        else lists.set(list, [row.id])
        dirty.add(list)
      }
    },
    /** All rows at once: sorts each list once. */
    fill: (rows: readonly Iterable<BoardRow>[]) => {
      for (const [list] of lists) dirty.add(list)
      lists.clear()
      for (const [goal, tally] of tallies) if (!talliesBefore.has(goal)) talliesBefore.set(goal, tally)
      tallies.clear()
      const groups = new Map<string, BoardRow[]>()
      for (const some of rows) {
        for (const row of some) {
          if (isTask(row)) {
            const goal = row.goalId ?? 0
            const tally = tallies.get(goal) ?? { ...noTally }
            add(tally, row, 1)
            tallies.set(goal, tally)
          }
          for (const list of listsOf(row)) {
            const group = groups.get(list)
            if (group) group.push(row)
            else groups.set(list, [row])
          }
        }
      }
      for (const goal of tallies.keys()) if (!talliesBefore.has(goal)) talliesBefore.set(goal, noTally)
      for (const [list, group] of groups) {
        lists.set(
          list,
          group.sort(comparing(list)).map((row) => row.id),
        )
        dirty.add(list)
      }
    },
    get: (list: string): readonly number[] => {
      const snapshot = snapshots.get(list)
      if (snapshot && !dirty.has(list)) return snapshot
      const fresh = lists.get(list)?.slice() ?? empty
      if (!dirty.has(list)) snapshots.set(list, fresh)
      return fresh
    },
    /** The live array; don't store it. */
    peek: (list: string): readonly number[] => lists.get(list) ?? empty,
    tally: (goalId: number): Tally => tallies.get(goalId) ?? noTally,
    changed: (): string[] => {
      const keys: string[] = []
      for (const list of dirty) {
        const ids = lists.get(list)
        if (ids?.length === 0) lists.delete(list)
        const snapshot = snapshots.get(list)
        if (snapshot === undefined || list.startsWith("*")) continue
        const now = ids ?? empty
        if (now.length === snapshot.length && now.every((id, index) => id === snapshot[index])) continue
        snapshots.set(list, now.slice())
        keys.push(list)
      }
      dirty.clear()
      for (const [goal, before] of talliesBefore) {
        const after = tallies.get(goal) ?? noTally
        const same = after.tasks === before.tasks && after.tasksDone === before.tasksDone
        if (same) tallies.set(goal, before)
        else keys.push(`tally:${goal}`)
      }
      talliesBefore.clear()
      return keys
    },
  }
}
