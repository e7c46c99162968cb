import * as fc from "fast-check"
import { expect, test } from "vitest"
import { aimAt, type ListBox } from "~/ui/board/drag/aim"
import { heightFor, placeAt } from "~/ui/board/drag/carry"
import { marginsAround } from "~/ui/board/drag/lift"

// The drag library's own decision, which its package does not export.
const load = async <T>(path: string): Promise<T> =>
  (await import(/* @vite-ignore */ `@hello-pangea/dnd/src/state/${path}`)).default

type Edges = Omit<ListBox, "id">
type Impact = { at: { destination: { droppableId: string; index: number } } | null; displaced: { all: string[] } }
type List = { descriptor: { id: string }; isEnabled: boolean }

const impactOf = await load<(args: object) => Impact>("get-drag-impact/index.ts")
const withPlaceholders = await load<(args: object) => Record<string, List>>("recompute-placeholders.ts")
const liftOf = await load<(args: object) => { impact: Impact; afterCritical: object }>("get-lift-effect.ts")
const listOf = await load<(args: object) => List>("droppable/get-droppable.ts")

const none = { top: 0, right: 0, bottom: 0, left: 0 }

const rectOf = ({ top, right, bottom, left }: Edges) => {
  const [width, height] = [right - left, bottom - top]
  const center = { x: left + width / 2, y: top + height / 2 }
  return { top, right, bottom, left, width, height, x: left, y: top, center }
}

/** A box as the library measures it. */
const boxOf = (borderBox: Edges, margin: Edges = none) => {
  const { top, right, bottom, left } = borderBox
  const outer = {
    top: top - margin.top,
    right: right + margin.right,
    bottom: bottom + margin.bottom,
    left: left - margin.left,
  }
  const inner = rectOf(borderBox)
  return {
    marginBox: rectOf(outer),
    borderBox: inner,
    paddingBox: inner,
    contentBox: inner,
    margin,
    border: none,
    padding: none,
  }
}

const width = 200
const gap = 6
const padding = 8

type Card = { id: string; list: string; index: number; box: Edges }
type Plan = { lists: ListBox[]; cards: Card[] }

/** Lanes of three columns, with cards of the given heights. `slack`: a lane's height below its longest column. */
const planOf = (lanes: readonly { columns: readonly (readonly number[])[]; slack: number }[]): Plan => {
  const lists: ListBox[] = []
  const cards: Card[] = []
  let top = 100
  for (const [lane, { columns, slack }] of lanes.entries()) {
    const longest = Math.max(...columns.map((heights) => heights.reduce((sum, height) => sum + height + gap, 0)))
    const bottom = top + 2 * padding + longest + slack
    for (const [type, heights] of columns.entries()) {
      const left = 300 + type * width
      const id = `tasks/${lane}/${type}`
      lists.push({ id, top, right: left + width, bottom, left })
      let y = top + padding
      for (const [index, height] of heights.entries()) {
        const box = { top: y, right: left + width - padding, bottom: y + height, left: left + padding }
        cards.push({ id: `task/${lane}.${type}.${index}`, list: id, index, box })
        y += height + gap
      }
    }
    top = bottom + 10
  }
  return { lists, cards }
}

const view = { frame: rectOf({ top: 0, right: 2_000, bottom: 20_000, left: 0 }) }

/** A drag as the board performs it, decided by the library. */
const drag = ({ lists, cards }: Plan, card: Card, pressed: { x: number; y: number }) => {
  const room = card.box.bottom - card.box.top + gap
  const margin = marginsAround(card.box, room, pressed)
  const point = { top: pressed.y, right: pressed.x, bottom: pressed.y, left: pressed.x }
  const dimension = ({ id, list, index, box }: Card) => {
    const one = id === card.id
    const client = one ? boxOf(point, margin) : boxOf(box, { ...none, bottom: gap })
    const displaceBy = { x: client.marginBox.width, y: client.marginBox.height }
    return { descriptor: { id, index, droppableId: list, type: "task" }, client, page: client, displaceBy }
  }
  const draggables = Object.fromEntries(cards.map((each) => [each.id, dimension(each)]))
  let droppables: Record<string, List> = Object.fromEntries(
    lists.map(({ id, ...borderBox }) => {
      const client = boxOf(borderBox)
      const descriptor = { id, type: "task", mode: "standard" }
      return [id, listOf({ descriptor, isEnabled: true, direction: "vertical", client, page: client, closest: null })]
    }),
  )
  const draggable = draggables[card.id]
  const lifted = liftOf({ draggable, home: droppables[card.list], draggables, viewport: view })
  let impact = lifted.impact
  let last: string = card.list
  const takePoint = (x: number, y: number) => {
    const previous = impact
    const pageOffset = { x: x - pressed.x, y: y - pressed.y }
    const { afterCritical } = lifted
    impact = impactOf({
      pageOffset,
      draggable,
      draggables,
      droppables,
      previousImpact: previous,
      viewport: view,
      afterCritical,
    })
    droppables = withPlaceholders({ draggable, impact, draggables, droppables, previousImpact: previous })
  }
  let left: string | null = null
  const leave = (list: string | null) => {
    left = list
    droppables = Object.fromEntries(
      Object.entries(droppables).map(([each, one]) => [each, { ...one, isEnabled: each !== list }]),
    )
  }
  let decided = { list: card.list, place: card.index }
  return {
    to: (pointer: { x: number; y: number }) => {
      const { id, point } = aimAt(pointer, lists)
      if (id === null) leave(last)
      else if (id !== last) leave(last)
      else if (left === id) leave(null)
      if (id === null) takePoint(point.x, point.y)
      else last = id
      const top = lists.find((list) => list.id === id)?.top ?? 0
      const others = cards.filter((each) => each.list === id && each.id !== card.id)
      const lay = others.map(({ box }) => (box.top + box.bottom) / 2 - top)
      const lie = lay.map((middle, at) => middle - (id === card.list && at >= card.index ? room : 0))
      const place = placeAt({ lay, lie }, point.y - top)
      const shown = decided.list === id ? decided.place : others.length
      if (id !== null) takePoint(point.x, top + heightFor({ lay, lie }, place, shown, room, point.y - top))
      decided = { list: id ?? "", place }
      return { list: id, others }
    },
    lands: () => impact.at?.destination ?? null,
    makesWay: (id: string) => impact.displaced.all.includes(id),
  }
}

