import { invalid } from "~/contract/problem"
import { refuseMoved } from "~/domain/limits/moved.server"
import { type Actor, callerName } from "./actor"
import { createTurns } from "./turns.server"

const lists = createTurns({ most: 20, what: "lists", retryAfter: 2 })

/** Reads a caller's pages of long texts one after another. */
export const listPageInTurn = async <Page>(actor: Actor, read: () => Promise<Page>) => {
  const caller = callerName(actor)
  refuseMoved(caller)
  return lists(caller, read)
}

/** Makes the answer name the page after the row `last`. */
export const continueAfter = (actor: Actor, last: number | null | undefined) => {
  if (last && actor.caused) actor.caused.next = last
}

/** A page of a list with the number of rows on all pages. */
export const countedListPage = <Row extends { id: number }>(
  actor: Actor,
  { rows, more, total }: { rows: Row[]; more: boolean; total: number },
): Row[] => {
  if (actor.caused) actor.caused.total = total
  return listPageOf(actor, rows, more)
}

/** A page of a list; when there are `more` rows, the answer names the next page, after its last row. */
export const listPageOf = <Row extends { id: number }>(actor: Actor, rows: Row[], more: boolean): Row[] => {
  if (more) continueAfter(actor, rows.at(-1)?.id)
  return rows
}

/** The rows of a page, null where the row it continues after is gone. */
export const stillThere = <Row>(rows: Row[] | null): Row[] => {
  if (rows === null) throw invalid("before", "That entry no longer exists. Load the list from the start.")
  return rows
}
