import clsx from "clsx"
import { ArrowDown, ArrowUp } from "lucide-react"
import { useContext, useEffect, useMemo, useState } from "react"
import { goalsSorting } from "~/client/memory/choices"
import type { PeopleLooks } from "~/rules/people/person-look"
import { type GoalLine, type SortBy, type Sorting, sortedLines } from "~/ui/goals/goal-lines"
import { type GoalActs, GoalRow } from "~/ui/goals/goal-row"
import { goalsTexts as texts } from "~/ui/goals/texts"
import { LooksContext } from "~/ui/parts/avatar"
import { useHydrating } from "~/ui/parts/use-hydrating"
import "./goals.css"

type GoalListProps = {
  lines: readonly GoalLine[]
  /** How it is sorted until a person chooses. */
  first: SortBy
  today: string
  userId: number
  acts: GoalActs
  pictureOf?(planId: number): string | undefined
  /** How a plan's people are shown, on the page of all plans. */
  looksIn?(planId: number): PeopleLooks | undefined
}

/** Rows that are drawn at once; the others follow when the browser has time. */
const firstRows = 20

const columns: readonly (SortBy | "results")[] = ["goal", "status", "progress", "results", "checkIn"]

/** Goals in rows under headings that sort them. */
export const GoalList = ({ lines, first, today, userId, acts, pictureOf, looksIn }: GoalListProps) => {
  const around = useContext(LooksContext)
  const hydrating = useHydrating()
  const stored = useMemo(() => goalsSorting(first).read(), [first])
  const [chosen, setChosen] = useState<Sorting>()
  const sorting = chosen ?? (hydrating ? { by: first, down: false } : stored)
  const sorted = useMemo(() => sortedLines(lines, sorting), [lines, sorting])
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setWhole(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  const shown = isWhole ? sorted : sorted.slice(0, firstRows)

  const sort = (by: SortBy) => {
    const next = { by, down: sorting.by === by && !sorting.down }
    goalsSorting(first).write(next)
    setChosen(next)
  }
  return (
    <table className="goals-list">
      <thead>
        <tr className="goals-head fine muted">
          {columns.map((column) => {
            if (column === "results") {
              return (
                <th key={column} scope="col">
                  {texts.headings.results}
                </th>
              )
            }
            const on = sorting.by === column
            const Arrow = sorting.down ? ArrowUp : ArrowDown
            return (
              <th key={column} scope="col" aria-sort={on ? (sorting.down ? "descending" : "ascending") : "none"}>
                <button type="button" className={clsx("row", on && "chosen")} onClick={() => sort(column)}>
                  {texts.headings[column]}
                  {on && <Arrow className="icon tiny" aria-hidden="true" />}
                </button>
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody className="goals-rows grid">
        {shown.map((line) => (
          <LooksContext.Provider key={line.id} value={looksIn?.(line.planId) ?? around}>
            <GoalRow line={line} today={today} userId={userId} acts={acts} picture={pictureOf?.(line.planId)} />
          </LooksContext.Provider>
        ))}
      </tbody>
    </table>
  )
}
