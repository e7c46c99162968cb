import { useEffect } from "react"
import { viewsOf } from "~/client/view/views"
import type { View } from "~/contract/view"
import { filterTexts as texts } from "~/ui/filter/texts"
import { applyFilter, layoutOf } from "~/ui/filter/use-filter"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { useBoard, useObserved, useView } from "~/ui/plan/board-context"

/** The plan's views, and what saves, changes and deletes them. */
export const useViews = () => {
  const board = useBoard()
  const { session, view, user } = board
  const views = viewsOf(session, user.id)
  return {
    ...views,
    create: (name: string, shared: boolean) => {
      const filter = view.get().filtering?.filter ?? {}
      applyFilter(board, filter, views.create({ name, shared, layout: layoutOf(board), filter }))
    },
    remove: (saved: View) => {
      const bringBack = views.remove(saved.id)
      showToast({
        kind: "info",
        text: texts.deletedView(saved.name),
        key: "view",
        action: { label: common.undo, run: bringBack },
      })
    },
  }
}

/** Has the open view follow its changes and end with its deletion; the filter stays. */
export const useOpenView = () => {
  const board = useBoard()
  const { session, view, user } = board
  const views = viewsOf(session, user.id)
  const list = useObserved(views.list)
  const saved = useView(({ savedView }) => savedView)
  useEffect(() => {
    const now = list && saved && (views.find(saved.id) ?? null)
    if (now !== undefined && now !== saved) applyFilter(board, view.get().filtering?.filter ?? {}, now)
  }, [list, saved, views, board, view])
}
