// answered(): answers to questions about the plan that need no model.

import type { Entity, Person } from "~/contract/fields/field"
import { type CardName, type NamingText, textNaming } from "~/rules/agent/named-cards"
import { nameOf } from "~/rules/agent/names"
import { columnIn } from "~/rules/agent/names-in"
import type { WorkingCopy } from "~/rules/agent/working-copy"
import { paceOf } from "~/rules/progress"
import { weekEnd } from "~/rules/weeks"
import { answers } from "./answer-texts"
import type { Choice } from "./asking"
import { type Calendar, dateIn, daysNear, longDayHere as longDay, today } from "./dates"
import type { Finder } from "./find-card"
import { inEnglish } from "./german-questions"

type Asked = { copy: WorkingCopy; find: Finder; me: Person; calendar: Calendar; now: Date }
type Task = WorkingCopy["rows"]["tasks"] extends ReadonlyMap<number, infer T> ? T : never

const mostLines = 50
const dayMs = 86_400_000

/** A card in a list: its name, and what is said of it. */
type Line = { card: CardName; rest: string }

const list = (head: string, lines: readonly Line[], none: string): NamingText =>
  lines.length === 0
    ? textNaming([none])
    : textNaming([
        head,
        ...lines.slice(0, mostLines).flatMap(({ card, rest }) => ["\n- ", card, rest]),
        ...(lines.length > mostLines ? [`\n${answers.moreLines(lines.length - mostLines)}`] : []),
      ])

const lineFor = (entity: Entity, row: Parameters<typeof nameOf>[0] & { id: number }, rest = ""): Line => ({
  card: { entity, id: row.id, name: nameOf(row) },
  rest,
})

const openTasks = ({ rows }: WorkingCopy): Task[] =>
  [...rows.tasks.values()].filter(
    ({ type, itemId, isDraft }) => type !== 2 && !isDraft && rows.items.get(itemId)?.completed === false,
  )

const byDate = (a: { dueDate: string | null }, b: { dueDate: string | null }) =>
  (a.dueDate ?? "9") < (b.dueDate ?? "9") ? -1 : 1

const lineOf = ({ rows }: WorkingCopy, task: Task, column = ""): Line => {
  const item = rows.items.get(task.itemId)
  const details = [
    ...(item ? [answers.inAction(nameOf(item))] : []),
    ...(task.owner ? [task.owner.userName] : []),
    ...(task.dueDate ? [answers.dueDay(longDay(task.dueDate))] : []),
  ]
  return lineFor("task", task, `${details.length > 0 ? ` (${details.join(", ")})` : ""}${column}`)
}

type Item = WorkingCopy["rows"]["items"] extends ReadonlyMap<number, infer T> ? T : never

const openItems = ({ rows }: WorkingCopy): Item[] =>
  [...rows.items.values()].filter(({ completed, isDraft }) => !completed && !isDraft).sort((a, b) => a.order - b.order)

const itemLine = (item: Item) =>
  lineFor("item", item, item.goal ? ` (${[item.goal.name, ...(item.focus ? [answers.inFocus] : [])].join(", ")})` : "")

/** Open actions and tasks whose day is in the range, earliest first. `said`: what they are, as "overdue". */
const dueBetween = ({ copy }: Asked, from: string, end: string, said: string, none = answers.nothingDue(said)) => {
  const isDue = ({ dueDate }: { dueDate: string | null }) => dueDate !== null && dueDate >= from && dueDate < end
  const [items, tasks] = [openItems(copy).filter(isDue), openTasks(copy).filter(isDue)]
  const lines = [
    ...items.map((item) => ({ dueDate: item.dueDate, line: datedItemLine(item) })),
    ...tasks.map((task) => ({ dueDate: task.dueDate, line: lineOf(copy, task) })),
  ].sort(byDate)
  const kinds = [
    ...(items.length > 0 ? [answers.counts.item(items.length)] : []),
    ...(tasks.length > 0 ? [answers.counts.task(tasks.length)] : []),
  ]
  return list(
    `${kinds.join(answers.and)} ${said}:`,
    lines.map(({ line }) => line),
    none,
  )
}

