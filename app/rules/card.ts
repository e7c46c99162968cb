// isGoal(), isItem(), isTask(), isLabel(), isKeyResult(), isCheckIn(): a row's kind. rowsOfKind(), rowIn(): a board's rows of one kind. givenFields, valueIn(): what calls give a card.
// newFields(), sentFields(): the fields that a rule copies from a call.

import type { CheckIn } from "~/contract/check-in"
import { type FieldsWith, fieldsWith, namesWith } from "~/contract/fields/card-fields"
import type { BoardEntity, Entity } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Task } from "~/contract/task"
import type { RowOf, Rows } from "./rule"

export type Card = RowOf[Entity]
export type BoardRow = RowOf[BoardEntity]

/** The entity is inferred from the fields. */
export const isItem = (row: BoardRow): row is Item => "topic" in row
export const isTask = (row: BoardRow): row is Task => "itemId" in row
export const isKeyResult = (row: BoardRow): row is KeyResult => "target" in row
export const isCheckIn = (row: BoardRow): row is CheckIn => "statusBefore" in row
export const isLabel = (row: BoardRow): row is Label => !("description" in row) && !isKeyResult(row) && !isCheckIn(row)
export const isGoal = (row: BoardRow): row is Goal => "description" in row && !isItem(row) && !isTask(row)
export const isCard = (row: BoardRow): row is Card => "description" in row

export type AllRows = Pick<Rows, "goals" | "items" | "tasks" | "labels" | "keyResults" | "checkIns">

export const rowsOfKind = <E extends BoardEntity>(
  { goals, items, tasks, labels, keyResults, checkIns }: AllRows,
  entity: E,
): ReadonlyMap<number, RowOf[E]> =>
  ({ goal: goals, item: items, task: tasks, label: labels, keyResult: keyResults, checkIn: checkIns })[
    entity
  ] as unknown as ReadonlyMap<number, RowOf[E]>

export const rowIn = <E extends BoardEntity>(rows: AllRows, entity: E, id: number): RowOf[E] | undefined =>
  rowsOfKind(rows, entity).get(id)

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
