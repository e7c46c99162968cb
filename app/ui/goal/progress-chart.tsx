import { dateFormat } from "~/contract/shared/language/format"
import { type ChartData, chartShape, type Spot } from "~/ui/goal/chart-shape"
import { percentText } from "~/ui/goal/progress"
import { goalTexts } from "~/ui/goal/texts"
import "./progress-chart.css"

type ChartProps = ChartData & {
  /** Of each check-in. */
  statuses: readonly (0 | 1 | 2)[]
  width?: number
  height?: number
}

const shortDay = dateFormat({ day: "numeric", month: "short", timeZone: "UTC" })
const longDay = dateFormat({ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })

/** Progress at each check-in beside the pace. One image: the list of check-ins says the same in words. */
export const ProgressChart = ({ statuses, width = 502, height = 132, ...data }: ChartProps) => {
  const shape = chartShape(data, width, height)
  if (!shape) return null
  const floor = shape.grid[0]?.y ?? height
  const last = shape.points.at(-1)
  const edge = width - 8
  // Two labels of days need some 76 px between them.
  const isTodayApart = shape.todayX > 110 && shape.todayX < edge - 76
  const name = goalTexts.chart(
    longDay(shape.from),
    longDay(shape.to),
    data.current === null ? "" : percentText(data.current),
  )
  return (
    <svg className="progress-chart full" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
      {shape.grid.map(({ y, percent }) => (
        <g key={percent}>
          <line className="chart-grid" x1={34} x2={edge} y1={y} y2={y} />
          <text className="chart-label numeric" x={27} y={y + 4} textAnchor="end">
            {percent}
          </text>
        </g>
      ))}
      {shape.pace && <path className="chart-pace" d={path(shape.pace)} />}
      {shape.to > data.now && <line className="chart-today" x1={shape.todayX} x2={shape.todayX} y1={6} y2={floor} />}
      {shape.points.length > 1 && <path className="chart-line" d={path(shape.points)} />}
      {shape.today && (
        <>
          {last && <path className="chart-line" data-open="" d={path([last, shape.today])} />}
          <circle className="chart-now" cx={shape.today.x} cy={shape.today.y} r={4} />
        </>
      )}
      {shape.points.map((spot, index) => (
        <Mark key={data.points[index]?.at} spot={spot} status={statuses[index] ?? 0} />
      ))}
      <text className="chart-label numeric" x={34} y={height - 6}>
        {shape.from === data.now ? goalTexts.today : shortDay(shape.from)}
      </text>
      {isTodayApart && (
        <text className="chart-label numeric" data-today="" x={shape.todayX} y={height - 6} textAnchor="middle">
          {goalTexts.today}
        </text>
      )}
      <text className="chart-label numeric" x={edge} y={height - 6} textAnchor="end">
        {shape.to === data.now ? goalTexts.today : shortDay(shape.to)}
      </text>
    </svg>
  )
}

const path = (spots: readonly Spot[]) => spots.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")

/** A disc, a diamond or a square, as in the list. */
const Mark = ({ spot: { x, y }, status }: { spot: Spot; status: 0 | 1 | 2 }) =>
  status === 0 ? (
    <circle className="chart-mark" data-status="on-track" cx={x} cy={y} r={5} />
  ) : status === 1 ? (
    <path className="chart-mark" data-status="at-risk" d={`M${x} ${y - 6}l6 6-6 6-6-6z`} />
  ) : (
    <rect className="chart-mark" data-status="off-track" x={x - 4.7} y={y - 4.7} width={9.4} height={9.4} rx={1.5} />
  )
