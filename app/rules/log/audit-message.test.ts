import fc from "fast-check"
import { expect, test } from "vitest"
import { setLanguage } from "~/contract/shared/language/in-force"
import { germanOnServer } from "~/languages/de/german-server"
import { stepsOf } from "../../../tests/support/counts/function-steps"
import { auditMessage, isReorder, type Logged, type Names } from "./audit-message"

const names: Names = {
  goal: new Map([
    [1, "Faster repairs"],
    [2, "New docks"],
  ]),
  item: new Map([
    [5, "Permits"],
    [6, "Street <list>"],
  ]),
  task: new Map([[9, "Draw"]]),
  label: new Map(),
  keyResult: new Map(),
  person: new Map([[3, "Priya Nair"]]),
}
const entry = (entityType: string, entityId: number, more: Partial<Logged>): Logged => ({
  entityType,
  entityId,
  action: "update",
  before: null,
  after: null,
  by: "Ada Lind",
  via: "browser",
  ...more,
})
const says = (logged: Logged) => auditMessage(logged, names).replace(/^<b>Ada Lind<\/b> /, "")

test.each<[string, Logged]>([
  [
    "renamed the goal <b>Faster repairs</b> from <del>Repairs</del> to <ins>Faster repairs</ins>",
    entry("goal", 1, { before: { name: "Repairs" }, after: { name: "Faster repairs", modifiedDate: "x" } }),
  ],
  [
    "made the task <b>Draw</b> repeat <ins>every week on Monday</ins>",
    entry("task", 9, { before: { recurrence: null }, after: { recurrence: "FREQ=WEEKLY;BYDAY=MO" } }),
  ],
  [
    "changed the repetition of the task <b>Draw</b> from <del>every day</del> to <ins>every 2 days</ins>",
    entry("task", 9, { before: { recurrence: "FREQ=DAILY" }, after: { recurrence: "FREQ=DAILY;INTERVAL=2" } }),
  ],
  [
    "stopped the task <b>Draw</b> repeating <del>every day</del> and changed the start of the repetition to <ins>the day it is done</ins>",
    entry("task", 9, {
      before: { recurrence: "FREQ=DAILY", recurrenceFrom: "due" },
      after: { recurrence: null, recurrenceFrom: "done" },
    }),
  ],
  [
    "moved the task <b>Draw</b> from <del>To Do</del> to <ins>Done</ins>",
    entry("task", 9, { before: { type: 0, recurrence: "FREQ=DAILY" }, after: { type: 2, recurrence: null } }),
  ],
  ["created the goal <b>Faster repairs</b>", entry("goal", 1, { action: "create", after: { name: "Repairs" } })],
  [
    "created the action <b>Permits</b> in the goal <b>New docks</b>",
    entry("item", 5, { action: "create", after: { topic: "Permits", goalId: 2 } }),
  ],
  [
    "deleted the task <b>Gone</b> in the action <b>Street &#60;list&#62;</b>",
    entry("task", 77, { action: "delete", before: { description: "Gone", itemId: 6 } }),
  ],
  [
    "saved a version of the plan <b>Bikes</b>",
    entry("plan", 7, { before: { name: "Bikes" }, after: { snapshot: "" } }),
  ],
  [
    "restored the plan to <ins>2 Mar 2026, 09:30 UTC</ins>",
    entry("plan", 7, { after: { restored: "2026-03-02T09:30:00.000Z" } }),
  ],
  ["restored the task <b>Draw</b>", entry("task", 9, { action: "restore" })],
  [
    "moved the action <b>Permits</b> from the goal <del>Faster repairs</del> to the goal <ins>New docks</ins>",
    entry("item", 5, { before: { goalId: 1, goal: { name: "Old name" } }, after: { goalId: 2, goal: { name: "x" } } }),
  ],
  [
    "moved the action <b>Permits</b> from the goal <del>Faster repairs</del> out of its goal",
    entry("item", 5, { before: { goalId: 1 }, after: { goalId: null, goal: null } }),
  ],
  [
    "moved the task <b>Draw</b> from <del>To Do</del> to <ins>Done</ins> and assigned it to <ins>Priya Nair</ins>",
    entry("task", 9, {
      before: { type: 0, complete: false, completedDate: null, ownerId: null, owner: null },
      after: { type: 2, complete: true, completedDate: "x", ownerId: 3, owner: { id: 3, userName: "Priya" } },
    }),
  ],
  [
    "changed the owner of the action <b>Permits</b> from <del>Gone Person</del> to <ins>Priya Nair</ins>",
    entry("item", 5, { before: { owner: { id: 99, userName: "Gone Person" } }, after: { owner: { id: 3 } } }),
  ],
  [
    "removed <del>Ada</del>, who has not joined the plan, as the owner of the task <b>Draw</b>",
    entry("task", 9, { before: { awaitedOwner: { id: 1, userName: "Ada" } }, after: { awaitedOwner: null } }),
  ],
  [
    "assigned the action <b>Permits</b> to <ins>Priya Nair</ins>",
    entry("item", 5, {
      before: { owner: null, awaitedOwner: { id: 1, userName: "Ada" } },
      after: { owner: { id: 3 }, awaitedOwner: null },
    }),
  ],
  [
    "took the task <b>Draw</b> from <del>Priya Nair</del>",
    entry("task", 9, { before: { ownerId: 3 }, after: { ownerId: null } }),
  ],
  [
    "changed the due date of the task <b>Draw</b> to <ins>2 Mar 2026</ins>",
    entry("task", 9, { before: { dueDate: null }, after: { dueDate: "2026-03-02T00:00:00.000Z" } }),
  ],
  [
    "completed the action <b>Permits</b>",
    entry("item", 5, { before: { completed: false }, after: { completed: true, completedDate: "x" } }),
  ],
  [
    "moved the action <b>Permits</b> into Focus",
    entry("item", 5, { after: { focus: true, focusOrder: 3, focusDate: "x" } }),
  ],
  ["changed the place of the task <b>Draw</b>", entry("task", 9, { before: { order: 1 }, after: { order: 2 } })],
  ["changed the picture of the goal <b>New docks</b>", entry("goal", 2, { after: { imageBase64: null } })],
  [
    "hid value and effort of the plan <b>Bikes</b>",
    entry("plan", 7, { after: { effortAndComplexityVisible: false }, before: { name: "Bikes" } }),
  ],
  [
    "changed the role of the member <b>Priya Nair</b> from <del>Member</del> to <ins>Admin</ins>",
    entry("userplan", 3, { before: { planRole: 1 }, after: { planRole: 0 } }),
  ],
  [
    "removed the member <b>Priya Nair</b> from the plan",
    entry("userplan", 3, { action: "delete", before: { userName: "Priya" } }),
  ],
  [
    "invited <b>new@example.org</b> as Viewer",
    entry("invitation", 4, { action: "create", after: { email: "new@example.org", role: 2 } }),
  ],
  [
    "added the file <b>Reports.xlsx</b> to the task <b>Draw</b>",
    entry("file", 4, { action: "create", after: { friendlyName: "Reports.xlsx", taskId: 9, itemId: null } }),
  ],
  [
    "added a note to the goal <b>New docks</b>: <ins>@Priya Nair see &#60;this&#62;</ins>",
    entry("comment", 4, { action: "create", after: { content: "@[Priya Nair](3) see <this>", goalId: 2 } }),
  ],
  ["added a note to the action <b>Permits</b>", entry("comment", 4, { action: "create", after: { itemId: 5 } })],
  ["deleted a note of the action <b>Permits</b>", entry("comment", 4, { action: "delete", before: { itemId: 5 } })],
  ["deleted the task", entry("task", 77, { action: "delete", before: { itemId: 66 } })],
  [
    "changed a note of the action <b>Permits</b> from <del>Old</del> to <ins>New</ins>",
    entry("comment", 4, { before: { content: "Old", itemId: 5 }, after: { content: "New", itemId: 5 } }),
  ],
])("%s", (sentence, logged) => {
  expect(says(logged)).toBe(sentence)
})

