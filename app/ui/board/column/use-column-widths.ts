import { useMemo, useRef, useState } from "react"
import { type ColumnWidths, columnWidths } from "~/client/memory/board-looks"
import { type ColumnName, defaultWidth, widthOf } from "~/ui/board/column/column-sizes"
import { useScreenClass } from "~/ui/board/column/use-screen-class"
import type { Width } from "~/ui/parts/use-width"
import { useBoard } from "~/ui/plan/board-context"

/** The columns' widths, px, stored for this plan, class of windows and mode. */
export const useColumnWidths = (width: Width, planning: boolean) => {
  const { planId } = useBoard().session
  const screen = useScreenClass()
  const memory = useMemo(() => columnWidths(planId, screen, planning), [planId, screen, planning])
  const [chosen, setChosen] = useState<{ memory: typeof memory; widths: ColumnWidths }>()
  const stored = useMemo(() => (chosen?.memory === memory ? chosen.widths : memory.read()), [chosen, memory])
  // Several moves of a pointer may come before the next render.
  const latest = useRef(stored)
  latest.current = stored
  const widthFor = (name: ColumnName) => widthOf(name, { stored, width, planning })
  /** `done`: stores the width. */
  const resize = (name: ColumnName, to: number, done: boolean) => {
    const clamped = widthOf(name, { stored: { [name]: Math.round(to) }, width, planning })
    const widths = { ...latest.current, [name]: clamped }
    latest.current = widths
    setChosen({ memory, widths })
    if (done) memory.write(widths)
  }
  const reset = (name: ColumnName) => resize(name, defaultWidth(name, width, planning, window.innerWidth), true)
  return { widthFor, resize, reset }
}
