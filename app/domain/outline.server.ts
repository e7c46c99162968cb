import type { Person } from "~/contract/field"
import { nextIds } from "~/database/plan.server"
import { orderAt } from "~/rules/gaps"
import { noGoalColor, unusedColors } from "~/rules/goal-palette"
import type { Change } from "~/rules/rule"
import {
  actionsOf,
  commentsIn,
  type Outline,
  type OutlineComment,
  type OutlineFile,
  type OutlinePerson,
} from "~/rules/transfer/outline"
import type { Actor } from "./actor"

/** The owner of a file or comment in the new plan. */
type Place = { goalId?: number; itemId?: number; taskId?: number; noteId?: number; commentId?: number }
export type PlacedFile = OutlineFile & { of: Place }
export type PlacedComment = OutlineComment & { id: number; of: Place }
export type Placed = { files: PlacedFile[]; comments: PlacedComment[] }

/** Maps a person of the outline to an owner in the new plan, or to an awaited one. */
export type OwnerIn = (person: OutlinePerson) => { owner: Person | null; awaitedOwner: Person | null }

/** The cards of a new plan, all created by the actor, with its files and comments. */
export const rowsOf = async (
  planId: number,
  outline: Outline,
  actor: Actor,
  ownerIn: OwnerIn,
): Promise<Placed & { changes: Change[] }> => {
  const actions = actionsOf(outline)
  const goalIds = await nextIds("goal", outline.goals.length)
  const itemIds = await nextIds("item", actions.length)
  const taskIds = await nextIds(
    "task",
    actions.reduce((sum, { action }) => sum + action.tasks.length, 0),
  )
  const now = new Date().toISOString()
  const commentIds = await nextIds("comment", commentsIn(outline).length)
  const ownerOf = (person: OutlinePerson | null) =>
    person === null ? { owner: null, awaitedOwner: null } : ownerIn(person)
  const stamps = { createdDate: now, isDraft: false }
  const changes: Change[] = []
  const files: PlacedFile[] = []
  const comments: PlacedComment[] = []
  const place = (from: { files?: OutlineFile[]; comments?: OutlineComment[] }, of: Place) => {
    for (const file of from.files ?? []) files.push({ ...file, of })
    for (const comment of from.comments ?? []) {
      const id = commentIds[comments.length] as number
      comments.push({ ...comment, id, of })
      place({ files: comment.files }, { ...of, commentId: id })
    }
  }
  place({ files: outline.files }, {})
  const goals = new Map<object | null, { id: number; name: string; color: string }>()
  for (const [index, goal] of outline.goals.entries()) {
    const id = goalIds[index] as number
    const [free] = unusedColors([...goals.values()].map(({ color }) => color))
    const { name, description, explanation, completed } = goal
    const color = goal.color ?? free ?? noGoalColor
    goals.set(goal, { id, name, color })
    place(goal, { goalId: id })
    const row = {
      ...stamps,
      ...{ id, planId, name, description, explanation, color, order: orderAt(index), completed, modifiedDate: now },
      ...{ createdBy: { id: actor.userId, userName: actor.userName } },
      ...{ type: goal.type ?? 0, iconName: goal.iconName ?? null, imageBase64: goal.imageBase64 ?? null },
      ...{ videoLink: goal.videoLink ?? null, downloadLink: goal.downloadLink ?? null },
    }
    changes.push({ op: "insert", entity: "goal", row })
  }
  let lanes = 0
  let taskAt = 0
  for (const [index, { goal, action }] of actions.entries()) {
    const id = itemIds[index] as number
    const above = goals.get(goal) ?? null
    const { topic, description, value, effort, completedDate, focus, dueDate, dotVoting } = action
    const focusOrder = focus ? (focus.order ?? orderAt(lanes++)) : 0
    place(action, { itemId: id })
    const row = {
      ...stamps,
      ...{ id, planId, goalId: above?.id ?? null, goal: above, topic, description, dueDate, dotVoting },
      ...{
        order: action.order ?? orderAt(index),
        businessValue: value,
        effortAndComplexity: effort,
        modifiedDate: now,
      },
      ...{ completed: completedDate !== null, completedDate, ...ownerOf(action.owner), attachmentCount: 0 },
      ...{ focus: focus !== null, focusOrder, createdById: actor.userId },
      focusDate: focus ? (focus.date ?? now) : null,
      type: action.type ?? 0,
    }
    changes.push({ op: "insert", entity: "item", row })
    for (const [at, task] of action.tasks.entries()) {
      const taskId = taskIds[taskAt++] as number
      place(task, { taskId })
      const { owner, awaitedOwner } = ownerOf(task.owner)
      const done = task.type === 2
      const row = {
        ...{ id: taskId, itemId: id, planId, goalId: above?.id ?? null, owner, awaitedOwner },
        ...{ description: task.description, color: task.color ?? above?.color ?? noGoalColor, ownColor: task.color },
        ...{ dueDate: task.dueDate, createdDate: now, modified: now, order: orderAt(at), type: task.type },
        ...{ completedDate: done ? (task.completedDate ?? now) : null, ownerId: owner?.id ?? null },
        ...{ attachmentCount: 0, isDraft: false, readOnly: completedDate !== null, complete: done },
      }
      changes.push({ op: "insert", entity: "task", row })
    }
  }
  return { changes, files, comments }
}
