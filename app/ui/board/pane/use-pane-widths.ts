import { useMemo, useRef, useState, useSyncExternalStore } from "react"
import { type PaneWidths, paneWidths } from "~/client/memory/board-looks"
import {
  type Layout,
  type PaneName,
  paneSet,
  railWidth,
  screenClass,
  sideWidth,
  widthOf,
} from "~/ui/board/pane/pane-sizes"
import type { Width } from "~/ui/parts/use-width"
import { useBoard } from "~/ui/plan/board-context"

const windowWidth = () => window.innerWidth

/** The panes' widths, px, stored for this plan, class of windows and mode. `side`: whether the panel takes room beside the lanes. */
export const usePaneWidths = (width: Width, planning: boolean, side: "open" | "closed") => {
  const { planId } = useBoard().session
  const screen = useScreenClass()
  const room = useSyncExternalStore(subscribeToSize, windowWidth, windowWidth)
  const memory = useMemo(() => paneWidths(planId, screen, planning), [planId, screen, planning])
  const [chosen, setChosen] = useState<{ memory: typeof memory; widths: PaneWidths }>()
  const stored = useMemo(() => (chosen?.memory === memory ? chosen.widths : memory.read()), [chosen, memory])
  // Several moves of a pointer may come before the next render.
  const latest = useRef(stored)
  latest.current = stored
  const set = paneSet(room, side === "open" ? (stored.side ?? sideWidth(room)) : railWidth)
  const layout: Layout = { set, width, planning }
  const widthFor = (name: PaneName) => widthOf(name, stored, layout)
  /** `done`: stores the width. */
  const resize = (name: PaneName, to: number, done: boolean) => {
    const clamped = widthOf(name, { [name]: Math.round(to) }, layout)
    const widths = { ...latest.current, [name]: clamped }
    latest.current = widths
    setChosen({ memory, widths })
    if (done) memory.write(widths)
  }
  const reset = (name: PaneName) => {
    const { [name]: _own, ...widths } = latest.current
    latest.current = widths
    setChosen({ memory, widths })
    memory.write(widths)
  }
  return { set, widthFor, isChosen: (name: PaneName) => stored[name] !== undefined, resize, reset }
}

export const subscribeToSize = (listener: () => void) => {
  window.addEventListener("resize", listener)
  return () => window.removeEventListener("resize", listener)
}

/** The class of window widths under which the board's layout is stored. */
export const useScreenClass = () => useSyncExternalStore(subscribeToSize, screenClass, screenClass)
