// Cards that wait for others of their kind. isOpen(), isHolding(): what blocks. chainTo(): how a card waits for another. refuseWaiting():
// what a card may not wait for.
import type { Item } from "~/contract/item"
import { invalid, refusal } from "~/contract/problem"
import type { Task } from "~/contract/task"
import { isTask } from "./card"
import type { Rows } from "./rule"

export type Waiter = "item" | "task"
type Card = Item | Task

export const isOpen = (card: Card) => (isTask(card) ? card.type !== 2 : !card.completed)

/** Whether cards that wait for this one are blocked by it. */
export const isHolding = (card: Card | undefined) => card !== undefined && !card.isDraft && isOpen(card)

const rowsOf = ({ items, tasks }: Pick<Rows, "items" | "tasks">, entity: Waiter): ReadonlyMap<number, Card> =>
  entity === "item" ? items : tasks

export const isBlocked = (rows: Pick<Rows, "items" | "tasks">, entity: Waiter, ids: readonly number[]) =>
  ids.some((id) => isHolding(rowsOf(rows, entity).get(id)))

/** The cards that it waits for, and that those wait for, which end at `id`: the shortest such chain, `from` first. */
export const chainTo = (
  rows: Pick<Rows, "items" | "tasks">,
  entity: Waiter,
  from: number,
  id: number,
): Card[] | undefined => {
  const cards = rowsOf(rows, entity)
  const before = new Map<number, number | null>([[from, null]])
  for (const at of before.keys()) {
    if (at === id) {
      const chain: Card[] = []
      for (let each: number | null = at; each !== null; each = before.get(each) ?? null)
        chain.push(cards.get(each) as Card)
      return chain.reverse()
    }
    for (const next of cards.get(at)?.blockedByIds ?? []) if (cards.has(next) && !before.has(next)) before.set(next, at)
  }
  return undefined
}

const headingOf = (card: Card) => {
  const name = isTask(card) || card.topic.trim() === "" ? card.description : card.topic
  const letters = [...name.trim().replace(/\s+/g, " ")]
  return letters.length > 80 ? `${letters.slice(0, 79).join("")}…` : letters.join("")
}

const words = {
  item: { self: "An action can’t wait for itself.", all: "actions" },
  task: { self: "A task can’t wait for itself.", all: "tasks" },
} as const

/** Of a chain longer than this, the message names the ends. */
const named = 8

/** 400: itself, or a draft that it did not wait for before. 409: a card that waits for this one. */
export const refuseWaiting = (
  rows: Rows,
  entity: Waiter,
  { path, row, isDraft, on }: { path: string; row: Card | undefined; isDraft: boolean; on: readonly Card[] },
) => {
  for (const card of on) {
    if (card.id === row?.id) throw invalid(path, words[entity].self)
    if (row?.blockedByIds.includes(card.id)) continue
    if (card.isDraft && !isDraft) throw invalid(path, `“${headingOf(card)}” is a draft. Publish it first.`)
    const chain = row && chainTo(rows, entity, card.id, row.id)
    if (!chain) continue
    const all = [row, ...chain].map((each) => ({ id: each.id, name: headingOf(each) }))
    const shown = all.map(({ name }) => `“${name}”`)
    if (shown.length > named) shown.splice(named / 2, shown.length - named, "…")
    throw refusal(409, `These ${words[entity].all} would wait for each other: ${shown.join(" → ")}.`, { chain: all })
  }
}
