const gap = 4
/** The width of "+12", px. */
const moreWidth = 32

/**
 * How many chips of these widths fit in two lines, with the number of the others behind them. One that has the second
 * line to itself gives way to it.
 */
export const fitting = (widths: readonly number[], width: number): number => {
  let [line, end, begun] = [1, 0, 0]
  for (const [at, own] of widths.entries()) {
    const next = end === 0 ? own : end + gap + own
    if (next <= width || end === 0) {
      end = next
      continue
    }
    if (line === 2) {
      let fits = at
      while (fits > begun + 1 && end + gap + moreWidth > width) end -= (widths[--fits] as number) + gap
      return fits
    }
    line = 2
    begun = at
    end = own
  }
  return widths.length
}
