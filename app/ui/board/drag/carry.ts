import type { FluidDragActions } from "@hello-pangea/dnd"
import { flushSync } from "react-dom"
import { aimAt, type ListBox as Box } from "~/ui/board/drag/aim"
import { type Lifted, liftedCard, listed, type Point } from "~/ui/board/drag/lift"
import { isRightToLeft } from "~/ui/parts/direction"
import type { DragKind, View } from "~/ui/plan/view-state"

/** Lists that take a kind of card. */
const listsFor: Record<DragKind, string> = {
  goal: "[data-rfd-droppable-id='goals']",
  item: ":is([data-rfd-droppable-id='list'], [data-rfd-droppable-id='lanes'])",
  task: "[data-rfd-droppable-id^='tasks/']",
}

/** `end`: where the library's view of the list ends, px of the window. */
type ListBox = Box & { element: HTMLElement; end: number }

const listsOf = (kind: DragKind): ListBox[] => {
  const frames = new Map<Element, DOMRect>()
  const home = liftedCard()?.list
  return [...document.querySelectorAll<HTMLElement>(listsFor[kind])].map((element) => {
    const { top, right, bottom, left } = element.getBoundingClientRect()
    const id = element.dataset.rfdDroppableId ?? ""
    const scroller = element.closest(".lanes-scroll, .pane-scroll")
    const frame = scroller
      ? (frames.get(scroller) ?? scroller.getBoundingClientRect())
      : document.body.getBoundingClientRect()
    if (scroller) frames.set(scroller, frame)
    const seen = Math.min(bottom, frame.bottom)
    return {
      id,
      element,
      top: Math.max(top, frame.top),
      right: Math.min(right, frame.right),
      bottom: seen,
      left: Math.max(left, frame.left),
      end: element === home ? seen : frame.bottom,
    }
  })
}

/** Between the dragged card and the goals beside it, px. */
const besideGap = 8

/** The offset from the pointer of a card dragged over a goal, so that it hides no goal. */
const besideGoal = (goal: Element, pointer: Point, card: HTMLElement): number => {
  const start = pointer.x - (liftedCard()?.grabbed ?? 0)
  const { left, right } = goal.getBoundingClientRect()
  return isRightToLeft()
    ? Math.min(0, left - besideGap - start - card.offsetWidth)
    : Math.max(0, right + besideGap - start)
}

/** Draws the dragged card this far from where the library has it. */
const draw = (x: number, y: number, stays: boolean) => {
  const [card] = document.getElementsByClassName("dragging")
  if (!(card instanceof HTMLElement)) return
  card.style.setProperty("--aside", `${x}px ${y}px`)
  card.toggleAttribute("data-stays", stays)
}

/** Cards that make way are drawn elsewhere, which `offsetTop` ignores. */
const middlesOf = (list: HTMLElement, { list: home, room, index }: Lifted): Middles => {
  const virtual = list.querySelector<HTMLElement>(":scope > .virtual")
  if (!virtual) {
    const cards = [...list.querySelectorAll<HTMLElement>(`:scope > ${listed}`)].filter(
      (card) => !card.querySelector(".dragging"),
    )
    const lie = cards.map(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight / 2)
    const lay = lie.map((middle, at) => middle + (cards[at]?.hasAttribute("data-after") ? room : 0))
    return { lay, lie }
  }
  // Each card of a long list is positioned alone, and its place stays empty.
  const slots = [...virtual.querySelectorAll<HTMLElement>(`:scope > .slot:has(> ${listed})`)]
  slots.sort((one, other) => Number(one.dataset.index) - Number(other.dataset.index))
  const middle = (slot: HTMLElement) =>
    virtual.offsetTop + slot.offsetTop + (slot.firstElementChild as HTMLElement).offsetHeight / 2
  const lay = slots.map(middle)
  const after = (slot: HTMLElement) => list === home && Number(slot.dataset.index) > index
  return { lay, lie: slots.map((slot, at) => (lay[at] ?? 0) - (after(slot) ? room : 0)) }
}

const nowhere = { x: -10_000, y: -10_000 }

