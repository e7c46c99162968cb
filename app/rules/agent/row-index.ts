/** Lookups in a plan's rows that a set of changes makes again and again, without a scan of all rows. */

/** The rows below each parent. A row that is moved or added must be reported; one that is deleted need not. */
export const below = <R extends { id: number }>(rows: ReadonlyMap<number, R>, parentOf: (row: R) => number | null) => {
  let ids: Map<number | null, Set<number>> | undefined
  const add = (parent: number | null, id: number) => {
    const known = ids?.get(parent)
    if (known) known.add(id)
    else ids?.set(parent, new Set([id]))
  }
  return {
    of: (parent: number): R[] => {
      if (!ids) {
        ids = new Map()
        for (const row of rows.values()) add(parentOf(row), row.id)
      }
      return [...(ids.get(parent) ?? [])].flatMap((id) => rows.get(id) ?? [])
    },
    moved: (before: R | undefined, after: R) => {
      if (before && parentOf(before) === parentOf(after)) return
      if (before) ids?.get(parentOf(before))?.delete(after.id)
      add(parentOf(after), after.id)
    },
  }
}

/** The highest order of rows, 0 without any. Each change of a row must be reported. */
export const highest = <R>(rows: () => Iterable<R>, orderOf: (row: R) => number) => {
  let known: number | undefined
  return {
    order: (): number => {
      if (known !== undefined) return known
      known = 0
      for (const row of rows()) known = Math.max(known, orderOf(row))
      return known
    },
    changed: (before: R | undefined, after: R | undefined) => {
      if (known === undefined) return
      const now = after === undefined ? 0 : orderOf(after)
      if (now >= known) known = now
      else if (before !== undefined && orderOf(before) === known) known = undefined
    },
  }
}
