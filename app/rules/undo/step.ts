// Step: what a call did to rows, and the calls that undo it.
import type { BoardEntity, Entity } from "~/contract/fields/field"
import type { RuleCall } from "../index"
import type { Joined } from "./lists"
import type { Spot } from "./spot"

export type Fields = Record<string, unknown>

/**
 * A row after the call: its `fields` were changed, or it was created, or it was deleted; or a label was put on it, or taken off
 * it, along with a change of the label.
 */
export type Touched = { entity: BoardEntity; id: number } & (
  | { what: "changed"; fields: Fields; spot?: Spot }
  | { what: "made"; fields: Fields }
  | { what: "removed"; parent: { entity: Entity; id: number } | null }
  | { what: "along" }
)

/**
 * `remakes`: the former id of the row that this create restores. `spot`: the place of row `id`, whose old order is in
 * the call.
 */
export type Inverse = { call: RuleCall; remakes?: number; spot?: Spot & { id: number }; joins?: Joined }
export type Step = { touched: Touched[]; inverse: Inverse[] }
