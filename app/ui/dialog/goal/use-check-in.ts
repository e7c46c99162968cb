import { useEffect, useState } from "react"
import { formDraft } from "~/client/memory/typed"
import type { GoalStatus } from "~/contract/check-in"
import type { Goal } from "~/contract/goal"
import type { KeyResult } from "~/contract/key-result"
import { numberFault } from "~/ui/dialog/goal/result-fields"
import { checkIns as texts } from "~/ui/dialog/goal/texts"
import { fieldText, typedNumber } from "~/ui/goal/typed-number"
import { useBoard } from "~/ui/plan/board-context"

/** Texts by the name of their field; a field that is missing shows what is stored. */
type Typed = Partial<Record<"status" | "confidence" | "note" | `value ${number}`, string>>

export const valueField = (id: number) => `value ${id}` as const

export type CheckInFault = { field: keyof Typed; text: string }

/** A check-in as it is being made. What is typed stays in this tab until it is sent or cancelled. `drafted`: the log's note. */
export const useCheckIn = (goal: Goal, results: readonly KeyResult[], drafted: string) => {
  const { store, planId } = useBoard().session
  const key = `checkIn.${planId}.${store.realId(goal.id)}`
  const [typed, setTyped] = useState<Typed>(() => formDraft(key).read())
  const [fault, setFault] = useState<CheckInFault>()
  useEffect(() => {
    if (Object.keys(typed).length > 0) formDraft(key).write(typed as Record<string, string>)
  }, [typed, key])

  const status = typed.status === undefined ? goal.status : (Number(typed.status) as GoalStatus)
  const confidence = Number(typed.confidence ?? goal.lastCheckIn?.confidence ?? 5)
  const note = typed.note ?? drafted

  /** The values typed here. The others are not sent: somebody else may have changed them since. */
  const read = () => {
    const values: { keyResultId: number; current: number }[] = []
    for (const { id } of results) {
      const text = typed[valueField(id)]
      if (text === undefined) continue
      const current = typedNumber(text)
      const wrong = numberFault(current)
      if (wrong !== undefined) return { fault: { field: valueField(id), text: wrong } }
      values.push({ keyResultId: id, current: current as number })
    }
    if (status === null) return { fault: { field: "status" as const, text: texts.form.chooseStatus } }
    return { input: { id: goal.id, status, confidence, note: note.trim(), values } }
  }
  return {
    status,
    confidence,
    note,
    /** The note is the log's. */
    isDrafted: typed.note === undefined && drafted !== "",
    fault,
    valueOf: ({ id, current }: KeyResult) => typed[valueField(id)] ?? fieldText(current),
    type: (field: keyof Typed, text: string) => {
      setFault(undefined)
      setTyped((now) => ({ ...now, [field]: text }))
    },
    /** The call's input, undefined where something is missing or wrong, which is said then. */
    read: () => {
      const { input, fault } = read()
      setFault(fault)
      return input
    },
    forget: () => formDraft(key).clear(),
  }
}
