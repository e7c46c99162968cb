import fc from "fast-check"
import { expect, test } from "vitest"
import { type ChangedCard, sinceCheckIn, sinceNote } from "./since-check-in"

const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}T00:00:00.000Z`
const card = (id: number, more: Partial<ChangedCard> = {}): ChangedCard => ({
  entity: "task",
  id,
  name: `Card ${id}`,
  isDone: false,
  dueDate: null,
  entries: [],
  ...more,
})
const update = (before: object, after: object) => ({ action: "update", before, after })
const create = { action: "create", before: null, after: {} }

test("a card is done, added or slipped, in this order, and what came back to where it was is left out", () => {
  const { done, added, slipped } = sinceCheckIn([
    card(1, { isDone: true, entries: [update({ type: 0 }, { type: 1 }), update({ type: 1 }, { type: 2 })] }),
    card(2, { isDone: true, entries: [create, update({ type: 0 }, { type: 2 })] }),
    card(3, { entries: [create] }),
    card(4, {
      dueDate: day(18),
      entries: [update({ dueDate: day(11) }, { dueDate: day(14) }), update({}, { dueDate: day(18) })],
    }),
    card(5, { entries: [update({ type: 0 }, { type: 2 }), update({ type: 2 }, { type: 0 })] }),
    card(6, { dueDate: day(9), entries: [update({ dueDate: day(11) }, { dueDate: day(9) })] }),
    card(7, { isDone: true, entries: [update({ type: 2 }, { type: 0 }), update({ type: 0 }, { type: 2 })] }),
    card(8, { dueDate: day(9), entries: [update({ dueDate: null }, { dueDate: day(9) })] }),
    card(9, { entity: "item", isDone: true, entries: [update({ completed: false }, { completed: true })] }),
  ])
  const ids = ({ cards }: { cards: { id: number }[] }) => cards.map(({ id }) => id)
  expect([ids(done), ids(added), ids(slipped)]).toEqual([[1, 2, 9], [3], [4]])
  expect(slipped.cards).toEqual([{ entity: "task", id: 4, name: "Card 4", from: day(11), to: day(18) }])
})

test("five names of each kind and the number of the others", () => {
  const all = sinceCheckIn(Array.from({ length: 8 }, (_, at) => card(at + 1, { entries: [create] })))
  expect(all.added).toMatchObject({ count: 8, cards: [{}, {}, {}, {}, {}] })
  expect(sinceNote(all)).toBe("Added: Card 1; Card 2; Card 3; Card 4; Card 5 and 3 more")
  expect(sinceNote(sinceCheckIn([]))).toBe("")
  const moved = card(1, { dueDate: day(18), entries: [update({ dueDate: day(11) }, { dueDate: day(18) })] })
  expect(sinceNote(sinceCheckIn([moved]))).toBe("Slipped: Card 1 from 11/11 to 18/11")
})

test("no card is in two lists, and one without entries in none", () => {
  const due = fc.option(fc.integer({ min: 1, max: 28 }).map(day))
  const entry = fc.oneof(
    fc.constant(create),
    fc
      .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }))
      .map(([a, b]) => update({ type: a }, { type: b })),
    fc.tuple(due, due).map(([a, b]) => update({ dueDate: a }, { dueDate: b })),
  )
  const cards = fc.array(fc.tuple(fc.boolean(), due, fc.array(entry, { maxLength: 4 })), { maxLength: 12 })
  fc.assert(
    fc.property(cards, (given) => {
      const all = given.map(([isDone, dueDate, entries], id) => card(id, { isDone, dueDate, entries }))
      const { done, added, slipped } = sinceCheckIn(all)
      const changed = all.filter(({ entries }) => entries.length > 0)
      expect(done.count + added.count + slipped.count).toBeLessThanOrEqual(changed.length)
      const ids = [done, added, slipped].flatMap(({ cards }) => cards.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
      for (const { from, to } of slipped.cards) expect(from < to).toBe(true)
    }),
  )
})
