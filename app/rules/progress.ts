// How far results and goals are, and where they would be today: progressOf(), meanProgress(), paceOf(), gapOf(). Numbers are exact to four
// decimals and agree with the database (app.share_of, app.progress_of).
import type { KeyResult } from "~/contract/key-result"

type Measured = Pick<KeyResult, "start" | "target" | "current">

/** Values in ten thousandths, and progress in ten thousandths of the way. */
const parts = 10_000

const whole = (value: number) => BigInt(Math.round(value * parts))
const abs = (value: bigint) => (value < 0n ? -value : value)
const sign = (value: bigint) => (value < 0n ? -1n : 1n)

/** Rounds half away from zero. */
const divided = (of: bigint, by: bigint) => (sign(of) * sign(by) * (2n * abs(of) + abs(by))) / (2n * abs(by))

const partsOf = ({ start, target, current }: Measured) =>
  divided((whole(current) - whole(start)) * BigInt(parts), whole(target) - whole(start))

/** 0 at the start and 1 at the target, unclamped, to four decimals. */
export const progressOf = (result: Measured): number => Number(partsOf(result)) / parts

/** The mean of a goal's results; null without any. */
export const meanProgress = (results: readonly Measured[]): number | null =>
  results.length === 0
    ? null
    : Number(
        divided(
          results.reduce((sum, result) => sum + partsOf(result), 0n),
          BigInt(results.length),
        ),
      ) / parts

const dayLength = 86_400_000
const dayAt = (time: string) => Math.floor(Date.parse(time) / dayLength)

/**
 * Where linear progress from the first to the last day of a goal would be on a calendar day (`YYYY-MM-DD`): 0 up to the first,
 * 1 from the last on. Null without a period.
 */
export const paceOf = (
  { startDate, dueDate }: { startDate: string | null; dueDate: string | null },
  day: string,
): number | null => {
  if (startDate === null || dueDate === null) return null
  const [from, to, today] = [dayAt(startDate), dayAt(dueDate), dayAt(day)]
  if (today >= to) return 1
  return today <= from ? 0 : (today - from) / (to - from)
}

/** A gap of more points than this is said in words. */
const slight = 10

/** Whole points of a hundred by which progress is ahead of the pace, or behind it where negative; null up to 10, and without either. */
export const gapOf = (progress: number | null, pace: number | null): number | null => {
  if (progress === null || pace === null) return null
  const points = Math.round(progress * 100) - Math.round(pace * 100)
  return Math.abs(points) > slight ? points : null
}

/** For a bar. */
export const clamped = (progress: number) => Math.max(0, Math.min(progress, 1))
