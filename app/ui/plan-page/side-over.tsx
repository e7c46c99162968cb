import clsx from "clsx"
import { useLayoutEffect } from "react"
import { ColumnHandle } from "~/ui/board/column/column-handle"
import { columnStyle } from "~/ui/board/column/resizable-columns"
import { useColumnWidths } from "~/ui/board/column/use-column-widths"
import { SidePanel } from "~/ui/panel/side-panel"
import { useStay } from "~/ui/parts/use-stay"
import type { Width } from "~/ui/parts/use-width"
import { useView } from "~/ui/plan/board-context"
import "./plan-page.css"

/** The side panel over the lanes; slides in from the right. */
export const SideOver = (props: { width: Width; planning: boolean }) => {
  const open = useView(({ side }) => side.open)
  const shown = useStay(open)
  return shown ? <Over {...props} open={open} /> : null
}

const Over = ({ width, planning, open }: { width: Width; planning: boolean; open: boolean }) => {
  const widths = useColumnWidths(width, planning, "closed")
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
      <div className="panels slim">
        <ColumnHandle
          name="side"
          of="over-side"
          width={room}
          comesAfter
          onResize={(to, done) => resize("side", to, done)}
          onReset={() => reset("side")}
        />
        <div id="over-side" className="panel-content slim" style={columnStyle("side", widths)}>
          <SidePanel leaving={!open} />
        </div>
      </div>
    </div>
  )
}
