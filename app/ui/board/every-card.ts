import type { BoardReader } from "~/client/board-types"
import type { Entity } from "~/rules/rule"

export type FoundCard = { entity: Entity; id: number; text: string }

const types = [0, 1, 2] as const

/** Every goal, action and task of the plan with its words, as they follow on the board. */
export const cardsOf = (store: BoardReader): FoundCard[] => {
  const cards: FoundCard[] = []
  for (const id of store.column("goals")) {
    const goal = store.goal(id)
    if (goal) cards.push({ entity: "goal", id, text: wordsOf(goal.name, goal.description) })
  }
  for (const list of ["lanes", "list", "history"] as const) {
    for (const id of store.column(list)) {
      const item = store.item(id)
      if (!item) continue
      cards.push({ entity: "item", id, text: wordsOf(item.topic, item.description) })
      for (const type of types) {
        for (const taskId of store.column(`tasks:${id}:${type}`)) {
          const task = store.task(taskId)
          if (task) cards.push({ entity: "task", id: taskId, text: task.description })
        }
      }
    }
  }
  return cards
}

/** What of a card a search looks at. */
export const wordsOf = (...parts: (string | undefined)[]) => parts.filter(Boolean).join("\n")
