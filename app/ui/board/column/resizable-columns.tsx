import clsx from "clsx"
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { Group, Panel, type PanelImperativeHandle, Separator } from "react-resizable-panels"
import { columnWidths } from "~/client/browser-memory"
import { type ColumnName, defaultWidth, limits, railWidth, widthOf } from "~/ui/board/column/column-sizes"
import { useScreenClass } from "~/ui/board/column/use-screen-class"
import { board } from "~/ui/board/texts"
import type { Width } from "~/ui/parts/use-width"
import { useBoard, useView } from "~/ui/plan/board-context"
import { hideSide, showSide } from "~/ui/plan/side"
import { moveTime } from "~/ui/theme/motion"
import "./resizable-columns.css"

export type { ColumnName }

/** Hit margin: finger and mouse grab the whole gap. */
const target = { coarse: 24, fine: 12 }
const step = 16

/** The stored widths for this window and plan, their panels, and the handles' behaviour. */
export const useColumnWidths = (width: Width, planning: boolean) => {
  const { planId } = useBoard().session
  const panels = useRef(new Map<ColumnName, PanelImperativeHandle>())
  const screen = useScreenClass()
  const memory = useMemo(() => columnWidths(planId, screen, planning), [planId, screen, planning])
  const widthFor = useCallback(
    (name: ColumnName) => widthOf(name, { stored: memory.read(), width, planning }),
    [memory, width, planning],
  )

  // The library reports a panel's size once it is on screen.
  const keep = useCallback(
    () =>
      requestAnimationFrame(() => {
        const widths = memory.read()
        for (const [name, handle] of panels.current) {
          const { inPixels } = handle.getSize()
          if (inPixels > railWidth) widths[name] = Math.round(inPixels)
        }
        memory.write(widths)
      }),
    [memory],
  )

  // A new window class or mode has widths of its own. The panels must already be in their current group.
  const shown = useRef(widthFor)
  useEffect(() => {
    if (shown.current === widthFor) return
    shown.current = widthFor
    const frame = requestAnimationFrame(() => {
      for (const [name, handle] of panels.current) {
        if (handle.getSize().inPixels > railWidth) handle.resize(widthFor(name))
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [widthFor])

  const resize = useCallback(
    (name: ColumnName, to: number) => {
      const { least, most } = limits[name]
      panels.current.get(name)?.resize(Math.min(most, Math.max(least, to)))
      keep()
    },
    [keep],
  )

  const refs = useMemo(() => {
    const refOf = (name: ColumnName) => (handle: PanelImperativeHandle | null) => {
      if (handle) panels.current.set(name, handle)
      else panels.current.delete(name)
    }
    return { goals: refOf("goals"), actions: refOf("actions"), shared: refOf("shared"), side: refOf("side") }
  }, [])

  return useMemo(() => {
    const handleOf = (name: ColumnName, side: "left" | "right" = "left") => ({
      "aria-label": board.resize[name],
      disableDoubleClick: true,
      onDoubleClick: () => resize(name, defaultWidth(name, width, planning, window.innerWidth)),
      onKeyDownCapture: (event: KeyboardEvent) => {
        const across = event.key === "ArrowRight" ? step : event.key === "ArrowLeft" ? -step : 0
        const { least, most } = limits[name]
        const now = panels.current.get(name)?.getSize().inPixels ?? 0
        if (across !== 0) resize(name, now + (side === "left" ? across : -across))
        else if (event.key === "Home") resize(name, least)
        else if (event.key === "End") resize(name, most)
        else return
        event.preventDefault()
        event.stopPropagation()
      },
    })
    return { refs, handleOf, keep, widthFor, panels: panels.current }
  }, [refs, keep, resize, width, planning, widthFor])
}

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
  const widths = useColumnWidths(width, planning)
  const { refs, handleOf, keep, widthFor } = widths
  const [first] = useState(() => (name: ColumnName) => widthFor(name))
  const sideMoves = useSide(widths, side !== undefined)
  const modeMoves = usePlanningMove(planning)
  // The library measures all panels when each one mounts; with the board inside, each measurement would be a full layout.
  const [measured, setMeasured] = useState(false)
  useLayoutEffect(() => setMeasured(true), [])
  return (
    <Group
      id="board-columns"
      className={clsx("panels", (sideMoves || modeMoves) && "sliding")}
      style={{ overflow: "visible" }}
      resizeTargetMinimumSize={target}
      onLayoutChanged={(_layout, { isUserInteraction }) => {
        if (isUserInteraction) keep()
      }}
    >
      {columns.flatMap(({ name, content }) => [
        <Panel
          key={name}
          id={`column-${name}`}
          panelRef={refs[name]}
          className="panel-content"
          style={{ overflow: "visible" }}
          defaultSize={first(name)}
          minSize={limits[name].least}
          maxSize={limits[name].most}
          groupResizeBehavior="preserve-pixel-size"
        >
          {measured && content}
        </Panel>,
        <Separator key={`${name}-handle`} id={`handle-${name}`} className="column-handle" {...handleOf(name)} />,
      ])}
      <Panel id="column-lanes" className="panel-content" style={{ overflow: "visible" }} minSize={240}>
        {measured && lanes}
      </Panel>
      {side !== undefined && <WideSlot widths={widths}>{side}</WideSlot>}
    </Group>
  )
})

type Widths = ReturnType<typeof useColumnWidths>

const WideSlot = ({ widths, children }: { widths: Widths; children: ReactNode }) => {
  const { session, view } = useBoard()
  const open = useView(({ side }) => side.open)
  const [first] = useState(() => (open ? widths.widthFor("side") : railWidth))
  return (
    <>
      <Separator id="handle-side" className="column-handle" {...widths.handleOf("side", "right")} />
      <Panel
        id="column-side"
        panelRef={widths.refs.side}
        className="panel-content"
        style={{ overflow: "visible" }}
        defaultSize={first}
        minSize={limits.side.least}
        maxSize={limits.side.most}
        collapsible
        collapsedSize={railWidth}
        groupResizeBehavior="preserve-pixel-size"
        onResize={({ inPixels }, _id, before) => {
          // Dragging the handle collapsed or expanded the panel.
          if (!before) return
          const { side } = view.get()
          const isOpen = inPixels > railWidth + 1
          if (isOpen === side.open || document.querySelector(".panels.sliding")) return
          if (isOpen) showSide(view, session.planId, side.mode)
          else hideSide(view, session.planId)
        }}
      >
        {children}
      </Panel>
    </>
  )
}

/** True while the columns move to their widths in planning mode or back. */
const usePlanningMove = (planning: boolean) => {
  const [reached, setReached] = useState(planning)
  useEffect(() => {
    if (reached === planning) return
    const timer = setTimeout(() => setReached(planning), moveTime() + 60)
    return () => clearTimeout(timer)
  }, [planning, reached])
  return reached !== planning
}

/** Animates opening and closing the panel; true meanwhile. */
const useSide = ({ panels, widthFor }: Widths, wide: boolean) => {
  const open = useView(({ side }) => side.open)
  const [sliding, setSliding] = useState(false)
  const shown = useRef(open)
  useEffect(() => {
    if (!wide || shown.current === open) return
    shown.current = open
    const handle = panels.get("side")
    const isOpen = (handle?.getSize().inPixels ?? 0) > railWidth + 1
    if (!handle || isOpen === open) return
    setSliding(true)
    // In the next frame, when the transition is in place.
    const frame = requestAnimationFrame(() => {
      if (open) handle.resize(widthFor("side"))
      else handle.collapse()
    })
    const timer = setTimeout(() => setSliding(false), moveTime() + 60)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [open, wide, panels, widthFor])
  // The window was narrower, and the panel was opened or closed over the lanes there.
  useEffect(() => {
    if (!wide) shown.current = open
  }, [wide, open])
  return sliding
}
