import * as fc from "fast-check"
import { expect, test } from "vitest"
import { withMarks, withoutMarks, writeCsv } from "./csv"
import { csvRows, looksLikeCsv } from "./csv-rows"
import { textOfFile } from "./file-text"
import { readImport } from "./import"
import { leftOutSentences } from "./left-out-sentences"
import { actionsOf, emptyAction, emptyGoal, emptyTask } from "./outline"

const read = (text: string, timeZone?: string) => {
  const answer = readImport(text, "plan.csv", { timeZone })
  if ("problem" in answer) return { problem: answer.problem }
  const { outline, leftOut } = answer
  const rows = actionsOf(outline).map(({ goal, action }) => [
    goal?.name ?? null,
    action.topic,
    ...action.tasks.map(({ description }) => description),
  ])
  return { outline, rows, said: leftOutSentences(leftOut) }
}

test.each<[string, string, unknown[][], string[]]>([
  [
    "cells beyond the header are said",
    "goal,action,task\r\nG,A,Buy milk, eggs and bread\r\nG,A,B,,,\r\n",
    [["G", "A", "Buy milk", "B"]],
    ["1 cell beyond the last column was not imported: line 2, “eggs and bread”."],
  ],
  [
    "a column that is there twice is read once, and the other is said",
    "goal,action,task,Task \r\nG,A,first,second\r\nG,A,third,\r\n",
    [["G", "A", "first", "third"]],
    ["1 cell was not imported, because the column “Task” is there more than once."],
  ],
  [
    "a column without a meaning is said with its cells",
    "goal,action,colour,,empty\nG,A,red,5,\nG,B,,,\n",
    [
      ["G", "A"],
      ["G", "B"],
    ],
    ["1 cell of the column “colour” was not imported.", "1 cell of the column “4” was not imported."],
  ],
  ["a separator in the first line", "sep=;\r\ngoal;action;task\r\nG;A;T, t\r\n", [["G", "A", "T, t"]], []],
  ["a quoted separator behind a mark", '\ufeff"sep=\t"\ngoal\taction\ttask\nG\tA\tT;t\n', [["G", "A", "T;t"]], []],
  ["blank lines before the header", "\r\n;;\r\n \r\ngoal;action;task\r\nG;A;T\r\n", [["G", "A", "T"]], []],
  ["tabs", 'goal\taction\ttask\nG\tA\t"T, t;\nu"\n', [["G", "A", "T, t;\nu"]], []],
  ["vertical bars", "goal|action|task\nG|A|T,t\n", [["G", "A", "T,t"]], []],
  [
    "different ends of lines",
    'goal,action,task\r\nG,A,T\nG,A,"U\r\nu\n"\r\nG,A,V\r\n',
    [["G", "A", "T", "U\r\nu", "V"]],
    [],
  ],
  ["carriage returns only", "goal,action,task\rG,A,T\rG,A,U\r", [["G", "A", "T", "U"]], []],
  [
    "cells that belong to no card are said",
    "goal,action,task,status,owner,value\nG,,,doing,Bo,3\nG,A,,done,,\n",
    [["G", "A"]],
    ["4 cells without an action or task to belong to were not imported, the first in line 2, “doing”."],
  ],
  [
    "rows of one action agree, or it is said",
    "goal,action,value,task\nG,A,,T\nG,A,3,U\nG,A,4,V\n",
    [["G", "A", "T", "U", "V"]],
    ["1 cell that differs from an earlier row of the same action was not imported: line 4, “4”."],
  ],
  [
    "two actions of one name stay two",
    "goal,action,task\nG,A,\nG,A,\n",
    [
      ["G", "A"],
      ["G", "A"],
    ],
    [],
  ],
])("CSV: %s", (_, text, rows, leftOut) => {
  expect(read(text)).toMatchObject({ rows, said: leftOut })
})

