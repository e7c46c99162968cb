import type { Actor } from "./actor"

/** A page of a list; when there are `more` rows, the answer names the next page, after its last row. */
export const pageOf = <Row extends { id: number }>(actor: Actor, rows: Row[], more: boolean): Row[] => {
  const last = rows.at(-1)
  if (more && last && actor.caused) actor.caused.next = last.id
  return rows
}
