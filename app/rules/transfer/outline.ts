import type { NoteType, Visibility } from "~/contract/note"
import type { Board } from "~/contract/plan"
import type { TaskType } from "~/contract/task"

/** A file by its name, and where its bytes lie in the zip. */
export type OutlineFile = { name: string; path: string }

/** What files are of, in a zip alone. */
type WithFiles = { files?: OutlineFile[] }

/** A note of the plan. In a zip its text names files by their path there, of plan 0. */
export type OutlineNote = WithFiles & { title: string; content: string; type: NoteType; visibility: Visibility }

/** A plan without ids: what files hold, and what plans are made from. Missing orders mean the place in the list. */
export type Outline = WithFiles & {
  name: string
  effortAndComplexityVisible: boolean
  aiInstructions: string
  goals: OutlineGoal[]
  /** Actions of no goal. */
  actions: OutlineAction[]
  notes?: OutlineNote[]
}
export type OutlineGoal = WithFiles & {
  name: string
  description: string
  explanation: string
  /** Null: one of the palette. */
  color: string | null
  completed: boolean
  actions: OutlineAction[]
}
export type OutlineAction = WithFiles & {
  topic: string
  description: string
  value: number
  effort: number
  order: number | null
  completedDate: string | null
  /** Null: not in focus. */
  focus: { date: string | null; order: number | null } | null
  dueDate: string | null
  dotVoting: number
  /** A name. */
  owner: string | null
  tasks: OutlineTask[]
}
export type OutlineTask = WithFiles & {
  description: string
  type: TaskType
  /** When it was done; null for a done task whose day is not known. */
  completedDate: string | null
  dueDate: string | null
  owner: string | null
  /** Null: the goal's. */
  color: string | null
}

/** An outline read from a file, and what of the file has no place in a plan. */
export type Imported = { outline: Outline; leftOut: string[] }

/** A file that can't be read; the message names line and reason. */
export type Unreadable = { problem: string }

export const emptyAction: Omit<OutlineAction, "topic" | "tasks"> = {
  description: "",
  value: 0,
  effort: 0,
  order: null,
  completedDate: null,
  focus: null,
  dueDate: null,
  dotVoting: 0,
  owner: null,
}

export const emptyTask: Omit<OutlineTask, "description"> = {
  type: 0,
  completedDate: null,
  dueDate: null,
  owner: null,
  color: null,
}

export const emptyGoal: Omit<OutlineGoal, "name" | "actions"> = {
  description: "",
  explanation: "",
  color: null,
  completed: false,
}

const groupBy = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** Of what a file is; of none of them, of the plan. */
export type FileOf = { goalId: number | null; itemId: number | null; taskId: number | null }

/** The plan as it stands; drafts are not part of it. `filesOf`: what lies in the zip beside it. */
export const outlineOf = (
  { plan, goals, items, tasks }: Board,
  filesOf: (of: Partial<FileOf>) => OutlineFile[] = () => [],
): Outline => {
  const withFiles = (of: Partial<FileOf>): WithFiles => {
    const files = filesOf(of)
    return files.length > 0 ? { files } : {}
  }
  const tasksOf = groupBy(
    tasks.filter(({ isDraft }) => !isDraft),
    ({ itemId }) => itemId,
  )
  const colors = new Map(goals.map(({ id, color }) => [id, color]))
  const actionOf = (item: Board["items"][number]): OutlineAction => ({
    topic: item.topic,
    description: item.description,
    value: item.businessValue,
    effort: item.effortAndComplexity,
    order: item.order,
    completedDate: item.completedDate,
    focus: item.focus ? { date: item.focusDate, order: item.focusOrder } : null,
    dueDate: item.dueDate,
    dotVoting: item.dotVoting,
    owner: item.owner?.userName ?? null,
    ...withFiles({ itemId: item.id }),
    tasks: (tasksOf.get(item.id) ?? []).map((task) => ({
      description: task.description,
      type: task.type,
      completedDate: task.completedDate,
      dueDate: task.dueDate,
      owner: task.owner?.userName ?? null,
      color: task.color === (colors.get(task.goalId ?? 0) ?? "#000000") ? null : task.color,
      ...withFiles({ taskId: task.id }),
    })),
  })
  const shown = items.filter(({ isDraft }) => !isDraft)
  const kept = new Set(goals.filter(({ isDraft }) => !isDraft).map(({ id }) => id))
  const actionsOf = groupBy(shown, ({ goalId }) => (goalId !== null && kept.has(goalId) ? goalId : null))
  return {
    name: plan.name,
    effortAndComplexityVisible: plan.effortAndComplexityVisible,
    aiInstructions: plan.aiInstructions,
    ...withFiles({}),
    goals: goals
      .filter(({ isDraft }) => !isDraft)
      .map(({ id, name, description, explanation, color, completed }) => ({
        name,
        description,
        explanation,
        color,
        completed,
        ...withFiles({ goalId: id }),
        actions: (actionsOf.get(id) ?? []).map(actionOf),
      })),
    actions: (actionsOf.get(null) ?? []).map(actionOf),
  }
}

/** Every file that the outline names. */
export const filesIn = (outline: Outline): OutlineFile[] => [
  ...(outline.files ?? []),
  ...(outline.notes ?? []).flatMap(({ files = [] }) => files),
  ...outline.goals.flatMap(({ files = [] }) => files),
  ...actionsOf(outline).flatMap(({ action }) => [
    ...(action.files ?? []),
    ...action.tasks.flatMap(({ files = [] }) => files),
  ]),
]

/** The names of all who own something. */
export const ownersIn = (outline: Outline): string[] => {
  const owners = actionsOf(outline).flatMap(({ action }) => [action.owner, ...action.tasks.map(({ owner }) => owner)])
  return [...new Set(owners.filter((name) => name !== null))]
}

/** Every action with the goal it belongs to, goal by goal. */
export const actionsOf = ({ goals, actions }: Outline): { goal: OutlineGoal | null; action: OutlineAction }[] => [
  ...goals.flatMap((goal) => goal.actions.map((action) => ({ goal, action }))),
  ...actions.map((action) => ({ goal: null, action })),
]
