// fitting(): the kinds of cards that a sentence may be about.
import type { Entity } from "~/contract/fields/field"
import type { Doing } from "./grammar"

export const anyKind: readonly Entity[] = ["item", "task", "goal"]
const fits: Partial<Record<Doing, readonly Entity[]>> = {
  ...{ focus: ["item"], unfocus: ["item"], estimate: ["item"], column: ["task", "item"], move: ["item", "task"] },
  ...{ assign: ["task", "item"], unassign: ["task", "item"], due: ["task", "item"], undated: ["task", "item"] },
  ...{ block: ["task", "item"], unblock: ["task", "item"], label: ["task", "item"], unlabel: ["task", "item"] },
  ...{ start: ["task", "item"], repeat: ["task"], unrepeat: ["task"], copy: ["item", "task"] },
}

/** The kind that is said, if it fits. */
export const fitting = (doing: Doing, entity: Entity | null): readonly Entity[] => {
  const kinds = fits[doing] ?? anyKind
  return entity && kinds.includes(entity) ? [entity] : kinds
}
