import type { GoalStatus } from "~/contract/check-in"
import type { NoteType, Visibility } from "~/contract/note"
import type { Board } from "~/contract/plan"
import type { TaskType } from "~/contract/task"
import { cardName, cardRefs } from "./card-refs"
import type { LeftOut } from "./left-out"
import type { importWords } from "./left-out-texts"
import { emptyWritten, type NameOf, type Written, writtenOf } from "./written"

/** A file's name, and the path of its bytes in the zip. */
export type OutlineFile = { name: string; path: string }

/** An owner or author, by address where the file has one. `byName`: matched by name alone. */
export type OutlinePerson = { name: string; email?: string; byName?: true }

/** A comment on a goal, action or task, with mentions as text. In a zip it names files as a plan note does. */
export type OutlineComment = WithFiles & {
  author: OutlinePerson
  content: string
  /** Null: unknown. */
  createdDate: string | null
  editedDate: string | null
}

/** A card's comments, oldest first. */
type WithComments = { comments?: OutlineComment[] }

/** The files of an entry; zips only. */
type WithFiles = { files?: OutlineFile[] }

/** A plan note. In a zip its text names files by their path there, with plan 0. */
export type OutlineNote = WithFiles & { title: string; content: string; type: NoteType; visibility: Visibility }

/** A label; cards have its name. `color`: null: an unused one of the palette. */
export type OutlineLabel = { name: string; color: string | null }

/** A plan without ids: the content of exports and the source of new plans. A missing order means the position in the list. */
export type Outline = WithFiles & {
  name: string
  effortAndComplexityVisible: boolean
  type?: number
  aiInstructions: string
  /** In order. Names of labels that only cards have are further labels. */
  labels?: OutlineLabel[]
  goals: OutlineGoal[]
  /** Actions without a goal. */
  actions: OutlineAction[]
  notes?: OutlineNote[]
}
/** What a goal is measured by. */
export type OutlineResult = { name: string; unit: string; start: number; target: number; current: number }
/** What somebody said of a goal. `values`: of its results by their index there; `before`: the value until then. */
export type OutlineCheckIn = {
  author: OutlinePerson
  /** Null: unknown. */
  createdDate: string | null
  status: GoalStatus
  confidence: number | null
  note: string
  values: { result: number; before: number; current: number }[]
  /** The goal's, after it. */
  progress: number | null
  statusBefore: GoalStatus | null
}
export type OutlineGoal = WithFiles &
  WithComments &
  Written<"goal"> & {
    name: string
    /** Null: a colour of the palette. */
    color: string | null
    owner?: OutlinePerson | null
    /** In order. */
    results?: OutlineResult[]
    /** Oldest first. */
    checkIns?: OutlineCheckIn[]
    actions: OutlineAction[]
  }
export type OutlineAction = WithFiles &
  WithComments &
  Written<"item"> & {
    order: number | null
    completedDate: string | null
    /** Null: not in focus. */
    focus: { date: string | null; order: number | null } | null
    owner: OutlinePerson | null
    tasks: OutlineTask[]
  }
export type OutlineTask = WithFiles &
  WithComments &
  Written<"task"> & {
    description: string
    type: TaskType
    /** When it was completed; null for a completed task with an unknown date. */
    completedDate: string | null
    owner: OutlinePerson | null
    /** Null: the goal's. */
    color: string | null
  }

export type ImportWords = Readonly<Record<keyof typeof importWords, string>>
/** For whom a file is read. `timeZone`: in which a time in UTC is a day. `words`: those in force, unless given. */
export type Reading = { timeZone?: string | undefined; words?: ImportWords }

/** An outline read from a file, and the parts of the file that a plan cannot hold. */
export type Imported = { outline: Outline; leftOut: LeftOut[] }

/** An unreadable file; the message names line and reason. */
export type Unreadable = { problem: string }

export const emptyAction: Omit<OutlineAction, "tasks"> = {
  ...emptyWritten("item"),
  order: null,
  completedDate: null,
  focus: null,
  owner: null,
}

export const emptyTask: Omit<OutlineTask, "description"> = {
  ...emptyWritten("task"),
  type: 0,
  completedDate: null,
  owner: null,
  color: null,
}