test.each<[string, Logged]>([
  [
    "Ziel <b>Faster repairs</b> umbenannt von <del>Repairs</del> zu <ins>Faster repairs</ins>",
    entry("goal", 1, { before: { name: "Repairs" }, after: { name: "Faster repairs" } }),
  ],
  [
    "Aktion <b>Permits</b> in Ziel <b>New docks</b> erstellt",
    entry("item", 5, { action: "create", after: { topic: "Permits", goalId: 2 } }),
  ],
  [
    "Aufgabe <b>Draw</b> verschoben von <del>Zu erledigen</del> zu <ins>Erledigt</ins>, an <ins>Priya Nair</ins> übergeben",
    entry("task", 9, {
      before: { type: 0, ownerId: null, owner: null },
      after: { type: 2, ownerId: 3, owner: { id: 3 } },
    }),
  ],
  [
    "Fälligkeit von Aufgabe <b>Draw</b> geändert zu <ins>2. März 2026</ins>",
    entry("task", 9, { before: { dueDate: null }, after: { dueDate: "2026-03-02T00:00:00.000Z" } }),
  ],
  [
    "Aktion <b>Permits</b> verschoben von Ziel <del>Faster repairs</del>, jetzt ohne Ziel",
    entry("item", 5, { before: { goalId: 1 }, after: { goalId: null, goal: null } }),
  ],
  [
    "<b>new@example.org</b> eingeladen als Betrachter",
    entry("invitation", 4, { action: "create", after: { email: "new@example.org", role: 2 } }),
  ],
  [
    "Datei <b>Map.pdf</b> zum Plan hinzugefügt",
    entry("file", 4, { action: "create", after: { friendlyName: "Map.pdf" } }),
  ],
  ["Notiz zu Aktion <b>Permits</b> gelöscht", entry("comment", 4, { action: "delete", before: { itemId: 5 } })],
])("in German: %s", (sentence, logged) => {
  setLanguage({ tag: "de", texts: germanOnServer })
  const said = auditMessage(logged, names)
  setLanguage({ tag: "en" })
  expect(said).toBe(`<b>Ada Lind</b>: ${sentence}`)
})

