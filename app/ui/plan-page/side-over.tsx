import "./plan-page.css"
import clsx from "clsx"
import { useEffect, useLayoutEffect, useState } from "react"
import { PaneHandle } from "~/ui/board/pane/pane-handle"
import { paneStyle } from "~/ui/board/pane/resizable-panes"
import { usePaneWidths } from "~/ui/board/pane/use-pane-widths"
import { SidePanel } from "~/ui/panel/side-panel"
import type { Width } from "~/ui/parts/use-width"
import { useView } from "~/ui/plan/board-context"
import { moveTime } from "~/ui/theme/theme"

/** The side panel over the lanes; slides in from the right. */
export const SideOver = (props: { width: Width; planning: boolean }) => {
  const open = useView(({ side }) => side.open)
  const shown = useStay(open)
  return shown ? <Over {...props} open={open} /> : null
}

const Over = ({ width, planning, open }: { width: Width; planning: boolean; open: boolean }) => {
  const widths = usePaneWidths(width, planning, "closed")
  const { resize, reset } = widths
  const room = widths.widthFor("side")
  // Dialogs leave this room.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    if (open) style.setProperty("--side-over", `${room}px`)
    return () => void style.removeProperty("--side-over")
  }, [open, room])
  return (
    <div className={clsx("side-over", !open && "away")}>
      <div className="panels full slim">
        <PaneHandle
          name="side"
          of="over-side"
          width={room}
          comesAfter
          onResize={(to, done) => resize("side", to, done)}
          onReset={() => reset("side")}
        />
        <div id="over-side" className="panel-content slim" style={paneStyle("side", widths)}>
          <SidePanel leaving={!open} />
        </div>
      </div>
    </div>
  )
}

/** True while `shown` and for 250 ms afterwards, for the leaving transition. */
export const useStay = (shown: boolean) => {
  const [stays, setStays] = useState(shown)
  useEffect(() => {
    if (shown) return setStays(true)
    const timer = setTimeout(() => setStays(false), moveTime())
    return () => clearTimeout(timer)
  }, [shown])
  return shown || stays
}
