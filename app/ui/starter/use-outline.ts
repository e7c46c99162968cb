import { useEffect, useMemo, useState } from "react"
import { colorsOfNewGoals } from "~/rules/goal-colors"
import { readDescription } from "~/rules/transfer/described"
import { useBoard, useColumn } from "~/ui/plan/board-context"

/** The preview follows the text after this pause, ms. */
const pause = 150

/** A value once it has not changed for the pause. */
const useSettled = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(waiting)
  }, [value])
  return settled
}

/** What a description becomes; undefined without one. */
export const outlineOf = (description: string, name: string) =>
  description.trim() === "" ? undefined : readDescription(description.trim(), name)

/** The preview of a description, and the colours its goals get: none that the plan uses already. */
export const useOutline = (description: string, name: string) => {
  const text = useSettled(description)
  const title = useSettled(name)
  const outline = useMemo(() => outlineOf(text, title), [text, title])
  const { store, planId } = useBoard().session
  const goals = useColumn("goals")
  const colorOf = useMemo(
    () =>
      colorsOfNewGoals(
        planId,
        goals.flatMap((id) => store.goal(id)?.color ?? []),
      ),
    [goals, store, planId],
  )
  return { outline, colorsFor: (count: number) => Array.from({ length: count }, (_, index) => colorOf(index)) }
}