export const emptyGoal: Omit<OutlineGoal, "name" | "actions"> = { ...emptyWritten("goal"), color: null }

export const groupBy = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** What a file is attached to; the plan if all are empty. */
export type FileOf = { goalId: number | null; itemId: number | null; taskId: number | null }

/** What a plan has beside its board. `filesOf`: the files in the zip; `addressOf`: an owner's or awaited owner's address. */
type BesideBoard = {
  filesOf?: (of: Partial<FileOf>) => OutlineFile[]
  commentsOf?: (of: Partial<FileOf>) => OutlineComment[]
  checkInsOf?: (goalId: number, results: Board["keyResults"]) => OutlineCheckIn[]
  addressOf?: (person: { memberId: number } | { namedId: number }) => string | undefined
}

/** The current plan without drafts. */
export const outlineOf = (
  { plan, labels, goals, items, tasks, keyResults }: Board,
  { filesOf = () => [], commentsOf = () => [], checkInsOf = () => [], addressOf = () => undefined }: BesideBoard = {},
): Outline => {
  const withFiles = (of: Partial<FileOf>): WithFiles & WithComments => {
    const files = filesOf(of)
    const comments = commentsOf(of)
    return { ...(files.length > 0 ? { files } : {}), ...(comments.length > 0 ? { comments } : {}) }
  }
  const resultsOf = groupBy(keyResults, ({ goalId }) => goalId)
  const ownerOf = ({ owner, awaitedOwner }: Pick<Board["items"][number], "owner" | "awaitedOwner">) => {
    if (owner) return outlinePerson(owner.userName, addressOf({ memberId: owner.id ?? 0 }))
    return awaitedOwner ? outlinePerson(awaitedOwner.userName, addressOf({ namedId: awaitedOwner.id ?? 0 })) : null
  }
  const tasksOf = groupBy(
    tasks.filter(({ isDraft }) => !isDraft),
    ({ itemId }) => itemId,
  )
  const colors = new Map(goals.map(({ id, color }) => [id, color]))
  const actionOf = (item: Board["items"][number]): OutlineAction => ({
    ...writtenOf("item", item, nameOf),
    order: item.order,
    completedDate: item.completedDate,
    focus: item.focus ? { date: item.focusDate, order: item.focusOrder } : null,
    owner: ownerOf(item),
    ...withFiles({ itemId: item.id }),
    tasks: (tasksOf.get(item.id) ?? []).map((task) => ({
      description: task.description,
      type: task.type,
      completedDate: task.completedDate,
      ...writtenOf("task", task, nameOf),
      owner: ownerOf(task),
      color: task.color === (colors.get(task.goalId ?? 0) ?? "#000000") ? null : task.color,
      ...withFiles({ taskId: task.id }),
    })),
  })
  const shown = items.filter(({ isDraft }) => !isDraft)
  const written = new Set(goals.filter(({ isDraft }) => !isDraft).map(({ id }) => id))
  const actionsOf = groupBy(shown, ({ goalId }) => (goalId !== null && written.has(goalId) ? goalId : null))
  const inOrder = [...goals.map(({ id }) => id), null].flatMap((id) => actionsOf.get(id) ?? [])
  const names = {
    label: new Map(labels.map(({ id, name }) => [id, name])),
    item: refsOf(inOrder),
    task: refsOf(inOrder.flatMap(({ id }) => tasksOf.get(id) ?? [])),
    goal: new Map<number, string>(),
  }
  const nameOf: NameOf = (lists, id) => names[lists].get(id)
  return {
    name: plan.name,
    effortAndComplexityVisible: plan.effortAndComplexityVisible,
    ...(plan.type ? { type: plan.type } : {}),
    aiInstructions: plan.aiInstructions,
    ...(labels.length > 0 ? { labels: labels.map(({ name, color }) => ({ name, color })) } : {}),
    ...withFiles({}),
    goals: goals
      .filter(({ isDraft }) => !isDraft)
      .map((goal) => ({
        name: goal.name,
        color: goal.color,
        ...writtenOf("goal", goal, nameOf),
        ...measuredBy(ownerOf(goal), resultsOf.get(goal.id)),
        ...withCheckIns(checkInsOf(goal.id, resultsOf.get(goal.id) ?? [])),
        ...withFiles({ goalId: goal.id }),
        actions: (actionsOf.get(goal.id) ?? []).map(actionOf),
      })),
    actions: (actionsOf.get(null) ?? []).map(actionOf),
  }
}

