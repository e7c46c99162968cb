import type { DragKind } from "~/ui/plan/view-state"

type Point = { x: number; y: number }

/** The scrollers that hold drop targets of a kind of card. */
const scrollersOf: Record<DragKind, string> = {
  goal: ".goals .pane-scroll",
  item: ".lanes-scroll, .pane-scroll",
  task: ".lanes-scroll, .lanes .pane-scroll",
}

/** Share of a scroller's height, at its top and bottom, in which it scrolls, and in which it is fastest. */
const band = { begins: 0.25, fastest: 0.05 }
/** Width at its sides, px. */
const sideBand = 32
/** Distance above and below it at which it still scrolls, px. */
const beyond = 80
/** Top speeds, px/ms. */
const topSpeed = { across: 0.9, down: 1.68 }
/** Lanes that pass the edge in a second, at most: each can be read as it comes. */
const lanesASecond = 2
/** Time the pointer stays at a side before it scrolls, and time to reach full speed, ms. */
const rest = 350
const rise = 420
/** A card lifted near an edge scrolls only once it has been elsewhere, or has moved this far towards the edge, px. */
const towards = 24

type Scrolled = { element: Element; box: DOMRect; lanes: readonly HTMLElement[] }

/** Top speed at the edge that scrolling down (or up) brings in, px/ms. */
const topSpeedAt = ({ box, lanes }: Scrolled, down: boolean) => {
  const shown = lanes.filter((lane) => lane.isConnected)
  const list = shown[0]?.parentElement?.getBoundingClientRect()
  if (!list) return topSpeed.down
  // Lanes that make way are drawn elsewhere, which `offsetTop` ignores.
  return downSpeed(
    shown.map((lane) => lane.offsetTop),
    (down ? box.bottom : box.top) - list.top,
  )
}

/** `tops`: the tops of the lanes, from the first to the last. A frame may end in the lane after this one, or before it. */
export const downSpeed = (tops: readonly number[], edge: number) => {
  const after = tops.findIndex((top) => top > edge)
  const at = after < 0 ? tops.length : after
  const heights = [at - 1, at, at + 1].map((next) => (tops[next] ?? 0) - (tops[next - 1] ?? Number.POSITIVE_INFINITY))
  const lowest = Math.min(...heights.filter((height) => height > 0))
  return Math.min(topSpeed.down, (lowest * lanesASecond) / 1000)
}

/**
 * Scrolls the list or the lanes under the pointer while it is near their edge. Up and down begin at once; sideways needs the
 * pointer to rest at the edge, because every way to another column leads along it.
 */
export const createEdgeScroll = () => {
  let point: Point | undefined
  let origin: Point | undefined
  /** Whether the pointer has been away from the edges: of the width, of the height. */
  let away = { x: false, y: false }
  let areas: Scrolled[] = []
  /** A part of a pixel that is still to be scrolled. */
  let owed = 0
  let frame = 0
  let before = 0
  /** When the pointer came to the edge: of the width, of the height. */
  let since: Point | undefined

  const speedOf = (distance: number, { from, full }: { from: number; full: number }) => {
    if (distance >= from) return 0
    return distance <= full ? 1 : ((from - distance) / (from - full)) ** 2
  }

  const step = (now: number) => {
    frame = requestAnimationFrame(step)
    const passed = Math.min(50, now - before)
    before = now
    if (!point || !origin) return
    const { x, y } = point
    const area = areas.find(
      ({ box }) => x >= box.left && x <= box.right && y >= box.top - beyond && y <= box.bottom + beyond,
    )
    if (!area) {
      since = undefined
      return
    }
    const { element, box } = area
    const vertical = { from: box.height * band.begins, full: box.height * band.fastest }
    const atHeight = speedOf(box.bottom - y, vertical) - speedOf(y - box.top, vertical)
    const atWidth = box.right - x < sideBand ? 1 : x - box.left < sideBand ? -1 : 0
    away = { x: away.x || atWidth === 0, y: away.y || atHeight === 0 }
    const down = away.y || (y - origin.y) * Math.sign(atHeight) >= towards ? atHeight : 0
    const right = away.x || (x - origin.x) * atWidth >= towards ? atWidth : 0
    since = { x: right === 0 ? now : (since?.x ?? now), y: down === 0 ? now : (since?.y ?? now) }
    const grown = (time: number) => Math.max(0, Math.min(1, time / rise))
    if (down !== 0) {
      owed += down * topSpeedAt(area, down > 0) * passed * Math.max(0.05, grown(now - since.y))
      const whole = Math.trunc(owed)
      owed -= whole
      element.scrollTop += whole
    }
    if (right !== 0) element.scrollLeft += right * topSpeed.across * passed * grown(now - since.x - rest)
  }

  return {
    to: (next: Point, kind: DragKind) => {
      point = next
      if (frame !== 0) return
      origin = next
      away = { x: false, y: false }
      areas = [...document.querySelectorAll(scrollersOf[kind])].map((element) => ({
        element,
        box: element.getBoundingClientRect(),
        lanes: [...element.querySelectorAll<HTMLElement>(".lane-list > .lane-slot")],
      }))
      before = performance.now()
      frame = requestAnimationFrame(step)
    },
    stop: () => {
      cancelAnimationFrame(frame)
      frame = 0
      point = undefined
      origin = undefined
      since = undefined
      areas = []
    },
  }
}
