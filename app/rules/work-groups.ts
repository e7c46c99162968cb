import type { WeekStart } from "~/contract/shared/language/week"
import { dayOf } from "./dates"
import { weekEnd } from "./weeks"

/** The groups of a person's tasks, in the order they are shown: open ones by due date, then those that are not open. */
export const workGroups = ["overdue", "today", "week", "later", "none", "done"] as const
export type WorkGroup = (typeof workGroups)[number]

/** `today`: the reader's own calendar day. `week` is the rest of its week. */
export const workGroupOf = (dueDate: string | null, today: string, weekStart: WeekStart): WorkGroup => {
  if (dueDate === null) return "none"
  const day = dayOf(dueDate)
  if (day < today) return "overdue"
  if (day === today) return "today"
  return day <= weekEnd(today, weekStart) ? "week" : "later"
}

type Dated = { id: number; planId: number; dueDate: string | null }

/** By due date, those without one last, then by plan: the order of the list's call. */
export const byDueDate = (a: Dated, b: Dated): number => {
  if (a.dueDate !== b.dueDate) {
    if (a.dueDate === null) return 1
    if (b.dueDate === null) return -1
    return a.dueDate < b.dueDate ? -1 : 1
  }
  return a.planId - b.planId || a.id - b.id
}

type Row = Dated & { complete: boolean; readOnly: boolean; completedDate: string | null }

/** Not done, in an action that is not completed. */
export const isOpen = ({ complete, readOnly }: Pick<Row, "complete" | "readOnly">) => !complete && !readOnly

const newestFirst = (a: Row, b: Row) => (b.completedDate ?? "").localeCompare(a.completedDate ?? "") || byDueDate(a, b)

/**
 * The groups that have tasks: open ones in the order of `byDueDate`, `done` newest first. `inPlace`: tasks that stay in
 * their group although they are done.
 */
export const grouped = <R extends Row>(
  rows: Iterable<R>,
  today: string,
  weekStart: WeekStart,
  inPlace: { has(id: number): boolean } = new Set(),
): { group: WorkGroup; rows: R[] }[] => {
  const groups = new Map<WorkGroup, R[]>(workGroups.map((group) => [group, []]))
  for (const row of rows) {
    const group = isOpen(row) || inPlace.has(row.id) ? workGroupOf(row.dueDate, today, weekStart) : "done"
    groups.get(group)?.push(row)
  }
  return [...groups].flatMap(([group, rows]) =>
    rows.length > 0 ? [{ group, rows: rows.sort(group === "done" ? newestFirst : byDueDate) }] : [],
  )
}