/** Left out where there is none. */
const measuredBy = (owner: OutlinePerson | null, results: Board["keyResults"] = []): Partial<OutlineGoal> => ({
  ...(owner ? { owner } : {}),
  ...(results.length > 0
    ? { results: results.map(({ name, unit, start, target, current }) => ({ name, unit, start, target, current })) }
    : {}),
})

const withCheckIns = (checkIns: OutlineCheckIn[]) => (checkIns.length > 0 ? { checkIns } : {})

/** What the file calls the cards, in the order in which it has them; none where no card waits. */
const refsOf = (cards: readonly (Board["items"][number] | Board["tasks"][number])[]): Map<number, string> => {
  if (cards.every(({ blockedByIds }) => blockedByIds.length === 0)) return new Map()
  const refs = cardRefs(cards.map(cardName))
  return new Map(cards.map(({ id }, at) => [id, refs[at] as string]))
}

export const outlinePerson = (name: string, email?: string | null): OutlinePerson => ({
  name,
  ...(email ? { email } : {}),
})

const cardsOf = (outline: Outline): (OutlineGoal | OutlineAction | OutlineTask)[] => [
  ...outline.goals,
  ...actionsOf(outline).flatMap(({ action }) => [action, ...action.tasks]),
]

/** Every comment. */
export const commentsIn = (outline: Outline): OutlineComment[] =>
  cardsOf(outline).flatMap(({ comments = [] }) => comments)

/** Every check-in, goal by goal. */
export const checkInsIn = (outline: Outline): OutlineCheckIn[] => outline.goals.flatMap(({ checkIns = [] }) => checkIns)

/** Every file named in the outline. */
export const filesIn = (outline: Outline): OutlineFile[] =>
  [outline, ...(outline.notes ?? []), ...cardsOf(outline), ...commentsIn(outline)].flatMap(({ files = [] }) => files)

const filesWith = ({ files = [], comments = [] }: WithFiles & WithComments) => [
  ...files,
  ...comments.flatMap((comment) => comment.files ?? []),
]

/** Every file named in the outline, in the order in which a plan is made of it: the cards', then the notes'. */
export const placedFiles = (outline: Outline): OutlineFile[] => [
  ...(outline.files ?? []),
  ...outline.goals.flatMap(filesWith),
  ...actionsOf(outline).flatMap(({ action }) => [...filesWith(action), ...action.tasks.flatMap(filesWith)]),
  ...(outline.notes ?? []).flatMap(({ files = [] }) => files),
]

/**
 * Takes away from the outline the files that it names again: each is stored once, so that a zip costs no more than it holds.
 * Returns how many. Texts may name a file as often as they like.
 */
export const dropRepeatedFiles = (outline: Outline): number => {
  const paths = new Set<string>()
  let dropped = 0
  const once = (of: WithFiles) => {
    if (!of.files) return
    of.files = of.files.filter(({ path }) => {
      const isFirst = !paths.has(path)
      paths.add(path)
      if (!isFirst) dropped++
      return isFirst
    })
  }
  for (const of of [outline, ...cardsOf(outline), ...commentsIn(outline), ...(outline.notes ?? [])]) once(of)
  return dropped
}

/** The owner of every entry that has one, with repeats. */
export const ownersIn = (outline: Outline): OutlinePerson[] =>
  [
    ...outline.goals.map(({ owner = null }) => owner),
    ...actionsOf(outline).flatMap(({ action }) => [action.owner, ...action.tasks.map(({ owner }) => owner)]),
  ].filter((owner) => owner !== null)

/** Every action with the goal it belongs to, goal by goal. */
export const actionsOf = ({ goals, actions }: Outline): { goal: OutlineGoal | null; action: OutlineAction }[] => [
  ...goals.flatMap((goal) => goal.actions.map((action) => ({ goal, action }))),
  ...actions.map((action) => ({ goal: null, action })),
]
