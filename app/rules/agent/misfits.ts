// misfitsIn(): which changes of a proposal no longer fit the plan, and why.
import type { Change } from "~/contract/change-set"
import { fitting, type Trying } from "./apply-changes"
import { driftOf } from "./propose"
import type { WorkingCopy } from "./working-copy"

/** `drifted`: a field has another value than the proposal showed, or, without a field, the card is gone. `refused`: by a rule. */
export type Misfit = { field: string | null } | { refused: string }

/** By position. A change that rests on a misfit is one too. `fresh` makes copies of the plan as it is now. */
export const misfitsIn = (
  fresh: () => WorkingCopy,
  changes: readonly Change[],
  trying: Trying,
): Map<number, Misfit> => {
  const found = new Map<number, Misfit>()
  const copy = fresh()
  for (const [at, change] of changes.entries()) {
    const drift = driftOf(copy, change)
    if (drift) found.set(at, drift)
  }
  const left = [...changes.keys()].filter((at) => !found.has(at))
  const refused = fitting(
    fresh(),
    left.map((at) => changes[at] as Change),
    trying,
  )
  for (const [at, message] of refused) found.set(left[at] as number, { refused: message })
  return found
}
