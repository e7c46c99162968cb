// openFiltering(): the cards of an open board that a filter shows.
import type { Entity } from "~/contract/fields/field"
import type { Filter } from "~/contract/view"
import { type Looking, type Shown, shownBy } from "~/rules/filter"
import type { BoardReader, ListKey } from "./board-types"

export type Filtering = {
  readonly filter: Filter
  /** The shown ids of a list; it keeps its identity until they change. */
  list(key: ListKey): readonly number[]
  /** Whether a card shows for itself, an action also without its tasks. */
  shows(entity: "item" | "task", id: number): boolean
  /** How many actions and tasks match, of how many; completed actions and their tasks count while they match. */
  counts(): { matching: number; all: number }
  subscribe(listener: () => void): () => void
}

type Held = { all: readonly number[]; shown: Shown; ids: readonly number[] }

const entityOf = (key: ListKey): Entity =>
  key === "goals" || key === "closedGoals" ? "goal" : key.startsWith("tasks:") ? "task" : "item"

/** `looking`: asked again with each change, since days pass. A card that is created or changed here stays. */
export const openFiltering = (store: BoardReader, filter: Filter, looking: () => Looking): Filtering => {
  const { rows } = store
  const before = store.changesHere()
  const stays = (entity: Entity, id: number) => id <= 0 || store.changedHere(entity, id) > before
  let shown: Shown | undefined
  let at = -1
  const held = new Map<ListKey, Held>()

  const current = () => {
    const version = store.version()
    if (!shown || at !== version) shown = shownBy(filter, rows, looking(), stays)
    at = version
    return shown
  }

  return {
    filter,
    list: (key) => {
      const all = store.list(key)
      const now = current()
      const last = held.get(key)
      if (last?.all === all && last.shown === now) return last.ids
      const found = all.filter((id) => now[entityOf(key)].has(id))
      const isSame = last?.ids.length === found.length && found.every((id, index) => id === last.ids[index])
      const ids = isSame ? last.ids : found
      held.set(key, { all, shown: now, ids })
      return ids
    },
    shows: (entity, id) => (entity === "item" ? current().ownItems : current().task).has(id),
    counts: () => {
      const { matching } = current()
      let all = 0
      for (const { completed } of rows.items.values()) if (!completed) all++
      for (const { readOnly } of rows.tasks.values()) if (!readOnly) all++
      return { matching, all: Math.max(matching, all) }
    },
    subscribe: (listener) => store.subscribe("any", listener),
  }
}
