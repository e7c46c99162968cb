// preparedRows(): the rows of a new plan, and the log of its cards, as JSON in pieces.
import type { BoardEntity } from "~/contract/fields/field"
import type { PreparedRows } from "~/database/apply.server"
import { sentWrites, type Write } from "~/database/tables"
import { cardWrites } from "~/domain/core/outcome"
import type { Change } from "~/rules/rule"
import { createdLog } from "./outline.server"
import { openPieces, type Pieces } from "./pieces"

/** `people`: whom the cards name. `others`: what belongs to the cards. */
export const preparedRows = (people: Write[], changes: Change[], others: Write[]): PreparedRows => {
  const pieces = openPieces()
  const of = {
    label: rows(changes, "label"),
    goal: rows(changes, "goal"),
    result: rows(changes, "keyResult"),
    item: rows(changes, "item"),
    task: rows(changes, "task"),
  }
  for (const writes of [people, of.label, of.goal, of.result, of.item, of.task, others]) addWrites(pieces, writes)
  const writesEnd = pieces.cut()
  addLog(pieces, changes)
  pieces.cut()
  return { ...pieces.all(), writes: writesEnd }
}

/** One by one, because that many rows at once keep the collector of garbage busy for most of the time. */
const rows = function* (changes: Change[], entity: BoardEntity) {
  for (const change of changes) if (change.entity === entity) yield* cardWrites([change])
}

/** Adjacent rows of one table share a write. */
const addWrites = (pieces: Pieces, writes: Iterable<Write>) => {
  let open: string | undefined
  for (const write of writes) {
    for (const sent of sentWrites([write])) {
      const { rows, about } = "rows" in sent ? { rows: sent.rows, about: headOf(sent) } : { rows: [], about: undefined }
      if (open !== undefined && open === about) pieces.add(",")
      else {
        if (open !== undefined) pieces.add("]}")
        pieces.next()
        pieces.add(about ?? JSON.stringify(sent))
      }
      open = about
      for (const row of rows) pieces.add(JSON.stringify(row))
    }
  }
  if (open !== undefined) pieces.add("]}")
}

const headOf = ({ table, op }: { table: string; op: string }) => `{"table":"${table}","op":"${op}","rows":[`

const addLog = (pieces: Pieces, changes: Change[]) => {
  let isFirst = true
  for (const change of changes) {
    for (const entry of createdLog([change])) {
      pieces.add(`${isFirst ? "" : ","}${JSON.stringify(entry)}`)
      isFirst = false
    }
  }
}