const datedItemLine = ({ owner, dueDate, goal, ...item }: Item) => {
  const place = goal ? answers.anActionIn(goal.name) : answers.anAction
  const details = [place, ...(owner ? [owner.userName] : []), answers.dueDay(longDay(dueDate ?? ""))]
  return lineFor("item", item, ` (${details.join(", ")})`)
}

const overdue = (asked: Asked) =>
  dueBetween(
    asked,
    "",
    today(asked.calendar.timeZone, asked.now).toISOString(),
    answers.overdue,
    answers.nothingOverdue,
  )

/** `days`: from today on, to the end of the day. */
const dueWithin = (asked: Asked, days: number, when: string) => {
  const start = today(asked.calendar.timeZone, asked.now)
  const end = new Date(start.getTime() + days * dayMs).toISOString()
  return dueBetween(asked, start.toISOString(), end, when)
}

/** `until`: what is due earlier counts too. */
const dueAt = (asked: Asked, day: string, until: boolean) => {
  const end = new Date(Date.parse(day) + dayMs).toISOString()
  return dueBetween(asked, until ? "" : day, end, answers.due[until ? "by" : "on"](longDay(day)))
}

/** Days from today to the end of the week, both included. */
const restOfWeek = ({ calendar, now }: Asked) => {
  const start = today(calendar.timeZone, now)
  const end = weekEnd(start.toISOString().slice(0, 10), calendar.weekStart)
  return (Date.parse(end) - start.getTime()) / dayMs + 1
}

const cardsOf = ({ copy }: Asked, entity: Entity) => {
  if (entity === "goal") {
    const goals = [...copy.rows.goals.values()].filter(({ isDraft }) => !isDraft).sort((a, b) => a.order - b.order)
    const lines = goals.map((goal) => lineFor("goal", goal))
    return list(`${answers.counts.goals(goals.length)}:`, lines, answers.none.goals)
  }
  return open(copy, entity === "task" ? "task" : "item", "")
}

/** How each goal that is measured is: its status, progress and pace. */
const measuredGoals = ({ copy: { rows }, calendar, now }: Asked) => {
  const day = today(calendar.timeZone, now).toISOString().slice(0, 10)
  const goals = [...rows.goals.values()]
    .filter(
      ({ completed, isDraft, status, progress }) => !completed && !isDraft && (status !== null || progress !== null),
    )
    .sort((a, b) => a.order - b.order)
  const lines = goals.map((goal) => {
    const { status, progress } = goal
    const pace = paceOf(goal, day)
    const details = [
      ...(status === null ? [] : [answers.measured.status[status]]),
      ...(progress === null ? [] : [answers.measured.progress(Math.round(progress * 100))]),
      ...(pace === null ? [] : [answers.measured.pace(Math.round(pace * 100))]),
    ]
    return lineFor("goal", goal, `: ${details.join(", ")}`)
  })
  return list(`${answers.counts.goals(goals.length)}:`, lines, answers.measured.none)
}

type Kind = "item" | "task"
/** A card, with the fields that questions filter by. */
type Listed = {
  line: Line
  parentId: number | null
  ownerId: number | null
  column: number | null
  focus: boolean
}

