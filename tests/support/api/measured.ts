// openMeasured(): the whole API, with goals that have results, and their check-ins.
import type { AuditEntry } from "~/contract/audit"
import { goalCalls } from "~/contract/goal"
import { keyResultCalls } from "~/contract/key-result"
import { planCalls } from "~/contract/plan"
import { openTransfer } from "./transfer.ts"

type Made = { goalId: number; name?: string; start?: number; target?: number; current?: number; unit?: string }

export const openMeasured = async () => {
  const transfer = await openTransfer()
  const { api, boardOf, owner } = transfer

  const add = async (planId: number, more: Made, as = owner) =>
    (await api.send(keyResultCalls.create, { planId, name: "Sign-ups", start: 0, target: 400, ...more }, { as })).body
  const measured = async () => {
    const made = await api.filled(owner)
    const planId = made.plan.id
    const goalId = made.goal.id
    const first = await add(planId, { goalId, unit: "people" })
    const second = await add(planId, { goalId, name: "Failures", start: 8, target: 2 })
    return { ...made, planId, goalId, first, second }
  }
  const goalOf = async (planId: number, id: number) => (await boardOf(planId)).goals.find((goal) => goal.id === id)
  const valuesOf = async (planId: number) =>
    Object.fromEntries((await boardOf(planId)).keyResults.map(({ name, current }) => [name, current]))
  const checkIn = (planId: number, id: number, more: object = {}, as = owner) =>
    api.send(goalCalls.checkIn, { planId, id, status: 1, ...more }, { as })
  const checkInsOf = async (planId: number, id: number) =>
    (await api.send(goalCalls.checkIns, { planId, id }, { as: owner })).body
  const eventsSince = async (planId: number, since: number) =>
    (await api.send(planCalls.changes, { planId, since }, { as: owner })).body.events.map(({ event, payload }) => ({
      event,
      data: payload.data,
    }))
  /** The sentences of the log, newest first. */
  const logOf = async (planId: number) =>
    (await api.call<AuditEntry[]>("GET", `/api/Audit/unified/plan/${planId}`, { as: owner })).body.map(({ message }) =>
      message.replace(/<[^>]*>/g, ""),
    )
  return { ...transfer, add, measured, goalOf, valuesOf, checkIn, checkInsOf, eventsSince, logOf }
}
