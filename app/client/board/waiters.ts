import type { BoardEntity } from "~/contract/fields/field"
import type { BoardRow } from "~/rules/card"
import type { RowOf } from "~/rules/rule"

type Waiting = RowOf["item" | "task"]
const isWaiting = (row: BoardRow | undefined): row is Waiting => row !== undefined && "blockedByIds" in row

/** Which cards wait for a card, by its kind. A plan without any has none here. */
export const waiterIndex = () => {
  const index = new Map<string, Set<number>>()
  const keyOf = (entity: BoardEntity, id: number) => `${entity} ${id}`
  const add = (entity: BoardEntity, row: Waiting) => {
    for (const id of row.blockedByIds) {
      const key = keyOf(entity, id)
      const ids = index.get(key)
      if (ids) ids.add(row.id)
      else index.set(key, new Set([row.id]))
    }
  }
  return {
    of: (entity: BoardEntity, id: number): readonly number[] =>
      index.size === 0 ? [] : [...(index.get(keyOf(entity, id)) ?? [])],
    changed: (entity: BoardEntity, before: BoardRow | undefined, after: BoardRow | undefined) => {
      if (isWaiting(before))
        for (const id of before.blockedByIds) {
          const key = keyOf(entity, id)
          const ids = index.get(key)
          ids?.delete(before.id)
          if (ids?.size === 0) index.delete(key)
        }
      if (isWaiting(after)) add(entity, after)
    },
    fill: (entity: BoardEntity, rows: Iterable<BoardRow>) => {
      for (const key of [...index.keys()]) if (key.startsWith(entity)) index.delete(key)
      for (const row of rows) if (isWaiting(row)) add(entity, row)
    },
  }
}
