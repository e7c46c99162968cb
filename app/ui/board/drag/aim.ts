import type { Point } from "~/ui/board/drag/lift"

/** The visible part of a list that takes the dragged card, px of the window. */
export type ListBox = { id: string; top: number; right: number; bottom: number; left: number }

/** The greatest distance at which the pointer still targets a list, px: the gaps between lanes and panes, and the header above the lanes. */
const reach = { x: 16, y: 40 }

export type Aim = { id: string | null; point: Point }

const into = (value: number, from: number, to: number) => Math.max(from, Math.min(value, to))

/** The list under the pointer, or the nearest within reach, and the point of it that counts. */
export const aimAt = (pointer: Point, lists: readonly ListBox[]): Aim => {
  let best: { id: string; point: Point; far: number } | undefined
  for (const { id, top, right, bottom, left } of lists) {
    // Half a pixel inside: what touches an edge is in no list or in two.
    const point = { x: into(pointer.x, left + 0.5, right - 0.5), y: into(pointer.y, top + 0.5, bottom - 0.5) }
    const [x, y] = [Math.abs(point.x - pointer.x), Math.abs(point.y - pointer.y)]
    if (right - left < 1 || bottom - top < 1 || x > reach.x || y > reach.y) continue
    if (!best || x + y < best.far) best = { id, point, far: x + y }
  }
  return best ? { id: best.id, point: best.point } : { id: null, point: pointer }
}
