// Resolve: what gives a row's current id, as ids are unique in a kind only. kindOf(), kindNamed(): the kind of row whose id a field has.
import type { BoardEntity } from "~/contract/fields/field"
import { partsOf, type RuleCall } from "../index"

/** A row's current id, where it was made again. */
export type Resolve = (entity: BoardEntity, id: number) => number

/** The kind of row whose id a field has; `entity`: of the row with the field. */
export const kindOf = (entity: BoardEntity, field: string): BoardEntity => {
  const kind = field.replace(/Ids?$/, "")
  return kinds.has(kind) ? (kind as BoardEntity) : entity
}
const kinds: ReadonlySet<string> = new Set<BoardEntity>(["goal", "item", "task", "label", "keyResult"])

/** The same of a field of a call's input: a check-in is made of a goal's id. */
export const kindNamed = (name: RuleCall["name"], field: string): BoardEntity =>
  name === "checkIn.create" && field === "id" ? "goal" : kindOf(partsOf(name)[0], field)

/** Where none was. */
export const itself: Resolve = (_, id) => id
