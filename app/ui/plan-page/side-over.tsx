import clsx from "clsx"
import { useState } from "react"
import { Group, Panel, Separator } from "react-resizable-panels"
import { limits } from "~/ui/board/column/column-sizes"
import { useColumnWidths } from "~/ui/board/column/resizable-columns"
import { SidePanel } from "~/ui/panel/side-panel"
import { useStay } from "~/ui/parts/use-stay"
import type { Width } from "~/ui/parts/use-width"
import { useView } from "~/ui/plan/board-context"
import "./side-over.css"

/** The side panel over the lanes; slides in from the right. */
export const SideOver = (props: { width: Width; planning: boolean }) => {
  const open = useView(({ side }) => side.open)
  const shown = useStay(open)
  return shown ? <Over {...props} open={open} /> : null
}

const Over = ({ width, planning, open }: { width: Width; planning: boolean; open: boolean }) => {
  const { refs, handleOf, keep, widthFor } = useColumnWidths(width, planning)
  const [first] = useState(() => widthFor("side"))
  return (
    <div className={clsx("side-over", !open && "away")}>
      <Group
        id="side-over"
        className="panels"
        style={{ overflow: "visible" }}
        resizeTargetMinimumSize={{ coarse: 24, fine: 12 }}
        onLayoutChanged={(_layout, { isUserInteraction }) => {
          if (isUserInteraction) keep()
        }}
      >
        <Panel id="over-lanes" style={{ overflow: "visible" }} minSize={0} />
        <Separator id="handle-over" className="column-handle" {...handleOf("side", "right")} />
        <Panel
          id="over-side"
          panelRef={refs.side}
          className="panel-content"
          style={{ overflow: "visible" }}
          defaultSize={first}
          minSize={limits.side.least}
          maxSize={limits.side.most}
          groupResizeBehavior="preserve-pixel-size"
        >
          <SidePanel leaving={!open} />
        </Panel>
      </Group>
    </div>
  )
}
