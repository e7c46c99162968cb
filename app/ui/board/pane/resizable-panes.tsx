import "./resizable-panes.css"
import clsx from "clsx"
import { type CSSProperties, memo, type ReactNode, useEffect, useState } from "react"
import { PaneHandle } from "~/ui/board/pane/pane-handle"
import { limits, type PaneName, railWidth } from "~/ui/board/pane/pane-sizes"
import { usePaneWidths } from "~/ui/board/pane/use-pane-widths"
import type { Width } from "~/ui/parts/use-width"
import { useBoard, useView } from "~/ui/plan/board-context"
import { hideSide, showSide } from "~/ui/plan/side"
import { moveTime } from "~/ui/theme/theme"

export type { PaneName }

export type PanesProps = {
  width: Width
  planning: boolean
  panes: readonly { name: PaneName; content: ReactNode }[]
  lanes: ReactNode
  /** Shown in the row when the window is wide. */
  side?: ReactNode
}

/** The board's panes at their chosen widths; the lanes take the rest. */
export const Panes = memo(function Panes({ width, planning, panes, lanes, side }: PanesProps) {
  const { session, view } = useBoard()
  const open = useView(({ side }) => side.open)
  const widths = usePaneWidths(width, planning, side === undefined ? "closed" : open ? "open" : "closed")
  const slides = [useMoves(planning), useMoves(open), useMoves(widths.set)]
  const resizeSide = (to: number, done: boolean) => {
    const stays = to > limits.side.least / 2
    const { side } = view.get()
    if (stays !== side.open) stays ? showSide(view, session.planId, side.mode) : hideSide(view, session.planId)
    if (stays) widths.resize("side", to, done)
  }
  return (
    <div className={clsx("panels full slim", slides.includes(true) && "sliding")} data-panes={widths.set}>
      {panes.flatMap(({ name, content }) => [
        <div key={name} id={`pane-${name}`} className="panel-content slim" style={paneStyle(name, widths)}>
          {content}
        </div>,
        <PaneHandle
          key={`${name}-handle`}
          name={name}
          of={`pane-${name}`}
          width={widths.widthFor(name)}
          onResize={(to, done) => widths.resize(name, to, done)}
          onReset={() => widths.reset(name)}
        />,
      ])}
      <div id="pane-lanes" className="panel-content rest slim">
        {lanes}
      </div>
      {side !== undefined && (
        <>
          <PaneHandle
            name="side"
            of="pane-side"
            width={open ? widths.widthFor("side") : railWidth}
            comesAfter
            onResize={resizeSide}
            onReset={() => widths.reset("side")}
          />
          <div
            id="pane-side"
            className="panel-content slim"
            style={open ? paneStyle("side", widths) : { flexBasis: railWidth }}
          >
            {side}
          </div>
        </>
      )}
    </div>
  )
})

type Widths = Pick<ReturnType<typeof usePaneWidths>, "widthFor" | "isChosen">

/** Chosen widths shrink before the lanes get less than their minimum. */
export const paneStyle = (name: PaneName, { widthFor, isChosen }: Widths): CSSProperties => ({
  flexBasis: widthFor(name),
  minWidth: limits[name].least,
  ...(isChosen(name) && { flexShrink: 1 }),
})

/** True while the panes move after a change of `mode`. */
const useMoves = (mode: boolean | string) => {
  const [reached, setReached] = useState(mode)
  useEffect(() => {
    if (reached === mode) return
    const timer = setTimeout(() => setReached(mode), moveTime() + 60)
    return () => clearTimeout(timer)
  }, [mode, reached])
  return reached !== mode
}
