import { useEffect } from "react"
import { type Views, viewsOf } from "~/client/view/views"
import type { Filter as FilterFields, View } from "~/contract/view"
import { readFilter } from "~/rules/filter"
import { FilterBar, FilterSheet, FilterStrip } from "~/ui/filter/filter-bar"
import { SaveView } from "~/ui/filter/save-view"
import { filterTexts as texts } from "~/ui/filter/texts"
import { applyFilter, showLayout } from "~/ui/filter/use-filter"
import { useOpenView } from "~/ui/filter/use-views"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard, useView } from "~/ui/plan/board-context"
import { noFilter } from "~/ui/plan/view-state"

export { FilterChip } from "~/ui/filter/filter-bar"
export { ViewMenu } from "~/ui/filter/view-menu"

class Unread extends Error {}

/** The filter of an address, or that of the saved view which the address names. */
const readQuery = async (query: string, views: Views): Promise<{ filter: FilterFields; saved: View | null }> => {
  const search = new URLSearchParams(query)
  const text = search.get("filter")
  if (text !== null) {
    const filter = readFilter(text)
    if (!filter) throw new Unread(texts.unread)
    return { filter, saved: null }
  }
  await views.load()
  if (views.failed.get()) throw new Unread(texts.failed)
  const saved = views.find(Number(search.get("view")))
  if (!saved) throw new Unread(texts.gone)
  return { filter: saved.filter, saved }
}

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
  const unread = useView(({ filtering, savedView, filterQuery }) => (filtering || savedView ? null : filterQuery))
  const open = useView(({ filterBar }) => filterBar)
  const on = useView(({ filtering }) => filtering !== null)
  useOpenView()
  useEffect(() => {
    if (unread === null) return
    let wanted = true
    readQuery(unread, viewsOf(board.session, board.user.id)).then(
      ({ filter, saved }) => {
        if (!wanted) return
        applyFilter(board, filter, saved)
        if (saved) showLayout(board, saved)
        if (!phone && view.get().filtering) view.set({ filterBar: true })
      },
      (thrown: unknown) => {
        if (!wanted) return
        view.set(noFilter)
        showToast({
          kind: "error",
          text: thrown instanceof Unread ? thrown.message : messageOf(thrown, texts.unread),
          key: "filter",
        })
      },
    )
    return () => {
      wanted = false
    }
  }, [unread, board, view, phone])
  if (!phone)
    return open ? (
      <FilterBar typed={typed} onTyped={onTyped}>
        <SaveView />
      </FilterBar>
    ) : null
  return (
    <>
      {on && <FilterStrip />}
      {open && (
        <FilterSheet>
          <SaveView variant="plain" size="large" />
        </FilterSheet>
      )}
    </>
  )
}
