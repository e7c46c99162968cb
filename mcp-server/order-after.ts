type Ordered = { id: number; order: number }

const gap = 1_024

/** An order right after another card, or before all for null; the server makes room where there is none. */
export const orderAfter = (rows: readonly Ordered[], own: number, after: number | null): number => {
  const others = rows.filter(({ id }) => id !== own).sort((a, b) => a.order - b.order || a.id - b.id)
  const at = after === null ? -1 : others.findIndex(({ id }) => id === after)
  const [before, next] = [others[at], others[at + 1]]
  if (!next) return (others.at(-1)?.order ?? 0) + gap
  return before ? Math.floor((before.order + next.order) / 2) : next.order - gap
}
