// How a Markdown outline says by whom, when and how a goal is measured: quoted lines below its heading, such as
// "> Result: Sign-ups = 420 (0 → 800 people)" and "> Check-in: 2026-11-20, at risk, 6/10, Ada: Two venues to go", which has no values.
// measureLines(): writes them. readMeasure(): reads one. looksLikeMeasure(): a line that would be read as one.

import type { GoalStatus } from "~/contract/check-in"
import type { GoalOutcome } from "~/contract/fields/card-fields"
import { goalStatusWords, isMeasure, limits, mostKeyResults } from "~/contract/shared/bounds"
import { inline, unescaped } from "./markdown-text"
import type { OutlineCheckIn, OutlineGoal } from "./outline"

const outcomes: readonly GoalOutcome[] = ["achieved", "missed", "dropped"]

const mark = /^> (Owner|Period|Status|Outcome|Result|Check-in): /
export const looksLikeMeasure = (line: string) => mark.test(line)

/** What the line's own signs are made of is escaped. */
const part = (text: string) => inline(text).replace(/[=(]/g, "\\$&")

const checkInLine = ({ author, createdDate, status, confidence, note }: OutlineCheckIn) => {
  const said = [
    ...(createdDate ? [dayOf(createdDate)] : []),
    goalStatusWords[status],
    ...(confidence === null ? [] : [`${confidence}/10`]),
    inline(author.name).replace(/:/g, "\\:"),
  ]
  return `> Check-in: ${said.join(", ")}${note === "" ? "" : `: ${inline(note)}`}`
}

const dayOf = (date: string | null | undefined) => date?.slice(0, 10) ?? ""

export const measureLines = ({
  owner,
  startDate,
  dueDate,
  status,
  outcome,
  results = [],
  checkIns = [],
}: Omit<OutlineGoal, "actions">): string[] => [
  ...(owner ? [`> Owner: ${inline(owner.name)}`] : []),
  ...(startDate || dueDate ? [`> Period: ${`${dayOf(startDate)} – ${dayOf(dueDate)}`.trim()}`] : []),
  ...(typeof status === "number" ? [`> Status: ${goalStatusWords[status]}`] : []),
  ...(outcome ? [`> Outcome: ${outcome}`] : []),
  ...results.map(
    ({ name, unit, start, target, current }) =>
      `> Result: ${part(name)} = ${current} (${start} → ${target}${unit === "" ? "" : ` ${part(unit)}`})`,
  ),
  ...checkIns.map(checkInLine),
]

const dayText = String.raw`(\d{4}-\d\d-\d\d)?`
const period = new RegExp(`^${dayText} ?– ?${dayText}$`)
const decimal = String.raw`(-?\d{1,12}(?:\.\d{1,4})?)`
const result = new RegExp(String.raw`^(.{1,2000}) = ${decimal} \(${decimal} → ${decimal}(?: (.{1,200}))?\)$`)

const dateOf = (day: string | undefined) => {
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const checkIn = new RegExp(
  String.raw`^(?:(\d{4}-\d\d-\d\d), )?(${goalStatusWords.join("|")}), (?:(10|\d)\/10, )?((?:[^:\\]|\\.){1,2000})(?:: (.*))?$`,
)

const readCheckIn = (said: string): OutlineCheckIn | undefined => {
  const [, day, status = "", confidence, author = "", note = ""] = checkIn.exec(said) ?? []
  const name = unescaped(author)
  const words = unescaped(note)
  const fits = [...name].length <= limits.person && [...words].length <= limits.comment
  if (name === "" || !fits || (day !== undefined && dateOf(day) === null)) return undefined
  return {
    author: { name, byName: true },
    createdDate: dateOf(day),
    status: (goalStatusWords as readonly string[]).indexOf(status) as GoalStatus,
    confidence: confidence === undefined ? null : Number(confidence),
    note: words,
    values: [],
    progress: null,
    statusBefore: null,
  }
}

/** The fields of a goal that a line says; undefined: it says none, and is text. */
export const readMeasure = (line: string, goal: OutlineGoal): Partial<OutlineGoal> | undefined => {
  const [whole = "", kind] = mark.exec(line) ?? []
  const said = line.slice(whole.length).trim()
  if (kind === "Owner") {
    const name = unescaped(said)
    return name === "" || [...name].length > limits.person ? undefined : { owner: { name, byName: true } }
  }
  if (kind === "Period") {
    const [found, from, to] = period.exec(said) ?? []
    const [startDate, dueDate] = [dateOf(from), dateOf(to)]
    if (found === undefined || (startDate && dueDate && startDate > dueDate)) return undefined
    return { ...(startDate && { startDate }), ...(dueDate && { dueDate }) }
  }
  if (kind === "Status") {
    const status = (goalStatusWords as readonly string[]).indexOf(said)
    return status < 0 ? undefined : { status: status as GoalStatus }
  }
  if (kind === "Outcome") {
    const outcome = outcomes.find((each) => each === said)
    return outcome && { outcome, completed: true }
  }
  if (kind === "Check-in") {
    const read = readCheckIn(said)
    return read && { checkIns: [...(goal.checkIns ?? []), read] }
  }
  if (kind !== "Result") return undefined
  const [, name = "", current, start, target, unit = ""] = result.exec(said) ?? []
  const made = {
    name: unescaped(name),
    unit: unescaped(unit),
    start: Number(start),
    target: Number(target),
    current: Number(current),
  }
  const all = goal.results ?? []
  const fits =
    [...made.name].length <= limits.name && [...made.unit].length <= limits.unit && made.start !== made.target
  if (made.name.trim() === "" || !fits || all.length >= mostKeyResults) return undefined
  return [made.start, made.target, made.current].every(isMeasure) ? { results: [...all, made] } : undefined
}
