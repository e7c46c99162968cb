import type { Person } from "~/contract/field"
import type { LogEntry } from "~/domain/core/outcome"
import { orderAt } from "~/rules/gaps"
import { goalColors } from "~/rules/goal-colors"
import { noGoalColor } from "~/rules/goal-palette"
import { labelKey } from "~/rules/label"
import type { Change } from "~/rules/rule"
import { labelsOf } from "~/rules/transfer/labels"
import {
  actionsOf,
  commentsIn,
  type Outline,
  type OutlineComment,
  type OutlineFile,
  type OutlinePerson,
} from "~/rules/transfer/outline"
import { refsIn, waitingIn } from "~/rules/transfer/waits"
import { type IdOf, rowFieldsOf } from "~/rules/transfer/written"

/** The owner of a file or comment in the new plan. */
type Place = { goalId?: number; itemId?: number; taskId?: number; noteId?: number; commentId?: number }
export type PlacedFile = OutlineFile & { of: Place }
export type PlacedComment = OutlineComment & { id: number; of: Place }
export type Placed = { files: PlacedFile[]; comments: PlacedComment[] }

/** Maps a person of the outline to an owner in the new plan, or to an awaited one. */
export type OwnerIn = (person: OutlinePerson) => { owner: Person | null; awaitedOwner: Person | null }

/** New ids by table. */
export type CardIds = Record<"goal" | "item" | "task" | "label" | "comment", number[]>

export const countCards = (outline: Outline): Record<keyof CardIds, number> => {
  const actions = actionsOf(outline)
  return {
    label: labelsOf(outline).length,
    goal: outline.goals.length,
    item: actions.length,
    task: actions.reduce((sum, { action }) => sum + action.tasks.length, 0),
    comment: commentsIn(outline).length,
  }
}

export const createdLog = (changes: Change[]): LogEntry[] =>
  changes.flatMap((change) =>
    change.op === "insert"
      ? [{ entity: change.entity, id: change.row.id, action: "create" as const, after: change.row }]
      : [],
  )

/** The cards of a new plan, all created by the person, with its files and comments. */
export const rowsOf = (
  planId: number,
  outline: Outline,
  creator: { id: number; userName: string },
  ownerIn: OwnerIn,
  { label: labelIds, goal: goalIds, item: itemIds, task: taskIds, comment: commentIds }: CardIds,
): Placed & { changes: Change[] } => {
  const actions = actionsOf(outline)
  const now = new Date().toISOString()
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
  const idOfLabel = new Map<string, number>()
  for (const [index, { name, color }] of labelsOf(outline).entries()) {
    const id = labelIds[index] as number
    idOfLabel.set(labelKey(name), id)
    changes.push({ op: "insert", entity: "label", row: { id, planId, name, color, order: orderAt(index) } })
  }
  const waiting = waitingIn(outline)
  const refs = { item: refsIn(waiting.item), task: refsIn(waiting.task) }
  const idOf: IdOf = (lists, name) => {
    if (lists === "label") return idOfLabel.get(labelKey(name))
    if (lists === "goal") return undefined
    return (lists === "item" ? itemIds : taskIds)[refs[lists].get(name) ?? -1]
  }
  const colors = goalColors(outline.goals.map(({ color }) => color))
  const goals = new Map<object | null, { id: number; name: string; color: string }>()
  for (const [index, goal] of outline.goals.entries()) {
    const id = goalIds[index] as number
    const { name } = goal
    const color = colors[index] ?? noGoalColor
    goals.set(goal, { id, name, color })
    place(goal, { goalId: id })
    const row = {
      ...stamps,
      ...rowFieldsOf("goal", goal, idOf),
      id,
      planId,
      name,
      color,
      order: orderAt(index),
      modifiedDate: now,
      createdBy: creator,
    }
    changes.push({ op: "insert", entity: "goal", row })
  }
  let lanes = 0
  let taskAt = 0
  for (const [index, { goal, action }] of actions.entries()) {
    const id = itemIds[index] as number
    const above = goals.get(goal) ?? null
    const { completedDate, focus } = action
    const focusOrder = focus ? (focus.order ?? orderAt(lanes++)) : 0
    place(action, { itemId: id })
    const row = {
      ...stamps,
      ...rowFieldsOf("item", action, idOf),
      blocked: false,
      id,
      planId,
      goalId: above?.id ?? null,
      goal: above,
      order: action.order ?? orderAt(index),
      modifiedDate: now,
      completed: completedDate !== null,
      completedDate,
      ...ownerOf(action.owner),
      attachmentCount: 0,
      focus: focus !== null,
      focusOrder,
      focusDate: focus ? (focus.date ?? now) : null,
      createdById: creator.id,
    }
    changes.push({ op: "insert", entity: "item", row })
    for (const [at, task] of action.tasks.entries()) {
      const taskId = taskIds[taskAt++] as number
      place(task, { taskId })
      const { owner, awaitedOwner } = ownerOf(task.owner)
      const done = task.type === 2
      const row = {
        ...rowFieldsOf("task", task, idOf),
        blocked: false,
        id: taskId,
        itemId: id,
        planId,
        goalId: above?.id ?? null,
        owner,
        ownerId: owner?.id ?? null,
        awaitedOwner,
        description: task.description,
        color: task.color ?? above?.color ?? noGoalColor,
        ownColor: task.color,
        createdDate: now,
        modified: now,
        order: orderAt(at),
        type: task.type,
        complete: done,
        completedDate: done ? (task.completedDate ?? now) : null,
        attachmentCount: 0,
        isDraft: false,
        readOnly: completedDate !== null,
      }
      changes.push({ op: "insert", entity: "task", row })
    }
  }
  return { changes, files, comments }
}
