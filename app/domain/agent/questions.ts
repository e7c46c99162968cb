// answered(): answers to questions about the plan that need no model.

import type { Entity, Person } from "~/contract/field"
import { counted } from "~/contract/shared/language/english"
import { nameOf } from "~/rules/agent/names"
import { columns } from "~/rules/agent/propose"
import { columnIn } from "~/rules/agent/said"
import type { WorkingCopy } from "~/rules/agent/working-copy"
import { dateIn, longDay, today } from "./dates"
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

const openTasks = ({ rows }: WorkingCopy): Task[] =>
  [...rows.tasks.values()].filter(
    ({ type, itemId, isDraft }) => type !== 2 && !isDraft && rows.items.get(itemId)?.completed === false,
  )

const byDate = (a: { dueDate: string | null }, b: { dueDate: string | null }) =>
  (a.dueDate ?? "9") < (b.dueDate ?? "9") ? -1 : 1

const lineOf = ({ rows }: WorkingCopy, task: Task) => {
  const item = rows.items.get(task.itemId)
  const details = [
    ...(item ? [`in "${nameOf(item)}"`] : []),
    ...(task.owner ? [task.owner.userName] : []),
    ...(task.dueDate ? [`due ${longDay(task.dueDate)}`] : []),
  ]
  return `${nameOf(task)}${details.length > 0 ? ` (${details.join(", ")})` : ""}`
}

type Item = WorkingCopy["rows"]["items"] extends ReadonlyMap<number, infer T> ? T : never

const openItems = ({ rows }: WorkingCopy): Item[] =>
  [...rows.items.values()].filter(({ completed, isDraft }) => !completed && !isDraft).sort((a, b) => a.order - b.order)

const itemLine = (item: Item) =>
  `${nameOf(item)}${item.goal ? ` (${item.goal.name}${item.focus ? ", in Focus" : ""})` : ""}`

/** Open actions and tasks whose day is in the range, earliest first. `said`: what they are, as "overdue". */
const dueBetween = ({ copy }: Asked, from: string, end: string, said: string, none: string) => {
  const isDue = ({ dueDate }: { dueDate: string | null }) => dueDate !== null && dueDate >= from && dueDate < end
  const [items, tasks] = [openItems(copy).filter(isDue), openTasks(copy).filter(isDue)]
  const lines = [
    ...items.map((item) => ({ dueDate: item.dueDate, line: datedItemLine(item) })),
    ...tasks.map((task) => ({ dueDate: task.dueDate, line: lineOf(copy, task) })),
  ].sort(byDate)
  const kinds = [
    ...(items.length > 0 ? [counted(items.length, { one: "# action", other: "# actions" })] : []),
    ...(tasks.length > 0 ? [counted(tasks.length, { one: "# task", other: "# tasks" })] : []),
  ]
  return list(
    `${kinds.join(" and ")} ${said}:`,
    lines.map(({ line }) => line),
    none,
  )
}

const datedItemLine = ({ owner, dueDate, goal, ...item }: Item) => {
  const place = goal ? `an action in "${goal.name}"` : "an action"
  const details = [place, ...(owner ? [owner.userName] : []), `due ${longDay(dueDate ?? "")}`]
  return `${nameOf(item)} (${details.join(", ")})`
}

const overdue = (asked: Asked) =>
  dueBetween(asked, "", today(asked.timeZone, asked.now).toISOString(), "overdue", "Nothing is overdue.")

/** `days`: from today on, to the end of the day. */
const dueWithin = (asked: Asked, days: number, when: string) => {
  const start = today(asked.timeZone, asked.now)
  const end = new Date(start.getTime() + days * dayMs).toISOString()
  return dueBetween(asked, start.toISOString(), end, `due ${when}`, `Nothing is due ${when}.`)
}

