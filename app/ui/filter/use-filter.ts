import { useCallback, useSyncExternalStore } from "react"
import { openFiltering } from "~/client/board/filtering"
import type { Filter } from "~/contract/view"
import { today } from "~/rules/dates"
import { isEmptyFilter } from "~/rules/filter"
import { type BoardContextValue, useBoard, useView } from "~/ui/plan/board-context"

type Board = Pick<BoardContextValue, "session" | "view" | "user">

/** Monday. */
const weekStart = 1

/** Shows the cards of a filter; all of them with an empty one. */
export const applyFilter = ({ session, view, user }: Board, filter: Filter) => {
  const looking = () => ({ userId: user.id, today: today(), weekStart }) as const
  const filtering = isEmptyFilter(filter) ? null : openFiltering(session.store, filter, looking)
  view.set({ filtering, filterText: null })
}

const nothing: Filter = {}

/** The filter of the open board, and a function that replaces fields of it. */
export const useFilter = () => {
  const { session, view, user } = useBoard()
  const filter = useView(({ filtering }) => filtering?.filter ?? nothing)
  const change = useCallback(
    (fields: Partial<Filter>) => {
      const { text, ...before } = view.get().filtering?.filter ?? nothing
      const all = { ...(text === undefined ? {} : { text }), ...before, ...fields }
      const set = Object.entries(all).filter(([, value]) => {
        return value !== undefined && value !== false && value !== "" && !(Array.isArray(value) && value.length === 0)
      })
      applyFilter({ session, view, user }, Object.fromEntries(set))
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
