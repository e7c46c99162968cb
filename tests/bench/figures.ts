// openFigures(): measured values beside their budgets, printed as one table.

export type Figure = {
  work: string
  unit: string
  /** one value, or p50 and p95 */
  measured: number[]
  /** beside each value; null: none */
  budget: (number | null)[]
  /** The budget is a minimum, as for writes per second. */
  atLeast: boolean
  /** null: without a budget */
  ok: boolean | null
}

export type Figures = ReturnType<typeof openFigures>
type Budget = number | null | (number | null)[]

export const openFigures = () => {
  const all: Figure[] = []
  const add = (work: string, unit: string, measured: number | number[], budget: Budget, atLeast: boolean) => {
    const values = [measured].flat()
    const budgets = [budget].flat()
    const kept = budgets.flatMap((limit, index) => {
      const value = values[index]
      return limit === null || value === undefined ? [] : [atLeast ? value >= limit : value <= limit]
    })
    const ok = kept.length === 0 ? null : kept.every(Boolean)
    const figure = { work, unit, measured: values, budget: budgets, atLeast, ok }
    all.push(figure)
    process.stdout.write(`  ${line(figure).filter(Boolean).join(" · ")}\n`)
  }
  return {
    all: all as readonly Figure[],
    atMost: (work: string, unit: string, measured: number | number[], budget: Budget = null) =>
      add(work, unit, measured, budget, false),
    atLeast: (work: string, unit: string, measured: number, budget: Budget = null) =>
      add(work, unit, measured, budget, true),
    /** The first value recorded under this name. */
    find: (work: string) => all.find((figure) => figure.work === work)?.measured[0],
  }
}

export const table = (figures: readonly Figure[]): string => {
  const rows = [["Work", "Measured", "Budget", ""], ...figures.map(line)]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n")
}

const line = ({ work, unit, measured, budget, atLeast, ok }: Figure): string[] => {
  const has = budget.some((limit) => limit !== null)
  const limits = budget.map((limit) => (limit === null ? "–" : short(limit))).join(" / ")
  return [
    work,
    `${measured.map(short).join(" / ")} ${unit}`,
    has ? `${atLeast ? "≥" : "≤"} ${limits} ${unit}` : "",
    ok === null ? "" : ok ? "ok" : "misses",
  ]
}

const short = (value: number) => {
  return String(Number(value.toPrecision(value >= 1000 ? 4 : 3)))
}
