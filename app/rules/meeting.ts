import type { Countdown, CountdownAction } from "~/contract/meeting"

/** Countdown and wheel: what follows from an action, and what a moment shows. Times are milliseconds of the server's clock. */

/** The countdown after the action; the same one where it changes nothing. */
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

/** Milliseconds that remain, 0 once it is over. */
export const leftOf = ({ endsAt, left }: Countdown, now: number) =>
  left ?? Math.max(0, Date.parse(endsAt as string) - now)

const thresholds = [0, 10, 60, 120, 240] as const
export type CountdownTone = "start" | (typeof thresholds)[number]

/** Which of the tokens `--count-…` colours the ring: the lowest threshold not yet passed below. */
export const toneOf = (left: number): CountdownTone => thresholds.find((seconds) => left <= seconds * 1_000) ?? "start"

/** mm:ss, the second under way counting as whole. */
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

/** The colour of a segment, 1 to 9; the last never has its neighbour's, which is the first. */
export const segmentColor = (index: number, count: number) => {
  const last = index === count - 1 && count > 1 && index % wheelPalette === 0
  return last ? 2 : (index % wheelPalette) + 1
}

/** It gains speed for 100 ms and loses it for 500 ms a segment, never longer than twelve segments take nor shorter than four. */
export const spinTimes = (count: number) => {
  const segments = Math.min(12, Math.max(4, count))
  return { up: segments * 100, down: segments * 500 }
}

/** How far of its way the wheel is, 0 to 1, `since` milliseconds after it began: evenly faster, then evenly slower. */
export const spunOf = (since: number, count: number) => {
  const { up, down } = spinTimes(count)
  const top = 2 / (up + down)
  if (since <= 0) return 0
  if (since < up) return (top * since * since) / (2 * up)
  if (since >= up + down) return 1
  const rest = up + down - since
  return 1 - (top * rest * rest) / (2 * down)
}

/** Degrees that bring the winner under the pointer at the top, after some full turns; `within`, 0 to 1, where in its segment. */
export const winningAngle = (winner: number, count: number, { turns, within }: { turns: number; within: number }) => {
  const segment = 360 / count
  return turns * 360 + (360 - winner * segment) - segment * within
}

/** The segment under the pointer when the wheel has turned so far. Segment 0 begins at the pointer and goes on clockwise. */
export const segmentAt = (angle: number, count: number) => {
  const under = (((360 - (angle % 360)) % 360) + 360) % 360
  return Math.min(count - 1, Math.floor(under / (360 / count)))
}
