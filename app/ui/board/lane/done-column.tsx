import clsx from "clsx"
import { ChevronRight } from "lucide-react"
import { memo, type RefObject, useEffect, useLayoutEffect } from "react"
import { doneColumn } from "~/client/memory/board-looks"
import { statusPlace } from "~/ui/board/drag/drag-ids"
import { screenClass } from "~/ui/board/pane/pane-sizes"
import { useScroller } from "~/ui/board/pane/scroller"
import { useScreenClass } from "~/ui/board/pane/use-pane-widths"
import { board } from "~/ui/board/texts"
import { useWidth } from "~/ui/parts/use-width"
import { taskColumn, useBoard, useColumnTotals, useShown, useView } from "~/ui/plan/board-context"
import { cardTexts } from "~/ui/plan/texts"
import type { ViewState } from "~/ui/plan/view-state"
import "./done-column.css"

/** The Done column in windows too narrow for three: a strip of each lane below 1024 px, beyond the edge above. */

/** A card carried by keys walks from list to list, so the column opens for it. */
const isFolded = ({ doneFolded, dragging }: ViewState) => doneFolded && dragging?.by !== "keys"

export const useDoneFolded = () => useView(isFolded)

/** Folds Done below 1024 px unless it was opened in a window of this width. */
export const useFoldedDone = (): "folded" | "open" | "wide" => {
  const { session, view } = useBoard()
  const { planId } = session
  const narrow = useWidth() === "narrow"
  const screen = useScreenClass()
  useLayoutEffect(() => {
    view.set({ doneFolded: narrow && !doneColumn(planId, screen).isOpen() })
  }, [view, planId, narrow, screen])
  const folded = useDoneFolded()
  return folded ? "folded" : narrow ? "open" : "wide"
}

/** Folds or opens Done in all lanes. */
export const useFoldDone = () => {
  const { session, view } = useBoard()
  return (folded: boolean) => {
    doneColumn(session.planId, screenClass()).keepOpen(!folded)
    view.set({ doneFolded: folded })
  }
}

type DoneChipProps = { className?: string; count: string; label: string; onPress(byKey: boolean): void }

export const DoneChip = ({ className, count, label, onPress }: DoneChipProps) => (
  <button
    type="button"
    className={clsx("done-chip unbroken strong row reach", className)}
    aria-label={label}
    onClick={({ detail }) => onPress(detail === 0)}
  >
    {cardTexts.columns[2]} <span className="count">{count}</span>
    <ChevronRight className="icon small" aria-hidden="true" />
  </button>
)

/** A lane's folded Done column: opens all of them, and takes a dragged task, for which it widens as the task comes near. */
export const DoneStrip = memo(function DoneStrip({ itemId }: { itemId: number }) {
  const place = statusPlace(itemId, 2)
  const count = useShown(taskColumn(itemId, 2)).length
  const takes = useView(({ target }) => target === place)
  const awaits = useView(({ dragging }) => dragging?.kind === "task")
  const fold = useFoldDone()
  return (
    <button
      type="button"
      className="done-strip strong flow secondary"
      data-awaits={awaits || undefined}
      data-takes={takes || undefined}
      aria-label={`${board.doneTasks(count)}. ${board.openDone}`}
      data-place={place}
      onClick={() => fold(false)}
    >
      {takes && <b>{cardTexts.columns[2]}</b>}
      <span className="numeric">{count}</span>
      {!takes && <ChevronRight className="icon small" aria-hidden="true" />}
    </button>
  )
})

/** Reports whether the scroller hides part of a header cell. */
export const useCut = (cell: RefObject<HTMLElement | null>, onCut: (cut: boolean) => void) => {
  const scroller = useScroller()
  useEffect(() => {
    if (!cell.current) return
    const observer = new IntersectionObserver(
      ([entry]) => onCut(entry !== undefined && entry.intersectionRatio < 0.9),
      {
        root: scroller.element.current,
        threshold: 0.9,
      },
    )
    observer.observe(cell.current)
    return () => observer.disconnect()
  }, [cell, scroller, onCut])
}

/** While the lanes overflow: a fade over the cut edge, and a chip that scrolls to Done. */
export const CutDone = ({ lanes }: { lanes: readonly number[] }) => {
  const filtering = useView(({ filtering }) => filtering)
  const [, , done] = useColumnTotals(lanes, filtering)
  const show = (byKey: boolean) => {
    const scroller = document.querySelector(".lanes-scroll")
    scroller?.scrollTo({ left: scroller.scrollWidth })
    // The chip disappears, and with it the focus.
    if (byKey) scroller?.querySelector<HTMLElement>(".lane-column:last-child [data-card]")?.focus()
  }
  return (
    <>
      <DoneChip
        className="to-cut"
        count={String(done)}
        label={`${board.doneTasks(done)}. ${board.showDone}`}
        onPress={show}
      />
      <div className="cut-edge" aria-hidden="true" />
    </>
  )
}
