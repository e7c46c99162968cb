// Where the parts of a chart of progress lie, in pixels from its top left corner.

export type ChartPoint = {
  /** When, in ms. */
  at: number
  /** 1 is the target. */
  progress: number
}

export type ChartData = {
  /** Check-ins, oldest first. */
  points: readonly ChartPoint[]
  /** Today, in ms. */
  now: number
  /** Progress today, null when there is nothing to measure. */
  current: number | null
  /** The period in ms; null where it has no beginning or no end. */
  start: number | null
  end: number | null
}

export type Spot = { x: number; y: number }

export type ChartShape = {
  /** Figures of the scale, in per cent. */
  grid: { y: number; percent: number }[]
  /** From the beginning of the period to its end, undefined without both. */
  pace: [Spot, Spot] | undefined
  points: Spot[]
  /** Undefined where nothing is measured. */
  today: Spot | undefined
  /** The first and the last day shown, in ms. */
  from: number
  to: number
  todayX: number
}

const margin = { left: 34, right: 8, top: 10, bottom: 22 }

/** The highest value drawn once a target is passed: the figure beside the chart says the rest. */
const most = 1.15

/** The chart of a goal or a result within `width` by `height`; undefined while there is nothing to draw. */
export const chartShape = (
  { points, now, current, start, end }: ChartData,
  width: number,
  height: number,
): ChartShape | undefined => {
  const first = points[0]?.at
  if (first === undefined && (start === null || current === null)) return undefined
  const days = [...points.map(({ at }) => at), now, ...(start === null ? [] : [start])]
  const from = Math.min(...days)
  const to = Math.max(...days, end ?? now)
  const floor = height - margin.bottom
  const passed = Math.max(...points.map(({ progress }) => progress), current ?? 0) > 1
  const top = passed ? most : 1
  const x = (at: number) =>
    round(margin.left + ((at - from) / Math.max(1, to - from)) * (width - margin.left - margin.right))
  const y = (progress: number) => round(floor - (Math.min(top, Math.max(0, progress)) / top) * (floor - margin.top))
  return {
    grid: [0, 50, 100].map((percent) => ({ percent, y: y(percent / 100) })),
    pace:
      start !== null && end !== null && end > start
        ? [
            { x: x(start), y: y(0) },
            { x: x(end), y: y(1) },
          ]
        : undefined,
    points: points.map(({ at, progress }) => ({ x: x(at), y: y(progress) })),
    today: current === null ? undefined : { x: x(now), y: y(current) },
    todayX: x(now),
    from,
    to,
  }
}

const round = (value: number) => Math.round(value * 10) / 10
