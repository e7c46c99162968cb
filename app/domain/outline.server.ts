import { nextIds } from "~/database/plan.server"
import { noGoalColor, unusedColors } from "~/rules/goal-palette"
import type { Change } from "~/rules/rule"
import { actionsOf, type Outline, type OutlineFile } from "~/rules/transfer/outline"
import type { Actor } from "./actor"

/** A file of the outline and what it is of in the new plan. */
export type PlacedFile = OutlineFile & { of: { goalId?: number; itemId?: number; taskId?: number; noteId?: number } }

/**
 * The rows of a new plan, all made by the actor, and its files. `owners`: ids by name of the people who are of the plan; who is not owns
 * nothing.
 */
export const rowsOf = async (
  planId: number,
  outline: Outline,
  actor: Actor,
  owners: ReadonlyMap<string, number> = new Map(),
): Promise<{ changes: Change[]; files: PlacedFile[] }> => {
  const actions = actionsOf(outline)
  const goalIds = await nextIds("goal", outline.goals.length)
  const itemIds = await nextIds("item", actions.length)
  const taskIds = await nextIds(
    "task",
    actions.reduce((sum, { action }) => sum + action.tasks.length, 0),
  )
  const now = new Date().toISOString()
  const ownerOf = (name: string | null) => {
    const id = name === null ? undefined : owners.get(name)
    return id === undefined || name === null ? null : { id, userName: name }
  }
  const stamps = { createdDate: now, isDraft: false, type: 0 as const }
  const changes: Change[] = []
  const files: PlacedFile[] = []
  const place = (named: OutlineFile[] | undefined, of: PlacedFile["of"]) => {
    for (const file of named ?? []) files.push({ ...file, of })
  }
  place(outline.files, {})
  const goals = new Map<object | null, { id: number; name: string; color: string }>()
  for (const [index, goal] of outline.goals.entries()) {
    const id = goalIds[index] as number
    const [free] = unusedColors([...goals.values()].map(({ color }) => color))
    const { name, description, explanation, completed } = goal
    const color = goal.color ?? free ?? noGoalColor
    goals.set(goal, { id, name, color })
    place(goal.files, { goalId: id })
    const row = {
      ...stamps,
      ...{ id, planId, name, description, explanation, color, order: index + 1, completed, modifiedDate: now },
      ...{ createdBy: { id: actor.userId, userName: actor.userName } },
      ...{ iconName: null, imageBase64: null, videoLink: null, downloadLink: null },
    }
    changes.push({ op: "insert", entity: "goal", row })
  }
  let lane = 0
  let taskAt = 0
  for (const [index, { goal, action }] of actions.entries()) {
    const id = itemIds[index] as number
    const above = goals.get(goal) ?? null
    const { topic, description, value, effort, completedDate, focus, dueDate, dotVoting } = action
    if (focus) lane++
    place(action.files, { itemId: id })
    const row = {
      ...stamps,
      ...{ id, planId, goalId: above?.id ?? null, goal: above, topic, description, dueDate, dotVoting },
      ...{ order: action.order ?? index + 1, businessValue: value, effortAndComplexity: effort, modifiedDate: now },
      ...{ completed: completedDate !== null, completedDate, owner: ownerOf(action.owner), attachmentCount: 0 },
      ...{ focus: focus !== null, focusOrder: focus?.order ?? (focus ? lane : 0), createdById: actor.userId },
      focusDate: focus ? (focus.date ?? now) : null,
    }
    changes.push({ op: "insert", entity: "item", row })
    for (const [at, task] of action.tasks.entries()) {
      const taskId = taskIds[taskAt++] as number
      place(task.files, { taskId })
      const owner = ownerOf(task.owner)
      const done = task.type === 2
      const row = {
        ...{ id: taskId, itemId: id, planId, goalId: above?.id ?? null, owner },
        ...{ description: task.description, color: task.color ?? above?.color ?? noGoalColor, complete: done },
        ...{ dueDate: task.dueDate, createdDate: now, modified: now, order: at + 1, type: task.type },
        ...{ completedDate: done ? (task.completedDate ?? now) : null, ownerId: owner?.id ?? null },
        ...{ attachmentCount: 0, isDraft: false, readOnly: completedDate !== null },
      }
      changes.push({ op: "insert", entity: "task", ownColor: task.color, row })
    }
  }
  return { changes, files }
}
