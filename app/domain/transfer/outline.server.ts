import type { Person } from "~/contract/fields/field"
import type { LogEntry } from "~/domain/core/outcome"
import { orderAt } from "~/rules/gaps"
import { goalColors } from "~/rules/goal-colors"
import { noGoalColor } from "~/rules/goal-palette"
import { labelKey } from "~/rules/label"
import type { Change } from "~/rules/rule"
import { labelsOf } from "~/rules/transfer/labels"
import {
  actionsOf,
  checkInsIn,
  commentsIn,
  type Outline,
  type OutlineCheckIn,
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
/** `results`: of its values by their new ids. */
export type PlacedCheckIn = Omit<OutlineCheckIn, "values"> & {
  id: number
  goalId: number
  results: { id: number; before: number; current: number }[]
}
export type Placed = { files: PlacedFile[]; comments: PlacedComment[]; checkIns: PlacedCheckIn[] }

/** Maps a person of the outline to an owner in the new plan, or to an awaited one. */
export type OwnerIn = (person: OutlinePerson) => { owner: Person | null; awaitedOwner: Person | null }

/** New ids by table. */
export type CardIds = Record<"goal" | "key_result" | "item" | "task" | "label" | "comment" | "check_in", number[]>

export const countCards = (outline: Outline): Record<keyof CardIds, number> => {
  const actions = actionsOf(outline)
  return {
    label: labelsOf(outline).length,
    goal: outline.goals.length,
    key_result: outline.goals.reduce((sum, { results = [] }) => sum + results.length, 0),
    item: actions.length,
    task: actions.reduce((sum, { action }) => sum + action.tasks.length, 0),
    comment: commentsIn(outline).length,
    check_in: checkInsIn(outline).length,
  }
}

export const createdLog = (changes: Change[]): LogEntry[] =>
  changes.flatMap((change) =>
    change.op === "insert"
      ? [{ entity: change.entity, id: change.row.id, action: "create" as const, after: change.row }]
      : [],
  )

const withOwnerId = <Owned extends { owner: Person | null }>(owned: Owned) => ({
  ...owned,
  ownerId: owned.owner?.id ?? null,
})

/** The cards of a new plan, all created by the person, with its files and comments. */
export const rowsOf = (
  planId: number,
  outline: Outline,
  creator: { id: number; userName: string },
  ownerIn: OwnerIn,
  ids: CardIds,
): Placed & { changes: Change[] } => {
  const {
    label: labelIds,
    goal: goalIds,
    key_result: resultIds,
    item: itemIds,
    task: taskIds,
    comment: commentIds,
  } = ids
  const actions = actionsOf(outline)
  const now = new Date().toISOString()
  const ownerOf = (person: OutlinePerson | null) =>
    person === null ? { owner: null, awaitedOwner: null } : ownerIn(person)
  const stamps = { createdDate: now, isDraft: false }
  const changes: Change[] = []
  const files: PlacedFile[] = []
  const comments: PlacedComment[] = []
  const checkIns: PlacedCheckIn[] = []
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
  let resultAt = 0
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
      ...withOwnerId(ownerOf(goal.owner ?? null)),
      outcome: goal.completed ? (goal.outcome ?? null) : null,
      progress: null,
      lastCheckIn: null,
    }
    changes.push({ op: "insert", entity: "goal", row })
    const ofGoal = resultIds.slice(resultAt, resultAt + (goal.results?.length ?? 0))
    resultAt += ofGoal.length
    for (const { values, ...checkIn } of goal.checkIns ?? []) {
      const results = values.map(({ result, ...value }) => ({ ...value, id: ofGoal[result] as number }))
      checkIns.push({ ...checkIn, id: ids.check_in[checkIns.length] as number, goalId: id, results })
    }
    for (const [at, result] of (goal.results ?? []).entries()) {
      const resultId = ofGoal[at] as number
      const fields = { ...result, id: resultId, planId, goalId: id, order: orderAt(at), modifiedDate: now }
      changes.push({ op: "insert", entity: "keyResult", row: fields })
    }
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
  return { changes, files, comments, checkIns }
}
