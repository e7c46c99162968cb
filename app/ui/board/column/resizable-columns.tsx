import clsx from "clsx"
import { type CSSProperties, memo, type ReactNode, useEffect, useState } from "react"
import { ColumnHandle } from "~/ui/board/column/column-handle"
import { type ColumnName, limits, railWidth } from "~/ui/board/column/column-sizes"
import { useColumnWidths } from "~/ui/board/column/use-column-widths"
import type { Width } from "~/ui/parts/use-width"
import { useBoard, useView } from "~/ui/plan/board-context"
import { hideSide, showSide } from "~/ui/plan/side"
import { moveTime } from "~/ui/theme/motion"
import "./resizable-columns.css"

export type { ColumnName }

export type ColumnsProps = {
  width: Width
  planning: boolean
  columns: readonly { name: ColumnName; content: ReactNode }[]
  lanes: ReactNode
  /** Shown in the row when the window is wide. */
  side?: ReactNode
}

/** The board's columns at their chosen widths; the lanes take the rest. */
export const Columns = memo(function Columns({ width, planning, columns, lanes, side }: ColumnsProps) {
  const { session, view } = useBoard()
  const open = useView(({ side }) => side.open)
  const widths = useColumnWidths(width, planning, side === undefined ? "closed" : open ? "open" : "closed")
  const slides = [useMoves(planning), useMoves(open), useMoves(widths.set)]
  const resizeSide = (to: number, done: boolean) => {
    const stays = to > limits.side.least / 2
    const { side } = view.get()
    if (stays !== side.open) stays ? showSide(view, session.planId, side.mode) : hideSide(view, session.planId)
    if (stays) widths.resize("side", to, done)
  }
  return (
    <div className={clsx("panels slim", slides.includes(true) && "sliding")} data-columns={widths.set}>
      {columns.flatMap(({ name, content }) => [
        <div key={name} id={`column-${name}`} className="panel-content slim" style={columnStyle(name, widths)}>
          {content}
        </div>,
        <ColumnHandle
          key={`${name}-handle`}
          name={name}
          of={`column-${name}`}
          width={widths.widthFor(name)}
          onResize={(to, done) => widths.resize(name, to, done)}
          onReset={() => widths.reset(name)}
        />,
      ])}
      <div id="column-lanes" className="panel-content rest slim">
        {lanes}
      </div>
      {side !== undefined && (
        <>
          <ColumnHandle
            name="side"
            of="column-side"
            width={open ? widths.widthFor("side") : railWidth}
            comesAfter
            onResize={resizeSide}
            onReset={() => widths.reset("side")}
          />
          <div
            id="column-side"
            className="panel-content slim"
            style={open ? columnStyle("side", widths) : { flexBasis: railWidth }}
          >
            {side}
          </div>
        </>
      )}
    </div>
  )
})

type Widths = Pick<ReturnType<typeof useColumnWidths>, "widthFor" | "isChosen">

/** Widths that were chosen give way where the lanes would get less than their least. */
export const columnStyle = (name: ColumnName, { widthFor, isChosen }: Widths): CSSProperties => ({
  flexBasis: widthFor(name),
  minWidth: limits[name].least,
  ...(isChosen(name) && { flexShrink: 1 }),
})

/** True while the columns move after a change of `mode`. */
const useMoves = (mode: boolean | string) => {
  const [reached, setReached] = useState(mode)
  useEffect(() => {
    if (reached === mode) return
    const timer = setTimeout(() => setReached(mode), moveTime() + 60)
    return () => clearTimeout(timer)
  }, [mode, reached])
  return reached !== mode
}