test.each([
  ["Ziel;Aktion;Aufgabe;Zuständig;Fällig am\r\nG;A;T;Bo;31.12.2026\r\n"],
  ["ZIEL\tAktion\tAufgaben\tZustaendigkeit\tFälligkeitsdatum\nG\tA\tT\tBo\t31.12.26\n"],
  ["Goal Name,Action,Task,Assigned to,Due date\nG,A,T,Bo,2026-12-31\n"],
  ["GOALS|ACTIONS|TASKS|OWNER|DUE_DATE\nG|A|T|Bo|2026/12/31\n"],
  ["\ufeffgoal\u200b;\u00a0action;task\u00a0;Verantwortliche;Fällig\nG;A;T;Bo;31. 12. 2026\n"],
  ["sep=,\r\ngoal;action;task;owner;due\r\nG;A;T;Bo;31.12.2026 00:00\r\n"],
  ["SEP = ;\r\ngoal;action;task;owner;due\r\nG;A;T;Bo;31.12.2026, 00:00:00\r\n"],
  ["sep=^\ngoal^action^task^owner^due\nG^A^T^Bo^2026-12-31\n"],
  ["目标，goal，action，task，owner，due\n，G，A，T，Bo，2026-12-31\n"],
  ["'goal','action','task','owner','due'\n'G','A','T','Bo','2026-12-31'\n"],
  ['goal, action, task, owner, due\n"G", "A", "T", "Bo", "2026-12-31"\n'],
  ['"goal" , "action" ,"task" ,owner,due\n"G" ,"A" , "T" ,Bo,12/31/2026\n'],
])("CSV: a table is read whatever its titles, separators, marks and days: %j", (text) => {
  const tasks = [{ description: "T", owner: { name: "Bo" }, dueDate: "2026-12-31T00:00:00.000Z" }]
  expect(read(text)).toMatchObject({ outline: { goals: [{ name: "G", actions: [{ topic: "A", tasks }] }] }, said: [] })
})

test.each([
  ["task", true],
  ["Goal;Action", true],
  ["Tasks", false],
  ["Aufgaben\n- Holz", false],
  ["Tasks, status", false],
  ["Tasks, status\nDig, done", true],
  ["Ziel; Aktion\nZ; A", true],
  ["Goals, actions and tasks\nof the harbour", false],
  ["# Kickoff, task\n\n## Goal\n", false],
  ["# goal,action,task\n\n- A\n", false],
  ["- Call Bo, task\n- Ask Ada", false],
  ["# of tasks,task\n3,Dig\n", true],
])("CSV: %j is a table: %s", (text, isTable) => expect(looksLikeCsv(text)).toBe(isTable))

test("CSV: quoted cells behind spaces have separators and breaks, and marks within words stay", () => {
  expect(read('goal, action, task\nG, "A, a", "one\ntwo ""three"""\nG, 5" pipe, "Fast" delivery\n').rows).toEqual([
    ["G", "A, a", 'one\ntwo "three"'],
    ["G", '5" pipe', '"Fast" delivery'],
  ])
})