const listedTask = (copy: WorkingCopy, task: Task): Listed => ({
  line: lineOf(copy, task, ` ${answers.columns[task.type]}`),
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
const cardsThat = (cards: Listed[], noun: Exclude<keyof typeof answers.counts, "goals">, how: string) =>
  list(
    `${answers.counts[noun](cards.length)}${how}:`,
    cards.map(({ line }) => line),
    answers.none[noun](how),
  )

const openOf = { item: "openItem", task: "openTask" } as const
const open = (copy: WorkingCopy, kind: Kind, how: string) => cardsThat(listedOpen(copy, kind), openOf[kind], how)

const asked =
  /^(?:which|what|list|show me|show|how many|give me|tell me)(?: are| is)?(?: all| the| of the| our)*(.{0,80}?) ?\b(actions|tasks)\b ?(.*)$/

/** "Which tasks are in doing?", "how many actions has Mei?" Undefined where a part of it says nothing to a rule. */
const selected = (said: string, asking: Asked): NamingText | undefined => {
  const { copy, find, me } = asking
  const [, before = "", noun, behind = ""] = asked.exec(said) ?? []
  if (!noun) return undefined
  const kind: Kind = noun === "tasks" ? "task" : "item"
  const how = `${before} ${behind}`
    .replace(
      /\b(?:are there|there are|that are|which are|are|do we have|in this plan|in the plan|of the plan|on the board)\b/g,
      " ",
    )
    .replace(/\s+/g, " ")
    .trim()
  const openThat = (isMeant: (card: Listed) => boolean, noun: Kind | (typeof openOf)[Kind], how: string) =>
    cardsThat(listedOpen(copy, kind).filter(isMeant), noun, how)

  if (/^(?:|all|open|still open|left|not done|to be done|exist|there|have we got)$/.test(how))
    return open(copy, kind, "")
  if (/^(?:in )?(?:done|finished|completed|complete|closed)$/.test(how))
    return cardsThat(listedDone(copy, kind), kind === "task" ? "doneTask" : "doneItem", "")
  const column = kind === "task" ? columnIn(how.replace(/^in /, "")) : undefined
  if (column !== undefined)
    return openThat((card) => card.column === column, kind, answers.how.column(answers.columns[column] ?? ""))
  if (/^(?:in )?(?:the )?focus$/.test(how) && kind === "item")
    return openThat(({ focus }) => focus, kind, answers.how.focus)
  if (
    /^(?:(?:have|with|has) no owner|without (?:an )?owner|unassigned|not assigned|nobody owns|no one owns)$/.test(how)
  )
    return openThat(({ ownerId }) => ownerId === null, kind, answers.how.noOwner)
  const person =
    /^(?:does |do |has |have )?(.{1,60}?)(?:'s|’s)?(?: have| has| own| owns| got)?$/.exec(
      how
        .replace(/^(?:of|for|assigned to|owned by|belong to) /, "")
        .replace(/^my$|^i$|^mine$/, "me")
        .replace(/^do i have$/, "me"),
    )?.[1] ?? ""
  if (find.isPerson(person, me)) {
    const match = find.person(person, me)
    if ("ask" in match) return textNaming([match.ask])
    const { id, userName } = match.found
    return openThat(({ ownerId }) => ownerId === id, openOf[kind], answers.how.of(userName))
  }
  const place = /^(?:in|of|under|below|for|from|belong to) (?:the )?(.{1,200})$/.exec(how)?.[1]
  if (place === undefined) return undefined
  const match = find.card(place, [kind === "task" ? "item" : "goal"])
  if ("ask" in match) return textNaming([match.ask])
  const { id, name } = match.found
  return openThat(({ parentId }) => parentId === id, openOf[kind], answers.how.in(name))
}

const workOf = (asked: Asked, said: string): NamingText => {
  const match = asked.find.person(said, asked.me)
  if ("ask" in match) return textNaming([match.ask])
  const { id, userName } = match.found
  const tasks = openTasks(asked.copy).filter(({ ownerId }) => ownerId === id)
  const doing = tasks.filter(({ type }) => type === 1)
  const next = tasks.filter(({ type }) => type === 0).sort(byDate)
  if (tasks.length === 0) return textNaming([answers.noOpenTasks(userName)])
  const lines = (of: Task[]) => of.map((task) => lineOf(asked.copy, task))
  return textNaming([
    list(answers.isDoing(userName), lines(doing), answers.doesNothing(userName)),
    ...(next.length > 0 ? ["\n", list(answers.next, lines(next), "")] : []),
  ])
}

const summary = (asked: Asked) => {
  const { rows } = asked.copy
  const items = [...rows.items.values()]
  const tasks = [...rows.tasks.values()]
  const focus = items.filter(({ focus, completed }) => focus && !completed)
  const openOnes = items.filter(({ completed }) => !completed).length
  const [todo = 0, doing = 0, done = 0] = [0, 1, 2].map((type) => tasks.filter((task) => task.type === type).length)
  const inFocus = focus.map((item) => lineFor("item", item))
  return textNaming([
    `${answers.summary(rows.goals.size, openOnes, focus.length)}, ${answers.summaryOfTasks(todo, doing, done)}\n`,
    list(answers.focusList, inFocus, answers.focusNone),
    "\n",
    overdue(asked),
  ])
}

const who =
  /^(?:what is|what's|whats|what are|what does|show me what) (.{1,80}?)(?: currently| now)? (working on|doing|up to|do|have to do|got to do)(?: (?:right )?now| today| currently| at the moment)?$/

/** What else may follow "due". */
const notDays = /^(?:for|of|to|from|with|dates?|and|or|soonest|first|next)\b/

/** A day that cannot be read, with days to choose from. */
const unreadable = (text: string, day: string, { calendar, now }: Asked) => {
  const at = text.toLowerCase().lastIndexOf(day)
  const choices = daysNear(day, calendar, now).map((label) => ({
    label,
    request: `${text.slice(0, at)}${label}${text.slice(at + day.length)}`,
  }))
  return {
    ...textNaming([answers.noDate(at < 0 ? day : text.slice(at, at + day.length))]),
    ...(at < 0 ? {} : { choices }),
  }
}

/** Undefined: this is no question that a rule can answer. */
export const answered = (text: string, asked: Asked): (NamingText & { choices?: Choice[] }) | undefined => {
  const given = text
    .trim()
    .toLowerCase()
    .replace(/[?!.\s]{1,8}$/u, "")
    .replace(/\s+/g, " ")
    .replace(/^(?:please|bitte) /, "")
  const said = inEnglish(given)
  if (said.length > 200) return undefined
  if (/\boverdue\b|\blate\b/.test(said) && isAsking(said)) return overdue(asked)
  if (/\bdue\b/.test(said) && isAsking(said)) {
    if (said.includes("today")) return dueWithin(asked, 1, answers.due.today)
    if (said.includes("tomorrow")) return dueWithin(asked, 2, answers.due.tomorrow)
    if (said.includes("next week")) return dueWithin(asked, restOfWeek(asked) + 7, answers.due.nextWeek)
    if (said.includes("week")) return dueWithin(asked, restOfWeek(asked), answers.due.week)
    if (said.includes("month")) return dueWithin(asked, 31, answers.due.month)
  }
  const day = /\bdue (?:(on|by|before|until) )?(.{1,40})$/.exec(said)
  const date = day && isAsking(said) ? dateIn(day[2] ?? "", asked.calendar, asked.now) : undefined
  const isBefore = day?.[1] === "before"
  if (date) {
    const until = isBefore ? new Date(Date.parse(date) - dayMs).toISOString() : date
    return dueAt(asked, until, isBefore || day?.[1] === "by" || day?.[1] === "until")
  }
  if (day?.[2] && isAsking(said) && !notDays.test(day[2])) return unreadable(text, day[2], asked)
  const [, name, does = ""] = who.exec(said) ?? []
  const person = /^(?:what am i|what do i have to|what should i)\b/.test(said) ? "me" : name
  // "What is left to do?" is about nobody.
  const isWork =
    person !== undefined && (/^(?:working on|doing|up to)$/.test(does) || asked.find.isPerson(person, asked.me))
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
  if (/^how (?:are|is) (?:all |the |our |my )*goals?(?: going| doing)?$/.test(said)) return measuredGoals(asked)
  return selected(said, asked) ?? (isSummary.test(said) ? summary(asked) : undefined)
}

const isSummary =
  /^(?:summari[sz]e|sum up|give me (?:a |the |an )?(?:summary|status|overview|update)|what is the (?:status|state)|how are we doing|how far are we|where do we stand|overview|status)\b/

const isAsking = (said: string) =>
  /^(?:which|what|what's|whats|list|show|how|is|are|who|do|any|anything|tell me|give me|overdue$|late$)\b/.test(said)
