// isItem(), isTask(): a card's kind. cardsOf(), cardIn(): a board's cards of one kind. givenFields, valueIn(): what calls give a card.
// newFields(), sentFields(): the fields that a rule copies from a call.
import { type FieldsWith, fieldsWith, namesWith } from "~/contract/card-fields"
import type { Entity } from "~/contract/field"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import type { RowOf, Rows } from "./rule"

export type Card = RowOf[Entity]

/** The entity is inferred from the fields. */
export const isItem = (card: Card): card is Item => "topic" in card
export const isTask = (card: Card): card is Task => "itemId" in card

type Cards = Pick<Rows, "goals" | "items" | "tasks">

export const cardsOf = <E extends Entity>({ goals, items, tasks }: Cards, entity: E): ReadonlyMap<number, RowOf[E]> =>
  ({ goal: goals, item: items, task: tasks })[entity] as ReadonlyMap<number, RowOf[E]>

export const cardIn = <E extends Entity>(rows: Cards, entity: E, id: number): RowOf[E] | undefined =>
  cardsOf(rows, entity).get(id)

const entities = ["goal", "item", "task"] as const
const ofEach = <Value>(of: (entity: Entity) => Value) =>
  Object.fromEntries(entities.map((entity) => [entity, of(entity)])) as Record<Entity, Value>

/** The fields that people see and set, without the place in a list. */
export const givenFields: Record<Entity, readonly string[]> = ofEach((entity) => namesWith(entity, "given"))

const copied = ofEach((entity) => fieldsWith(entity, "empty").map(([name, { empty }]) => [name, empty] as const))
type Copied<E extends Entity> = Pick<RowOf[E], FieldsWith<E, "empty"> & keyof RowOf[E]>

/** The fields that a rule copies, of a new card: as sent, or else empty. */
export const newFields = <E extends Entity>(entity: E, input: object) =>
  Object.fromEntries(
    copied[entity].map(([name, empty]) => [name, (input as Record<string, unknown>)[name] ?? empty]),
  ) as Copied<E>

/** The sent fields that a rule copies. */
export const sentFields = <E extends Entity>(entity: E, input: object) =>
  Object.fromEntries(
    copied[entity].flatMap(([name]) => (name in input ? [[name, (input as Record<string, unknown>)[name]]] : [])),
  ) as Partial<Copied<E>>

/** A field as it is sent and compared: an action's owner is an id. */
export const valueIn = (card: object, key: string): unknown => {
  const fields = card as Record<string, unknown>
  if (key !== "ownerId" || "ownerId" in fields) return fields[key]
  return (fields.owner as { id: number } | null | undefined)?.id ?? null
}