/** `until`: what is due earlier counts too. */
const dueAt = (asked: Asked, day: string, until: boolean) => {
  const end = new Date(Date.parse(day) + dayMs).toISOString()
  const when = `${until ? "by" : "on"} ${longDay(day)}`
  return dueBetween(asked, until ? "" : day, end, `due ${when}`, `Nothing is due ${when}.`)
}

const untilSunday = ({ timeZone, now }: Asked) => ((7 - today(timeZone, now).getUTCDay()) % 7) + 1

const cardsOf = ({ copy }: Asked, entity: Entity) => {
  if (entity === "goal") {
    const goals = [...copy.rows.goals.values()].filter(({ isDraft }) => !isDraft).sort((a, b) => a.order - b.order)
    return list(
      `${counted(goals.length, { one: "# goal", other: "# goals" })}:`,
      goals.map(nameOf),
      "There are no goals yet.",
    )
  }
  return open(copy, entity === "task" ? "task" : "action", "")
}

type Kind = "action" | "task"
/** A card, with the fields that questions filter by. */
type Listed = {
  line: string
  parentId: number | null
  ownerId: number | null
  column: number | null
  focus: boolean
}

const listedTask = (copy: WorkingCopy, task: Task): Listed => ({
  line: `${lineOf(copy, task)} ${columns[task.type]}`,
  parentId: task.itemId,
  ownerId: task.ownerId,
  column: task.type,
  focus: false,
})

const listedItem = (item: Item): Listed => ({
  line: itemLine(item),
  parentId: item.goalId,
  ownerId: item.owner?.id ?? null,
  column: null,
  focus: item.focus,
})

const listedOpen = (copy: WorkingCopy, kind: Kind): Listed[] =>
  kind === "task"
    ? openTasks(copy)
        .sort(byDate)
        .map((task) => listedTask(copy, task))
    : openItems(copy).map(listedItem)

const listedDone = (copy: WorkingCopy, kind: Kind): Listed[] =>
  kind === "task"
    ? [...copy.rows.tasks.values()]
        .filter(({ type, isDraft }) => type === 2 && !isDraft)
        .sort(byDate)
        .map((task) => listedTask(copy, task))
    : [...copy.rows.items.values()]
        .filter(({ completed, isDraft }) => completed && !isDraft)
        .sort((a, b) => a.order - b.order)
        .map(listedItem)

/** `how`: what the question asks for, as " in Focus". */
const cardsThat = (cards: Listed[], noun: string, how: string) =>
  list(
    `${counted(cards.length, { one: `# ${noun}`, other: `# ${noun}s` })}${how}:`,
    cards.map(({ line }) => line),
    `There are no ${noun}s${how}.`,
  )

const open = (copy: WorkingCopy, kind: Kind, how: string) => cardsThat(listedOpen(copy, kind), `open ${kind}`, how)

const asked =
  /^(?:which|what|list|show me|show|how many|give me|tell me)(?: are| is)?(?: all| the| of the| our)*(.{0,80}?) ?\b(actions|tasks)\b ?(.*)$/

