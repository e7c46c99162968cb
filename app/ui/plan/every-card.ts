import type { BoardReader } from "~/client/board/board-types"
import type { Entity } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { folded } from "~/rules/folded"

/** The searchable form of a card's row; identical for as long as the row is. */
export type FoundCard = {
  entity: Entity
  id: number
  text: string
  /** The text, folded. */
  small: string
  /** Last change; ISO 8601. */
  date: string
}

const types = [0, 1, 2] as const
/** Rows are immutable, so a derived value is valid for as long as its row. */
const cached = new WeakMap<Goal | Item | Task, FoundCard>()

export const foundCard = (entity: Entity, row: Goal | Item | Task, id: number): FoundCard => {
  const known = cached.get(row)
  if (known?.id === id) return known
  const text =
    "topic" in row
      ? wordsOf(row.topic, row.description)
      : "name" in row
        ? wordsOf(row.name, row.description)
        : row.description
  const date = "modified" in row ? row.modified : row.modifiedDate
  const card = { entity, id, text, small: folded(text), date }
  cached.set(row, card)
  return card
}

const lists = new WeakMap<BoardReader, { version: number; cards: readonly FoundCard[] }>()

/** Every card of the plan with its text, in board order. */
export const cardsOf = (store: BoardReader): readonly FoundCard[] => {
  const version = store.version()
  const last = lists.get(store)
  if (last?.version === version) return last.cards
  const cards = readCards(store)
  lists.set(store, { version, cards })
  return cards
}

const readCards = (store: BoardReader): FoundCard[] => {
  const cards: FoundCard[] = []
  for (const id of [...store.list("goals"), ...store.list("closedGoals")]) {
    const goal = store.goal(id)
    if (goal) cards.push(foundCard("goal", goal, id))
  }
  for (const list of ["lanes", "list", "history"] as const) {
    for (const id of store.list(list)) {
      const item = store.item(id)
      if (!item) continue
      cards.push(foundCard("item", item, id))
      for (const type of types) {
        for (const taskId of store.list(`tasks:${id}:${type}`)) {
          const task = store.task(taskId)
          if (task) cards.push(foundCard("task", task, taskId))
        }
      }
    }
  }
  return cards
}

/** The texts of a card that search covers. */
export const wordsOf = (...parts: (string | undefined)[]) => parts.filter(Boolean).join("\n")
