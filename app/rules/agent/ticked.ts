// What of a change set is carried out when some of its changes are left out.
import type { Change } from "~/contract/change-set"

type Linked = Pick<Change, "ref" | "fields">

/** For each change the position of the one that it rests on: what creates the card above it. */
export const restsOn = (changes: readonly Linked[]): (number | undefined)[] => {
  const made = new Map<unknown, number>()
  return changes.map(({ ref, fields }, at) => {
    const { goalId, itemId, taskId } = fields
    const above = [taskId, itemId, goalId].find((value) => typeof value === "string")
    if (ref !== null) made.set(ref, at)
    return made.get(above)
  })
}

/** Positions of the changes that are left: without those left out, and without what rests on them. */
export const leftOf = (changes: readonly Linked[], out: ReadonlySet<number>): number[] => {
  const above = restsOn(changes)
  const gone = new Set<number>()
  return changes.flatMap((_, at) => {
    const on = above[at]
    if (!out.has(at) && !(on !== undefined && gone.has(on))) return at
    gone.add(at)
    return []
  })
}

/** What is left out once a change is ticked or unticked: with it goes what rests on it, and with it comes what it rests on. */
export const outAfter = (
  changes: readonly Linked[],
  out: ReadonlySet<number>,
  at: number,
  on: boolean,
): ReadonlySet<number> => {
  const next = new Set(out)
  if (!on) {
    next.add(at)
    const left = new Set(leftOf(changes, next))
    return new Set([...changes.keys()].filter((each) => !left.has(each)))
  }
  const above = restsOn(changes)
  for (let each: number | undefined = at; each !== undefined; each = above[each]) next.delete(each)
  return next
}
