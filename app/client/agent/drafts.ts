import type { BoardReader } from "../board/board-types"

export type DraftCounts = { goals: number; items: number; tasks: number }

const types = [0, 1, 2] as const

/** The stored drafts of a plan. Cards of this tab that are not sent yet have ids ≤ 0. */
export const draftsIn = (store: BoardReader): DraftCounts => {
  const counts: DraftCounts = { goals: 0, items: 0, tasks: 0 }
  for (const id of store.list("goals")) if (id > 0 && store.goal(id)?.isDraft) counts.goals += 1
  for (const list of ["lanes", "list", "history"] as const) {
    for (const id of store.list(list)) {
      if (id > 0 && store.item(id)?.isDraft) counts.items += 1
      for (const type of types) {
        for (const task of store.list(`tasks:${id}:${type}`))
          if (task > 0 && store.task(task)?.isDraft) counts.tasks += 1
      }
    }
  }
  return counts
}

export const isEmpty = (store: BoardReader) =>
  (["goals", "lanes", "list", "history"] as const).every((list) => store.list(list).length === 0)