const heights = fc.array(fc.integer({ min: 30, max: 240 }), { maxLength: 5 })
const lane = fc.record({
  columns: fc.tuple(heights, heights, heights),
  slack: fc.integer({ min: 0, max: 120 }),
})
const share = fc.double({ min: 0, max: 1, noNaN: true })
const board = fc.record({
  lanes: fc.array(lane, { minLength: 1, maxLength: 4 }),
  card: share,
  grabbed: fc.tuple(share, share),
  /** A list, and a point of it or beside it, px from its top left corner. */
  way: fc.array(fc.tuple(share, fc.integer({ min: -60, max: width }), fc.integer({ min: -60, max: 500 })), {
    minLength: 1,
    maxLength: 8,
  }),
})

test("a task lands in the list under the pointer, before the cards whose middle is below it", () => {
  fc.assert(
    fc.property(board, ({ lanes, card: nth, grabbed: [across, down], way }) => {
      const plan = planOf(lanes)
      const card = plan.cards[Math.min(plan.cards.length - 1, Math.floor(nth * plan.cards.length))]
      if (!card) return
      const { top, right, bottom, left } = card.box
      const carried = drag(plan, card, { x: left + across * (right - left), y: top + down * (bottom - top) })
      for (const [nth, x, y] of way) {
        const beside = plan.lists[Math.min(plan.lists.length - 1, Math.floor(nth * plan.lists.length))]
        const pointer = { x: (beside?.left ?? 0) + x, y: (beside?.top ?? 0) + y }
        const { list, others } = carried.to(pointer)
        const landed = carried.lands()
        expect(landed?.droppableId ?? null).toBe(list)
        const under = plan.lists.find(
          (each) => pointer.x > each.left && pointer.x < each.right && pointer.y > each.top && pointer.y < each.bottom,
        )
        if (under) expect(list).toBe(under.id)
        if (!landed) continue
        for (const [index, { id, box }] of others.entries()) {
          const isBelow = (box.top + box.bottom) / 2 >= pointer.y
          expect(index >= landed.index).toBe(isBelow)
          expect(carried.makesWay(id)).toBe(isBelow)
        }
      }
    }),
    { numRuns: 400 },
  )
})

test("a drop above a lane's first card takes that lane's first place, even if the lane above was full", () => {
  const plan = planOf([
    { columns: [[60, 60, 60], [], []], slack: 0 },
    { columns: [[40, 40], [], []], slack: 60 },
    { columns: [[50], [], []], slack: 60 },
  ])
  const [card] = plan.cards.slice(-1)
  const [above, below] = plan.lists.filter(({ id }) => id.endsWith("/0"))
  if (!card || !above || !below) throw new Error("There are no lanes.")
  const carried = drag(plan, card, { x: card.box.left + 20, y: card.box.top + 45 })
  for (let y = above.top + 20; y < below.top + 20; y++) {
    carried.to({ x: above.left + 100, y })
    if (y > below.top) expect(carried.lands()).toMatchObject({ droppableId: below.id, index: 0 })
    else if (y < above.bottom) expect(carried.lands()).toMatchObject({ droppableId: above.id })
  }
})

test("between lanes, and above the first, the pointer targets the nearer lane; far from all it targets none", () => {
  const lists = [
    { id: "a", top: 100, right: 300, bottom: 200, left: 100 },
    { id: "b", top: 210, right: 300, bottom: 300, left: 100 },
  ]
  expect(aimAt({ x: 150, y: 203 }, lists)).toEqual({ id: "a", point: { x: 150, y: 199.5 } })
  expect(aimAt({ x: 150, y: 207 }, lists)).toEqual({ id: "b", point: { x: 150, y: 210.5 } })
  expect(aimAt({ x: 150, y: 70 }, lists).id).toBe("a")
  expect(aimAt({ x: 312, y: 250 }, lists).id).toBe("b")
  expect(aimAt({ x: 150, y: 40 }, lists)).toEqual({ id: null, point: { x: 150, y: 40 } })
  expect(aimAt({ x: 340, y: 250 }, lists).id).toBeNull()
})