/** "Which tasks are in doing?", "how many actions has Mei?" Undefined where a part of it says nothing to a rule. */
const selected = (said: string, asking: Asked): string | undefined => {
  const { copy, find, me } = asking
  const [, before = "", noun, behind = ""] = asked.exec(said) ?? []
  if (!noun) return undefined
  const kind = noun === "tasks" ? "task" : "action"
  const how = `${before} ${behind}`
    .replace(
      /\b(?:are there|there are|that are|which are|are|do we have|in this plan|in the plan|of the plan|on the board)\b/g,
      " ",
    )
    .replace(/\s+/g, " ")
    .trim()
  const openThat = (isMeant: (card: Listed) => boolean, noun: string, how: string) =>
    cardsThat(listedOpen(copy, kind).filter(isMeant), noun, how)

  if (/^(?:|all|open|still open|left|not done|to be done|exist|there|have we got)$/.test(how))
    return open(copy, kind, "")
  if (/^(?:in )?(?:done|finished|completed|complete|closed)$/.test(how))
    return cardsThat(listedDone(copy, kind), kind === "task" ? "done task" : "completed action", "")
  const column = kind === "task" ? columnIn(how.replace(/^in /, "")) : undefined
  if (column !== undefined) return openThat((card) => card.column === column, kind, ` in ${columns[column]}`)
  if (/^(?:in )?(?:the )?focus$/.test(how) && kind === "action")
    return openThat(({ focus }) => focus, kind, " in Focus")
  if (
    /^(?:(?:have|with|has) no owner|without (?:an )?owner|unassigned|not assigned|nobody owns|no one owns)$/.test(how)
  )
    return openThat(({ ownerId }) => ownerId === null, kind, " without an owner")
  const person =
    /^(?:does |do |has |have )?(.{1,60}?)(?:'s|’s)?(?: have| has| own| owns| got)?$/.exec(
      how
        .replace(/^(?:of|for|assigned to|owned by) /, "")
        .replace(/^my$|^i$|^mine$/, "me")
        .replace(/^do i have$/, "me"),
    )?.[1] ?? ""
  if (find.isPerson(person, me)) {
    const match = find.person(person, me)
    if ("ask" in match) return match.ask
    const { id, userName } = match.found
    return openThat(({ ownerId }) => ownerId === id, `open ${kind}`, ` of ${userName}`)
  }
  const place = /^(?:in|of|under|below|for|from|belong to) (?:the )?(.{1,200})$/.exec(how)?.[1]
  if (place === undefined) return undefined
  const match = find.card(place, [kind === "task" ? "item" : "goal"])
  if ("ask" in match) return match.ask
  const { id, name } = match.found
  return openThat(({ parentId }) => parentId === id, `open ${kind}`, ` in "${name}"`)
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
    `${counted(rows.goals.size, { one: "# goal", other: "# goals" })}, ${counted(items.filter(({ completed }) => !completed).length, { one: "# open action", other: "# open actions" })} (${focus.length} in Focus), ${counted(tasks.length, { one: "# task", other: "# tasks" })}: ${count(0)} to do, ${count(1)} doing, ${count(2)} done.`,
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
  const day = /\bdue (?:(on|by|before|until) )?(.{1,40})$/.exec(said)
  const date = day && isAsking(said) ? dateIn(day[2] ?? "", asked.timeZone, asked.now) : undefined
  if (date) return dueAt(asked, date, day?.[1] === "by" || day?.[1] === "until")
  const person = /^(?:what am i|what do i have to|what should i)\b/.test(said) ? "me" : who.exec(said)?.[1]
  // "What is left to do?" is about nobody.
  const isWork =
    person !== undefined && (/(?:working on|doing|up to)$/.test(said) || asked.find.isPerson(person, asked.me))
  if (isWork) return workOf(asked, person)
  if (/^(?:what is|what's|whats|is anything|show me what is) in (?:the )?focus$/.test(said))
    return selected("which actions are in focus", asked)
  if (/^(?:what is|what's|whats|what) (?:left|open|still open|next)(?: to do| to be done)?$/.test(said))
    return cardsOf(asked, "task")
  if (
    /^(?:which|what|list|show me|show|how many|give me|tell me)(?: are| is)?(?: all| the| our)* goals(?: are there| there are| do we have| are in (?:this|the) plan)?$/.test(
      said,
    )
  )
    return cardsOf(asked, "goal")
  return selected(said, asked) ?? (isSummary.test(said) ? summary(asked) : undefined)
}

const isSummary =
  /^(?:summari[sz]e|sum up|give me (?:a |the |an )?(?:summary|status|overview|update)|what is the (?:status|state)|how are we doing|how far are we|where do we stand|overview|status)\b/

const isAsking = (said: string) =>
  /^(?:which|what|what's|whats|list|show|how|is|are|who|do|any|anything|tell me|give me|overdue$|late$)\b/.test(said)
