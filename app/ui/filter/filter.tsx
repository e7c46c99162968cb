import { useEffect } from "react"
import { readFilter } from "~/rules/filter"
import { FilterBar, FilterSheet, FilterStrip } from "~/ui/filter/filter-bar"
import { filterTexts as texts } from "~/ui/filter/texts"
import { applyFilter } from "~/ui/filter/use-filter"
import { showToast } from "~/ui/parts/toast"
import { useBoard, useView } from "~/ui/plan/board-context"

export { FilterChip } from "~/ui/filter/filter-bar"

type FilterProps = {
  phone: boolean
  /** What was typed for the bar while it loaded. */
  typed: string
  onTyped(): void
}

/** Reads the filter of the address, and shows the bar, or on a phone the strip and the sheet. Import it lazily. */
export const Filter = ({ phone, typed, onTyped }: FilterProps) => {
  const board = useBoard()
  const { view } = board
  const text = useView(({ filterText }) => filterText)
  const open = useView(({ filterBar }) => filterBar)
  const on = useView(({ filtering }) => filtering !== null)
  useEffect(() => {
    if (text === null) return
    const filter = readFilter(text)
    if (!filter) {
      view.set({ filterText: null })
      return showToast({ kind: "error", text: texts.unread, key: "filter" })
    }
    applyFilter(board, filter)
    if (!phone) view.set({ filterBar: true })
  }, [text, board, view, phone])
  if (!phone) return open ? <FilterBar typed={typed} onTyped={onTyped} /> : null
  return (
    <>
      {on && <FilterStrip />}
      {open && <FilterSheet />}
    </>
  )
}
