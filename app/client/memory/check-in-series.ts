// Goals that a person checks in one after the other, in this tab.
import { cell } from "./cell"

type Goal = { planId: number; id: number }

const series = cell("session", "checkInSeries")

const read = (): Goal[] => {
  try {
    const goals: unknown = JSON.parse(series.read() ?? "[]")
    return Array.isArray(goals) ? goals : []
  } catch {
    return []
  }
}

/** A series of one is none. */
export const beginCheckIns = (goals: readonly Goal[]) => {
  if (goals.length < 2) series.clear()
  else series.write(JSON.stringify(goals.map(({ planId, id }) => ({ planId, id }))))
}

/** A goal's place in the series, and the one after it; undefined for a goal outside of it. */
export const checkInPlace = ({
  planId,
  id,
}: Goal): { index: number; count: number; next: Goal | undefined } | undefined => {
  const goals = read()
  const index = goals.findIndex((goal) => goal.planId === planId && goal.id === id)
  return index < 0 ? undefined : { index, count: goals.length, next: goals[index + 1] }
}

export const endCheckIns = series.clear
