// answered(): answers to questions about the plan that need no model.
import type { Entity, Person } from "~/contract/field"
import { nameOf } from "~/rules/agent/names"
import { columns } from "~/rules/agent/propose"
import type { WorkingCopy } from "~/rules/agent/working-copy"
import { today } from "./dates"
import { longDay } from "./days"
import type { Finder } from "./find-card"

type Asked = { copy: WorkingCopy; find: Finder; me: Person; timeZone: string | null; now: Date }
type Task = WorkingCopy["rows"]["tasks"] extends ReadonlyMap<number, infer T> ? T : never

const mostLines = 50
const dayMs = 86_400_000

const list = (head: string, lines: string[], none: string) =>
  lines.length === 0
    ? none
    : [
        head,
        ...lines.slice(0, mostLines).map((line) => `- ${line}`),
        ...(lines.length > mostLines ? [`…and ${lines.length - mostLines} more`] : []),
      ].join("\n")

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

const openTasks = ({ rows }: WorkingCopy): Task[] =>
  [...rows.tasks.values()].filter(
    ({ type, itemId, isDraft }) => type !== 2 && !isDraft && rows.items.get(itemId)?.completed === false,
  )

const byDate = (a: Task, b: Task) => ((a.dueDate ?? "9") < (b.dueDate ?? "9") ? -1 : 1)

const lineOf = ({ rows }: WorkingCopy, task: Task) => {
  const item = rows.items.get(task.itemId)
  const details = [
    ...(item ? [`in "${nameOf(item)}"`] : []),
    ...(task.owner ? [task.owner.userName] : []),
    ...(task.dueDate ? [`due ${longDay(task.dueDate)}`] : []),
  ]
  return `${nameOf(task)}${details.length > 0 ? ` (${details.join(", ")})` : ""}`
}

const overdue = ({ copy, timeZone, now }: Asked) => {
  const start = today(timeZone, now).toISOString()
  const late = openTasks(copy)
    .filter(({ dueDate }) => dueDate !== null && dueDate < start)
    .sort(byDate)
  return list(
    `${counted(late.length, "task")} overdue:`,
    late.map((task) => lineOf(copy, task)),
    "Nothing is overdue.",
  )
}

/** `days`: from today on, to the end of the day. */
const dueWithin = ({ copy, timeZone, now }: Asked, days: number, when: string) => {
  const start = today(timeZone, now)
  const end = new Date(start.getTime() + days * dayMs).toISOString()
  const due = openTasks(copy)
    .filter(({ dueDate }) => dueDate !== null && dueDate >= start.toISOString() && dueDate < end)
    .sort(byDate)
  return list(
    `${counted(due.length, "task")} due ${when}:`,
    due.map((task) => lineOf(copy, task)),
    `Nothing is due ${when}.`,
  )
}

const untilSunday = ({ timeZone, now }: Asked) => ((7 - today(timeZone, now).getUTCDay()) % 7) + 1

const cardsOf = ({ copy: { rows } }: Asked, entity: Entity) => {
  if (entity === "goal") {
    const goals = [...rows.goals.values()].sort((a, b) => a.order - b.order)
    return list(`${counted(goals.length, "goal")}:`, goals.map(nameOf), "There are no goals yet.")
  }
  if (entity === "item") {
    const items = [...rows.items.values()].filter(({ completed }) => !completed).sort((a, b) => a.order - b.order)
    const lines = items.map(
      (item) => `${nameOf(item)}${item.goal ? ` (${item.goal.name}${item.focus ? ", in Focus" : ""})` : ""}`,
    )
    return list(`${counted(items.length, "open action")}:`, lines, "There are no open actions.")
  }
  const tasks = openTasks({ rows } as WorkingCopy).sort(byDate)
  return list(
    `${counted(tasks.length, "open task")}:`,
    tasks.map((task) => `${lineOf({ rows } as WorkingCopy, task)} ${columns[task.type]}`),
    "There are no open tasks.",
  )
}

const workOf = (asked: Asked, said: string): string => {
  const match = asked.find.person(said, asked.me)
  if ("ask" in match) return match.ask
  const { id, userName } = match.found
  const tasks = openTasks(asked.copy).filter(({ ownerId }) => ownerId === id)
  const doing = tasks.filter(({ type }) => type === 1)
  const next = tasks.filter(({ type }) => type === 0).sort(byDate)
  if (tasks.length === 0) return `${userName} has no open tasks.`
  return [
    list(
      `${userName} is doing:`,
      doing.map((task) => lineOf(asked.copy, task)),
      `${userName} is doing nothing right now.`,
    ),
    ...(next.length > 0
      ? [
          list(
            "Next:",
            next.map((task) => lineOf(asked.copy, task)),
            "",
          ),
        ]
      : []),
  ].join("\n")
}

const summary = (asked: Asked) => {
  const { rows } = asked.copy
  const items = [...rows.items.values()]
  const tasks = [...rows.tasks.values()]
  const focus = items.filter(({ focus, completed }) => focus && !completed)
  const count = (type: 0 | 1 | 2) => tasks.filter((task) => task.type === type).length
  const late = overdue(asked)
  return [
    `${counted(rows.goals.size, "goal")}, ${counted(items.filter(({ completed }) => !completed).length, "open action")} (${focus.length} in Focus), ${counted(tasks.length, "task")}: ${count(0)} to do, ${count(1)} doing, ${count(2)} done.`,
    list("In Focus:", focus.map(nameOf), "Nothing is in Focus."),
    late,
  ].join("\n")
}

const who =
  /^(?:what is|what's|whats|what are|what does|show me what) (.{1,80}?) (?:working on|doing|up to|do|have to do|got to do)$/

/** Undefined: this is no question that a rule can answer. */
export const answered = (text: string, asked: Asked): string | undefined => {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/[?!.\s]{1,8}$/u, "")
    .replace(/\s+/g, " ")
    .replace(/^please /, "")
  if (said.length > 200) return undefined
  if (/\boverdue\b|\blate\b/.test(said) && isAsking(said)) return overdue(asked)
  if (/\bdue\b/.test(said) && isAsking(said)) {
    if (said.includes("today")) return dueWithin(asked, 1, "today")
    if (said.includes("tomorrow")) return dueWithin(asked, 2, "by tomorrow")
    if (said.includes("next week")) return dueWithin(asked, untilSunday(asked) + 7, "by the end of next week")
    if (said.includes("week")) return dueWithin(asked, untilSunday(asked), "this week")
    if (said.includes("month")) return dueWithin(asked, 31, "within a month")
  }
  const person = /^(?:what am i|what do i have to|what should i)\b/.test(said) ? "me" : who.exec(said)?.[1]
  if (person) return workOf(asked, person)
  const entity = /\bgoals?\b/.test(said)
    ? "goal"
    : /\bactions?\b/.test(said)
      ? "item"
      : /\btasks?\b/.test(said)
        ? "task"
        : null
  if (entity && /^(?:which|what|list|show|how many)\b/.test(said) && isAsking(said)) return cardsOf(asked, entity)
  if (
    /^(?:summari[sz]e|sum up|give me a summary|what is the status|how are we doing|where do we stand|overview|status)\b/.test(
      said,
    )
  ) {
    return summary(asked)
  }
  return undefined
}

const isAsking = (said: string) =>
  /^(?:which|what|what's|whats|list|show|how|is|are|who|do|any|anything|tell|give)\b/.test(said)
