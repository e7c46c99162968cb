import type { Board } from "~/contract/plan"
import type { TaskType } from "~/contract/task"

/** A plan without ids: what files hold, and what plans are made from. Missing orders mean the place in the list. */
export type Outline = {
  name: string
  effortAndComplexityVisible: boolean
  aiInstructions: string
  goals: OutlineGoal[]
  /** Actions of no goal. */
  actions: OutlineAction[]
}
export type OutlineGoal = {
  name: string
  description: string
  explanation: string
  /** Null: one of the palette. */
  color: string | null
  completed: boolean
  actions: OutlineAction[]
}
export type OutlineAction = {
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
export type OutlineTask = {
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

/** The plan as it stands; drafts are not part of it. */
export const outlineOf = ({ plan, goals, items, tasks }: Board): Outline => {
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
    tasks: (tasksOf.get(item.id) ?? []).map((task) => ({
      description: task.description,
      type: task.type,
      completedDate: task.completedDate,
      dueDate: task.dueDate,
      owner: task.owner?.userName ?? null,
      color: task.color === (colors.get(task.goalId ?? 0) ?? "#000000") ? null : task.color,
    })),
  })
  const shown = items.filter(({ isDraft }) => !isDraft)
  const kept = new Set(goals.filter(({ isDraft }) => !isDraft).map(({ id }) => id))
  const actionsOf = groupBy(shown, ({ goalId }) => (goalId !== null && kept.has(goalId) ? goalId : null))
  return {
    name: plan.name,
    effortAndComplexityVisible: plan.effortAndComplexityVisible,
    aiInstructions: plan.aiInstructions,
    goals: goals
      .filter(({ isDraft }) => !isDraft)
      .map(({ id, name, description, explanation, color, completed }) => ({
        name,
        description,
        explanation,
        color,
        completed,
        actions: (actionsOf.get(id) ?? []).map(actionOf),
      })),
    actions: (actionsOf.get(null) ?? []).map(actionOf),
  }
}

/** Every action with the goal it belongs to, goal by goal. */
export const actionsOf = ({ goals, actions }: Outline): { goal: OutlineGoal | null; action: OutlineAction }[] => [
  ...goals.flatMap((goal) => goal.actions.map((action) => ({ goal, action }))),
  ...actions.map((action) => ({ goal: null, action })),
]
