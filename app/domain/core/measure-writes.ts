// What changes of results and check-ins write.
import type { Write } from "~/database/tables"
import type { CheckInChange, ResultChange } from "~/rules/rule"

/** A deleted result stays for its check-ins. */
export const resultWrite = (change: ResultChange): Write => {
  if (change.op === "delete")
    return { update: "key_result", row: { id: change.id, deletedDate: new Date().toISOString() } }
  if (change.op === "update") {
    const { planId, modifiedDate, ...fields } = change.fields
    return { update: "key_result", row: { ...fields, id: change.id } }
  }
  const { planId, modifiedDate, ...row } = change.row
  return change.restored ? { update: "key_result", row: { ...row, deletedDate: null } } : { insert: "key_result", row }
}

export const checkInWrite = (change: CheckInChange): Write => {
  if (change.op === "delete") return { delete: "check_in", row: { id: change.id } }
  const { id, goalId, status, confidence, note, values, progress, statusBefore } = change.row
  const results = values.map(({ keyResultId, before, current }) => ({ id: keyResultId, before, current }))
  return { insert: "check_in", row: { id, goalId, status, confidence, note, results, progress, statusBefore } }
}
