import { expect, test } from "vitest"
import type { SentChangeSet } from "~/contract/change-set"
import { warningsFor } from "./warnings"

type Sent = SentChangeSet["changes"][number]
const people = new Map([[4, { userName: "Marco Ruiz" }]])
const task = (more: Partial<Sent>): Sent => ({ op: "update", entity: "task", id: 21, ...more })
const gone = task({ op: "delete" })
const done = task({ entity: "item", fields: { completed: true } })
const reworded = task({ fields: { description: "Call the bank" } })
const owned = task({ fields: { ownerId: 4 } })
const made: Sent = { op: "create", entity: "task", ref: "new-1", fields: { description: "Call", itemId: 11 } }

test.each<[request: string, change: Sent, warning: string | undefined]>([
  ["Tidy up the board", gone, undefined],
  ["Plan the week", gone, "you did not ask for a deletion"],
  ["Close what is finished", done, undefined],
  ["Move the permits on", done, "you did not ask to complete it"],
  ["Translate the tasks into German", reworded, undefined],
  ["Set the dates for the permits", reworded, "you did not ask for other words"],
  ["Give it to Marco", owned, undefined],
  ["ruiz takes the consents", owned, undefined],
  ["Set the dates for the permits", owned, "you did not name an owner"],
  ["What is overdue?", made, "you asked a question"],
  ["Which tasks are unclear?", reworded, "you did not ask for other words"],
  ["Which tasks are there to delete?", gone, "you asked a question"],
  ["Can you add a call?", made, undefined],
  ["Add a call", made, undefined],
])("“%s”", (request, change, warning) => {
  expect(warningsFor(request, [change], people).get(0)).toBe(warning)
})

test("each change has its own warning, by position", () => {
  expect(warningsFor("Plan the week", [made, gone, reworded], people)).toEqual(
    new Map([
      [1, "you did not ask for a deletion"],
      [2, "you did not ask for other words"],
    ]),
  )
})
