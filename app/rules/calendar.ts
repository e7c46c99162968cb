// The days of a month or week, and what is due on them. Days are `YYYY-MM-DD`.

import type { Item } from "~/contract/item"
import type { WeekStart } from "~/contract/shared/language/week"
import type { Task } from "~/contract/task"
import { dayOf } from "./dates"
import type { Rows } from "./rule"
import { daysAfter, weekBegin } from "./weeks"

/** An action or task in a calendar. */
export type Dated = { entity: "item"; row: Item } | { entity: "task"; row: Task }

/** The seven days of a day's week. */
export const weekOf = (day: string, weekStart: WeekStart): string[] => {
  const first = weekBegin(day, weekStart)
  return [0, 1, 2, 3, 4, 5, 6].map((days) => daysAfter(first, days))
}

/** The weeks that have days of a day's month, whole. */
export const monthOf = (day: string, weekStart: WeekStart): string[][] => {
  const month = day.slice(0, 7)
  const weeks: string[][] = []
  for (let week = weekOf(`${month}-01`, weekStart); week.some((each) => each.startsWith(month)); ) {
    weeks.push(week)
    week = weekOf(daysAfter(week[6] ?? "", 1), weekStart)
  }
  return weeks
}

/** The same day so many months on, or the last one of that month. */
export const monthsAfter = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, "0")}`
}

export const isDone = ({ entity, row }: Dated): boolean =>
  entity === "item" ? row.completed : row.complete || row.readOnly

type CardRows = Pick<Rows, "goals" | "items" | "tasks">

/** What is compared in turn: what is done comes last, then the board's order, an action before its tasks. */
const placeOf = (card: Dated, { goals, items }: CardRows): number[] => {
  const item = card.entity === "item" ? card.row : items.get(card.row.itemId)
  const goal = goals.get(item?.goalId ?? 0)?.order ?? Number.MAX_VALUE
  const inItem = card.entity === "item" ? [0, 0] : [1 + card.row.type, card.row.order]
  return [isDone(card) ? 1 : 0, goal, item?.order ?? 0, item?.id ?? 0, ...inItem, card.row.id]
}

const sorted = (cards: Dated[], rows: CardRows): Dated[] => {
  if (cards.length < 2) return cards
  const placed = cards.map((card) => ({ card, place: placeOf(card, rows) }))
  placed.sort((a, b) => {
    const at = a.place.findIndex((value, index) => value !== b.place[index])
    return at < 0 ? 0 : (a.place[at] as number) - (b.place[at] as number)
  })
  return placed.map(({ card }) => card)
}

export type Calendar = {
  days: ReadonlyMap<string, readonly Dated[]>
  /** Open cards without a due date. */
  undated: readonly Dated[]
}

/** The actions and tasks of a board by their due day. `shows`: whether a filter leaves a card. */
export const calendarOf = (
  rows: CardRows,
  shows: (entity: "item" | "task", id: number) => boolean = () => true,
): Calendar => {
  const days = new Map<string, Dated[]>()
  const undated: Dated[] = []
  const add = (card: Dated) => {
    const { dueDate, id } = card.row
    if (!shows(card.entity, id)) return
    if (dueDate === null) {
      if (!isDone(card)) undated.push(card)
      return
    }
    const day = dayOf(dueDate)
    const known = days.get(day)
    if (known) known.push(card)
    else days.set(day, [card])
  }
  for (const row of rows.items.values()) add({ entity: "item", row })
  for (const row of rows.tasks.values()) add({ entity: "task", row })
  for (const [day, cards] of days) days.set(day, sorted(cards, rows))
  return { days, undated: sorted(undated, rows) }
}
