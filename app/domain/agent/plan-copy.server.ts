// planCopy(): the plan's current board as a working copy, with the version of each card.

import type { BoardEntity, Entity, Person } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Plan } from "~/contract/plan"
import { refusal } from "~/contract/problem"
import type { Task } from "~/contract/task"
import type { Admission } from "~/database/admission.server"
import type { Guard } from "~/database/apply.server"
import { type BoardRow, sizeOfBoard } from "~/database/board.server"
import { planOfCard } from "~/database/plan.server"
import { boardPieces, currentBoard, sharedPieces } from "~/domain/board/current-board.server"
import type { Actor } from "~/domain/core/actor"
import { turn } from "~/domain/core/turn"
import { workingCopy } from "~/rules/agent/working-copy"
import { withDistinctNames } from "~/rules/people/person-name"
import { isCardEntity } from "~/rules/rule"

/** The assistant reads a plan as a whole, in the process that answers everybody. */
const cardsAtMost = 20_000

/** `fresh()` makes a copy that shares no changes with another. */
export const planCopy = async (plan: Admission) => {
  const { cards: count } = await sizeOfBoard(plan)
  if (count > cardsAtMost) {
    throw refusal(
      409,
      `This plan has ${count} cards, and the assistant works in plans of up to ${cardsAtMost}. Change it by hand.`,
    )
  }
  const board = await currentBoard(plan)
  const { goals, items, tasks, members, labels, keyResults, seq, plan: own } = board
  const cards = {
    planId: plan.planId,
    goals: await rowsIn<Goal>(goals),
    items: await rowsIn<Item>(items),
    tasks: await rowsIn<Task>(tasks),
    labels: JSON.parse(labels) as Label[],
    keyResults: JSON.parse(keyResults) as KeyResult[],
    members: withDistinctNames(JSON.parse(members) as (Person & { id: number })[]),
  }
  const rows = { goal: goals, item: items, task: tasks }
  const versions = new Map<Entity, Map<number, number>>()
  const versionsOf = (entity: Entity) => {
    const known = versions.get(entity) ?? new Map(rows[entity].map(({ id, version }) => [id, version]))
    versions.set(entity, known)
    return known
  }
  return {
    seq,
    plan: JSON.parse(own) as Plan,
    cards,
    fresh: () => workingCopy(cards),
    /** The board for a worker. */
    pieces: () => sharedPieces(boardPieces(board)),
    /** That the card is still as it is in this copy; none for a new card. */
    guard: (entity: BoardEntity, id: number): Guard[] => {
      if (!isCardEntity(entity)) return []
      const version = versionsOf(entity).get(id)
      return version === undefined ? [] : [[entity, id, version]]
    },
  }
}
export type PlanCopy = Awaited<ReturnType<typeof planCopy>>

/** The plan of a card, which the caller may not even see: the call that takes it checks that. */
export const planHolding = async ({ planScope }: Actor, entity: Entity, id: number) =>
  planScope ?? (await planOfCard(entity, id))

/** By the rows of the cached board, which stay the same as long as the card does. */
const parsed = new WeakMap<BoardRow, unknown>()
/** Characters of JSON that the event loop parses at once. */
const charactersAtOnce = 262_144

/** The rows' cards, with turns for others while those are parsed that no copy has had before. */
const rowsIn = async <Row>(rows: BoardRow[]): Promise<Row[]> => {
  let piece: BoardRow[] = []
  let characters = 0
  const parse = () => {
    const cards: Row[] = JSON.parse(`[${piece.map(({ text }) => text).join(",")}]`)
    for (const [at, row] of piece.entries()) parsed.set(row, cards[at])
    piece = []
    characters = 0
  }
  for (const row of rows) {
    if (parsed.has(row)) continue
    piece.push(row)
    characters += row.text.length
    if (characters < charactersAtOnce) continue
    parse()
    await turn()
  }
  if (piece.length > 0) {
    parse()
    // What follows goes through all rows at once.
    await turn()
  }
  return rows.map((row) => parsed.get(row) as Row)
}