test("CSV: a well-formed table is read as it is, wherever its cells have spaces and quotation marks", () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const inner = fc
    .array(fc.constantFrom('"', " ", ",", "a", "\n", "'"), { maxLength: 9 })
    .map((parts) => parts.join(""))
  const cells = fc.array(inner, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(cells, (texts) => {
      const rows = texts.map((text) => [text, "A", `b${text}e`])
      for (const separator of [",", ",  "]) {
        const lines = rows.map((cells) => cells.map(quoted).join(separator))
        expect(csvRows(["goal,action,task", ...lines].join("\n"))).toMatchObject({
          rows: rows.map((cells) => ({ cells })),
        })
      }
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  [
    "todo",
    [
      "To Do",
      "to-do",
      "Open",
      "Not started",
      "Offen",
      "Zu erledigen",
      "nicht begonnen",
      "Nicht gestartet",
      "pending",
      "Geplant",
      "unerledigt",
      "",
    ],
  ],
  [
    "doing",
    [
      "In Progress",
      "in_progress",
      "DOING",
      "In Arbeit",
      "in Bearbeitung",
      "Ongoing",
      "laufend",
      "läuft",
      "WIP",
      "aktiv",
    ],
  ],
  [
    "done",
    [
      "Done",
      "Completed",
      "closed",
      "Erledigt",
      "FERTIG",
      "abgeschlossen",
      "beendet",
      "Resolved",
      "geschlossen",
      "gelöst",
    ],
  ],
])("CSV: a task is %s by any word for it", (column, words) => {
  const type = ["todo", "doing", "done"].indexOf(column)
  for (const word of words)
    expect(read(`action;task;status\nA;T;${word}\n`), word).toMatchObject({
      outline: { actions: [{ tasks: [{ type }] }] },
    })
})

test.each([
  ["day first", "3/4/2026", "25/4/2026", "2026-04-03"],
  ["month first", "3/4/2026", "4/25/2026 0:00", "2026-03-04"],
  ["either", "4/4/2026", "", "2026-04-04"],
  ["day first, with hyphens", "3-4-2026", "25-4-2026", "2026-04-03"],
  [
    "month first, with a time behind a narrow space",
    "3/4/2026, 1:30:00\u202fPM",
    "4/25/2026, 9:00:00\u202fAM",
    "2026-03-04",
  ],
])("CSV: days with slashes are in the order that their column shows: %s", (_, due, other, day) => {
  expect(read(`action,task,due\nA,T,${due}\nA,U,${other}\n`)).toMatchObject({
    outline: { actions: [{ tasks: [{ dueDate: `${day}T00:00:00.000Z` }, {}] }] },
  })
})
test("CSV: a column of days in both orders is refused", () => {
  expect(read("action,task,due\nA,T,13/4/2026\nA,U,4/13/2026\n").problem).toMatch(/^Line 2: due is a date/)
})

test("CSV: whole numbers may have decimals, and a table without titles says so", () => {
  for (const value of ["3", "3.0", "3,00"])
    expect(read(`goal;action;value\nG;A;${value}\n`)).toMatchObject({
      outline: { goals: [{ actions: [{ value: 3 }] }] },
    })
  expect(read("goal;action;value\nG;A;3,5\n").problem).toMatch(/^Line 2: value is a whole number/)
  expect(read("G;A;T\n").problem).toMatch(/^Line 1: the first row of a table names its columns/)
})

test.each([
  ['goal,action,task,due\r\nG,A,"one\r\ntwo\r\nthree",2026-01-01\r\n\r\n\r\nG,A,bad,soon\r\n', 7],
  ["sep=,\n\n\ngoal,action,due\nG,A,soon\n", 5],
  ['goal,action,due\rG,A,\rG,"A\r\nb",\rG,C,soon\r', 5],
  ['goal,action,task\nG,A,"open\n\nG,B,T\n', 2],
])("CSV: a fault names the line where its row begins: %j", (text, line) => {
  expect(read(text).problem).toMatch(new RegExp(`^Line ${line}: `))
})

test("CSV: an action is in focus by what people and spreadsheets of many languages write", () => {
  const focusOf = (word: string) => read(`\ufeffgoal;action;focus;task\r\nZiel;Aktion;${word};T\r\n`)
  for (const word of [
    "WAHR",
    "true",
    "Ja",
    "YES",
    "oui",
    "Vrai",
    "x",
    "X",
    "1",
    "VERDADERO",
    "sí",
    "✓",
    "Да",
    "doğru",
    "ΝΑΙ",
    "adevărat",
    "tõene",
    "да.",
    "1,0",
    "t",
    "-1",
  ])
    expect(focusOf(word), word).toMatchObject({ outline: { goals: [{ actions: [{ focus: {} }] }] }, said: [] })
  for (const word of ["FALSCH", "false", "nein", "0", "", "non", "-", "нет", "Όχι", "fals", "väär", "0.0", "F"])
    expect(focusOf(word), word).toMatchObject({ outline: { goals: [{ actions: [{ focus: null }] }] }, said: [] })
  expect(focusOf("vielleicht")).toMatchObject({
    said: ["1 word in the column “focus” was not understood: line 2, “vielleicht”."],
  })
})

test.each([
  ["2026-03-10", "2026-03-10"],
  ["10.3.2026", "2026-03-10"],
  ["2026-03-10 21:00", "2026-03-10"],
  ["2026-03-10T21:00:00-07:00", "2026-03-10"],
  ["2026-03-11T04:00:00Z", "2026-03-10"],
  ["2026-03-11T00:00:00.000Z", "2026-03-11"],
])("CSV: due %s is %s in Los Angeles", (due, day) => {
  expect(read(`action,task,due\nA,T,${due}\n`, "America/Los_Angeles")).toMatchObject({
    outline: { actions: [{ tasks: [{ dueDate: `${day}T00:00:00.000Z` }] }] },
  })
})
test.each([
  "2026-3-10",
  "2026-3-10 9:30",
  "2026. 3. 10.",
  "2026. 03. 10. 9:30",
  "2026年3月10日",
  "2026년 3월 10일",
  "10 Mar 2026",
  "10-Mar-26",
  "March 10, 2026",
  "Mar. 10th, 2026 9:30 AM",
  "Tuesday, March 10, 2026",
  "10. März 2026",
  "10. Ma\u0308rz 2026, 9:30 Uhr",
  "Di., 10.03.2026",
  "１０．３．２０２６",
  "\u200e10.03.2026",
])("CSV: due %s is 10 March 2026", (due) => {
  expect(read(`action;task;due\nA;T;${due}\n`, "America/Los_Angeles")).toMatchObject({
    outline: { actions: [{ tasks: [{ dueDate: "2026-03-10T00:00:00.000Z" }] }] },
  })
})
test.each(["0001-01-01T00:00:00", "0001-01-01", "01.01.0001 00:00:00", "1/1/0001 12:00:00 AM", "1/1/0001"])(
  "CSV: %s is none",
  (due) => {
    expect(read(`action,task,due\nA,T,${due}\n`)).toMatchObject({
      outline: { actions: [{ tasks: [{ dueDate: null }] }] },
    })
  },
)
test.each(["2026-01-31x", "31.2.2026", "1/2/2026", "1-2-2026", "31 Feb 2026", "5 Marble 2026"])(
  "CSV: %s is no due date",
  (due) => {
    expect(read(`action,task,due\nA,T,${due}\n`).problem).toBe("Line 2: due is a date such as 2026-01-31.")
  },
)

const bytesOf = (encoding: "latin1" | "utf16le", text: string) => new Uint8Array(Buffer.from(text, encoding))
const swapped = (bytes: Uint8Array) => bytes.map((_, at) => bytes[at ^ 1] as number)
const table = "goal\taction\ttask\r\nG\tA\tBroschüre\r\n"

test.each([
  ["UTF-16 with a mark", bytesOf("utf16le", `\ufeff${table}`)],
  ["UTF-16, the greater byte first", swapped(bytesOf("utf16le", `\ufeff${table}`))],
  ["UTF-16 without a mark", bytesOf("utf16le", table)],
  ["UTF-16 without a mark, the greater byte first", swapped(bytesOf("utf16le", table))],
  ["Windows-1252", bytesOf("latin1", table)],
])("a file in %s is read", (name, bytes) => {
  const { text = "", leftOut = [] } = textOfFile(bytes) ?? {}
  expect(read(text).rows).toEqual([["G", "A", "Broschüre"]])
  const warning = "The file is not UTF-8 text and was read as Windows-1252. Check letters such as ä and é."
  expect(leftOutSentences(leftOut)).toEqual(name === "Windows-1252" ? [warning] : [])
})

test("every sign of Windows-1252 is read, and a byte that it does not define is no text", () => {
  const [undefinedBytes, bytes] = [[0x81, 0x8d, 0x8f, 0x90, 0x9d], Array.from({ length: 128 }, (_, at) => at + 0x80)]
  const { text } = textOfFile(Uint8Array.from(bytes.filter((byte) => !undefinedBytes.includes(byte)))) ?? {}
  expect(text?.slice(0, 29)).toBe("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u00a0¡")
  expect(text?.slice(-3)).toBe("ýþÿ")
  for (const byte of undefinedBytes) expect(textOfFile(Uint8Array.of(0x61, byte, 0xfc))).toBeUndefined()
  const table = Uint8Array.from([
    ...Buffer.from("goal;action;task\r\nG;A;Kai "),
    0x96,
    0x20,
    0x84,
    0x54,
    0x93,
    0x20,
    0x80,
  ])
  expect(read(textOfFile(table)?.text ?? "").rows).toEqual([["G", "A", "Kai – „T“ €"]])
})

test("broken halves of letters in UTF-16 are replaced and said; bytes without a letter are no text", () => {
  const { text, leftOut = [] } = textOfFile(bytesOf("utf16le", "\ufeffa\ud800b\udc00\ud83d\ude00")) ?? {}
  expect([text, leftOutSentences(leftOut)]).toEqual(["a\ufffdb\ufffd😀", ["2 broken characters were replaced by “�”."]])
  expect(textOfFile(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBeUndefined()
})

const sign = fc.constantFrom(..."=+-@;,\t\r\n'\" aé＝")
const cell = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(""))
const runs = /(?:^|[;\t\r\n])[ "]*[=+\-@＝＋－＠]|^[\t\r\n]/

test("CSV: no cell, nor a part of one behind a semicolon, tab or break, begins a formula, and marks come off again", () => {
  fc.assert(
    fc.property(cell, (text) => {
      const marked = withMarks(text)
      expect(marked).not.toMatch(runs)
      expect(withoutMarks(marked)).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test("CSV is written with a byte order mark, and read with the same texts", () => {
  const topic = "a;=1+1"
  const outline = {
    name: "P",
    effortAndComplexityVisible: true,
    aiInstructions: "",
    actions: [],
    goals: [{ ...emptyGoal, name: "'=G", actions: [{ ...emptyAction, topic, tasks: [] }] }],
  }
  const text = writeCsv(outline)
  expect(text.startsWith("\ufeffgoal,action,")).toBe(true)
  expect(text).toContain("\r\n''=G,a;'=1+1,")
  expect(read(text)).toMatchObject({ rows: [["'=G", topic]], said: [] })
})

const labelName = fc.stringMatching(/^[;"' \-=+a-zé#\\[\]]{1,8}$/).filter((name) => name.trim() !== "")

test("CSV: labels are names between semicolons, quoted where a name has one", () => {
  const text = 'goal,action,labels,task\nG,A,"Roads; =snow ;;""a;b"""" "" ;x",\nG,A,é,T\n'
  expect(read(text)).toMatchObject({
    outline: { goals: [{ actions: [{ labels: ["Roads", "=snow", 'a;b" ', "x"], tasks: [{ labels: ["é"] }] }] }] },
    said: [],
  })
  expect(read(`goal,action,labels\nG,A,${"x".repeat(201)}\n`).problem).toBe(
    "Line 2: labels has at most 100 names of at most 200 characters.",
  )
  fc.assert(
    fc.property(fc.uniqueArray(labelName, { maxLength: 4, selector: (name) => name.trim() }), (labels) => {
      const tasks = [{ ...emptyTask, description: "T", labels }]
      const action = { ...emptyAction, topic: "A", ...(labels.length > 0 ? { labels } : {}), tasks }
      const written = writeCsv({
        name: "P",
        effortAndComplexityVisible: true,
        aiInstructions: "",
        goals: [],
        actions: [action],
      })
      const back = read(written).outline?.actions[0]
      expect([back?.labels ?? [], back?.tasks[0]?.labels ?? []]).toEqual([labels, labels])
    }),
  )
})
