// repeating(): what a call does to a task that repeats, besides its own fields: finishing it makes the next one, and reopening it takes
// an untouched next one back. No part of a board's first script: the browser loads it once a task repeats.
import { invalid } from "~/contract/problem"
import type { NextTask, Task } from "~/contract/task"
import { dayOf, dueOn } from "../dates"
import { boardUpdated, isEqual } from "../decide"
import type { Repeat, Repeated } from "../rule"
import { nextDay } from "./next-day"
import { countedDown, readRecurrence, storedRecurrence } from "./recurrence"

/** `newId`: the id for the next one of the `at`-th task of a call; undefined: the next one shows once the server has made it. */
export type Successors = {
  /** The caller's day, `YYYY-MM-DD`. */
  today(): string
  newId(at: number): number | undefined
}

const none: Repeated = { fields: {}, changes: [], events: [] }

type Repeating = Pick<Task, "recurrence" | "recurrenceFrom" | "dueDate">

const checked = (after: Repeating, isNew: boolean): string => {
  const recurrence = storedRecurrence(after.recurrence ?? "")
  const rule = readRecurrence(recurrence)
  if (after.dueDate === null && after.recurrenceFrom === "due")
    throw invalid("recurrence", "A task that repeats from its due date needs one.")
  if (isNew && after.dueDate !== null && !nextDay({ ...rule, until: null }, after.dueDate, after.dueDate))
    throw invalid("recurrence", "This repetition has no day after the due date. Choose another one.")
  return recurrence
}

/** The due day of the next one; undefined: there is none. */
const nextDue = ({ recurrence, recurrenceFrom, dueDate }: Repeating, today: string): string | undefined => {
  const rule = readRecurrence(recurrence ?? "")
  if (rule.count === 1) return undefined
  const due = dueDate === null ? today : dayOf(dueDate)
  const after = due > today ? due : today
  return nextDay(rule, recurrenceFrom === "done" ? today : due, after)
}

const same = ["description", "itemId", "ownerId", "labelIds", "ownColor", "isDraft", "recurrenceFrom"] as const

/** Whether nobody has changed the next one, and nothing hangs on it. */
const isUntouched = (next: Task, before: Task, { recurrence, dueDate }: NextTask) =>
  next.type === 0 &&
  next.attachmentCount === 0 &&
  next.blockedByIds.length === 0 &&
  next.dueDate === dueDate &&
  next.recurrence === countedDown(recurrence) &&
  same.every((key) => isEqual(next[key], before[key]))

export const repeating =
  ({ today, newId }: Successors): Repeat =>
  ({ rows, before, fields, at, now }) => {
    const after = { ...before, ...fields } as Task
    const isDone = after.type === 2
    const finishes = isDone && before !== undefined && before.type !== 2
    if (before?.type === 2 && !isDone && before.next) return takenBack(rows.tasks, before, fields, before.next)
    if (after.recurrence === null || after.recurrence === undefined) return none
    if (isDone && !finishes) throw invalid("recurrence", "A task that is done does not repeat.")
    const isNew = before?.recurrence !== after.recurrence
    const recurrence =
      isNew || "dueDate" in fields || "recurrenceFrom" in fields ? checked(after, isNew) : after.recurrence
    if (!finishes) return isNew ? { ...none, fields: { recurrence } } : none

    const due = nextDue({ ...after, recurrence }, today())
    const dueDate = due === undefined ? null : dueOn(due)
    const id = due === undefined ? null : newId(at)
    if (id === undefined) return { ...none, fields: { recurrence: null } }
    const done: Repeated = { ...none, fields: { recurrence: null, next: { id, recurrence, dueDate } } }
    if (id === null) return done
    const row: Task = {
      ...after,
      id,
      type: 0,
      complete: false,
      completedDate: null,
      // In its place among those to do: a task that is done has none.
      order: before.order,
      dueDate,
      recurrence: countedDown(recurrence),
      next: null,
      blockedByIds: [],
      blocked: false,
      createdDate: now,
      modified: now,
      attachmentCount: 0,
    }
    return {
      ...done,
      changes: [{ op: "insert", entity: "task", row, along: true }],
      // Drafts cause no events of their own.
      events: row.isDraft ? [boardUpdated] : [{ event: "TaskAdded", entity: "task", id, data: { nextOf: before.id } }],
    }
  }

/** The rule goes back to the reopened task, unless the next one has been changed and carries it on. */
const takenBack = (
  tasks: ReadonlyMap<number, Task>,
  before: Task,
  fields: Partial<Task>,
  given: NextTask,
): Repeated => {
  const next = given.id === null ? undefined : tasks.get(given.id)
  const isTaken = next !== undefined && isUntouched(next, before, given)
  const { dueDate, recurrenceFrom } = { ...before, ...fields }
  const goesOn = (next === undefined || isTaken) && (dueDate !== null || recurrenceFrom === "done")
  const sent = fields.recurrence
  return {
    fields: {
      next: null,
      ...(typeof sent === "string"
        ? { recurrence: checked({ recurrence: sent, dueDate, recurrenceFrom }, true) }
        : goesOn && sent === undefined
          ? { recurrence: given.recurrence }
          : {}),
    },
    changes: isTaken ? [{ op: "delete", entity: "task", id: next.id, along: true }] : [],
    events: !isTaken
      ? []
      : next.isDraft
        ? [boardUpdated]
        : [{ event: "TaskDeleted", data: { id: next.id, itemId: next.itemId } }],
  }
}
