// isItem(), isTask(): a card's kind. cardsOf(), cardIn(): a board's cards of one kind. givenFields, valueIn(): what calls give a card.
import type { Entity } from "~/contract/field"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import type { RowOf, Rows } from "./rule"

export type Card = RowOf[Entity]

/** A card's kind shows in its fields. */
export const isItem = (card: Card): card is Item => "topic" in card
export const isTask = (card: Card): card is Task => "itemId" in card

type Cards = Pick<Rows, "goals" | "items" | "tasks">

export const cardsOf = <E extends Entity>({ goals, items, tasks }: Cards, entity: E): ReadonlyMap<number, RowOf[E]> =>
  ({ goal: goals, item: items, task: tasks })[entity] as ReadonlyMap<number, RowOf[E]>

export const cardIn = <E extends Entity>(rows: Cards, entity: E, id: number): RowOf[E] | undefined =>
  cardsOf(rows, entity).get(id)

/** The fields that people see and set, without the place in a list. */
export const givenFields: Record<Entity, readonly string[]> = {
  goal: ["name", "description", "color", "completed"],
  item: [
    ...["goalId", "topic", "description", "businessValue", "effortAndComplexity"],
    ...["completed", "focus", "dueDate", "ownerId"],
  ],
  task: ["itemId", "description", "type", "dueDate", "ownerId"],
}

/** A field as it is sent and compared: an action's owner is an id. */
export const valueIn = (card: object, key: string): unknown => {
  const fields = card as Record<string, unknown>
  if (key !== "ownerId" || "ownerId" in fields) return fields[key]
  return (fields.owner as { id: number } | null | undefined)?.id ?? null
}
