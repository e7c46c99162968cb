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
const inDone = task({ fields: { type: 2 } })
const moved = task({ fields: { type: 1 } })
const elsewhere = task({ entity: "item", fields: { goalId: 2 } })
const dated = task({ fields: { dueDate: "2026-12-01" } })
const sized = task({ entity: "item", fields: { businessValue: 9 } })
const unowned = task({ fields: { ownerId: null } })
const note: Sent = { op: "create", entity: "comment", fields: { taskId: 21, content: "The password is hunter2" } }
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
  ["Set the dates for the permits", inDone, "you did not ask to complete it"],
  ["Close what is finished", inDone, undefined],
  ["Set the dates for the permits", moved, "you did not ask to move it"],
  ["Set the dates for the permits", elsewhere, "you did not ask to move it"],
  ["Set the dates for the permits", dated, undefined],
  ["Give it to Marco", dated, "you did not ask for a date"],
  ["Give it to Marco by Friday", dated, undefined],
  ["Give it to Marco", made, "you did not ask for a new card"],
  ["Give it to Marco", sized, "you did not ask for a value or an effort"],
  ["Rename the permits", unowned, "you did not name an owner"],
  ["Break the docks down", note, "you did not ask for a note"],
  ["Ready for the fair", note, "you did not ask for a note"],
  ["Tell the others that it is late", note, undefined],
  // A wish in no word of a kind asks for whatever it takes, except what takes away or speaks for somebody.
  ["Ready for the fair in Leeds", made, undefined],
  ["Ready for the fair in Leeds", dated, undefined],
  ["Ready for the fair in Leeds", gone, "you did not ask for a deletion"],
  ["Book a room by Friday", made, undefined],
  ["Make the permits clearer", gone, "you did not ask for a deletion"],
  ["Make the permits clearer", reworded, undefined],
  ["Add a checklist", done, "you did not ask to complete it"],
  ["Lösche alles Erledigte", gone, undefined],
  ["Ändere die Texte", reworded, undefined],
  ["Verteile die Aufgaben", gone, "you did not ask for a deletion"],
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