/** Moves the lifted card with the pointer, in the list and to the place under it. */
export const createCarry = (view: View) => {
  let lifted: Lifted | null = null
  /** The last list under the pointer. */
  let last: string | null = null
  /** The decision of the library's last frame, and that of the next. */
  let decided: { list: string | null; place: number } = { list: null, place: 0 }
  let next: typeof decided | null = null
  let again = () => {}

  const decide = (drag: FluidDragActions, point: Point, list: string | null, place: number) => {
    // The library takes the last position of a frame.
    drag.move(point)
    if (!next) {
      requestAnimationFrame(() => {
        decided = next ?? decided
        next = null
      })
    }
    next = { list, place }
  }

  /** The library lengthens the list that takes a card, over what is below it. */
  const leave = (list: string | null) => {
    if (view.get().left !== list) flushSync(() => view.set({ left: list }))
  }

  /** Returns the point that the library is given. */
  const aim = (pointer: Point, drag: FluidDragActions, lists: readonly ListBox[]): Point => {
    const { id, point } = aimAt(pointer, lists)
    const box = lists.find((each) => each.id === id)
    if (!lifted || !box) {
      leave(last)
      decide(drag, pointer, null, 0)
      return pointer
    }
    if (id !== last) {
      leave(last)
      last = id
    } else if (view.get().left === id) leave(null)
    const { top } = box.element.getBoundingClientRect()
    const middles = middlesOf(box.element, lifted)
    const place = placeAt(middles, point.y - top)
    const shown = decided.list === id ? decided.place : middles.lie.length
    const y = top + heightFor(middles, place, shown, lifted.room, point.y - top)
    if (y < box.end) {
      const given = { x: point.x, y }
      decide(drag, given, id, place)
      return given
    }
    // Out of the library's sight: the cards come back first.
    decide(drag, nowhere, null, 0)
    requestAnimationFrame(() => again())
    return nowhere
  }

  const move = (pointer: Point, drag: FluidDragActions, taken: Element | null) => {
    const { dragging } = view.get()
    if (!dragging || !drag.isActive()) return
    const given = aim(pointer, drag, taken ? [] : listsOf(dragging.kind))
    const goal = taken?.closest(".goals [data-place]")
    const [card] = document.getElementsByClassName("dragging")
    const aside = goal && card instanceof HTMLElement ? besideGoal(goal, pointer, card) : 0
    const off = { x: pointer.x - given.x, y: pointer.y - given.y }
    draw(off.x + aside, off.y, off.x !== 0 || off.y !== 0)
  }

  const onScroll = () => again()

  return {
    /** `taken`: the element under the pointer that takes the card and is no list. */
    to: (pointer: Point, drag: FluidDragActions, taken: Element | null) => {
      if (lifted !== liftedCard()) {
        lifted = liftedCard()
        last = lifted?.list?.dataset.rfdDroppableId ?? null
        decided = { list: last, place: lifted?.index ?? 0 }
        next = null
        document.addEventListener("scroll", onScroll, { capture: true, passive: true })
      }
      again = () => move(pointer, drag, taken)
      again()
    },
    end: () => {
      document.removeEventListener("scroll", onScroll, { capture: true })
      again = () => {}
      lifted = null
      if (view.get().left !== null) view.set({ left: null })
    },
  }
}

/** Middles of a list's cards without the lifted one, px from its top: as they lay when it was lifted, and as they lie without it. */
export type Middles = { lay: readonly number[]; lie: readonly number[] }

/** The place among the other cards: after those whose middle is above the pointer. `y`: px from the top of the list. */
export const placeAt = ({ lay }: Middles, y: number) => lay.filter((middle) => middle < y).length

/**
 * The height that makes the drag library decide for a place: px from the top of the list, as near to the pointer as can be.
 * The library asks whether a card that has made way lies above where it is drawn; the first `shown` cards have not made way, the
 * others have by `room`.
 */
export const heightFor = ({ lie }: Middles, place: number, shown: number, room: number, y: number) => {
  const [above, below] = [lie[place - 1], lie[place]]
  const least = above === undefined ? y : above + (place > shown ? room + 0.5 : 0)
  const most = below === undefined ? Number.POSITIVE_INFINITY : below + (place < shown ? -0.5 : room)
  return Math.min(most, Math.max(least, y))
}
