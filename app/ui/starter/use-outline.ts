import { useEffect, useMemo, useState } from "react"
import { goalColors } from "~/rules/goal-colors"
import { readDescription } from "~/rules/transfer/described"
import { useBoard, useColumn } from "~/ui/plan/board-context"

/** The preview follows the text after this pause, ms. */
const pause = 150
/** Goals with a colour chosen in advance; later ones repeat these. */
const mostColors = 240

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
  const { store } = useBoard().session
  const goals = useColumn("goals")
  const colors = useMemo(() => {
    const used = goals.flatMap((id) => store.goal(id)?.color ?? [])
    return goalColors([...used, ...Array<null>(mostColors).fill(null)]).slice(used.length)
  }, [goals, store])
  const colorOf = (index: number) => colors[index % colors.length] as string
  return { outline, colorsFor: (count: number) => Array.from({ length: count }, (_, index) => colorOf(index)) }
}
