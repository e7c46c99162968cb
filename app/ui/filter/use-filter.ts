import { useCallback, useSyncExternalStore } from "react"
import { openFiltering } from "~/client/board/filtering"
import { viewQuery } from "~/contract/shared/deep-link"
import { weekStartOf } from "~/contract/shared/language/week"
import type { Filter, View } from "~/contract/view"
import { today } from "~/rules/dates"
import { isEmptyFilter, isSameFilter, type Looking } from "~/rules/filter"
import { type BoardContextValue, type BoardUser, useBoard, useView } from "~/ui/plan/board-context"
import { noFilter } from "~/ui/plan/view-state"

export const lookingOf = ({ id, weekStart }: BoardUser): Looking => ({
  userId: id,
  today: today(),
  weekStart: weekStartOf(weekStart),
})

type Board = Pick<BoardContextValue, "session" | "view" | "user">

/** Shows the cards of a filter; all of them with an empty one. `savedView`: the view that it is, or was before it was changed. */
export const applyFilter = ({ session, view, user }: Board, filter: Filter, savedView: View | null = null) => {
  if (isEmptyFilter(filter)) {
    // A calendar is a view without a filter too.
    const saved = savedView && isEmptyFilter(savedView.filter) && savedView.layout === "calendar" ? savedView : null
    return view.set({ ...noFilter, savedView: saved, filterQuery: saved && saved.id > 0 ? viewQuery(saved.id) : null })
  }
  const filterQuery =
    savedView && savedView.id > 0 && isSameFilter(savedView.filter, filter)
      ? viewQuery(savedView.id)
      : `filter=${encodeURIComponent(JSON.stringify(filter))}`
  view.set({ filtering: openFiltering(session.store, filter, () => lookingOf(user)), filterQuery, savedView })
}

/** The layout that is shown, as views keep it. */
export const layoutOf = ({ view }: Pick<Board, "view">): View["layout"] =>
  view.get().layout === "board" ? "board" : "calendar"

/** Shows a saved view's layout; a calendar stays with its months or weeks. */
export const showLayout = ({ view }: Pick<Board, "view">, { layout }: Pick<View, "layout">) => {
  if (layoutOf({ view }) !== layout) view.set({ layout })
}

const nothing: Filter = {}

/** The filter of the open board, and a function that replaces fields of it. */
export const useFilter = () => {
  const { session, view, user } = useBoard()
  const filter = useView(({ filtering }) => filtering?.filter ?? nothing)
  const change = useCallback(
    (fields: Partial<Filter>) => {
      const { filtering, savedView } = view.get()
      const { text, ...before } = filtering?.filter ?? nothing
      const all = { ...(text === undefined ? {} : { text }), ...before, ...fields }
      const set = Object.entries(all).filter(([, value]) => {
        return value !== undefined && value !== false && value !== "" && !(Array.isArray(value) && value.length === 0)
      })
      applyFilter({ session, view, user }, Object.fromEntries(set), savedView)
    },
    [session, view, user],
  )
  return { filter, change }
}

/** Matching and all cards, while the board changes. */
export const useCardCounts = () => {
  const { session, view } = useBoard()
  const filtering = useView(({ filtering }) => filtering)
  const read = () => {
    const counts = (view.get().filtering ?? filtering)?.counts()
    return counts ? `${counts.matching} ${counts.all}` : ""
  }
  const subscribe = useCallback((listener: () => void) => session.store.subscribe("any", listener), [session])
  const [matching = 0, all = 0] = useSyncExternalStore(subscribe, read, read).split(" ").map(Number)
  return filtering ? { matching, all } : null
}
