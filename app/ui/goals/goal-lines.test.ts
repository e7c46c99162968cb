import { expect, test } from "vitest"
import { asText, type GoalLine, isBare, isStale, sortedLines, wantsCheckIn } from "./goal-lines"

const today = "2026-11-20"
const checkedIn = (day: string) => ({
  createdDate: `${day}T09:00:00.000Z`,
  status: 0 as const,
  confidence: 7,
  createdBy: { id: 5, userName: "Ada" },
})
const line = (id: number, fields: Partial<GoalLine> = {}): GoalLine => ({
  id,
  planId: 1,
  name: `Goal ${id}`,
  color: "#198044",
  owner: { id: 5, userName: "Ada" },
  startDate: null,
  dueDate: null,
  status: null,
  progress: null,
  completed: false,
  outcome: null,
  lastCheckIn: null,
  tasks: 0,
  tasksDone: 0,
  keyResults: [],
  note: "",
  ...fields,
})
const ids = (lines: readonly GoalLine[]) => lines.map(({ id }) => id)

test("statuses sort the worst first, then the oldest check-in; goals without one come last both ways", () => {
  const lines = [
    line(1, { status: 0, lastCheckIn: checkedIn("2026-11-10") }),
    line(2),
    line(3, { status: 2, lastCheckIn: checkedIn("2026-11-15") }),
    line(4, { status: 2, lastCheckIn: checkedIn("2026-11-01") }),
    line(5, { status: 1, lastCheckIn: checkedIn("2026-11-12") }),
  ]
  expect(ids(sortedLines(lines, { by: "status", down: false }))).toEqual([4, 3, 5, 1, 2])
  expect(ids(sortedLines(lines, { by: "status", down: true }))).toEqual([1, 5, 3, 4, 2])
})

test("goals that measure nothing come after the others in the board's order", () => {
  const lines = [line(1, { owner: null }), line(2), line(3, { owner: null }), line(4)]
  expect(ids(sortedLines(lines, { by: "goal", down: false }))).toEqual([2, 4, 1, 3])
})

test("progress and check-ins sort both ways, unknown ones last", () => {
  const lines = [
    line(1, { progress: 0.4, lastCheckIn: checkedIn("2026-11-01") }),
    line(2),
    line(3, { progress: -0.1, lastCheckIn: checkedIn("2026-11-12") }),
  ]
  expect(ids(sortedLines(lines, { by: "progress", down: false }))).toEqual([3, 1, 2])
  expect(ids(sortedLines(lines, { by: "progress", down: true }))).toEqual([1, 3, 2])
  expect(ids(sortedLines(lines, { by: "checkIn", down: false }))).toEqual([1, 3, 2])
})

test.each([
  ["2026-11-13", false],
  ["2026-11-12", true],
])("a check-in of %s is older than a week: %s", (day, stale) => {
  expect(isStale(line(1, { lastCheckIn: checkedIn(day) }), today)).toBe(stale)
})

test("an owner is asked about goals that wait, not about those that measure nothing or are completed", () => {
  const waiting = line(1, { status: 0, lastCheckIn: checkedIn("2026-11-01") })
  expect(wantsCheckIn(waiting, 5, today)).toBe(true)
  expect(wantsCheckIn(waiting, 6, today)).toBe(false)
  expect(wantsCheckIn({ ...waiting, completed: true }, 5, today)).toBe(false)
  expect(wantsCheckIn(line(2), 5, today)).toBe(false)
  expect(isBare(line(3, { owner: null }))).toBe(true)
})

test("a goal reads in plain lines", () => {
  const measured = line(1, {
    name: "Open twelve docks",
    planName: "Bike share",
    startDate: "2026-09-01T00:00:00.000Z",
    dueDate: "2027-06-30T00:00:00.000Z",
    status: 0,
    progress: 0.4167,
    tasks: 26,
    tasksDone: 11,
    lastCheckIn: checkedIn("2026-11-12"),
    note: "Two docks a week early.",
    keyResults: [
      {
        id: 9,
        planId: 1,
        goalId: 1,
        name: "Docks open",
        unit: "docks",
        start: 0,
        target: 12,
        current: 5,
        order: 1,
        modifiedDate: "2026-11-12T09:00:00.000Z",
      },
    ],
  })
  expect(asText([measured, line(2, { owner: null })], today)).toBe(
    [
      "Open twelve docks (Bike share): On track, 42%, 16 points ahead of pace, 11 of 26 tasks, Ada, 1 September 2026 to 30 June 2027",
      "- Docks open: 5 of 12 docks (42%)",
      "Last check-in on 12 November: Two docks a week early.",
      "",
      "Goal 2",
    ].join("\n"),
  )
})