test("a long text shows its difference with the words around it", () => {
  const text = (word: string) => `${"many words ".repeat(60)}${word}${" and more".repeat(60)}`
  const said = says(entry("item", 5, { before: { description: text("dogs") }, after: { description: text("cats") } }))
  expect(said).toMatch(/<del>….*dogs and more.*…<\/del> to <ins>….*cats and more.*…<\/ins>$/)
  expect(said.length).toBeLessThan(300)
})

test("an assistant's change is marked, and a change of only the order is a reorder", () => {
  expect(auditMessage(entry("goal", 1, { action: "create", via: "agent" }), names)).toBe(
    "<b>The assistant</b> for <b>Ada Lind</b> created the goal <b>Faster repairs</b>",
  )
  expect(isReorder({ action: "update", after: { order: 1, modifiedDate: "x" } })).toBe(true)
  expect(isReorder({ action: "update", after: { order: 1, type: 2 } })).toBe(false)
  expect(isReorder({ action: "update", after: { modifiedDate: "x" } })).toBe(false)
})

test("the message of any entry is escaped text with b, del and ins, of bounded length", () => {
  const fields = fc.option(
    fc.dictionary(
      fc.constantFrom(
        "name",
        "topic",
        "content",
        "description",
        "goalId",
        "owner",
        "ownerId",
        "type",
        "order",
        "dueDate",
        "color",
        "planRole",
        "role",
        "email",
        "completed",
        "focus",
      ),
      fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 400 }),
        fc.constant("<img src=x onerror=alert(1)>&\"'"),
        fc.integer(),
        fc.constant(null),
        fc.boolean(),
        fc.constant({ id: 3, userName: "<i>" }),
      ),
    ),
  )
  fc.assert(
    fc.property(
      fc.constantFrom("goal", "item", "task", "plan", "userplan", "invitation", "file", "comment", "constructor"),
      fc.constantFrom("create", "update", "delete", "restore"),
      fields,
      fields,
      (entityType, action, before, after) => {
        const message = auditMessage(entry(entityType, 5, { action, before, after, by: "<script>" }), names)
        const text = message.replace(/<\/?(b|del|ins)>/g, "")
        expect(text).not.toMatch(/[<>"']|&(?!#\d+;)/)
        expect(message.length).toBeLessThan(20_000)
      },
    ),
    { numRuns: 500 },
  )
})

test("a difference is not cut within a character", () => {
  const emoji = "🚢".repeat(200)
  const change = (before: string, after: string) =>
    says(entry("item", 5, { before: { topic: before }, after: { topic: after } }))
  for (const at of [40, 41, 42, 43]) {
    const said = change(`${"x".repeat(at)}${emoji}a${emoji}`, `${"x".repeat(at)}${emoji}b${emoji}`)
    expect(said).toMatch(/<del>…🚢+a🚢+…<\/del> to <ins>…🚢+b🚢+…<\/ins>$/u)
  }
})

test("of long texts that changed, a page costs less than twenty steps a character", () => {
  for (const letter of ["a", "é", "字", " "]) {
    const texts = ["a", "b"].map((end) => `${letter.repeat(19_999)}${end}`)
    const change = (key: string) => entry("goal", 1, { before: { [key]: texts[0] }, after: { [key]: texts[1] } })
    const page = Array.from({ length: 25 }, (_, at) => change(at % 2 ? "description" : "explanation"))
    for (const each of page) expect(says(each)).toMatch(/a<\/del> to <ins>…?[^<]*b<\/ins>$/)
    const letters = page.length * 2 * 20_000
    expect(stepsOf(() => page.map(says)) / letters, letter).toBeLessThan(20)
  }
})
