import type { Countdown, CountdownAction } from "~/contract/meeting"

/**
 * Countdown and wheel: state after an action, and display at a moment. Times are in milliseconds of the server's clock.
 */

/** The countdown after the action; the same object if nothing changes. */
export const countdownAfter = (
  before: Countdown | null,
  action: CountdownAction,
  { now, person }: { now: number; person: number },
): Countdown | null => {
  const at = (time: number) => new Date(time).toISOString()
  if (action.do === "start") {
    const { minutes } = action
    return { minutes, endsAt: at(now + minutes * 60_000), left: null, startedAt: at(now), startedById: person }
  }
  if (!before) return before
  if (action.do === "pause") {
    if (before.endsAt === null) return before
    const left = Date.parse(before.endsAt) - now
    return left > 0 ? { ...before, endsAt: null, left } : before
  }
  return before.left === null ? before : { ...before, endsAt: at(now + before.left), left: null }
}

/** Milliseconds left; 0 at the end. */
export const leftOf = ({ endsAt, left }: Countdown, now: number) =>
  left ?? Math.max(0, Date.parse(endsAt as string) - now)

const thresholds = [0, 10, 60, 120, 240] as const
export type CountdownTone = "start" | (typeof thresholds)[number]

/** The `--count-…` token of the ring's colour: the lowest threshold at or above the time left. */
export const toneOf = (left: number): CountdownTone => thresholds.find((seconds) => left <= seconds * 1_000) ?? "start"

/** The digits of a typed text as 0 to 9, also full-width, Arabic and Persian ones. */
export const digitsIn = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, "")

/** mm:ss, rounded up to a second. */
export const clockText = (left: number) => {
  const seconds = Math.ceil(left / 1_000)
  const two = (value: number) => String(value).padStart(2, "0")
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

export const wheelPalette = 9
export const wheelLabel = (name: string) => {
  const letters = [...name]
  return letters.length > 21 ? letters.slice(0, 21).join("") : name
}

/** Smallest size of a label before its end is cut, px. */
const smallestLabel = 9

/** A label that ends before the hub: smaller, and then shorter, than it would be. `widthOf` measures a text of 1 px. */
export const fittedLabel = (
  name: string,
  { size, room, widthOf }: { size: number; room: number; widthOf(text: string): number },
): { text: string; size: number } => {
  const label = wheelLabel(name)
  const fitting = room / widthOf(label)
  const least = Math.min(smallestLabel, size)
  if (!(fitting < least)) return { text: label, size: Math.min(size, fitting) }
  const letters = [...label]
  let shown = letters.length
  const cut = () => `${letters.slice(0, shown).join("").trimEnd()}…`
  while (shown > 1 && widthOf(cut()) * least > room) shown--
  return { text: cut(), size: least }
}

/** The colour of a segment, 1 to 9; the last segment never has the colour of the first, its neighbour. */
export const segmentColor = (index: number, count: number) => {
  const last = index === count - 1 && count > 1 && index % wheelPalette === 0
  return last ? 2 : (index % wheelPalette) + 1
}

/** Accelerates for 100 ms and slows down for 500 ms per segment, counting four to twelve segments. */
export const spinTimes = (count: number) => {
  const segments = Math.min(12, Math.max(4, count))
  return { up: segments * 100, down: segments * 500 }
}

/**
 * Progress of the wheel, 0 to 1, `since` milliseconds after its start: constant acceleration, then constant
 * deceleration.
 */
export const spunOf = (since: number, count: number) => {
  const { up, down } = spinTimes(count)
  const top = 2 / (up + down)
  if (since <= 0) return 0
  if (since < up) return (top * since * since) / (2 * up)
  if (since >= up + down) return 1
  const rest = up + down - since
  return 1 - (top * rest * rest) / (2 * down)
}

/**
 * Degrees that bring the winner under the pointer at the top, after some full turns; `within`: position in its segment,
 * 0 to 1.
 */
export const winningAngle = (winner: number, count: number, { turns, within }: { turns: number; within: number }) => {
  const segment = 360 / count
  return turns * 360 + (360 - winner * segment) - segment * within
}

/**
 * The segment under the pointer after a turn by so many degrees. Segment 0 starts at the pointer and extends clockwise.
 */
export const segmentAt = (angle: number, count: number) => {
  const under = (((360 - (angle % 360)) % 360) + 360) % 360
  return Math.min(count - 1, Math.floor(under / (360 / count)))
}
