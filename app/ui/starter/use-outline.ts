import { useEffect, useMemo, useState } from "react"
import { call } from "~/client/api"
import { aiCalls } from "~/contract/ai"
import { colorsOfNewGoals } from "~/rules/goal-colors"
import { isProse, readDescription } from "~/rules/transfer/described"
import type { Outline } from "~/rules/transfer/outline"
import { useBoard, useList, usePlan } from "~/ui/plan/board-context"

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

/** The outline made from a description; undefined without one. A model turns prose into actions. */
export const outlineOf = (description: string, name: string, hasModel: boolean): Outline | undefined => {
  const text = description.trim()
  if (text === "") return undefined
  const outline = readDescription(text, name)
  if (!hasModel || !isProse(text)) return outline
  return { ...outline, goals: outline.goals.map((goal) => ({ ...goal, actions: [] })) }
}

/** Whether a model reads the plan's requests; false until that is known. */
export const useHasModel = () => {
  const allowed = usePlan()?.aiEnabled !== false
  const [configured, setConfigured] = useState(false)
  useEffect(() => {
    const closed = new AbortController()
    call(aiCalls.provider, {}, { signal: closed.signal }).then(
      ({ provider }) => setConfigured(provider !== null),
      () => {},
    )
    return () => closed.abort()
  }, [])
  return allowed && configured
}

/** The preview of a description, and the colours its goals get: none that the plan uses already. */
export const useOutline = (description: string, name: string, hasModel: boolean) => {
  const text = useSettled(description)
  const title = useSettled(name)
  const outline = useMemo(() => outlineOf(text, title, hasModel), [text, title, hasModel])
  const { store, planId } = useBoard().session
  const goals = useList("goals")
  const colorOf = useMemo(
    () =>
      colorsOfNewGoals(
        planId,
        goals.flatMap((id) => store.goal(id)?.color ?? []),
      ),
    [goals, store, planId],
  )
  const prose = hasModel && outline !== undefined && isProse(text)
  return { outline, prose, colorsFor: (count: number) => Array.from({ length: count }, (_, index) => colorOf(index)) }
}
